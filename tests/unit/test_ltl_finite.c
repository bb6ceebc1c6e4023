/* ltl/finite: formulas over finite words, against their definition. */
#include "ltl/finite.h"

#include "finite_kit.h"
#include "ltl_kit.h"
#include "tap.h"

#include <time.h>

/* ---- automata ---- */

static struct finite *finite_of(struct ltl_kit *kit, const char *text) {
  struct finite *finite = NULL;
  if (kit_parse(kit, text) == STATUS_OK)
    (void)finite_from_formula(kit->parsed.formula, NULL, kit->diag, &finite);
  return finite;
}

/* A letter of the formula as one of the automaton. */
static uint64_t letter_of(const struct finite *finite, uint64_t letter) {
  uint64_t own = 0;
  for (uint32_t i = 0; i < finite->atom_count; i++)
    own |= (letter >> finite->atoms[i] & 1) << i;
  return own;
}

static bool accepts(const struct finite *finite, const struct word *word) {
  uint32_t state = 0;
  for (size_t i = 0; i < word->length; i++)
    state = finite_next(finite, state, letter_of(finite, word->letters[i]));
  return finite->accepting[state];
}

static uint32_t states_of(const char *text) {
  struct ltl_kit kit;
  struct finite *finite = finite_of(&kit, text);
  const uint32_t count = finite ? finite->state_count : 0;
  finite_close(finite);
  kit_clear(&kit);
  return count;
}

/* ---- random formulas ---- */

enum { ATOMS = 3, LONGEST_WORD = 9, FORMULAS = 3000, WORDS = 40 };

static struct word random_word(struct rng *rng, uint64_t *letters) {
  struct word word = {letters, rng_below(rng, LONGEST_WORD + 1)};
  const uint64_t style = rng_below(rng, 3);
  for (size_t i = 0; i < word.length; i++) {
    letters[i] = rng_next(rng);
    if (style == 1)
      letters[i] &= rng_next(rng);
    if (style == 2)
      letters[i] |= rng_next(rng);
  }
  return word;
}

static bool agrees(const struct finite *finite, const struct formula *formula,
                   struct rng *rng) {
  uint64_t letters[LONGEST_WORD];
  for (int i = 0; i < WORDS; i++) {
    const struct word word = random_word(rng, letters);
    if (accepts(finite, &word) != word_satisfies(&word, formula))
      return false;
  }
  return true;
}

/* Table filling over all letters: another way to the same answer. */
static bool is_smallest(const struct finite *finite) {
  const uint32_t n = finite->state_count;
  const uint64_t letters = UINT64_C(1) << finite->atom_count;
  bool *differ = memory_alloc((size_t)n * n);
  for (uint32_t i = 0; i < n * n; i++)
    differ[i] = finite->accepting[i / n] != finite->accepting[i % n];
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < n * n; i++)
      for (uint64_t letter = 0; letter < letters && !differ[i]; letter++)
        if (differ[finite_next(finite, i / n, letter) * n +
                   finite_next(finite, i % n, letter)])
          differ[i] = changed = true;
  }
  bool smallest = true;
  for (uint32_t i = 0; i < n * n; i++)
    smallest = smallest && (i / n == i % n || differ[i]);
  memory_free(differ);
  return smallest;
}

/* Dead and sure are what their names say. */
static bool flags_are_right(const struct finite *finite) {
  bool *seen = memory_alloc(finite->state_count);
  bool right = true;
  for (uint32_t start = 0; start < finite->state_count; start++) {
    memset(seen, false, finite->state_count);
    seen[start] = true;
    bool some = false, all = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t s = 0; s < finite->state_count; s++)
        for (uint64_t x = 0; x >> finite->atom_count == 0 && seen[s]; x++) {
          const uint32_t to = finite_next(finite, s, x);
          changed = changed || !seen[to];
          seen[to] = true;
        }
    }
    for (uint32_t s = 0; s < finite->state_count; s++) {
      some = some || (seen[s] && finite->accepting[s]);
      all = all && (!seen[s] || finite->accepting[s]);
    }
    right = right && finite_is_dead(finite, start) == !some &&
            finite_is_sure(finite, start) == all;
  }
  memory_free(seen);
  return right;
}

TEST(automata_agree_with_random_formulas_and_are_smallest) {
  struct ltl_kit kit;
  struct rng rng;
  rng_seed(&rng, 11);
  CHECK(kit_parse(&kit, "a && b && c") == STATUS_OK);
  for (int i = 0; i < FORMULAS; i++) {
    const struct formula *formula =
        random_formula(kit.arena, &rng, 1 + rng_below(&rng, 14), ATOMS);
    struct finite *finite;
    CHECK(finite_from_formula(formula, NULL, kit.diag, &finite) == STATUS_OK);
    const bool good = agrees(finite, formula, &rng) && is_smallest(finite) &&
                      flags_are_right(finite);
    if (!good) {
      struct buffer text = {0};
      formula_print(&text, formula, kit.parsed.names);
      printf("# %s\n", buffer_text(&text));
      buffer_free(&text);
    }
    CHECK(good);
    finite_close(finite);
  }
  kit_clear(&kit);
}

/* What is printed is what is searched with. */
TEST(printed_guards_are_the_transitions) {
  struct ltl_kit kit;
  struct finite *finite = finite_of(&kit, "(a U b) <-> []<>(c -> X[!] a)");
  struct automaton *automaton = finite_to_automaton(finite, NULL);
  CHECK(automaton->properties & AUTOMATON_DETERMINISTIC);
  CHECK(automaton->properties & AUTOMATON_COMPLETE);
  CHECK(automaton->state_count == finite->state_count);
  for (uint32_t e = 0; e < automaton->edge_count; e++) {
    const struct automaton_edge *edge = &automaton->edges[e];
    for (uint64_t x = 0; x < 8; x++)
      if (automaton_enabled(automaton, edge, x))
        CHECK(finite_next(finite, edge->from, x) == edge->to);
  }
  for (uint32_t s = 0; s < finite->state_count; s++)
    CHECK(automaton->state_marks[s] == finite->accepting[s]);
  automaton_close(automaton);
  finite_close(finite);
  kit_clear(&kit);
}

/* ---- the paper's examples ---- */

enum { A = 1, B = 2, TAU = 0 };

/* Every a is followed by a b before the next a and before the end. */
static bool in_first_language(const struct word *word) {
  bool waiting = false;
  for (size_t i = 0; i < word->length; i++) {
    if (waiting && word->letters[i] == A)
      return false;
    waiting = word->letters[i] == A || (waiting && word->letters[i] != B);
  }
  return !waiting;
}

/* One b or more at the end, with nothing or an a in front of them. */
static bool in_second_language(const struct word *word) {
  size_t end = word->length;
  while (end > 0 && word->letters[end - 1] == B)
    end--;
  return end < word->length && (end == 0 || word->letters[end - 1] == A);
}

/* All words over a, b and tau up to this length. */
static bool has_language(const char *text,
                         bool (*language)(const struct word *)) {
  enum { LONGEST = 10, MOST = 59049 /* 3 to the power of 10 */ };
  static const uint64_t alphabet[] = {A, B, TAU};
  struct ltl_kit kit;
  struct finite *finite = finite_of(&kit, text);
  uint64_t letters[LONGEST];
  bool same = kit.parsed.names[0][0] == 'a';
  size_t count = 1;
  for (size_t length = 0; length <= LONGEST; length++, count *= 3)
    for (size_t number = 0; number < count; number++) {
      size_t rest = number;
      for (size_t i = 0; i < length; i++, rest /= 3)
        letters[i] = alphabet[rest % 3];
      const struct word word = {letters, length};
      same = same && accepts(finite, &word) == language(&word);
    }
  finite_close(finite);
  kit_clear(&kit);
  return same;
}

/* How many states the three letters reach, those from which nothing is accepted
 * left out, as in the paper's drawings.
 */
static uint32_t live_states(const char *text) {
  struct ltl_kit kit;
  struct finite *finite = finite_of(&kit, text);
  uint64_t reached = 1;
  uint32_t count = 0;
  for (uint32_t round = 0; round < finite->state_count; round++)
    for (uint32_t s = 0; s < finite->state_count; s++)
      for (uint64_t letter = TAU; letter <= B && reached >> s & 1; letter++)
        reached |= UINT64_C(1) << finite_next(finite, s, letter);
  for (uint32_t s = 0; s < finite->state_count; s++)
    count += (reached >> s & 1) && !finite_is_dead(finite, s);
  finite_close(finite);
  kit_clear(&kit);
  return count;
}

TEST(the_papers_formulas_have_the_papers_languages) {
  CHECK(has_language("[](a -> X[!](!a U b))", in_first_language));
  CHECK(has_language("<>a U []b", in_second_language));
  CHECK(live_states("[](a -> X[!](!a U b))") == 2);
  CHECK(live_states("<>a U []b") == 3);
}

/* ---- conventions ---- */

static bool empty_satisfies(const char *text) {
  struct ltl_kit kit;
  struct finite *finite = finite_of(&kit, text);
  const bool answer = finite->accepting[0];
  finite_close(finite);
  kit_clear(&kit);
  return answer;
}

TEST(on_the_empty_word_no_atom_holds_and_every_weak_next_does) {
  CHECK(!empty_satisfies("a"));
  CHECK(empty_satisfies("!a"));
  CHECK(!empty_satisfies("[] a"));
  CHECK(empty_satisfies("X a"));
  CHECK(!empty_satisfies("X[!] a"));
  CHECK(empty_satisfies("a U X b"));
  CHECK(empty_satisfies("[](a -> <>b) && !<>a"));
}

TEST(constants_have_one_state) {
  CHECK(states_of("true") == 1);
  CHECK(states_of("false") == 1);
  CHECK(states_of("true -> (a || !a)") == 1);
  CHECK(states_of("[] a && <> !a") == 1);
}

TEST(too_many_propositions_are_refused) {
  struct buffer text = {0};
  struct ltl_kit kit;
  for (int i = 0; i < 65; i++)
    buffer_printf(&text, "%sp%d", i > 0 ? " && " : "", i);
  CHECK(finite_of(&kit, buffer_text(&text)) == NULL);
  CHECK(diag_errors(kit.diag) == 1);
  buffer_free(&text);
  kit_clear(&kit);
}

TEST(too_large_an_automaton_is_refused) {
  CHECK(states_of("<>(a && X[!]X[!]X[!]X[!]X[!]X[!]X[!]X[!]X[!]X[!]X[!]X[!]"
                  "X[!]X[!]X[!]X[!]X[!]X[!]X[!]X[!] b)") == 0);
}

/* ---- long formulas ---- */

static double seconds_since(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start->tv_sec) +
         (double)(now.tv_nsec - start->tv_nsec) * 1e-9;
}

/* A conjunction of so many copies, in which # and $ become i and i + 1. */
static void conjunction(struct buffer *out, const char *pattern, int count,
                        int step) {
  for (int i = 0; i < count; i++) {
    const int number = i * step % count; /* not in the order of the chain */
    buffer_puts(out, i > 0 ? " && " : "");
    for (const char *c = pattern; *c; c++)
      if (*c == '#')
        buffer_printf(out, "%d", number);
      else if (*c == '$')
        buffer_printf(out, "%d", number + 1);
      else
        buffer_putc(out, *c);
  }
}

static bool is_quick(const char *pattern, int count, uint32_t states) {
  const double generous = 5; /* the target is one second, unsanitized */
  struct timespec start;
  struct buffer text = {0};
  conjunction(&text, pattern, count, 7);
  clock_gettime(CLOCK_MONOTONIC, &start);
  const uint32_t found = states_of(buffer_text(&text));
  const double seconds = seconds_since(&start);
  printf("# %d times %s: %u states, %.3f s\n", count, pattern, found, seconds);
  buffer_free(&text);
  return found == states && seconds < generous;
}

TEST(conjunctions_of_fifty_operators_are_quick) {
  CHECK(is_quick("[](p# -> <>p$)", 25, 26));
  CHECK(is_quick("(!p$ W p#)", 50, 52));
  CHECK(is_quick("[](p# -> <>q)", 25, 2));
  CHECK(is_quick("[](p# && !q -> (!r W q))", 25, 3));
}

/* ---- limits ---- */

struct patience {
  unsigned left; /* questions that are answered with yes */
};

static bool goes_on(void *context) {
  struct patience *patience = context;
  return patience->left > 0 && patience->left-- > 0;
}

/* [](a# -> <>b#) for so many pairs. */
static void responses(struct buffer *text, unsigned pairs) {
  for (unsigned i = 0; i < pairs; i++)
    buffer_printf(text, "%s[](a%u -> <>b%u)", i > 0 ? " && " : "", i, i);
}

/* However far it has come. */
TEST(a_translation_stops_at_a_limit) {
  struct buffer text = {0};
  responses(&text, 13);
  for (unsigned questions = 0; questions < 2; questions++) {
    struct ltl_kit kit;
    struct patience patience = {questions};
    const struct limit limit = {goes_on, &patience};
    struct finite *finite;
    CHECK(kit_parse(&kit, buffer_text(&text)) == STATUS_OK);
    CHECK(finite_from_formula(kit.parsed.formula, &limit, kit.diag, &finite) ==
          STATUS_STOPPED);
    CHECK(!finite && diag_errors(kit.diag) == 0);
    kit_clear(&kit);
  }
  buffer_free(&text);
}

/* Each state leads to each other: that is millions of edges. */
TEST(an_automaton_with_too_many_edges_is_not_written_out) {
  struct buffer text = {0};
  struct ltl_kit kit;
  responses(&text, 11);
  struct finite *finite = finite_of(&kit, buffer_text(&text));
  CHECK(finite && finite->state_count == 1 << 11);
  CHECK(finite_to_automaton(finite, NULL) == NULL);
  finite_close(finite);
  kit_clear(&kit);
  buffer_free(&text);
}

RUN_TESTS(RUN(automata_agree_with_random_formulas_and_are_smallest),
          RUN(printed_guards_are_the_transitions),
          RUN(the_papers_formulas_have_the_papers_languages),
          RUN(on_the_empty_word_no_atom_holds_and_every_weak_next_does),
          RUN(constants_have_one_state), RUN(too_many_propositions_are_refused),
          RUN(too_large_an_automaton_is_refused),
          RUN(conjunctions_of_fifty_operators_are_quick),
          RUN(a_translation_stops_at_a_limit),
          RUN(an_automaton_with_too_many_edges_is_not_written_out))

/* Strong bisimilarity on the fly, after Fernandez and Mounier: Verifying
 * bisimulation on the fly (FORTE 1990), as Jard and Jeron describe it in
 * Bounded-memory algorithms for verification on-the-fly (CAV 1991), section
 * 3.2.
 *
 * A depth-first search goes through the pairs of states that the two graphs can
 * come to together.  A pair is different when a step of one state has no
 * answer: no step of the other with the same label leads to a pair that is not
 * different.  That is decided when all pairs behind it have been visited; one
 * that is met again counts as not different.  If it turns out to be different
 * later, what was concluded from it is void, and the search is repeated with
 * the set of pairs found different, until nothing was wrongly concluded or the
 * first pair is found different.
 *
 * Where one of the states has only one step with some label, a different pair
 * behind it is enough.  So if one of the graphs is deterministic, the first
 * difference found passes to the first pair at once: one search decides.
 *
 * Invariant: the pairs found different are different, with earlier ones as the
 * reason (lts/refutation.h); their number grows with each further search.
 * Memory is taken by the pairs, 40 bytes each, and the parts of the graphs that
 * were looked at.
 */
#include "lts/on_the_fly.h"

#include "base/map.h"
#include "lts/refutation.h"

#include <assert.h>

enum { STOP_EVERY = 1 << 10 }; /* pairs */
#define SAME UINT32_MAX        /* not found different so far */

struct product_pair {
  uint32_t left, right;
  uint32_t search;  /* the last one it was visited in, from 1 */
  uint32_t refuted; /* its number among the different ones, or SAME */
  bool relied_on;   /* it was met again in that search */
};

struct frame {
  uint32_t pair;
  uint32_t left_edge, right_edge; /* to be looked at next */
};

struct product {
  struct lts_view left, right;
  const struct on_the_fly_config *config;
  VEC(struct product_pair) pairs;
  struct map numbers; /* of the pairs, plus one */
  VEC(struct frame) path;
  struct refutation refutation;
  uint32_t search;
  bool wrong; /* something relied on was found different */
  bool stopped;
};

/* ---- pairs ---- */

static void *as_pointer(uint64_t number) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  return (void *)(uintptr_t)number;
}

/* No state has the number UINT32_MAX, so no key is NULL. */
static uint32_t pair_number(struct product *p, uint32_t left, uint32_t right) {
  const void *key = as_pointer(((uint64_t)left << 32 | right) + 1);
  const uintptr_t known = (uintptr_t)map_get(&p->numbers, key);
  if (known)
    return (uint32_t)(known - 1);
  vec_push(&p->pairs, ((struct product_pair){
                          .left = left, .right = right, .refuted = SAME}));
  map_put(&p->numbers, key, as_pointer(p->pairs.count));
  return (uint32_t)p->pairs.count - 1;
}

static bool is_different(const struct product *p, uint32_t pair) {
  return p->pairs.items[pair].refuted != SAME;
}

static void check_limits(struct product *p) {
  const uint64_t count = p->pairs.count;
  const struct lts_limits *limits = p->config->limits;
  const uint64_t most = p->config->max_pairs;
  p->stopped = p->stopped || (most > 0 && count > most) || count >= SAME - 1 ||
               (limits->max_bytes > 0 && 40 * count > limits->max_bytes) ||
               (count % STOP_EVERY == 0 && lts_must_stop(limits));
}

/* The edges of both states of a pair; false at a limit. */
static bool edges_of(struct product *p, uint32_t pair, struct lts_edges *left,
                     struct lts_edges *right) {
  const struct product_pair *states = &p->pairs.items[pair];
  if (!p->left.edges(p->left.context, states->left, left) ||
      !p->right.edges(p->right.context, states->right, right))
    p->stopped = true;
  return !p->stopped;
}

/* ---- differences ---- */

/* Is there a step of the mover, of this label and to this state, which the
 * other cannot answer?  Then the reasons have been noted.
 */
static bool is_unanswered(struct product *p, bool by_right, uint32_t label,
                          uint32_t target, const struct lts_edges *answers) {
  const size_t before = p->refutation.because.count;
  for (uint32_t i = 0; i < answers->count; i++) {
    if (answers->labels[i] != label)
      continue;
    const uint32_t pair = by_right
                              ? pair_number(p, answers->targets[i], target)
                              : pair_number(p, target, answers->targets[i]);
    if (!is_different(p, pair)) {
      p->refutation.because.count = before;
      return false;
    }
    vec_push(&p->refutation.because, p->pairs.items[pair].refuted);
  }
  return true;
}

static bool has_unanswered(struct product *p, uint32_t pair, bool by_right,
                           const struct lts_edges *moves,
                           const struct lts_edges *answers) {
  for (uint32_t i = 0; i < moves->count; i++)
    if (is_unanswered(p, by_right, moves->labels[i], moves->targets[i],
                      answers)) {
      p->pairs.items[pair].refuted =
          refutation_add(&p->refutation, by_right, moves->labels[i]);
      p->wrong = p->wrong || p->pairs.items[pair].relied_on;
      return true;
    }
  return false;
}

/* Finds out whether the pair is different as far as is known. */
static bool refute(struct product *p, uint32_t pair) {
  struct lts_edges left, right;
  return edges_of(p, pair, &left, &right) &&
         (has_unanswered(p, pair, false, &left, &right) ||
          has_unanswered(p, pair, true, &right, &left));
}

/* ---- the search ---- */

static void enter(struct product *p, uint32_t pair) {
  struct product_pair *states = &p->pairs.items[pair];
  states->search = p->search;
  states->relied_on = false;
  vec_push(&p->path, ((struct frame){.pair = pair}));
  check_limits(p);
}

/* The next pair behind the one on top of the path that is to be visited; false
 * when there is none.
 */
static bool next_pair(struct product *p, uint32_t *out) {
  struct frame *frame = vec_last(&p->path);
  struct lts_edges left, right;
  if (!edges_of(p, frame->pair, &left, &right))
    return false;
  for (; frame->left_edge < left.count;
       frame->left_edge++, frame->right_edge = 0)
    while (frame->right_edge < right.count) {
      const uint32_t i = frame->left_edge, j = frame->right_edge++;
      if (left.labels[i] != right.labels[j])
        continue;
      const uint32_t pair = pair_number(p, left.targets[i], right.targets[j]);
      if (is_different(p, pair))
        continue;
      if (p->pairs.items[pair].search != p->search) {
        *out = pair;
        return true;
      }
      p->pairs.items[pair].relied_on = true;
    }
  return false;
}

/* One search through all the pairs that are not different. */
static void search(struct product *p, uint32_t first) {
  p->search++;
  p->wrong = false;
  enter(p, first);
  if (refute(p, first))
    (void)vec_pop(&p->path);
  while (p->path.count > 0 && !p->stopped) {
    uint32_t pair;
    if (next_pair(p, &pair)) {
      enter(p, pair);
      if (!refute(p, pair))
        continue;
    } else if (p->stopped || !refute(p, vec_last(&p->path)->pair)) {
      (void)vec_pop(&p->path);
      continue;
    }
    /* the top is different: so may be those below it, already */
    do
      (void)vec_pop(&p->path);
    while (p->path.count > 0 && !p->stopped &&
           refute(p, vec_last(&p->path)->pair));
  }
  p->path.count = 0;
}

/* ---- the answer ---- */

static void conclude(struct product *p, uint32_t first,
                     struct lts_comparison *out) {
  out->pairs = p->pairs.count;
  out->searches = p->search;
  if (!is_different(p, first)) {
    out->answer = p->stopped ? LTS_UNKNOWN : LTS_EQUIVALENT;
    return;
  }
  out->answer = LTS_DIFFERENT;
  out->has_formula =
      refutation_formula(&p->refutation, p->pairs.items[first].refuted,
                         &out->formula, &out->of_left);
  if (!out->has_formula)
    hml_clear(&out->formula);
}

void on_the_fly_compare(const struct lts_view *left,
                        const struct lts_view *right,
                        const struct on_the_fly_config *config,
                        struct lts_comparison *out) {
  struct product p = {.left = *left, .right = *right, .config = config};
  const uint32_t first = pair_number(&p, left->initial, right->initial);
  *out = (struct lts_comparison){0};
  do
    search(&p, first);
  while (p.wrong && !is_different(&p, first) && !p.stopped);
  conclude(&p, first, out);
  vec_free(&p.pairs);
  vec_free(&p.path);
  map_free(&p.numbers);
  refutation_clear(&p.refutation);
}

/* Checks models with and without reduction, and with a store that forgets, and
 * compares what is found.
 *
 *   compare [SECONDS [sliced]] < models
 *
 * Reads any number of models, each after a line `model NAME LENGTH`.  For each
 * that can be searched completely: the set of violations (their kinds and
 * places) and of statements not reached, by depth-first and by breadth-first
 * search; the verdict of every formula, by several searches.  A line for every
 * difference, and a last one with figures.  Over all models, a search whose
 * store names no states must leave out nearly as many as one whose store does.
 */
#include "base/vec.h"
#include "report/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A way to check. */
struct way {
  const char *name;
  enum reduce_choice reduce;
  enum search_kind kind;
  enum liveness_kind liveness;
  bool choose, classic;
  unsigned share; /* per cent of the states are kept; 0: all are */
  bool no_sleep;
  enum archive_choice archive;
  bool slice, merge;
  bool hashed; /* the store is `hash`, with memory enough */
  enum store_choice hash;
  unsigned repeat;         /* searches, with other hash functions */
  uint64_t ordered_states; /* see search.h */
};

static const struct way PLAIN = {.name = "everything"};
static const struct way WAYS[] = {
    {.name = "dfs, magic", .reduce = REDUCE_ALWAYS},
    {.name = "bfs, nested-b",
     .reduce = REDUCE_ALWAYS,
     .kind = SEARCH_BFS,
     .liveness = LIVENESS_NESTED_B},
    {.name = "dfs, nested-a, exact",
     .reduce = REDUCE_ALWAYS,
     .liveness = LIVENESS_NESTED_A,
     .classic = true},
    {.name = "dfs, any", .reduce = REDUCE_ALWAYS, .choose = true},
    {.name = "merged", .merge = true},
    {.name = "dfs, magic, merged", .reduce = REDUCE_ALWAYS, .merge = true},
    {.name = "bfs, nested-b, merged",
     .reduce = REDUCE_ALWAYS,
     .kind = SEARCH_BFS,
     .liveness = LIVENESS_NESTED_B,
     .merge = true},
    {.name = "cache with sleep sets, all states",
     .share = 100,
     .archive = ARCHIVE_NONE},
    {.name = "cache with sleep sets, 30 %",
     .share = 30,
     .archive = ARCHIVE_NONE},
    {.name = "cache without sleep sets, 50 %",
     .share = 50,
     .no_sleep = true,
     .archive = ARCHIVE_NONE},
    {.name = "cache with an archive, 20 %",
     .share = 20,
     .archive = ARCHIVE_DISK},
    {.name = "cache with reduction, 30 %",
     .share = 30,
     .reduce = REDUCE_ALWAYS},
    {.name = "bitstate",
     .hashed = true,
     .hash = STORE_CHOICE_BITSTATE,
     .repeat = 2},
    {.name = "bitstate, reduced",
     .reduce = REDUCE_ALWAYS,
     .hashed = true,
     .hash = STORE_CHOICE_BITSTATE,
     .repeat = 2},
    {.name = "compact, in order at first, reduced",
     .reduce = REDUCE_ALWAYS,
     .hashed = true,
     .hash = STORE_CHOICE_COMPACT,
     .ordered_states = 50},
};
static const struct way SLICED_WAYS[] = {
    {.name = "sliced", .slice = true},
    {.name = "sliced, bfs, nested-b",
     .slice = true,
     .kind = SEARCH_BFS,
     .liveness = LIVENESS_NESTED_B},
    {.name = "sliced, merged", .slice = true, .merge = true},
    {.name = "sliced, reduced, merged",
     .slice = true,
     .merge = true,
     .reduce = REDUCE_ALWAYS},
};
#define COUNT(array) (sizeof(array) / sizeof *(array))

struct tally {
  const struct way *ways;
  size_t way_count;
  double seconds; /* for one search */
  uint64_t models, unusable, large, broken;
  uint64_t forgetful; /* searches that forgot too much to end */
  uint64_t formulas, violated, violated_formulas;
  uint64_t reduced_models, reduced_formulas;
  uint64_t states, reduced_states; /* of the searches for safety */
  uint64_t unnamed_states;         /* the same in a store that names none */
};

/* What one check found out about one model, comparable. */
struct outcome {
  struct verification verification;
  bool complete, bug;
};

static struct store_config store_of(const struct way *way, uint64_t states) {
  if (way->hashed)
    return (struct store_config){.choice = way->hash,
                                 .array_bytes = 1 << 23,
                                 .bit_layout = BITS_IN_LINE};
  if (way->share == 0)
    return (struct store_config){0};
  return (struct store_config){.choice = STORE_CHOICE_CACHE,
                               .most_states = (states * way->share + 99) / 100};
}

static void check(const struct loaded *loaded, const struct way *way,
                  uint64_t states, double seconds, struct outcome *out) {
  const struct verify_config config = {
      .search = {.kind = way->kind,
                 .max_seconds = seconds,
                 .ordered_states = way->ordered_states},
      .liveness = way->liveness,
      .choose_search = way->choose,
      .classic = way->classic,
      .reduce = way->reduce,
      .store = store_of(way, states),
      .slice = way->slice,
      .engine = {.merge = way->merge},
      .no_sleep = way->no_sleep,
      .archive = way->archive,
      .no_vacuity = true,
      .accept_loss = 1,
      .repeat = way->repeat,
  };
  out->bug = verify(&config, loaded, &out->verification) != VERIFY_DONE;
  out->complete = true;
  for (size_t i = 0; i < out->verification.count; i++)
    out->complete &=
        out->verification.properties[i].verdict != VERDICT_UNKNOWN &&
        (i > 0 || out->verification.properties[i].complete);
}

/* ---- comparing ---- */

static bool same_violation(const struct violation *a,
                           const struct violation *b) {
  return a->kind == b->kind &&
         memcmp(&a->where, &b->where, sizeof a->where) == 0;
}

static const struct violation *missing_violation(const struct verified *of,
                                                 const struct verified *in) {
  for (size_t i = 0; i < of->finding_count; i++) {
    bool found = false;
    for (size_t j = 0; j < in->finding_count && !found; j++)
      found = same_violation(&of->findings[i].violation,
                             &in->findings[j].violation);
    if (!found)
      return &of->findings[i].violation;
  }
  return NULL;
}

static bool say(struct tally *tally, const char *model, const struct way *way,
                const char *property, const char *what, const char *detail) {
  printf("# model %s: %s: %s: %s%s\n", model, way->name, property, what,
         detail);
  fflush(stdout);
  tally->broken++;
  return false;
}

static bool compare_safety(struct tally *tally, const char *model,
                           const struct way *way, const struct outcome *all,
                           const struct outcome *some) {
  const struct verified *a = all->verification.properties,
                        *b = some->verification.properties;
  const struct violation *lost = missing_violation(a, b),
                         *made = missing_violation(b, a);
  if (lost)
    return say(tally, model, way, a->name, "lost: ", lost->message);
  if (made)
    return say(tally, model, way, a->name, "made up: ", made->message);
  if (!way->hashed &&
      all->verification.unreached_count != some->verification.unreached_count)
    return say(tally, model, way, a->name, "statements reached differ", "");
  return true;
}

/* Has the model runs that break off?  Then a prefix that violates a formula may
 * have no infinite continuation, and searches may differ in what they say.
 */
static bool breaks_off(const struct verified *safety) {
  for (size_t i = 0; i < safety->finding_count; i++)
    if (safety->findings[i].violation.kind == VIOLATION_RUNTIME)
      return true;
  return false;
}

static bool compare(struct tally *tally, const char *model,
                    const struct way *way, const struct outcome *all,
                    const struct outcome *some) {
  const struct verification *a = &all->verification, *b = &some->verification;
  if (some->bug)
    return say(tally, model, way, "all", "internal error", "");
  if (!some->complete && way->share > 0 &&
      (way->share < 100 || b->properties[0].complete)) {
    tally->forgetful++;
    return true;
  }
  if (!some->complete)
    return say(tally, model, way, "all", "takes longer", "");
  if (!compare_safety(tally, model, way, all, some))
    return false;
  /* there may be more: a cache forgets some when it learns */
  if (way->share > 0 && way->reduce == REDUCE_NEVER &&
      a->properties[0].figures.states > b->properties[0].figures.states)
    return say(tally, model, way, "safety", "states were missed", "");
  if (way->hashed && way->reduce == REDUCE_NEVER &&
      a->properties[0].figures.states != b->properties[0].figures.states)
    return say(tally, model, way, "safety", "another number of states", "");
  if (way->archive == ARCHIVE_DISK &&
      a->properties[0].figures.states != b->properties[0].figures.states)
    return say(tally, model, way, "safety", "states were expanded twice", "");
  if (way->choose && breaks_off(a->properties))
    return true;
  for (size_t i = 1; i < a->count; i++)
    if (a->properties[i].verdict != b->properties[i].verdict)
      return say(tally, model, way, a->properties[i].name, "without reduction ",
                 verdict_name(a->properties[i].verdict));
  return true;
}

/* ---- figures ---- */

static void count_plain(struct tally *tally, const struct outcome *all) {
  const struct verification *a = &all->verification;
  tally->models++;
  tally->formulas += a->count - 1;
  tally->violated += a->properties[0].verdict == VERDICT_VIOLATED;
  tally->states += a->properties[0].figures.states;
  for (size_t i = 1; i < a->count; i++)
    tally->violated_formulas += a->properties[i].verdict == VERDICT_VIOLATED;
}

static void count_reduced(struct tally *tally, const struct outcome *some) {
  const struct verification *a = &some->verification;
  tally->reduced_states += a->properties[0].figures.states;
  tally->reduced_models += a->properties[0].reduced;
  for (size_t i = 1; i < a->count; i++)
    tally->reduced_formulas += a->properties[i].reduced;
}

/* The searches that are compared by their numbers of states. */
static void count_way(struct tally *tally, size_t way,
                      const struct outcome *some) {
  if (way == 0)
    count_reduced(tally, some);
  if (tally->ways[way].hashed && tally->ways[way].hash == STORE_CHOICE_COMPACT)
    tally->unnamed_states += some->verification.properties[0].figures.states;
}

/* ---- models ---- */

static void check_model(struct tally *tally, const char *name,
                        const struct loaded *loaded) {
  struct outcome all;
  check(loaded, &PLAIN, 0, tally->seconds, &all);
  bool fine = all.complete && !all.bug;
  tally->large += !fine;
  if (fine)
    count_plain(tally, &all);
  for (size_t i = 0; i < tally->way_count && fine; i++) {
    struct outcome some;
    const struct way *way = &tally->ways[i];
    const bool forgets = way->share > 0 && way->share < 100;
    check(loaded, way, all.verification.properties[0].figures.states,
          forgets ? tally->seconds : 20 * tally->seconds, &some);
    fine = compare(tally, name, way, &all, &some);
    if (fine)
      count_way(tally, i, &some);
    verification_clear(&some.verification);
  }
  verification_clear(&all.verification);
}

static void read_model(struct tally *tally, const char *name, size_t length) {
  char *text = malloc(length + 1);
  if (!text || fread(text, 1, length, stdin) != length)
    exit(2);
  struct loaded loaded;
  const struct preprocess_config config = {0};
  loaded_init_text(&loaded, name, text, length, &config);
  if (loaded.model)
    check_model(tally, name, &loaded);
  else
    tally->unusable++;
  loaded_clear(&loaded);
  free(text);
}

/* Chance decides where few are left. */
static bool leaves_out_less(const struct tally *tally) {
  return tally->reduced_states > 1000 &&
         tally->unnamed_states * 100 > tally->reduced_states * 102;
}

int main(int argc, char **argv) {
  const bool sliced = argc > 2 && strcmp(argv[2], "sliced") == 0;
  struct tally tally = {.ways = sliced ? SLICED_WAYS : WAYS,
                        .way_count = sliced ? COUNT(SLICED_WAYS) : COUNT(WAYS),
                        .seconds = argc > 1 ? strtod(argv[1], NULL) : 0.5};
  char name[256];
  size_t length;
  while (scanf("model %255s %zu", name, &length) == 2 && getchar() == '\n')
    read_model(&tally, name, length);
  printf("# %" PRIu64 " models (%" PRIu64 " violated, %" PRIu64 " reduced), "
         "%" PRIu64 " formulas (%" PRIu64 " violated, %" PRIu64 " reduced); "
         "%" PRIu64 " unusable, %" PRIu64 " too large\n",
         tally.models, tally.violated, tally.reduced_models, tally.formulas,
         tally.violated_formulas, tally.reduced_formulas, tally.unusable,
         tally.large);
  printf("# %" PRIu64 " states, %" PRIu64 " with reduction, %" PRIu64
         " where no states are named; %" PRIu64
         " searches forgot too much to end\n",
         tally.states, tally.reduced_states, tally.unnamed_states,
         tally.forgetful);
  printf("# %" PRIu64 " differences\n", tally.broken);
  return tally.broken > 0 || leaves_out_less(&tally);
}

/* See symbolic_claim.h. */
#include "report/symbolic_claim.h"

#include "base/vec.h"
#include "report/assumptions.h"
#include "report/finite_check.h"
#include "report/translation.h"
#include "search/claim_shape.h"

#include <string.h>

typedef VEC(struct claim_move) move_list;
typedef VEC(uint64_t) letter_list;

/* ---- infinite runs ---- */

static struct claim *violating_claim(const struct search_config *limits,
                                     const struct loaded *loaded,
                                     const struct property *property,
                                     const char **reason) {
  const struct model *model = loaded->model;
  if (strcmp(property->kind, "ltl") == 0)
    return formula_claim(limits, loaded,
                         violating_formula(loaded, property->block), reason);
  if (strcmp(property->kind, "never") == 0)
    return claim_from_never(model, property->never, reason);
  return strcmp(property->kind, "progress") == 0 ? claim_for_progress(model)
                                                 : claim_for_acceptance(model);
}

/* With the assumptions, and in the form that says most after a prefix. */
static struct claim *build_claim(const struct verify_config *config,
                                 const struct loaded *loaded,
                                 const struct property *property,
                                 const char **reason) {
  const bool is_formula = strcmp(property->kind, "ltl") == 0;
  *reason = "the property cannot be checked";
  struct claim *claim =
      violating_claim(&config->search, loaded, property, reason);
  if (claim && config->deadlock_free)
    claim_leave_out_stopping(claim, is_formula);
  if (claim)
    claim =
        assume_for_claim(&config->search, loaded, claim, is_formula, reason);
  if (!claim)
    return NULL;
  claim_trim(claim);
  claim_recognise(claim, claim->stutters);
  *reason = NULL;
  return claim;
}

static const char *list_moves(const struct claim *claim, move_list *moves) {
  for (uint32_t i = 0; i < claim->state_count; i++)
    for (uint32_t k = 0; k < claim->states[i].edge_count; k++) {
      const struct claim_edge *edge = &claim->states[i].edges[k];
      if (edge->assertion >= 0)
        return "an assertion in a never claim is not supported with --symbolic";
      for (uint32_t c = 0; c < edge->cube_count; c++)
        vec_push(moves,
                 ((struct claim_move){i, edge->target, edge->cubes[c].yes,
                                      edge->cubes[c].no}));
    }
  return NULL;
}

static void keep_moves(struct symbolic_claim *out, const move_list *moves,
                       struct arena *arena) {
  struct claim_move *copy =
      ARENA_ARRAY(arena, struct claim_move, moves->count + 1);
  if (moves->count > 0)
    memcpy(copy, moves->items, moves->count * sizeof *copy);
  out->moves = copy;
  out->move_count = moves->count;
}

static const uint32_t *copy_numbers(const uint32_t *numbers, uint32_t count,
                                    struct arena *arena) {
  uint32_t *copy = ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
  if (count > 0)
    memcpy(copy, numbers, count * sizeof *copy);
  return copy;
}

static void keep_states(struct symbolic_claim *out, const struct claim *claim,
                        struct arena *arena) {
  bool *accepting = ARENA_ARRAY(arena, bool, claim->state_count);
  bool *final = ARENA_ARRAY(arena, bool, claim->state_count);
  for (uint32_t i = 0; i < claim->state_count; i++) {
    accepting[i] = claim->states[i].accepting;
    final[i] = claim->states[i].final;
  }
  out->state_count = claim->state_count;
  out->accepting = accepting;
  out->final = final;
  out->initial = copy_numbers(claim->initial, claim->initial_count, arena);
  out->initial_count = claim->initial_count;
  out->atoms = copy_numbers(claim->atoms, claim->atom_count, arena);
  out->atom_count = claim->atom_count;
  out->stutters = claim->stutters;
}

static const struct symbolic_claim *about_infinite_runs(
    const struct verify_config *config, const struct loaded *loaded,
    const struct property *property, struct arena *arena, const char **reason) {
  struct symbolic_claim *out = ARENA_NEW(arena, struct symbolic_claim);
  struct claim *claim = build_claim(config, loaded, property, reason);
  move_list moves = {0};
  if (!claim)
    return NULL;
  *reason = list_moves(claim, &moves);
  keep_states(out, claim, arena);
  keep_moves(out, &moves, arena);
  const bool is_progress = strcmp(property->kind, "progress") == 0;
  out->cycle =
      (struct violation){.kind = is_progress ? VIOLATION_NON_PROGRESS_CYCLE
                                             : VIOLATION_ACCEPTANCE_CYCLE,
                         .message = is_progress ? "non-progress cycle"
                                    : strcmp(property->kind, "ltl") == 0
                                        ? "a run that violates the formula"
                                        : "acceptance cycle",
                         .where = property->where,
                         .pid = NO_PROCESS};
  out->prefix = out->cycle;
  out->prefix.kind = VIOLATION_CLAIM;
  if (strcmp(property->kind, "never") == 0)
    out->prefix.message = "the never claim reaches its end";
  vec_free(&moves);
  claim_close(claim);
  return *reason ? NULL : out;
}

/* ---- finite runs ---- */

static void keep_automaton(struct symbolic_claim *out,
                           const struct automaton *automaton,
                           enum finite_reading reading, struct arena *arena) {
  move_list moves = {0};
  bool *none = ARENA_ARRAY(arena, bool, automaton->state_count);
  bool *bad = ARENA_ARRAY(arena, bool, automaton->state_count);
  for (uint32_t i = 0; i < automaton->state_count; i++)
    bad[i] = !(automaton->state_marks && automaton->state_marks[i] & 1);
  for (uint32_t i = 0; i < automaton->edge_count; i++)
    for (uint32_t c = 0; c < automaton->edges[i].cube_count; c++) {
      const struct automaton_edge *edge = &automaton->edges[i];
      const struct cube *cube = &automaton->cubes[edge->first_cube + c];
      vec_push(&moves, ((struct claim_move){edge->from, edge->to,
                                            cube->positive, cube->negative}));
    }
  keep_moves(out, &moves, arena);
  out->state_count = automaton->state_count;
  out->accepting = none;
  out->final = reading == FINITE_PREFIX ? bad : none;
  out->bad_end = reading == FINITE_TERMINATED ? bad : NULL;
  out->initial =
      copy_numbers(automaton->initial, automaton->initial_count, arena);
  out->initial_count = automaton->initial_count;
  out->atoms = copy_numbers(automaton->atoms, automaton->atom_count, arena);
  out->atom_count = automaton->atom_count;
  vec_free(&moves);
}

static const struct symbolic_claim *
about_finite_runs(const struct verify_config *config,
                  const struct loaded *loaded, const struct property *property,
                  struct arena *arena, const char **reason) {
  struct symbolic_claim *out = ARENA_NEW(arena, struct symbolic_claim);
  struct finite *finite = translate_finite_formula(
      &config->search, loaded, property->block->formula, reason);
  if (!finite)
    return NULL;
  *reason = NULL;
  struct automaton *automaton =
      write_out_finite(&config->search, finite, reason);
  if (automaton)
    keep_automaton(out, automaton, config->finite_runs, arena);
  const bool so_far = config->finite_runs == FINITE_PREFIX;
  out->prefix = (struct violation){
      .kind = VIOLATION_CLAIM,
      .message = so_far ? "a run that violates the formula so "
                          "far"
                        : "a run that has ended and violates "
                          "the formula",
      .where = property->where,
      .pid = NO_PROCESS};
  automaton_close(automaton);
  finite_close(finite);
  return *reason ? NULL : out;
}

const struct symbolic_claim *symbolic_claim_open(
    const struct verify_config *config, const struct loaded *loaded,
    const struct property *property, struct arena *arena, const char **reason) {
  if (is_finite_property(property))
    return about_finite_runs(config, loaded, property, arena, reason);
  if (config->fairness == FAIRNESS_NONE && config->liveness != LIVENESS_STRONG)
    return about_infinite_runs(config, loaded, property, arena, reason);
  *reason = "--fair does not go with --symbolic";
  return NULL;
}

/* ---- the words of runs ---- */

static uint64_t letter_of(const struct symbolic_claim *claim,
                          struct engine *engine, const uint8_t *state,
                          size_t length) {
  uint64_t letter = 0;
  for (uint32_t i = 0; i < claim->atom_count; i++)
    if (engine_holds(engine, state, length, claim->atoms[i]))
      letter |= (uint64_t)1 << i;
  return letter;
}

/* What a claim reads of a run: all states that everybody sees, the last one
 * included.
 */
struct word {
  letter_list letters;
  size_t loop; /* the number of that with which the cycle begins */
  bool is_cycle, has_moves;
  bool has_stopped; /* in the last state */
};

/* False: it cannot be executed. */
static bool read_word(const struct symbolic_claim *claim, struct engine *engine,
                      const struct trail *trail, struct word *out) {
  struct trail_player *player = NULL;
  enum status status = trail_play_open(engine, trail, &player);
  for (size_t moves = 0; status == STATUS_OK; moves++) {
    size_t length;
    const uint8_t *state = trail_state(player, &length);
    if (!state || !trail_is_inside(player)) {
      if (moves == trail->loop_start)
        out->loop = out->letters.count;
      vec_push(&out->letters,
               state ? letter_of(claim, engine, state, length) : 0);
    }
    bool done = false;
    status = trail_play_next(player, &done);
    if (done)
      break;
  }
  out->has_stopped = status == STATUS_OK && trail_has_stopped(player);
  trail_play_close(player);
  return status == STATUS_OK;
}

/* The claim's states after one more letter. */
static void advance(const struct symbolic_claim *claim, uint64_t letter,
                    const bool *before, bool *after) {
  memset(after, 0, claim->state_count * sizeof *after);
  for (size_t i = 0; i < claim->move_count; i++) {
    const struct claim_move *move = &claim->moves[i];
    if (before[move->from] && !(move->yes & ~letter) && !(move->no & letter))
      after[move->to] = true;
  }
}

static bool meets(const struct symbolic_claim *claim, const bool *states,
                  const bool *wanted) {
  for (uint32_t i = 0; wanted && i < claim->state_count; i++)
    if (states[i] && wanted[i])
      return true;
  return false;
}

/* Can the claim go round the cycle from `state` at its beginning and come back,
 * after any number of rounds, with an accepting state on the way?
 */
static bool comes_back(const struct symbolic_claim *claim,
                       const letter_list *letters, size_t loop,
                       uint32_t state) {
  const uint32_t count = claim->state_count;
  /* [0, count): no accepting state yet; [count, 2 count): one was passed */
  bool *now = memory_alloc(2 * (size_t)count * sizeof *now);
  bool *next = memory_alloc(2 * (size_t)count * sizeof *next);
  bool found = false;
  now[claim->accepting[state] ? count + state : state] = true;
  for (uint32_t round = 0; round <= 2 * count && !found; round++) {
    for (size_t i = loop; i < letters->count; i++) {
      advance(claim, letters->items[i], now, next);
      advance(claim, letters->items[i], now + count, next + count);
      for (uint32_t s = 0; s < count; s++)
        next[count + s] |= next[s] && claim->accepting[s];
      memcpy(now, next, 2 * (size_t)count * sizeof *now);
    }
    found = now[count + state];
  }
  memory_free(now);
  memory_free(next);
  return found;
}

/* Does it come to a final state as the last letter is repeated? */
static bool ends_by_stuttering(const struct symbolic_claim *claim,
                               uint64_t letter, bool *now, bool *next) {
  bool found = false;
  for (uint32_t round = 0; round < claim->state_count && !found; round++) {
    advance(claim, letter, now, next);
    memcpy(now, next, claim->state_count * sizeof *now);
    found = meets(claim, now, claim->final);
  }
  return found;
}

/* Reads the word from the beginning; a cycle's last letter is its first again.
 */
static bool accepts(const struct symbolic_claim *claim, struct word *word) {
  letter_list *letters = &word->letters;
  const size_t loop = word->loop;
  const bool is_cycle = word->is_cycle;
  bool *now = memory_alloc(claim->state_count * sizeof *now);
  bool *next = memory_alloc(claim->state_count * sizeof *next);
  bool found = false;
  if (is_cycle && word->has_moves)
    letters->count--;
  for (uint32_t i = 0; i < claim->initial_count; i++)
    now[claim->initial[i]] = true;
  for (size_t i = 0; i < (is_cycle ? loop : letters->count); i++) {
    advance(claim, letters->items[i], now, next);
    memcpy(now, next, claim->state_count * sizeof *now);
    found |= meets(claim, now, claim->final);
  }
  if (!is_cycle)
    found |= meets(claim, now, claim->bad_end);
  if (!found && !is_cycle && word->has_stopped && claim->stutters)
    found = ends_by_stuttering(claim, *vec_last(letters), now, next);
  for (uint32_t round = 0; is_cycle && round < claim->state_count; round++) {
    for (uint32_t i = 0; i < claim->state_count && !found; i++)
      found = now[i] && comes_back(claim, letters, loop, i);
    for (size_t i = loop; i < letters->count; i++) {
      advance(claim, letters->items[i], now, next);
      memcpy(now, next, claim->state_count * sizeof *now);
    }
  }
  memory_free(now);
  memory_free(next);
  return found;
}

bool symbolic_claim_confirms(const struct symbolic_claim *claim,
                             struct engine *engine, const struct trail *trail) {
  const bool is_cycle = trail_is_cycle(trail);
  struct word word = {.is_cycle = is_cycle,
                      .has_moves = trail->loop_start < trail->move_count};
  bool confirmed = (!is_cycle || trail_repeats(engine, trail)) &&
                   read_word(claim, engine, trail, &word);
  confirmed = confirmed && word.letters.count > word.loop &&
              word.letters.items && accepts(claim, &word);
  vec_free(&word.letters);
  return confirmed;
}

/* The components of a claim, in time and space in proportion to its edges.
 *
 * The order in which parts are found, those that others lead to first, also
 * tells in one pass which states lead to a violation.
 *
 * A claim is weak when none of its components is mixed.  What cannot be reached
 * does not count: a never claim often has places that no way leads to.
 */
#include "search/claim_shape.h"

#include "base/strong.h"

#include <assert.h>

/* ---- components ---- */

/* Those that a way leads to, and the edges from them. */
static bool *find_reached(const struct claim *claim, struct arena *arena) {
  bool *reached = ARENA_ARRAY(arena, bool, claim->state_count);
  VEC(uint32_t) todo = {0};
  for (uint32_t i = 0; i < claim->initial_count; i++)
    vec_push(&todo, claim->initial[i]);
  while (todo.count > 0) {
    const uint32_t number = vec_pop(&todo);
    const struct claim_state *state = &claim->states[number];
    for (uint32_t i = 0; i < state->edge_count && !reached[number]; i++)
      vec_push(&todo, state->edges[i].target);
    reached[number] = true;
  }
  vec_free(&todo);
  return reached;
}

static void link_states(const struct claim *claim, struct links *links) {
  for (uint32_t i = 0; i < claim->state_count; i++) {
    for (uint32_t e = 0; e < claim->states[i].edge_count; e++)
      links_add(links, claim->states[i].edges[e].target);
    links_close_node(links);
  }
}

static bool leads_to_itself(const struct claim_state *state, uint32_t number) {
  for (uint32_t i = 0; i < state->edge_count; i++)
    if (state->edges[i].target == number)
      return true;
  return false;
}

static enum claim_part_kind kind_of(const struct claim *claim,
                                    const uint32_t *states, size_t count) {
  size_t accepting = 0;
  for (size_t i = 0; i < count; i++)
    accepting += claim->states[states[i]].accepting;
  if (accepting == 0 ||
      (count == 1 && !leads_to_itself(&claim->states[states[0]], *states)))
    return CLAIM_PART_REJECTS;
  return accepting == count ? CLAIM_PART_ACCEPTS : CLAIM_PART_MIXED;
}

static void add_part(const struct claim *claim, const uint32_t *states,
                     uint32_t count, struct claim_parts *parts) {
  for (uint32_t i = 0; i < count; i++) {
    parts->part[states[i]] = parts->count;
    parts->states[parts->state_count++] = states[i];
  }
  parts->kind[parts->count++] = kind_of(claim, states, count);
}

struct claim_parts claim_find_parts(const struct claim *claim,
                                    struct arena *arena) {
  const uint32_t count = claim->state_count;
  struct claim_parts parts = {
      .part = ARENA_ARRAY(arena, uint32_t, count),
      .states = ARENA_ARRAY(arena, uint32_t, count),
      .kind = ARENA_ARRAY(arena, enum claim_part_kind, count)};
  const bool *reached = find_reached(claim, arena);
  struct links links = {0};
  struct strong strong;
  for (uint32_t i = 0; i < count; i++)
    parts.part[i] = NO_CLAIM_PART;
  link_states(claim, &links);
  strong_find(&links, &strong);
  for (uint32_t i = 0; i < strong.count; i++) {
    const uint32_t *states = &strong.nodes[strong.starts[i]];
    if (reached[*states])
      add_part(claim, states, strong.starts[i + 1] - strong.starts[i], &parts);
  }
  strong_free(&strong);
  links_free(&links);
  return parts;
}

/* ---- states that lead nowhere ---- */

/* Leads to a violation within its part, or to a part that does. */
static bool is_live(const struct claim *claim, const struct claim_parts *parts,
                    const bool *part_lives, uint32_t number) {
  const struct claim_state *state = &claim->states[number];
  bool lives =
      state->final || parts->kind[parts->part[number]] != CLAIM_PART_REJECTS;
  for (uint32_t i = 0; i < state->edge_count && !lives; i++)
    lives = state->edges[i].assertion >= 0 ||
            part_lives[parts->part[state->edges[i].target]];
  return lives;
}

/* Which states are kept: those that lead to a violation, those from which the
 * claim starts, and those behind an assertion, which can fail on the way.
 */
static bool *find_kept(const struct claim *claim, struct arena *arena) {
  const struct claim_parts parts = claim_find_parts(claim, arena);
  bool *part_lives = ARENA_ARRAY(arena, bool, parts.count);
  bool *kept = ARENA_ARRAY(arena, bool, claim->state_count);
  for (uint32_t i = 0; i < parts.state_count; i++)
    part_lives[parts.part[parts.states[i]]] |=
        is_live(claim, &parts, part_lives, parts.states[i]);
  for (uint32_t i = 0; i < parts.state_count; i++) {
    const struct claim_state *state = &claim->states[parts.states[i]];
    kept[parts.states[i]] |= part_lives[parts.part[parts.states[i]]];
    for (uint32_t e = 0; e < state->edge_count; e++)
      kept[state->edges[e].target] |= state->edges[e].assertion >= 0;
  }
  for (uint32_t i = 0; i < claim->initial_count; i++)
    kept[claim->initial[i]] = true;
  return kept;
}

static void trim_edges(struct claim_state *state, const bool *kept,
                       const uint32_t *number) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < state->edge_count; i++) {
    if (!kept[state->edges[i].target])
      continue;
    state->edges[count] = state->edges[i];
    state->edges[count].target = number[state->edges[count].target];
    count++;
  }
  state->edge_count = count;
}

void claim_trim(struct claim *claim) {
  assert(!claim->finite);
  struct arena *scratch = arena_open();
  const bool *kept = find_kept(claim, scratch);
  uint32_t *number = ARENA_ARRAY(scratch, uint32_t, claim->state_count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < claim->state_count; i++)
    if (kept[i])
      number[i] = count++;
  for (uint32_t i = 0; i < claim->state_count; i++) {
    if (!kept[i])
      continue;
    trim_edges(&claim->states[i], kept, number);
    claim->states[number[i]] = claim->states[i];
  }
  for (uint32_t i = 0; i < claim->initial_count; i++)
    claim->initial[i] = number[claim->initial[i]];
  claim->state_count = count;
  arena_close(scratch);
}

/* ---- kinds of claims ---- */

static bool is_always(const struct claim_edge *edge) {
  if (edge->assertion >= 0)
    return false;
  for (uint32_t i = 0; i < edge->cube_count; i++)
    if (edge->cubes[i].yes == 0 && edge->cubes[i].no == 0)
      return true;
  return false;
}

bool claim_accepts_all(const struct claim *claim, uint32_t state) {
  const struct claim_state *self = &claim->states[state];
  for (uint32_t i = 0; self->accepting && i < self->edge_count; i++)
    if (self->edges[i].target == state && is_always(&self->edges[i]))
      return true;
  return false;
}

static bool is_weak(const struct claim_parts *parts) {
  for (uint32_t i = 0; i < parts->count; i++)
    if (parts->kind[i] == CLAIM_PART_MIXED)
      return false;
  return true;
}

void claim_recognise(struct claim *claim, bool by_prefix) {
  struct arena *scratch = arena_open();
  const struct claim_parts parts = claim_find_parts(claim, scratch);
  claim->weak = is_weak(&parts);
  for (uint32_t i = 0; by_prefix && i < claim->state_count; i++)
    claim->states[i].final |= claim_accepts_all(claim, i);
  arena_close(scratch);
}

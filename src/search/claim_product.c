/* See claim_product.h.  A state of the product is a state of each side and the
 * number of a copy, built as far as they can be reached.
 *
 * Both sides must accept again and again: that takes two copies, the first of
 * which waits for the claim, the second for the assumption (Courcoubetis,
 * Vardi, Wolper and Yannakakis 1990, section 4).  But every run ends up in one
 * component of each side.  Where one of the two components accepts in all of
 * its states or in none, the product may accept where both states do, and there
 * is one copy; so a side that is weak, or that accepts everywhere, never costs
 * a copy.  Entering a component starts in the first copy.
 *
 * A side that accepts whatever follows is in one state more, ALL; the product
 * is at its end in the state END of the claim.  States that lead to no
 * violation are taken out in the end.
 */
#include "search/claim_product.h"

#include "base/vec.h"
#include "search/claim_shape.h"

#include <assert.h>
#include <string.h>

enum { MOST_STATES = 1 << 16, MOST_TRIPLES = 1 << 24 };

static const struct claim_cube always = {0, 0};

struct side {
  const struct claim *claim;
  struct claim_parts parts;
  uint8_t bits[CLAIM_MOST_ATOMS]; /* of its atoms in the product */
  struct claim_edge loop;         /* of ALL */
};

struct triple {
  uint32_t claim, assumption, copy;
};

struct builder {
  struct side claim, assumption;
  bool has_ends; /* what the claim sees by itself remains a violation */
  struct claim *out;
  uint32_t *numbers; /* of the states by triple, plus one; 0: none */
  VEC(struct triple) triples;
  VEC(struct claim_state) states;
  VEC(struct claim_edge) edges; /* of one state */
  VEC(struct claim_cube) cubes; /* of one edge */
};

/* ---- the two sides ---- */

static uint32_t all_of(const struct side *side) {
  return side->claim->state_count;
}

static uint32_t end_of(const struct side *side) {
  return side->claim->state_count + 1;
}

static bool side_open(struct side *side, const struct claim *claim,
                      struct arena *arena, struct claim *out) {
  *side = (struct side){.claim = claim,
                        .parts = claim_find_parts(claim, arena),
                        .loop = {.target = claim->state_count,
                                 .cubes = &always,
                                 .cube_count = 1,
                                 .assertion = -1}};
  for (uint32_t i = 0; i < claim->atom_count; i++) {
    const int32_t bit = claim_atom(out, claim->atoms[i]);
    if (bit < 0)
      return false;
    side->bits[i] = (uint8_t)bit;
  }
  return true;
}

static bool side_accepts(const struct side *side, uint32_t state) {
  return state >= all_of(side) || side->claim->states[state].accepting;
}

static enum claim_part_kind side_kind(const struct side *side, uint32_t state) {
  return state >= all_of(side) ? CLAIM_PART_ACCEPTS
                               : side->parts.kind[side->parts.part[state]];
}

static const struct claim_edge *side_edges(const struct side *side,
                                           uint32_t state, uint32_t *count) {
  if (state < all_of(side)) {
    *count = side->claim->states[state].edge_count;
    return side->claim->states[state].edges;
  }
  *count = state == all_of(side);
  return &side->loop;
}

static bool is_end(const struct side *side, uint32_t state) {
  return state < all_of(side) && side->claim->states[state].final;
}

/* A state that the side starts in. */
static uint32_t first_state(const struct side *side, uint32_t state) {
  return claim_accepts_all(side->claim, state) ? all_of(side) : state;
}

/* A state that the side goes to. */
static uint32_t next_state(const struct side *side, uint32_t state) {
  if (state >= all_of(side) || is_end(side, state))
    return all_of(side);
  return first_state(side, state);
}

/* ---- conditions ---- */

static uint64_t translate(const struct side *side, uint64_t bits) {
  uint64_t out = 0;
  for (; bits != 0; bits &= bits - 1)
    out |= UINT64_C(1) << side->bits[__builtin_ctzll(bits)];
  return out;
}

static bool includes(const struct claim_cube *wide,
                     const struct claim_cube *narrow) {
  return (wide->yes & ~narrow->yes) == 0 && (wide->no & ~narrow->no) == 0;
}

/* Adds a cube unless it cannot hold or says nothing new. */
static void add_cube(struct builder *self, struct claim_cube cube) {
  size_t count = 0;
  if (cube.yes & cube.no)
    return;
  for (size_t i = 0; i < self->cubes.count; i++) {
    if (includes(&self->cubes.items[i], &cube))
      return;
    if (!includes(&cube, &self->cubes.items[i]))
      self->cubes.items[count++] = self->cubes.items[i];
  }
  self->cubes.count = count;
  vec_push(&self->cubes, cube);
}

/* Sets self->cubes to what both edges and `also` ask for; false when that
 * cannot hold.
 */
static bool conjoin(struct builder *self, const struct claim_edge *claim,
                    const struct claim_edge *assumption,
                    struct claim_cube also) {
  self->cubes.count = 0;
  for (uint32_t i = 0; i < claim->cube_count; i++) {
    const struct claim_cube *a = &claim->cubes[i];
    const uint64_t yes = also.yes | translate(&self->claim, a->yes);
    const uint64_t no = also.no | translate(&self->claim, a->no);
    for (uint32_t j = 0; j < assumption->cube_count; j++) {
      const struct claim_cube *b = &assumption->cubes[j];
      add_cube(self,
               (struct claim_cube){yes | translate(&self->assumption, b->yes),
                                   no | translate(&self->assumption, b->no)});
    }
  }
  return self->cubes.count > 0;
}

/* ---- states ---- */

static bool needs_copies(const struct builder *self, uint32_t claim,
                         uint32_t assumption) {
  return side_kind(&self->claim, claim) == CLAIM_PART_MIXED &&
         side_kind(&self->assumption, assumption) == CLAIM_PART_MIXED;
}

static bool stays(const struct side *side, uint32_t from, uint32_t to) {
  return side->parts.part[from] == side->parts.part[to];
}

/* The copy in which the product is in `to` when it comes from `from`. */
static uint32_t next_copy(const struct builder *self, struct triple from,
                          struct triple to) {
  if (!needs_copies(self, to.claim, to.assumption) ||
      !needs_copies(self, from.claim, from.assumption) ||
      !stays(&self->claim, from.claim, to.claim) ||
      !stays(&self->assumption, from.assumption, to.assumption))
    return 0;
  const bool waits_for_claim =
      from.copy == 0 && !side_accepts(&self->claim, from.claim);
  return !waits_for_claim && !side_accepts(&self->assumption, from.assumption);
}

static bool accepts(const struct builder *self, struct triple triple) {
  const bool claim = side_accepts(&self->claim, triple.claim);
  if (needs_copies(self, triple.claim, triple.assumption))
    return triple.copy == 0 && claim;
  return claim && side_accepts(&self->assumption, triple.assumption);
}

static size_t triple_index(const struct builder *self, struct triple triple) {
  const size_t assumptions = (size_t)all_of(&self->assumption) + 1;
  return 2 * (triple.claim * assumptions + triple.assumption) + triple.copy;
}

static uint32_t state_number(struct builder *self, struct triple triple) {
  uint32_t *number = &self->numbers[triple_index(self, triple)];
  if (*number > 0)
    return *number - 1;
  vec_push(&self->triples, triple);
  *number = (uint32_t)self->triples.count;
  return *number - 1;
}

/* ---- edges ---- */

/* An edge under self->cubes. */
static void add_edge(struct builder *self, struct triple from, struct triple to,
                     struct span where, int32_t assertion) {
  struct claim_cube *cubes =
      ARENA_ARRAY(self->out->arena, struct claim_cube, self->cubes.count);
  memcpy(cubes, self->cubes.items, self->cubes.count * sizeof *cubes);
  to.copy = next_copy(self, from, to);
  vec_push(&self->edges,
           ((struct claim_edge){.target = state_number(self, to),
                                .cubes = cubes,
                                .cube_count = (uint32_t)self->cubes.count,
                                .assertion = assertion,
                                .where = where}));
}

/* An edge of the claim with an assertion where the run must go on: when it
 * fails, the claim accepts whatever follows.
 */
static void split_edge(struct builder *self, struct triple from,
                       struct triple to, const struct claim_edge *claim,
                       const struct claim_edge *assumption) {
  const uint64_t bit = UINT64_C(1) << self->claim.bits[claim->assertion];
  if (conjoin(self, claim, assumption, (struct claim_cube){bit, 0}))
    add_edge(self, from, to, claim->where, -1);
  to.claim = all_of(&self->claim);
  if (conjoin(self, claim, assumption, (struct claim_cube){0, bit}))
    add_edge(self, from, to, claim->where, -1);
}

static void join_edges(struct builder *self, struct triple from,
                       const struct claim_edge *claim,
                       const struct claim_edge *assumption) {
  struct triple to = {.claim = next_state(&self->claim, claim->target),
                      .assumption =
                          next_state(&self->assumption, assumption->target)};
  const bool may_end =
      self->has_ends && to.assumption == all_of(&self->assumption);
  if (may_end && is_end(&self->claim, claim->target))
    to.claim = end_of(&self->claim);
  if (claim->assertion >= 0 && !may_end)
    split_edge(self, from, to, claim, assumption);
  else if (conjoin(self, claim, assumption, always))
    add_edge(self, from, to, claim->where,
             claim->assertion < 0 ? -1 : self->claim.bits[claim->assertion]);
}

static void build_state(struct builder *self, struct triple triple) {
  uint32_t claims, assumptions;
  const struct claim_edge *claim =
      side_edges(&self->claim, triple.claim, &claims);
  const struct claim_edge *assumption =
      side_edges(&self->assumption, triple.assumption, &assumptions);
  self->edges.count = 0;
  for (uint32_t i = 0; i < claims; i++)
    for (uint32_t j = 0; j < assumptions; j++)
      join_edges(self, triple, &claim[i], &assumption[j]);
  struct claim_state state = {
      .edge_count = (uint32_t)self->edges.count,
      .edges =
          ARENA_ARRAY(self->out->arena, struct claim_edge, self->edges.count),
      .accepting = accepts(self, triple),
      .final = triple.claim == end_of(&self->claim)};
  if (self->edges.count > 0)
    memcpy(state.edges, self->edges.items,
           self->edges.count * sizeof *state.edges);
  vec_push(&self->states, state);
}

/* ---- the product ---- */

static bool build_states(struct builder *self) {
  const struct claim *claim = self->claim.claim;
  const struct claim *assumption = self->assumption.claim;
  for (uint32_t i = 0; i < claim->initial_count; i++)
    for (uint32_t j = 0; j < assumption->initial_count; j++)
      claim_add_initial(
          self->out,
          state_number(
              self,
              (struct triple){
                  first_state(&self->claim, claim->initial[i]),
                  first_state(&self->assumption, assumption->initial[j]), 0}));
  for (size_t i = 0; i < self->triples.count; i++) {
    if (self->triples.count > MOST_STATES)
      return false;
    build_state(self, self->triples.items[i]);
  }
  return true;
}

static const char *build(struct builder *self, struct arena *scratch,
                         const struct claim *claim,
                         const struct claim *assumption) {
  const uint64_t triples =
      2 * ((uint64_t)claim->state_count + 2) * (assumption->state_count + 1);
  if (!side_open(&self->claim, claim, scratch, self->out) ||
      !side_open(&self->assumption, assumption, scratch, self->out))
    return "the claim and what is assumed have more than 64 conditions";
  if (triples <= MOST_TRIPLES) {
    self->numbers = ARENA_ARRAY(scratch, uint32_t, triples);
    if (build_states(self))
      return NULL;
  }
  return "the claim together with what is assumed would be too large";
}

static void finish(struct builder *self) {
  struct claim *out = self->out;
  out->state_count = (uint32_t)self->states.count;
  out->states = ARENA_ARRAY(out->arena, struct claim_state, out->state_count);
  if (out->state_count > 0)
    memcpy(out->states, self->states.items,
           out->state_count * sizeof *out->states);
  out->stutters =
      self->claim.claim->stutters && self->assumption.claim->stutters;
  claim_trim(out);
  claim_recognise(out, false);
}

static struct claim *multiply(const struct claim *claim,
                              const struct claim *assumption, bool has_ends,
                              const char **problem) {
  assert(!claim->finite && !assumption->finite);
  struct arena *scratch = arena_open();
  struct builder self = {.has_ends = has_ends, .out = claim_open(0)};
  *problem = build(&self, scratch, claim, assumption);
  if (*problem) {
    claim_close(self.out);
    self.out = NULL;
  } else {
    finish(&self);
  }
  vec_free(&self.triples);
  vec_free(&self.states);
  vec_free(&self.edges);
  vec_free(&self.cubes);
  arena_close(scratch);
  return self.out;
}

struct claim *claim_product(const struct claim *claim,
                            const struct claim *assumption,
                            const char **problem) {
  return multiply(claim, assumption, true, problem);
}

struct claim *claim_without_ends(const struct claim *claim,
                                 const char **problem) {
  struct claim *anything = claim_for_anything();
  struct claim *out = multiply(claim, anything, false, problem);
  claim_close(anything);
  return out;
}

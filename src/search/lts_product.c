/* See lts_product.h.  A label is one atom at most, so there is a kind for each
 * atom and one for all other labels, and the automaton's edges are listed for
 * each kind they can be taken under: 16 bytes for each of these, twice.
 */
#include "search/lts_product.h"

#include <assert.h>

/* ---- the automaton ---- */

static uint64_t letter_of(uint32_t kind) {
  return kind == 0 ? 0 : UINT64_C(1) << (kind - 1);
}

static uint32_t source_of(const struct automaton_edge *edge, bool backward) {
  return backward ? edge->to : edge->from;
}

/* The moves under one kind of label, listed by the end they start from. */
static struct lts_moves list_moves(struct lts_product *product, uint32_t kind,
                                   bool backward) {
  const struct automaton *automaton = product->automaton;
  const uint32_t states = automaton->state_count;
  struct lts_moves moves = {
      .first = ARENA_ARRAY(product->arena, uint32_t, states + 1)};
  uint32_t *next = ARENA_ARRAY(product->arena, uint32_t, states + 1);
  for (uint32_t e = 0; e < automaton->edge_count; e++)
    if (automaton_enabled(automaton, &automaton->edges[e], letter_of(kind)))
      moves.first[source_of(&automaton->edges[e], backward) + 1]++;
  for (uint32_t i = 0; i < states; i++) {
    moves.first[i + 1] += moves.first[i];
    next[i + 1] = moves.first[i + 1];
  }
  moves.items =
      ARENA_ARRAY(product->arena, struct lts_move, moves.first[states]);
  for (uint32_t e = 0; e < automaton->edge_count; e++) {
    const struct automaton_edge *edge = &automaton->edges[e];
    if (automaton_enabled(automaton, edge, letter_of(kind)))
      moves.items[next[source_of(edge, backward)]++] =
          (struct lts_move){source_of(edge, !backward), edge->marks};
  }
  return moves;
}

static void number_kinds(struct lts_product *product,
                         const struct model *model) {
  const struct automaton *automaton = product->automaton;
  const uint32_t labels = product->lts->label_count;
  product->kinds = ARENA_ARRAY(product->arena, uint8_t, labels);
  for (uint32_t i = 0; i < automaton->atom_count; i++) {
    const struct expr *atom = model->atoms[automaton->atoms[i]];
    assert(atom->kind == EXPR_LABEL);
    if (atom->location < labels)
      product->kinds[atom->location] = (uint8_t)(i + 1);
  }
}

void lts_product_init(struct lts_product *product, const struct lts *lts,
                      const struct model *model,
                      const struct automaton *automaton, bool stutters) {
  *product = (struct lts_product){.lts = lts,
                                  .automaton = automaton,
                                  .stutters = stutters,
                                  .arena = arena_open()};
  const uint32_t kinds = automaton->atom_count + 1;
  number_kinds(product, model);
  product->forward = ARENA_ARRAY(product->arena, struct lts_moves, kinds);
  product->backward = ARENA_ARRAY(product->arena, struct lts_moves, kinds);
  for (uint32_t kind = 0; kind < kinds; kind++) {
    product->forward[kind] = list_moves(product, kind, false);
    product->backward[kind] = list_moves(product, kind, true);
  }
  lts_reverse_init(&product->reverse, lts);
}

void lts_product_clear(struct lts_product *product) {
  lts_reverse_clear(&product->reverse);
  arena_close(product->arena);
}

uint64_t lts_product_nodes(const struct lts_product *product) {
  return (uint64_t)product->lts->state_count * product->automaton->state_count;
}

/* ---- neighbours ---- */

/* Behind the last edge of a state there is one more place if it stutters. */
static uint32_t place_end(const struct lts_product *product,
                          const uint32_t *first, uint32_t state) {
  const uint32_t *own = product->lts->first_edge;
  return first[state + 1] +
         (product->stutters && own[state] == own[state + 1] ? 1 : 0);
}

/* Takes the next move of the automaton at this place, if there is one. */
static bool take_move(const struct lts_moves *moves, struct lts_cursor *cursor,
                      uint32_t state, struct lts_step *step) {
  const uint32_t at = moves->first[cursor->inner] + cursor->move;
  if (at == moves->first[cursor->inner + 1])
    return false;
  cursor->move++;
  step->to = lts_node_make(state, moves->items[at].state);
  step->marks = moves->items[at].marks;
  return true;
}

static void leave_place(struct lts_cursor *cursor) {
  cursor->place++;
  cursor->move = 0;
}

bool lts_product_next(const struct lts_product *product,
                      struct lts_cursor *cursor, struct lts_step *step) {
  const struct lts *lts = product->lts;
  const uint32_t *first = lts->first_edge;
  const uint32_t state = cursor->state;
  const uint32_t end = place_end(product, first, state);
  for (; cursor->place < end; leave_place(cursor)) {
    const uint32_t edge = cursor->place;
    step->stutters = edge == first[state + 1];
    step->transition = edge - first[state];
    const uint32_t kind =
        step->stutters ? 0 : product->kinds[lts->labels[edge]];
    if (take_move(&product->forward[kind], cursor,
                  step->stutters ? state : lts->targets[edge], step))
      return true;
  }
  return false;
}

bool lts_product_previous(const struct lts_product *product,
                          struct lts_cursor *cursor, struct lts_step *step) {
  const struct lts_reverse *reverse = &product->reverse;
  const uint32_t state = cursor->state;
  const uint32_t end = place_end(product, reverse->first, state);
  for (; cursor->place < end; leave_place(cursor)) {
    const uint32_t place = cursor->place;
    step->stutters = place == reverse->first[state + 1];
    const uint32_t kind =
        step->stutters
            ? 0
            : product->kinds[product->lts->labels[reverse->edges[place]]];
    if (take_move(&product->backward[kind], cursor,
                  step->stutters ? state : reverse->sources[place], step))
      return true;
  }
  return false;
}

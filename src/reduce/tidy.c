/* See tidy.h.
 *
 * The engines do the work: the end of a move is where they know who has moved,
 * and where to.  So nothing has to be looked for.  The initial state is given
 * as it is.
 *
 * Invariant: the only dead values are those that processes began with, and have
 * not moved since.
 *
 * Cost: a few bytes that are written for each move.
 */
#include "reduce/tidy.h"

#include "base/arena.h"
#include "base/memory.h"
#include "engine/wrapper.h"
#include "model/dead.h"

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  const bool as_it_is = options & (ENGINE_SINGLE_STEPS | ENGINE_ALL_PATHS);
  return engine_expand(((struct wrapper *)engine)->inner, state, length, owner,
                       as_it_is ? options : options | ENGINE_TIDY, visitor);
}

static struct walk *walk(struct engine *engine) {
  return engine_walk(((struct wrapper *)engine)->inner);
}

static void close_tidy(struct engine *engine) {
  memory_free(engine);
}

static const struct engine_kind tidy_kind = {
    .name = "tidy",
    .close = close_tidy,
    .expand = expand,
    .walk = walk,
    .holds = wrapper_holds,
    .set_limit = wrapper_set_limit,
    WRAPPER_FUNCTIONS,
};

static bool has_dead_values(const struct model *model) {
  struct arena *arena = arena_open();
  struct dead_place **dead = dead_find(model, arena);
  bool found = false;
  for (uint32_t type = 0; type < model->proctype_count; type++)
    for (uint32_t i = 0; i < model->proctypes[type]->location_count; i++)
      found |= dead[type][i].count > 0;
  arena_close(arena);
  return found;
}

struct engine *engine_open_tidy(struct engine *inner,
                                const struct model *model) {
  if (!has_dead_values(model))
    return NULL;
  struct wrapper *self = memory_alloc(sizeof *self);
  self->base.kind = &tidy_kind;
  self->inner = inner;
  return &self->base;
}

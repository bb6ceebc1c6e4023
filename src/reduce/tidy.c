/* See tidy.h.
 *
 * Each successor is looked at, process by process; one with a dead value that
 * is not zero is copied and cleaned.  The initial state is given as it is.
 *
 * Invariant: the only dead values are those that processes began with, and have
 * not moved since.
 *
 * Cost: one look at the dead variables of each process that has changed, for
 * each successor.
 */
#include "reduce/tidy.h"

#include "base/arena.h"
#include "base/vec.h"
#include "engine/wrapper.h"
#include "model/dead.h"

#include <string.h>

enum { MOST_PROCESSES = 256, WORD_BYTES = 8, WORD_BITS = 64 };

struct tidy {
  struct wrapper wrapper;
  struct arena *arena;
  struct dead_place **dead;
  const struct engine_visitor *visitor;
  struct process_view views[MOST_PROCESSES];
  VEC(uint8_t) clean; /* the copy under way */
};

static bool is_zero(const uint8_t *bytes, uint32_t length) {
  for (uint32_t i = 0; i < length; i++)
    if (bytes[i] != 0)
      return false;
  return true;
}

/* Bits for the words that these bytes of a state lie in, as in `changed`. */
static uint64_t words_of(size_t begin, size_t end) {
  const size_t first = begin / WORD_BYTES, last = (end - 1) / WORD_BYTES;
  if (last >= WORD_BITS)
    return UINT64_MAX;
  return UINT64_MAX >> (WORD_BITS - 1 - (last - first)) << first;
}

static void clean(struct tidy *self, struct successor *given, size_t offset,
                  uint32_t length) {
  if (self->clean.count == 0) {
    vec_reserve(&self->clean, given->length);
    memcpy(self->clean.items, given->state, given->length);
    self->clean.count = given->length;
  }
  memset(self->clean.items + offset, 0, length);
  given->changed |= words_of(offset, offset + length);
}

static void clean_process(struct tidy *self, struct successor *given,
                          const struct process_view *view) {
  const struct dead_place *dead =
      &self->dead[view->place >> 16][view->place & 0xffff];
  for (uint32_t i = 0; i < dead->count; i++) {
    const struct dead_bytes piece = dead->pieces[i];
    const uint8_t *at = view->frame + piece.offset;
    if (!is_zero(at, piece.length))
      clean(self, given, (size_t)(at - given->state), piece.length);
  }
}

/* Does the process differ from what it was in the expanded state? */
static bool has_changed(const struct successor *given,
                        const struct process_view *view,
                        const struct process_view *next) {
  const size_t begin = (size_t)(view->frame - given->state);
  const size_t end =
      next ? (size_t)(next->frame - given->state) : given->length;
  return (words_of(begin - WORD_BYTES, end) & given->changed) != 0;
}

static bool take_successor(void *context, const struct successor *successor) {
  struct tidy *self = context;
  struct successor given = *successor;
  const uint32_t count = engine_view(self->wrapper.inner, successor->state,
                                     successor->length, self->views);
  self->clean.count = 0;
  for (uint32_t pid = 0; pid < count; pid++) {
    const struct process_view *view = &self->views[pid];
    if (has_changed(successor, view, pid + 1 < count ? view + 1 : NULL))
      clean_process(self, &given, view);
  }
  if (self->clean.count > 0)
    given.state = self->clean.items;
  return self->visitor->successor(self->visitor->context, &given);
}

static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  const struct tidy *self = context;
  return self->visitor->violation(self->visitor->context, violation, steps,
                                  step_count);
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct tidy *self = (struct tidy *)engine;
  if (options & (ENGINE_SINGLE_STEPS | ENGINE_ALL_PATHS))
    return engine_expand(self->wrapper.inner, state, length, owner, options,
                         visitor);
  const struct engine_visitor own = {.context = self,
                                     .successor = take_successor,
                                     .violation = take_violation,
                                     .only = visitor->only};
  self->visitor = visitor;
  return engine_expand(self->wrapper.inner, state, length, owner, options,
                       &own);
}

static void close_tidy(struct engine *engine) {
  struct tidy *self = (struct tidy *)engine;
  arena_close(self->arena);
  vec_free(&self->clean);
  memory_free(self);
}

static const struct engine_kind tidy_kind = {
    .name = "tidy",
    .close = close_tidy,
    .expand = expand,
    .holds = wrapper_holds,
    WRAPPER_FUNCTIONS,
};

static bool has_dead_values(const struct model *model,
                            struct dead_place **dead) {
  for (uint32_t type = 0; type < model->proctype_count; type++)
    for (uint32_t i = 0; i < model->proctypes[type]->location_count; i++)
      if (dead[type][i].count > 0)
        return true;
  return false;
}

struct engine *engine_open_tidy(struct engine *inner,
                                const struct model *model) {
  struct arena *arena = arena_open();
  struct dead_place **dead = dead_find(model, arena);
  if (!has_dead_values(model, dead)) {
    arena_close(arena);
    return NULL;
  }
  struct tidy *self = memory_alloc(sizeof *self);
  self->wrapper.base.kind = &tidy_kind;
  self->wrapper.inner = inner;
  self->arena = arena;
  self->dead = dead;
  return &self->wrapper.base;
}

/* See tidy.h.
 *
 * Each successor is looked at, process by process; one with a dead value that
 * is not zero is copied and cleaned.  The initial state is given as it is: it
 * is the only one with dead values, and only those of its initialisers.
 *
 * Cost: one look at the dead variables of each process for each successor.
 */
#include "reduce/tidy.h"

#include "base/arena.h"
#include "base/vec.h"
#include "engine/wrapper.h"
#include "model/dead.h"

#include <string.h>

enum { MOST_PROCESSES = 256 };

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

static void clean(struct tidy *self, const struct successor *successor,
                  size_t offset, uint32_t length) {
  if (self->clean.count == 0) {
    vec_reserve(&self->clean, successor->length);
    memcpy(self->clean.items, successor->state, successor->length);
    self->clean.count = successor->length;
  }
  memset(self->clean.items + offset, 0, length);
}

static void clean_process(struct tidy *self, const struct successor *successor,
                          const struct process_view *view) {
  const struct dead_place *dead =
      &self->dead[view->place >> 16][view->place & 0xffff];
  for (uint32_t i = 0; i < dead->count; i++) {
    const struct dead_bytes piece = dead->pieces[i];
    const uint8_t *at = view->frame + piece.offset;
    if (!is_zero(at, piece.length))
      clean(self, successor, (size_t)(at - successor->state), piece.length);
  }
}

static bool take_successor(void *context, const struct successor *successor) {
  struct tidy *self = context;
  struct successor given = *successor;
  const uint32_t count = engine_view(self->wrapper.inner, successor->state,
                                     successor->length, self->views);
  self->clean.count = 0;
  for (uint32_t pid = 0; pid < count; pid++)
    clean_process(self, successor, &self->views[pid]);
  if (self->clean.count > 0) {
    given.state = self->clean.items;
    given.changed = UINT64_MAX;
  }
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

struct engine *engine_open_tidy(struct engine *inner,
                                const struct model *model) {
  struct tidy *self = memory_alloc(sizeof *self);
  self->wrapper.base.kind = &tidy_kind;
  self->wrapper.inner = inner;
  self->arena = arena_open();
  self->dead = dead_find(model, self->arena);
  return &self->wrapper.base;
}

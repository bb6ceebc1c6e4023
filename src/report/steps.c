/* Steps of a run as people read them.
 *
 * The reader keeps the state it stands in.  After a step both states are
 * described, as far as they may differ, and the two lists are walked side by
 * side: the engine lists variables in a fixed order, only those of processes
 * that came or went are missing on one side.  So a step costs time linear in
 * what may have changed.
 */
#include "report/steps.h"
#include "base/vec.h"
#include "report/properties.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A variable of a state; texts are offsets into the snapshot's buffer. */
struct value {
  int32_t pid;
  const char *owner;
  size_t name, text;
};

struct snapshot {
  struct buffer texts;
  VEC(struct value) values;
};

struct step_reader {
  struct engine *engine;
  const struct loaded *loaded;
  struct snapshot now, next; /* what the step read last may have changed */
  struct buffer state;       /* bytes of the state the reader stands in */
  struct arena *arena;       /* of the step read last */
  struct readable_step step;
  VEC(struct change) changes;
  VEC(const char *) values;
};

struct step_reader *step_reader_open(struct engine *engine,
                                     const struct loaded *loaded) {
  struct step_reader *reader = memory_alloc(sizeof *reader);
  reader->engine = engine;
  reader->loaded = loaded;
  reader->arena = arena_open();
  return reader;
}

static void snapshot_free(struct snapshot *snapshot) {
  buffer_free(&snapshot->texts);
  vec_free(&snapshot->values);
}

void step_reader_close(struct step_reader *reader) {
  if (!reader)
    return;
  snapshot_free(&reader->now);
  snapshot_free(&reader->next);
  buffer_free(&reader->state);
  vec_free(&reader->changes);
  vec_free(&reader->values);
  arena_close(reader->arena);
  memory_free(reader);
}

/* ---- snapshots ---- */

static size_t keep(struct snapshot *snapshot, const char *text) {
  size_t at = snapshot->texts.length;
  buffer_add(&snapshot->texts, text, strlen(text) + 1);
  return at;
}

static void add_binding(void *context, const struct binding *binding) {
  struct snapshot *snapshot = context;
  if (binding->kind == BINDING_LOCATION)
    return;
  struct value value = {
      .pid = binding->pid,
      .owner = binding->owner,
      .name = keep(snapshot, binding->name),
      .text = keep(snapshot, binding->value),
  };
  vec_push(&snapshot->values, value);
}

static struct state_bytes standing(const struct step_reader *reader) {
  return (struct state_bytes){(const uint8_t *)reader->state.text,
                              reader->state.length};
}

static void describe(const struct step_reader *reader, struct state_bytes state,
                     const struct state_bytes *unlike, struct snapshot *out) {
  buffer_clear(&out->texts);
  out->values.count = 0;
  engine_describe(reader->engine, state.bytes, state.length, unlike,
                  add_binding, out);
}

static const char *name_of(const struct snapshot *snapshot, size_t index) {
  return snapshot->texts.text + snapshot->values.items[index].name;
}

static const char *text_of(const struct snapshot *snapshot, size_t index) {
  return snapshot->texts.text + snapshot->values.items[index].text;
}

static bool same_variable(const struct snapshot *a, size_t i,
                          const struct snapshot *b, size_t j) {
  const struct value *left = &a->values.items[i], *right = &b->values.items[j];
  return left->pid == right->pid && left->owner == right->owner &&
         strcmp(name_of(a, i), name_of(b, j)) == 0;
}

static const char *full_name(const struct step_reader *reader,
                             const struct snapshot *snapshot, size_t index) {
  const struct value *value = &snapshot->values.items[index];
  const char *name = name_of(snapshot, index);
  if (value->pid == NO_PROCESS)
    return arena_copy(reader->arena, name, strlen(name));
  return arena_printf(reader->arena, "%s(%d):%s",
                      process_name(reader->loaded->model, value->owner),
                      value->pid, name);
}

/* ---- what changed ---- */

static void note(struct step_reader *reader, const struct snapshot *named,
                 size_t index, const char *before, const char *after) {
  struct change change = {full_name(reader, named, index), before, after};
  vec_push(&reader->changes, change);
}

/* The index of a variable of next in now, at or after from; or the count. */
static size_t find_from(const struct step_reader *reader, size_t index,
                        size_t from) {
  size_t i = from;
  while (i < reader->now.values.count &&
         !same_variable(&reader->now, i, &reader->next, index))
    i++;
  return i;
}

static void compare(struct step_reader *reader) {
  const struct snapshot *now = &reader->now, *next = &reader->next;
  size_t old = 0;
  for (size_t i = 0; i < next->values.count; i++) {
    size_t match = find_from(reader, i, old);
    if (match == now->values.count) {
      note(reader, next, i, NULL, text_of(next, i));
      continue;
    }
    for (; old < match; old++)
      note(reader, now, old, text_of(now, old), NULL);
    if (strcmp(text_of(now, match), text_of(next, i)) != 0)
      note(reader, next, i, text_of(now, match), text_of(next, i));
    old = match + 1;
  }
  for (; old < now->values.count; old++)
    note(reader, now, old, text_of(now, old), NULL);
}

/* ---- who did what ---- */

static struct actor actor_of(const struct step_reader *reader, int32_t pid,
                             const struct action *action) {
  if (pid == NO_PROCESS)
    return (struct actor){.pid = NO_PROCESS};
  uint32_t location;
  const struct proctype *proctype =
      engine_process(reader->engine, (const uint8_t *)reader->state.text,
                     reader->state.length, (uint32_t)pid, &location);
  return (struct actor){
      .pid = pid,
      .process = process_name(reader->loaded->model, proctype->name),
      .where = sources_position(reader->loaded->sources, action->where),
      .inlined = inlined_at(reader->loaded->sources, action->where),
      .statement = action->text ? action->text : "",
  };
}

static const char *value_text(const struct step_reader *reader, int32_t value,
                              const struct type *type) {
  const char *name =
      type->kind == TYPE_MTYPE
          ? model_mtype_name(reader->loaded->model, type->subtype, value)
          : NULL;
  return name ? name : arena_printf(reader->arena, "%d", value);
}

static void read_message(struct step_reader *reader, const struct step *step) {
  reader->values.count = 0;
  reader->step.channel = NULL;
  if (step->channel != 0) {
    const char *name =
        engine_channel_name(reader->engine, (const uint8_t *)reader->state.text,
                            reader->state.length, step->channel);
    reader->step.channel = arena_copy(reader->arena, name, strlen(name));
    for (uint32_t i = 0; i < step->value_count; i++)
      vec_push(&reader->values,
               value_text(reader, step->values[i], &step->value_types[i]));
  }
  reader->step.values = reader->values.items;
  reader->step.value_count = reader->values.count;
}

/* ---- walking ---- */

void step_reader_stand(struct step_reader *reader, const uint8_t *state,
                       size_t length) {
  buffer_clear(&reader->state);
  buffer_add(&reader->state, (const char *)state, length);
}

static void find_changes(struct step_reader *reader, struct state_bytes after) {
  const struct state_bytes before = standing(reader);
  describe(reader, before, &after, &reader->now);
  describe(reader, after, &before, &reader->next);
  compare(reader);
}

const struct readable_step *
step_reader_step(struct step_reader *reader, const struct step *step,
                 const uint8_t *after, size_t length, const char *printed) {
  arena_close(reader->arena);
  reader->arena = arena_open();
  reader->changes.count = 0;
  reader->step.actor = actor_of(reader, step->pid, step->action);
  reader->step.partner = actor_of(reader, step->partner, step->partner_action);
  reader->step.printed = printed;
  read_message(reader, step);
  if (after) {
    find_changes(reader, (struct state_bytes){after, length});
    step_reader_stand(reader, after, length);
  }
  reader->step.changes = reader->changes.items;
  reader->step.change_count = reader->changes.count;
  return &reader->step;
}

void step_reader_values(const struct step_reader *reader,
                        void (*each)(void *context, const char *name,
                                     const char *value),
                        void *context) {
  struct snapshot all = {0};
  describe(reader, standing(reader), NULL, &all);
  for (size_t i = 0; i < all.values.count; i++)
    each(context, full_name(reader, &all, i), text_of(&all, i));
  snapshot_free(&all);
}

/* Plays the run and looks where processes stand in the states of the cycle. */
#include "report/cycle_labels.h"

#include "base/text.h"
#include "base/vec.h"
#include "report/properties.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_SHOWN = 4 };

static const char accept_prefix[] = "accept", progress_prefix[] = "progress";

/* A label, and who stands at it. */
struct stand {
  const struct proctype *proctype;
  uint32_t pid;
  const struct label *label;
};

typedef VEC(struct stand) stand_list;

static bool begins_with(const struct label *label, const char *prefix) {
  return strncmp(label->name, prefix, strlen(prefix)) == 0;
}

static void add_stand(stand_list *list, struct stand stand) {
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].pid == stand.pid && list->items[i].label == stand.label)
      return;
  vec_push(list, stand);
}

static void look_at(stand_list *list, struct engine *engine,
                    const uint8_t *state, size_t length) {
  const uint32_t count = engine_process_count(engine, state, length);
  for (uint32_t pid = 0; pid < count; pid++) {
    uint32_t location;
    const struct proctype *proctype =
        engine_process(engine, state, length, pid, &location);
    for (uint32_t i = 0; i < proctype->label_count; i++) {
      const struct label *label = &proctype->labels[i];
      if (label->location == location && begins_with(label, accept_prefix))
        add_stand(list, (struct stand){proctype, pid, label});
    }
  }
}

static void play(stand_list *list, struct engine *engine,
                 const struct trail *trail) {
  struct trail_player *player = NULL;
  if (trail_play_open(engine, trail, &player) != STATUS_OK)
    return;
  bool done = false;
  for (size_t taken = 0; !done; taken++) {
    size_t length;
    const uint8_t *state = trail_state(player, &length);
    if (state && taken >= trail->loop_start && !trail_is_inside(player))
      look_at(list, engine, state, length);
    if (trail_play_next(player, &done) != STATUS_OK)
      break;
  }
  trail_play_close(player);
}

static void add_place(struct buffer *out, const struct loaded *loaded,
                      const struct label *label) {
  const struct position at = sources_position(loaded->sources, label->where);
  buffer_printf(out, "%s (%s:%" PRIu32 ")", label->name,
                text_file_name(at.file), at.line);
}

static void add_more(struct buffer *out, size_t count) {
  if (count > MOST_SHOWN)
    buffer_printf(out, " and %zu more", count - MOST_SHOWN);
}

static void explain_acceptance(struct buffer *out, const struct loaded *loaded,
                               struct engine *engine,
                               const struct trail *trail) {
  stand_list list = {0};
  play(&list, engine, trail);
  for (size_t i = 0; i < list.count && i < MOST_SHOWN; i++) {
    const struct stand *stand = &list.items[i];
    buffer_printf(
        out, "%s%s(%" PRIu32 ") is at ", i == 0 ? "in the cycle " : ", ",
        process_name(loaded->model, stand->proctype->name), stand->pid);
    add_place(out, loaded, stand->label);
  }
  add_more(out, list.count);
  vec_free(&list);
}

/* Adds the progress labels of a proctype; gives how many there are by now. */
static size_t add_missing(struct buffer *out, const struct loaded *loaded,
                          const struct proctype *proctype, size_t count) {
  for (uint32_t i = 0; i < proctype->label_count; i++) {
    const struct label *label = &proctype->labels[i];
    if (!begins_with(label, progress_prefix) || ++count > MOST_SHOWN)
      continue;
    buffer_printf(out, "%s%s@",
                  count == 1 ? "in the cycle nobody is at " : ", ",
                  process_name(loaded->model, proctype->name));
    add_place(out, loaded, label);
  }
  return count;
}

static void explain_progress(struct buffer *out, const struct loaded *loaded) {
  const struct model *model = loaded->model;
  size_t count = 0;
  for (uint32_t p = 0; p < model->proctype_count; p++)
    if (model->proctypes[p]->kind == PROC_PLAIN ||
        model->proctypes[p]->kind == PROC_INIT)
      count = add_missing(out, loaded, model->proctypes[p], count);
  add_more(out, count);
  if (count == 0)
    buffer_puts(out, "no process has a progress label");
}

void cycle_labels_explain(struct buffer *out, const struct loaded *loaded,
                          struct engine *engine, const struct trail *trail) {
  const bool is_of_claim = trail->violation.where.source != 0;
  if (!trail->has_violation || !trail_is_cycle(trail) || is_of_claim)
    return;
  if (trail->violation.kind == VIOLATION_ACCEPTANCE_CYCLE)
    explain_acceptance(out, loaded, engine, trail);
  else if (trail->violation.kind == VIOLATION_NON_PROGRESS_CYCLE)
    explain_progress(out, loaded);
}

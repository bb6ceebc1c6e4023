/* Names of transitions: see labelling.h. */
#include "report/labelling.h"

#include "report/graph.h"
#include "report/properties.h"

#include <string.h>

static const char hidden_name[] = "i";

static const struct {
  const char *name;
  enum label_kind kind;
} kinds_by_name[] = {{"statement", LABEL_STATEMENT},
                     {"send", LABEL_SEND},
                     {"receive", LABEL_RECEIVE},
                     {"process", LABEL_PROCESS}};
enum { KIND_COUNT = sizeof kinds_by_name / sizeof kinds_by_name[0] };

static unsigned find_kind(const char *word, size_t length) {
  for (size_t i = 0; i < KIND_COUNT; i++)
    if (strlen(kinds_by_name[i].name) == length &&
        memcmp(kinds_by_name[i].name, word, length) == 0)
      return kinds_by_name[i].kind;
  return 0;
}

bool labelling_read_kinds(const char *text, unsigned *kinds,
                          struct buffer *wrong) {
  *kinds = 0;
  for (;;) {
    const size_t length = strcspn(text, ",");
    const unsigned kind = find_kind(text, length);
    if (!kind) {
      buffer_add(wrong, text, length);
      return false;
    }
    *kinds |= kind;
    if (!text[length])
      return true;
    text += length + 1;
  }
}

/* ---- patterns ---- */

/* * fits any text, everything else itself: on a mismatch the last * takes one
 * character more.
 */
static bool fits(const char *pattern, const char *text) {
  const char *star = NULL, *again = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = pattern++;
      again = text;
    } else if (*pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star + 1;
      text = ++again;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    pattern++;
  return !*pattern;
}

static bool fits_any(const char *const *patterns, size_t count,
                     const char *text) {
  for (size_t i = 0; i < count; i++)
    if (fits(patterns[i], text))
      return true;
  return false;
}

static bool is_hidden(const struct labelling *labelling, const char *name) {
  return (labelling->show_count > 0 &&
          !fits_any(labelling->show, labelling->show_count, name)) ||
         fits_any(labelling->hide, labelling->hide_count, name);
}

/* ---- steps of a model ---- */

struct naming {
  const struct labelling *labelling;
  struct engine *engine;
  const struct model *model;
  const uint8_t *state;
  size_t length;
};

static void add_value(const struct naming *naming, struct buffer *out,
                      int32_t value, const struct type *type) {
  const char *name = NULL;
  if (type->kind == TYPE_MTYPE)
    name = model_mtype_name(naming->model, type->subtype, value);
  else if (type->kind == TYPE_CHAN && value > 0)
    name = engine_channel_name(naming->engine, naming->state, naming->length,
                               (uint32_t)value);
  if (name)
    buffer_puts(out, name);
  else
    buffer_printf(out, "%d", value);
}

static void add_message(const struct naming *naming, struct buffer *out,
                        const struct step *step, char sign) {
  buffer_puts(out, engine_channel_name(naming->engine, naming->state,
                                       naming->length, step->channel));
  buffer_putc(out, sign);
  for (uint32_t i = 0; i < step->value_count; i++) {
    if (i > 0)
      buffer_putc(out, ',');
    add_value(naming, out, step->values[i], &step->value_types[i]);
  }
}

static void add_process(const struct naming *naming, struct buffer *out,
                        const struct action *action, const char *after) {
  buffer_printf(out, "%s%s",
                process_name(naming->model, action->proctype->name), after);
}

/* What shows of one step; nothing when it is hidden. */
static void add_step(const struct naming *naming, struct buffer *out,
                     const struct step *step) {
  const unsigned kinds = naming->labelling->kinds;
  const bool sends = step->channel != 0 && step->action->kind == ACTION_SEND;
  const bool receives =
      step->channel != 0 &&
      (step->partner != NO_PROCESS || step->action->kind == ACTION_RECEIVE);
  const bool as_send = sends && (kinds & LABEL_SEND);
  const bool as_receive = !as_send && receives && (kinds & LABEL_RECEIVE);
  const struct action *action = as_receive && step->partner != NO_PROCESS
                                    ? step->partner_action
                                    : step->action;
  if (kinds == LABEL_PROCESS) {
    add_process(naming, out, action, "");
    return;
  }
  if (!as_send && !as_receive && !(kinds & LABEL_STATEMENT))
    return;
  if (kinds & LABEL_PROCESS)
    add_process(naming, out, action, ": ");
  if (as_send || as_receive)
    add_message(naming, out, step, as_send ? '!' : '?');
  else
    graph_label(out, step, 1);
}

void labelling_name(const struct labelling *labelling, struct engine *engine,
                    const struct model *model, const uint8_t *state,
                    size_t length, const struct step *steps, size_t step_count,
                    struct buffer *out) {
  const struct naming naming = {labelling, engine, model, state, length};
  struct buffer name = {0};
  const size_t before = out->length;
  for (size_t i = 0; i < step_count; i++) {
    buffer_clear(&name);
    add_step(&naming, &name, &steps[i]);
    if (name.length == 0 || is_hidden(labelling, buffer_text(&name)))
      continue;
    buffer_puts(out, out->length > before ? "; " : "");
    buffer_puts(out, buffer_text(&name));
  }
  if (out->length == before)
    buffer_puts(out, hidden_name);
  buffer_free(&name);
}

/* ---- graphs ---- */

struct lts *labelling_apply(const struct labelling *labelling,
                            const struct lts *lts) {
  struct lts_builder *builder = lts_builder_open();
  uint32_t *numbers = memory_alloc(lts->label_count * sizeof *numbers);
  for (uint32_t i = 0; i < lts->label_count; i++) {
    const char *name = lts->names[i];
    if (lts_is_hidden(name) || is_hidden(labelling, name))
      name = hidden_name;
    numbers[i] = lts_builder_label(builder, name, strlen(name));
  }
  for (uint32_t s = 0; s < lts->state_count; s++)
    for (uint32_t e = lts->first_edge[s]; e < lts->first_edge[s + 1]; e++)
      (void)lts_builder_edge(builder, s, numbers[lts->labels[e]],
                             lts->targets[e]);
  struct lts *renamed =
      lts_builder_finish(builder, lts->state_count, lts->initial);
  lts_builder_close(builder);
  memory_free(numbers);
  return renamed;
}

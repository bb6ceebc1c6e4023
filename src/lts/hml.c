/* Formulas of Hennessy and Milner: building and writing them; see hml.h. */
#include "lts/hml.h"

#include "lts/aut.h"
#include "lts/transform.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { LONGEST_TREE = 200 }; /* parts written without definitions */

void hml_init(struct hml *hml, enum hml_mode mode) {
  *hml = (struct hml){.mode = mode};
  vec_push(&hml->parts, ((struct hml_part){.kind = HML_TRUE}));
}

void hml_clear(struct hml *hml) {
  vec_free(&hml->parts);
  vec_free(&hml->operands);
}

/* ---- building ---- */

static hml_ref add_part(struct hml *hml, enum hml_kind kind, uint32_t label,
                        const hml_ref *operands, size_t count) {
  const struct hml_part part = {.kind = kind,
                                .first = (uint32_t)hml->operands.count,
                                .count = (uint32_t)count,
                                .label = label};
  for (size_t i = 0; i < count; i++)
    vec_push(&hml->operands, operands[i]);
  vec_push(&hml->parts, part);
  return (hml_ref){(uint32_t)hml->parts.count - 1};
}

hml_ref hml_true(void) {
  return (hml_ref){0};
}

static const struct hml_part *part_of(const struct hml *hml, hml_ref ref) {
  return &hml->parts.items[ref.index];
}

static hml_ref operand(const struct hml *hml, hml_ref ref, uint32_t index) {
  assert(index < part_of(hml, ref)->count);
  return hml->operands.items[part_of(hml, ref)->first + index];
}

hml_ref hml_not(struct hml *hml, hml_ref part) {
  if (part_of(hml, part)->kind == HML_NOT)
    return operand(hml, part, 0);
  return add_part(hml, HML_NOT, 0, &part, 1);
}

hml_ref hml_and(struct hml *hml, const hml_ref *parts, size_t count) {
  if (count == 0)
    return hml_true();
  return count == 1 ? parts[0] : add_part(hml, HML_AND, 0, parts, count);
}

hml_ref hml_or(struct hml *hml, const hml_ref *parts, size_t count) {
  if (count == 0)
    return hml_not(hml, hml_true());
  return count == 1 ? parts[0] : add_part(hml, HML_OR, 0, parts, count);
}

hml_ref hml_can(struct hml *hml, uint32_t label, hml_ref along, hml_ref after) {
  const hml_ref operands[] = {after, along};
  return add_part(hml, HML_CAN, label, operands, 2);
}

/* ---- runs ---- */

uint32_t *hml_run(const struct hml *hml, size_t *length) {
  VEC(uint32_t) labels = {0};
  hml_ref at = hml->root;
  for (; part_of(hml, at)->kind == HML_CAN; at = operand(hml, at, 0)) {
    if (operand(hml, at, 1).index != hml_true().index)
      break;
    vec_push(&labels, part_of(hml, at)->label);
  }
  *length = labels.count;
  if (part_of(hml, at)->kind == HML_TRUE)
    return labels.items;
  vec_free(&labels);
  return NULL;
}

/* ---- writing ---- */

struct writer {
  struct buffer *out;
  const struct hml *hml;
  const char *const *names;
  uint32_t *definition; /* of each part: its number, or 0 */
};

/* `i?` has a meaning of its own. */
static bool is_plain(const char *name) {
  return *name && strspn(name, HML_PLAIN) == strlen(name) &&
         strcmp(name, "i?") != 0;
}

static void write_label(struct writer *w, uint32_t label) {
  const char *name = w->names[label];
  if (is_plain(name)) {
    buffer_puts(w->out, name);
    return;
  }
  buffer_putc(w->out, '"');
  aut_quote(w->out, name);
  buffer_putc(w->out, '"');
}

static void write_part(struct writer *w, hml_ref ref);

/* What lies between < and >. */
static void write_step(struct writer *w, hml_ref ref) {
  const struct hml_part *part = part_of(w->hml, ref);
  const bool is_hidden =
      part->label == LTS_NO_LABEL || lts_is_hidden(w->names[part->label]);
  const hml_ref along = operand(w->hml, ref, 1);
  if (w->hml->mode == HML_STRONG) {
    write_label(w, part->label);
    return;
  }
  if (w->hml->mode == HML_UNTIL && along.index != hml_true().index) {
    buffer_putc(w->out, '(');
    write_part(w, along);
    buffer_puts(w->out, " i)*");
  } else {
    buffer_puts(w->out, "i*");
  }
  if (is_hidden) {
    buffer_puts(w->out, w->hml->mode == HML_UNTIL ? " i?" : "");
    return;
  }
  buffer_putc(w->out, ' ');
  write_label(w, part->label);
  buffer_puts(w->out, w->hml->mode == HML_WEAK ? " i*" : "");
}

static void write_list(struct writer *w, hml_ref ref, const char *between) {
  buffer_putc(w->out, '(');
  for (uint32_t i = 0; i < part_of(w->hml, ref)->count; i++) {
    buffer_puts(w->out, i > 0 ? between : "");
    write_part(w, operand(w->hml, ref, i));
  }
  buffer_putc(w->out, ')');
}

static void write_body(struct writer *w, hml_ref ref) {
  switch (part_of(w->hml, ref)->kind) {
  case HML_TRUE:
    buffer_puts(w->out, "true");
    break;
  case HML_NOT:
    buffer_putc(w->out, '!');
    write_part(w, operand(w->hml, ref, 0));
    break;
  case HML_AND:
    write_list(w, ref, " && ");
    break;
  case HML_OR:
    write_list(w, ref, " || ");
    break;
  case HML_CAN:
    buffer_putc(w->out, '<');
    write_step(w, ref);
    buffer_putc(w->out, '>');
    write_part(w, operand(w->hml, ref, 0));
    break;
  }
}

static void write_part(struct writer *w, hml_ref ref) {
  if (w->definition[ref.index] > 0)
    buffer_printf(w->out, "F%" PRIu32, w->definition[ref.index]);
  else
    write_body(w, ref);
}

/* How often each part is used, and how many parts the whole has when those used
 * twice are written twice.  Operands come before what they are operands of.
 */
static uint32_t *count_uses(const struct hml *hml, double *tree_size) {
  const size_t count = hml->parts.count;
  uint32_t *uses = memory_alloc(count * sizeof *uses);
  double *sizes = memory_alloc(count * sizeof *sizes);
  uses[hml->root.index] = 1;
  for (size_t i = count; i-- > 0;)
    for (uint32_t o = 0; uses[i] > 0 && o < hml->parts.items[i].count; o++)
      uses[operand(hml, (hml_ref){(uint32_t)i}, o).index]++;
  for (size_t i = 0; i < count; i++) {
    sizes[i] = 1;
    for (uint32_t o = 0; o < hml->parts.items[i].count; o++)
      sizes[i] += sizes[operand(hml, (hml_ref){(uint32_t)i}, o).index];
  }
  *tree_size = sizes[hml->root.index];
  memory_free(sizes);
  return uses;
}

static void write_definitions(struct writer *w, const uint32_t *uses) {
  uint32_t count = 0;
  for (size_t i = 1; i < w->hml->parts.count; i++)
    if (uses[i] > 1 && i != w->hml->root.index)
      w->definition[i] = ++count;
  for (uint32_t i = 1; i < w->hml->root.index; i++)
    if (w->definition[i] > 0) {
      buffer_printf(w->out, "F%" PRIu32 " = ", w->definition[i]);
      write_body(w, (hml_ref){i});
      buffer_puts(w->out, "; ");
    }
  write_part(w, w->hml->root);
}

void hml_print(struct buffer *out, const struct hml *hml,
               const char *const *names) {
  double size;
  uint32_t *uses = count_uses(hml, &size);
  struct writer w = {.out = out,
                     .hml = hml,
                     .names = names,
                     .definition =
                         memory_alloc(hml->parts.count * sizeof *w.definition)};
  if (size <= LONGEST_TREE)
    write_part(&w, hml->root);
  else
    write_definitions(&w, uses);
  memory_free(w.definition);
  memory_free(uses);
}

/* See alike.h.
 *
 * The shape of a function is its text without the numbers.  Functions of one
 * shape are a family.  A number that all of them share stays where it is; the
 * others become elements of an array that each member has its own of.
 *
 * A number counts if it stands alone, in decimal digits, and fits an int: then
 * an element of an array of int32_t means the same in any expression.  Lines
 * where C wants constants, labels of a `switch` and what is `static`, are part
 * of the shape.
 *
 * The cost is that of reading the text once and again.
 */
#include "engine/native/alike.h"

#include "base/intern.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_DIGITS = 9, /* of a number that certainly fits */
  LOOKED_BACK = 16 /* elements that may have the same values */
};

/* Text up to a number, and the number; the last has none. */
struct stretch {
  const char *text;
  size_t length;
  int32_t number;
};

/* A function as it was read. */
struct reading {
  VEC(struct stretch) stretches;
};

struct family {
  VEC(const struct reading *) members;
  VEC(size_t) columns; /* of the stretches: where their numbers differ */
};

/* ---- reading ---- */

static bool begins_with(const char *text, const char *word) {
  return strncmp(text, word, strlen(word)) == 0;
}

static bool wants_constants(const char *line) {
  return begins_with(line, "case ") || begins_with(line, "static ");
}

/* The length of the word here; any other character is one of its own. */
static size_t word_length(const char *at) {
  size_t length = 0;
  while (isalnum((unsigned char)at[length]) || at[length] == '_')
    length++;
  return length > 0 ? length : 1;
}

static bool is_number(const char *word, size_t length) {
  return length <= MOST_DIGITS && strspn(word, "0123456789") >= length;
}

static void add_stretch(struct reading *reading, const char *start,
                        const char *end, int32_t number) {
  const struct stretch stretch = {start, (size_t)(end - start), number};
  vec_push(&reading->stretches, stretch);
}

static void read_function(struct reading *reading, const char *text) {
  const char *start = text, *at = text;
  for (bool begins_line = true; *at;) {
    if (begins_line && wants_constants(at))
      at += strcspn(at, "\n");
    if (!*at)
      break;
    const size_t length = word_length(at);
    if (is_number(at, length)) {
      add_stretch(reading, start, at, atoi(at));
      start = at + length;
    }
    begins_line = *at == '\n';
    at += length;
  }
  add_stretch(reading, start, at, 0);
}

/* The text without its numbers. */
static const char *shape_of(const struct reading *reading,
                            struct intern *shapes) {
  struct buffer shape = {0};
  for (size_t i = 0; i < reading->stretches.count; i++) {
    const struct stretch *stretch = &reading->stretches.items[i];
    buffer_add(&shape, stretch->text, stretch->length);
    buffer_putc(&shape, '#');
  }
  const char *text = intern_text(shapes, buffer_text(&shape), shape.length);
  buffer_free(&shape);
  return text;
}

/* ---- families ---- */

static int32_t number_of(const struct family *family, size_t member,
                         size_t column) {
  return family->members.items[member]->stretches.items[column].number;
}

static bool is_same_for_all(const struct family *family, size_t column) {
  for (size_t i = 1; i < family->members.count; i++)
    if (number_of(family, i, column) != number_of(family, 0, column))
      return false;
  return true;
}

static bool are_equal(const struct family *family, size_t a, size_t b) {
  for (size_t i = 0; i < family->members.count; i++)
    if (number_of(family, i, a) != number_of(family, i, b))
      return false;
  return true;
}

/* The element of the array for a column; one of the last may do. */
static size_t element_of(struct family *family, size_t column) {
  const size_t count = family->columns.count;
  for (size_t i = count; i > 0 && count - i < LOOKED_BACK; i--)
    if (are_equal(family, family->columns.items[i - 1], column))
      return i - 1;
  vec_push(&family->columns, column);
  return count;
}

/* The text for all members, with their numbers where they differ. */
static void write_common(struct family *family, struct buffer *out) {
  const struct reading *first = family->members.items[0];
  const size_t last = first->stretches.count - 1;
  for (size_t i = 0; i <= last; i++) {
    const struct stretch *stretch = &first->stretches.items[i];
    buffer_add(out, stretch->text, stretch->length);
    if (i < last && is_same_for_all(family, i))
      buffer_printf(out, "%d", stretch->number);
    else if (i < last)
      buffer_printf(out, "numbers[%zu]", element_of(family, i));
  }
}

static void write_numbers(const struct family *family, size_t member,
                          struct buffer *out) {
  for (size_t i = 0; i < family->columns.count; i++)
    buffer_printf(out, "%d, ",
                  number_of(family, member, family->columns.items[i]));
}

/* ---- joining ---- */

struct joining {
  struct intern *shapes;
  struct map leaders; /* by shape: the number of its first function, plus one */
  struct reading *readings;
  struct family *families; /* each at its first function */
};

static void open_joining(struct joining *joining, size_t count) {
  *joining = (struct joining){
      .shapes = intern_open(),
      .readings = memory_alloc(count * sizeof *joining->readings),
      .families = memory_alloc(count * sizeof *joining->families)};
}

static void close_joining(struct joining *joining, size_t count) {
  for (size_t i = 0; i < count; i++) {
    vec_free(&joining->readings[i].stretches);
    vec_free(&joining->families[i].members);
    vec_free(&joining->families[i].columns);
  }
  memory_free(joining->readings);
  memory_free(joining->families);
  map_free(&joining->leaders);
  intern_close(joining->shapes);
}

/* The first function of this shape. */
static size_t leader_of(struct joining *joining, size_t index) {
  const char *shape = shape_of(&joining->readings[index], joining->shapes);
  const size_t known = (size_t)map_get(&joining->leaders, shape);
  if (known > 0)
    return known - 1;
  map_put(&joining->leaders, shape, (void *)(index + 1));
  return index;
}

static void write_family(struct joining *joining,
                         struct function_list *functions, size_t leader) {
  struct family *family = &joining->families[leader];
  struct buffer common = {0};
  if (family->members.count < 2)
    return;
  write_common(family, &common);
  for (size_t i = leader, member = 0; member < family->members.count; i++)
    if (functions->items[i].like == leader)
      write_numbers(family, member++, &functions->items[i].numbers);
  buffer_free(&functions->items[leader].text);
  functions->items[leader].text = common;
}

void functions_join(struct function_list *functions) {
  struct joining joining;
  open_joining(&joining, functions->count);
  for (size_t i = 0; i < functions->count; i++) {
    read_function(&joining.readings[i], buffer_text(&functions->items[i].text));
    const size_t leader = leader_of(&joining, i);
    vec_push(&joining.families[leader].members, &joining.readings[i]);
    functions->items[i].like = leader;
  }
  for (size_t i = 0; i < functions->count; i++)
    if (functions->items[i].like == i)
      write_family(&joining, functions, i);
  close_joining(&joining, functions->count);
}

/* ---- writing ---- */

void functions_put(const struct function_list *functions, const char *head,
                   struct buffer *out) {
  for (size_t i = 0; i < functions->count; i++) {
    const struct function *function = &functions->items[i];
    if (function->numbers.length > 0)
      buffer_printf(out, "static const int32_t numbers_%s[] = {%s};\n",
                    function->name, buffer_text(&function->numbers));
    if (function->like == i)
      buffer_printf(out, "%s%s%s", head, function->name,
                    buffer_text(&function->text));
  }
}

void functions_put_entry(const struct function_list *functions, size_t index,
                         struct buffer *out) {
  const struct function *function = &functions->items[index];
  const char *code = functions->items[function->like].name;
  if (function->numbers.length > 0)
    buffer_printf(out, "%s, numbers_%s", code, function->name);
  else
    buffer_printf(out, "%s, 0", code);
}

void functions_free(struct function_list *functions) {
  for (size_t i = 0; i < functions->count; i++) {
    buffer_free(&functions->items[i].text);
    buffer_free(&functions->items[i].numbers);
  }
  vec_free(functions);
}

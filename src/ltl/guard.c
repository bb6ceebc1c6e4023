/* A guard is a disjunction of cubes; the empty cube is true. */
#include "ltl/guard.h"

void guard_write_name(struct buffer *out, const void *context, uint32_t atom) {
  const char *const *names = context;
  formula_print_name(out, names[atom]);
}

static void write_cube(struct buffer *out, struct cube cube,
                       const struct guard_style *style) {
  uint64_t atoms = cube.positive | cube.negative;
  if (!atoms)
    buffer_puts(out, style->truth);
  for (uint32_t i = 0; i < 64; i++) {
    if (!(atoms >> i & 1))
      continue;
    if (cube.negative >> i & 1)
      buffer_putc(out, '!');
    style->atom(out, style->context, i);
    atoms &= ~(UINT64_C(1) << i);
    if (atoms)
      buffer_puts(out, style->conjunction);
  }
}

void guard_write(struct buffer *out, const struct automaton *automaton,
                 const struct automaton_edge *edge,
                 const struct guard_style *style) {
  bool several = edge->cube_count > 1;
  for (uint32_t i = 0; i < edge->cube_count; i++) {
    struct cube cube = automaton->cubes[edge->first_cube + i];
    uint64_t atoms = cube.positive | cube.negative;
    bool enclosed = several && style->parentheses && (atoms & (atoms - 1));
    if (i > 0)
      buffer_puts(out, style->disjunction);
    if (enclosed)
      buffer_putc(out, '(');
    write_cube(out, cube, style);
    if (enclosed)
      buffer_putc(out, ')');
  }
}

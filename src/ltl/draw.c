/* Automata as Graphviz graphs and as never claims.
 *
 * The states of a claim have the labels that SPIN gives a meaning: the first
 * state ends in _init, marked ones begin with accept_, and a state that accepts
 * everything is accept_all with skip.  Where an automaton of good runs refuses,
 * its claim ends.
 */
#include "ltl/draw.h"

#include "ltl/guard.h"

#include <assert.h>
#include <inttypes.h>

/* ---- Graphviz ---- */

static void write_escaped(struct buffer *out, const char *text) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      buffer_putc(out, '\\');
    buffer_putc(out, *text);
  }
}

static void write_escaped_name(struct buffer *out, const void *context,
                               uint32_t atom) {
  struct buffer name = {0};
  guard_write_name(&name, context, atom);
  write_escaped(out, buffer_text(&name));
  buffer_free(&name);
}

static void draw_marks(struct buffer *out, uint64_t marks) {
  const char *before = "\\n{";
  for (uint32_t i = 0; i < 64; i++)
    if (marks >> i & 1) {
      buffer_printf(out, "%s%" PRIu32, before, i);
      before = ", ";
    }
  if (marks)
    buffer_putc(out, '}');
}

static void draw_edge(struct buffer *out, const struct automaton *automaton,
                      const struct automaton_edge *edge,
                      const char *const *names) {
  const struct guard_style style = {.truth = "true",
                                    .conjunction = " && ",
                                    .disjunction = "\\n|| ",
                                    .atom = write_escaped_name,
                                    .context = names};
  buffer_printf(out, "  %" PRIu32 " -> %" PRIu32 " [label=\"", edge->from,
                edge->to);
  guard_write(out, automaton, edge, &style);
  if (!automaton->state_marks)
    draw_marks(out, edge->marks);
  buffer_puts(out, "\"];\n");
}

void automaton_write_dot(struct buffer *out, const struct automaton *automaton,
                         const char *const *names, const char *title) {
  buffer_puts(out, "digraph automaton {\n  rankdir=LR;\n");
  if (title) {
    buffer_puts(out, "  label=\"");
    write_escaped(out, title);
    buffer_puts(out, "\";\n");
  }
  buffer_puts(out, "  node [shape=circle];\n");
  for (uint32_t i = 0; i < automaton->initial_count; i++)
    buffer_printf(out,
                  "  start%" PRIu32 " [shape=point];\n  start%" PRIu32
                  " -> %" PRIu32 ";\n",
                  i, i, automaton->initial[i]);
  for (uint32_t i = 0; i < automaton->state_count; i++)
    buffer_printf(out, "  %" PRIu32 "%s;\n", i,
                  automaton->state_marks && automaton->state_marks[i]
                      ? " [shape=doublecircle]"
                      : "");
  for (uint32_t i = 0; i < automaton->edge_count; i++)
    draw_edge(out, automaton, &automaton->edges[i], names);
  buffer_puts(out, "}\n");
}

/* ---- never claims ---- */

static bool is_true(const struct automaton *automaton,
                    const struct automaton_edge *edge) {
  const struct cube *cube = &automaton->cubes[edge->first_cube];
  return edge->cube_count == 1 && !cube->positive && !cube->negative;
}

struct claim {
  const struct automaton *automaton;
  const char *const *names;
  uint32_t all; /* the state with label accept_all; UINT32_MAX: none */
};

/* Marked, with no other way than to itself on every letter. */
static bool accepts_all(const struct automaton *automaton, uint32_t state) {
  uint32_t first = automaton->first_edge[state];
  return automaton->state_marks[state] &&
         automaton->first_edge[state + 1] == first + 1 &&
         automaton->edges[first].to == state &&
         is_true(automaton, &automaton->edges[first]);
}

static uint32_t find_all(const struct automaton *automaton) {
  for (uint32_t i = 0; i < automaton->state_count; i++)
    if (i != automaton->initial[0] && accepts_all(automaton, i))
      return i;
  return UINT32_MAX;
}

static void write_label(struct buffer *out, const struct claim *claim,
                        uint32_t state) {
  if (state == claim->all) {
    buffer_puts(out, "accept_all");
    return;
  }
  if ((claim->automaton->properties & AUTOMATON_REFUSES) &&
      state + 1 == claim->automaton->state_count) {
    buffer_puts(out, "end_refused");
    return;
  }
  buffer_puts(out, claim->automaton->state_marks[state] ? "accept_" : "T0_");
  if (state == claim->automaton->initial[0])
    buffer_puts(out, "init");
  else
    buffer_printf(out, "S%" PRIu32, state);
}

static void write_choices(struct buffer *out, const struct claim *claim,
                          uint32_t state) {
  const struct automaton *automaton = claim->automaton;
  const struct guard_style style = {.truth = "true",
                                    .conjunction = " && ",
                                    .disjunction = " || ",
                                    .parentheses = true,
                                    .atom = guard_write_name,
                                    .context = claim->names};
  uint32_t end = automaton->first_edge[state + 1];
  buffer_puts(out, "  do\n");
  for (uint32_t e = automaton->first_edge[state]; e < end; e++) {
    buffer_puts(out, "  :: (");
    guard_write(out, automaton, &automaton->edges[e], &style);
    buffer_puts(out, ") -> goto ");
    write_label(out, claim, automaton->edges[e].to);
    buffer_putc(out, '\n');
  }
  buffer_puts(out, "  od;\n");
}

static void write_state(struct buffer *out, const struct claim *claim,
                        uint32_t state) {
  const uint32_t *first = &claim->automaton->first_edge[state];
  write_label(out, claim, state);
  buffer_puts(out, ":\n");
  if (state == claim->all)
    buffer_puts(out, "  skip\n");
  else if (first[0] == first[1])
    buffer_puts(out, "  false;\n");
  else
    write_choices(out, claim, state);
}

/* A comment must not end early. */
static void write_comment(struct buffer *out, const char *text) {
  buffer_puts(out, " /* ");
  for (; *text; text++) {
    buffer_putc(out, *text);
    if (text[0] == '*' && text[1] == '/')
      buffer_putc(out, ' ');
  }
  buffer_puts(out, " */");
}

void automaton_write_never(struct buffer *out,
                           const struct automaton *automaton,
                           const char *const *names, const char *title) {
  assert(automaton->state_marks && automaton->initial_count == 1);
  struct claim claim = {automaton, names, find_all(automaton)};
  uint32_t first = automaton->initial[0];
  buffer_puts(out, "never {");
  if (title)
    write_comment(out, title);
  buffer_putc(out, '\n');
  write_state(out, &claim, first);
  for (uint32_t i = 0; i < automaton->state_count; i++)
    if (i != first && i != claim.all)
      write_state(out, &claim, i);
  if (claim.all != UINT32_MAX)
    write_state(out, &claim, claim.all);
  buffer_puts(out, "}\n");
}

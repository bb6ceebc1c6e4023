/* Writing automata in the HOA format (Babiak et al. 2015). */
#include "ltl/hoa.h"

#include "ltl/guard.h"

#include <inttypes.h>

static void write_string(struct buffer *out, const char *text) {
  buffer_putc(out, '"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      buffer_putc(out, '\\');
    buffer_putc(out, *text);
  }
  buffer_putc(out, '"');
}

static void write_acceptance(struct buffer *out, uint32_t sets) {
  if (sets == 0)
    buffer_puts(out, "acc-name: all\nAcceptance: 0 t\n");
  else if (sets == 1)
    buffer_puts(out, "acc-name: Buchi\nAcceptance: 1 Inf(0)\n");
  if (sets < 2)
    return;
  buffer_printf(out, "acc-name: generalized-Buchi %" PRIu32 "\n", sets);
  buffer_printf(out, "Acceptance: %" PRIu32, sets);
  for (uint32_t i = 0; i < sets; i++)
    buffer_printf(out, "%sInf(%" PRIu32 ")", i > 0 ? "&" : " ", i);
  buffer_putc(out, '\n');
}

static void write_properties(struct buffer *out,
                             const struct automaton *automaton) {
  static const struct {
    unsigned property;
    const char *word;
  } words[] = {
      {AUTOMATON_DETERMINISTIC, "deterministic"},
      {AUTOMATON_COMPLETE, "complete"},
      {AUTOMATON_WEAK, "weak"},
      {AUTOMATON_TERMINAL, "terminal"},
      {AUTOMATON_STUTTER_INVARIANT, "stutter-invariant"},
  };
  buffer_printf(out, "properties: trans-labels explicit-labels %s",
                automaton->state_marks ? "state-acc" : "trans-acc");
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (automaton->properties & words[i].property)
      buffer_printf(out, " %s", words[i].word);
  buffer_putc(out, '\n');
}

static void write_marks(struct buffer *out, uint64_t marks) {
  if (!marks)
    return;
  const char *before = " {";
  for (uint32_t i = 0; i < 64; i++)
    if (marks >> i & 1) {
      buffer_printf(out, "%s%" PRIu32, before, i);
      before = " ";
    }
  buffer_putc(out, '}');
}

static void write_number(struct buffer *out, const void *context,
                         uint32_t atom) {
  (void)context;
  buffer_printf(out, "%" PRIu32, atom);
}

static void write_edge(struct buffer *out, const struct automaton *automaton,
                       const struct automaton_edge *edge) {
  static const struct guard_style style = {.truth = "t",
                                           .conjunction = "&",
                                           .disjunction = " | ",
                                           .atom = write_number};
  buffer_putc(out, '[');
  guard_write(out, automaton, edge, &style);
  buffer_printf(out, "] %" PRIu32, edge->to);
  if (!automaton->state_marks)
    write_marks(out, edge->marks);
  buffer_putc(out, '\n');
}

void hoa_write(struct buffer *out, const struct automaton *automaton,
               const char *const *names, const char *title) {
  buffer_puts(out, "HOA: v1\n");
  if (title) {
    buffer_puts(out, "name: ");
    write_string(out, title);
    buffer_putc(out, '\n');
  }
  buffer_printf(out, "States: %" PRIu32 "\n", automaton->state_count);
  for (uint32_t i = 0; i < automaton->initial_count; i++)
    buffer_printf(out, "Start: %" PRIu32 "\n", automaton->initial[i]);
  buffer_printf(out, "AP: %" PRIu32, automaton->atom_count);
  for (uint32_t i = 0; i < automaton->atom_count; i++) {
    buffer_putc(out, ' ');
    write_string(out, names[i]);
  }
  buffer_putc(out, '\n');
  write_acceptance(out, automaton->set_count);
  write_properties(out, automaton);
  buffer_puts(out, "--BODY--\n");
  for (uint32_t i = 0; i < automaton->state_count; i++) {
    buffer_printf(out, "State: %" PRIu32, i);
    if (automaton->state_marks)
      write_marks(out, automaton->state_marks[i]);
    buffer_putc(out, '\n');
    for (uint32_t e = automaton->first_edge[i];
         e < automaton->first_edge[i + 1]; e++)
      write_edge(out, automaton, &automaton->edges[e]);
  }
  buffer_puts(out, "--END--\n");
}

/* Guards of edges as text. */
#ifndef LARIAT_LTL_GUARD_H
#define LARIAT_LTL_GUARD_H

#include "base/buffer.h"
#include "ltl/automaton.h"

struct guard_style {
  const char *truth, *conjunction, *disjunction;
  bool parentheses; /* around each conjunction in a disjunction */
  void (*atom)(struct buffer *out, const void *context, uint32_t atom);
  const void *context;
};

void guard_write(struct buffer *out, const struct automaton *automaton,
                 const struct automaton_edge *edge,
                 const struct guard_style *style);

/* For style->atom: context is the array of names. */
void guard_write_name(struct buffer *out, const void *context, uint32_t atom);

#endif

/* The options of graphs with labels, which two commands share. */
#include "cli/labels.h"

#include "report/machine_memory.h"

struct lts_limits limit_options(const struct options *options) {
  return (struct lts_limits){
      .interrupt = interrupt_flag(),
      .deadline = options->time > 0 ? lts_clock() + options->time : 0,
      .max_bytes =
          options->memory > 0 ? (size_t)options->memory : usable_memory(),
  };
}

bool labelling_options(const struct options *options, unsigned kinds,
                       struct labelling *labelling) {
  struct buffer wrong = {0};
  *labelling = (struct labelling){
      .kinds = kinds,
      .single_steps = true,
      .hide = options->hide.items,
      .hide_count = options->hide.count,
      .show = options->show.items,
      .show_count = options->show.count,
  };
  const bool right =
      !options->label ||
      labelling_read_kinds(options->label, &labelling->kinds, &wrong);
  if (!right) {
    struct buffer message = {0};
    buffer_printf(&message,
                  "--label %s: \"%s\" is none of statement, send, receive, "
                  "process",
                  options->label, buffer_text(&wrong));
    (void)fail(options, options->operands.items[0], EXIT_USAGE,
               buffer_text(&message));
    buffer_free(&message);
  }
  buffer_free(&wrong);
  return right;
}

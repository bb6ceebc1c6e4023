/* What the test for unbounded channels has found, in words. */
#include "report/channels.h"

#include "report/steps.h"

#include <string.h>

const char *channels_verdict_name(enum channels_verdict verdict) {
  static const char *const names[] = {
      [CHANNELS_BOUNDED] = "bounded",
      [CHANNELS_UNBOUNDED] = "unbounded",
      [CHANNELS_UNKNOWN] = "unknown",
  };
  return names[verdict];
}

const char *channels_name(const struct channel_bound *bound,
                          struct arena *arena) {
  const struct proctype *proctype = bound->declared->proctype;
  return proctype
             ? arena_printf(arena, "%s:%s", proctype->name, bound->slot->name)
             : bound->slot->name;
}

struct violation channels_violation(const struct channels_result *result,
                                    struct arena *arena) {
  const struct repetition *repetition = &result->repetition;
  struct buffer message = {0};
  buffer_puts(&message,
              repetition->growth_count == 1 ? "channel " : "channels ");
  for (size_t i = 0; i < repetition->growth_count; i++)
    buffer_printf(&message, "%s%s", i > 0 ? ", " : "",
                  repetition->growths[i].slot->name);
  buffer_puts(&message, repetition->growth_count == 1 ? " grows without bound"
                                                      : " grow without bound");
  struct violation violation = {
      .kind = VIOLATION_UNBOUNDED,
      .message = arena_copy(arena, buffer_text(&message), message.length),
      .where = repetition->growths[0].slot->var->where,
      .pid = NO_PROCESS};
  buffer_free(&message);
  return violation;
}

struct trail channels_trail(const struct channels_result *result,
                            const struct violation *violation) {
  return (struct trail){.moves = result->repetition.moves,
                        .move_count = result->repetition.count,
                        .loop_start = result->repetition.loop_start,
                        .has_violation = true,
                        .violation = *violation};
}

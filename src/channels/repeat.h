/* Can a part of a run be repeated for ever, so that channels grow? */
#ifndef LARIAT_CHANNELS_REPEAT_H
#define LARIAT_CHANNELS_REPEAT_H

#include "channels/play.h"

/* What each round leaves in a channel. */
struct channel_growth {
  const struct channel_slot *slot;
  const char *process; /* whose channel it is, or NULL */
  int32_t pid;
  uint32_t messages;    /* more after each round */
  const char *contents; /* these: "[1,req] [2,ack]" */
};

struct repetition {
  struct move *moves; /* from the initial state, then one round */
  size_t count, loop_start;
  struct channel_growth *growths;
  size_t growth_count;
  const struct channel_room *rooms; /* of the free channels, for two rounds */
  size_t room_count;
};

enum repeat_answer {
  REPEATS, /* proved: see repeat.c */
  REPEATS_NOT,
  REPEATS_PERHAPS, /* a statement looks into a channel that grows, or the proof
                      would be too long */
};

struct repeat_question {
  const struct model *model;
  const struct engine_config *config;
  struct free_channels *free;
  const struct move *moves; /* from the initial state on */
  size_t count, loop_start;
  uint64_t most_steps;            /* that the proof may take */
  const struct player_stop *stop; /* gives it up; may be NULL */
};

/* Everything in *out lies in the arena.  Adds to *steps what it took. */
enum repeat_answer repeat_prove(const struct repeat_question *question,
                                struct arena *arena, struct repetition *out,
                                uint64_t *steps);

/* With the same rest, and contents in b that go on those in a: may a statement
 * look further into a channel that is longer in b than at its first message?
 */
bool repeat_is_looked_into(const struct split *a, const struct split *b);

#endif

/* What each process of a state does now, and may do later.
 *
 * See stances.c for what a stance is, and sets.c for how they are used.
 */
#ifndef LARIAT_REDUCE_STANCES_H
#define LARIAT_REDUCE_STANCES_H

#include "reduce/facts.h"

enum {
  MOST_PROCESSES = 256,
  MOST_FUTURES = 1 << 12,
  FUTURE_WORDS = MOST_FUTURES / 64,
};

struct probe; /* see stances.c */

/* Of a process by number, place and keys. */
struct stance {
  uint64_t lot; /* a number drawn for it */
  uint16_t future;
  bool useless; /* by itself: never part of a reduced expansion */
  bool ends, single;
  uint32_t pid, place;
  const uint32_t *values; /* of the keys, if the place has any */
  struct probe *probes;   /* where they are read */
  uint32_t value_count;
  uint32_t judged;       /* futures that it was compared with */
  uint64_t *conflicting; /* those of them that conflict with what it does now */
  uint32_t conflict_words;
  uint64_t hash;
  struct tracks now;
};

struct stances;

/* With `sticky` a process at a sticky place is useless. */
struct stances *stances_open(const struct model *model,
                             const struct watched *watched, bool sticky);
void stances_close(struct stances *self);

/* The stances of all processes of a state.  Gives how many there are.  They
 * stay until stances_make_room() forgets them.
 */
uint32_t stances_read(struct stances *self, struct engine *engine,
                      const uint8_t *state, size_t length, struct stance **out);

/* Makes room for what one state can add; true when all were forgotten. */
bool stances_make_room(struct stances *self);

/* The futures that what a process does now conflicts with, as a bit mask of so
 * many words: at least one, and one for each 64 futures known.
 */
const uint64_t *stances_conflicts(struct stances *self, struct stance *stance);
uint32_t stances_future_words(const struct stances *self);

/* What is known of the model. */
const struct facts *stances_facts(const struct stances *self);

/* Places are numbered from 0 on; this many there are. */
uint32_t stances_places(const struct stances *self);

#endif

/* Marks of states in a search whose store names none and so has no colours:
 * which of them wait on the stack, and which are done.
 *
 * A state is done when nothing that its expansion left out can be missed any
 * more: it was expanded in full, or a successor of it was done already, or the
 * search has left it, and with it all that lay above it on the stack.
 *
 * A mark may be lost, and then nothing is known of the state; one that is there
 * is right.  So whoever relies on marks loses by their loss nothing but time.
 */
#ifndef LARIAT_SEARCH_MARKS_H
#define LARIAT_SEARCH_MARKS_H

#include "store/budget.h"

#include <stdint.h>

enum mark { MARK_NONE, MARK_WAITING, MARK_DONE };

struct marks {
  struct budget *budget;
  uint64_t *slots; /* in groups, by the first bits of a hash; NULL: there are
                      no marks */
  unsigned bits;   /* so many */
  unsigned most_bits;
  uint64_t added;         /* states, since the table was looked at, */
  uint64_t asked, gained; /* expansions, and those to which it was of use */
  uint32_t left;          /* expansions, and then nothing more is marked */
};

enum {
  MARK_BITS = 2,        /* a mark takes the place of so many bits of a hash */
  MARKS_IN_GROUP = 8,   /* as many as a cache line has */
  MARKS_PATIENCE = 4096 /* expansions in which nothing is left out */
};

void marks_init(struct marks *marks, struct budget *budget);
void marks_clear(struct marks *marks);

/* Of a state with this hash; only where marks are made. */
enum mark marks_look_up(const struct marks *marks, uint64_t hash);
void marks_enter(struct marks *marks, uint64_t hash, enum mark mark);

/* Is anything marked?  Not where nothing is left out. */
static inline bool marks_are_made(const struct marks *marks) {
  return marks->left > 0;
}

/* An expansion begins. */
static inline void marks_begin_expansion(struct marks *marks) {
  if (marks->left > 0) {
    marks->asked++;
    marks->left--;
  }
}

/* It has left something out. */
static inline void marks_attend(struct marks *marks) {
  marks->left = marks->slots ? MARKS_PATIENCE : 0;
}

/* Is this state marked so, as far as is known? */
static inline bool marks_tell(const struct marks *marks, uint64_t hash,
                              enum mark mark) {
  return marks_are_made(marks) && marks_look_up(marks, hash) == mark;
}

static inline void marks_put(struct marks *marks, uint64_t hash,
                             enum mark mark) {
  if (marks_are_made(marks))
    marks_enter(marks, hash, mark);
}

#endif

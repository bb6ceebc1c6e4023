/* See marks.h.  Each slot of a table is empty or holds a hash, but for its last
 * bits, which are the mark.  A state may be in any slot of one group, by the
 * first bits of its hash; where there is no room it takes the place of another
 * state.
 *
 * The table grows as states are marked.  When it is large and still of use to
 * few expansions, it is given up.  Not earlier: one expansion in full, where a
 * cycle closes, can be the way to a whole region that was left out otherwise.
 *
 * Cost: an access to memory when a state is generated, expanded and left, and
 * for each successor in an expansion that leaves something out.
 */
#include "search/marks.h"

enum {
  FIRST_BITS = 7, /* of the number of a group: eight kilobytes */
  FREE_BITS = 15, /* two megabytes, for some hundred thousand states */
  MOST_BITS = 19, /* thirty-two */
  SHARE = 64,     /* of the memory */
  WORTH = 16,     /* it must be of use to one expansion in so many */
  HASH_BITS = 64
};

static size_t slots_in(unsigned bits) {
  return (size_t)MARKS_IN_GROUP << bits;
}

static size_t bytes_of(unsigned bits) {
  return slots_in(bits) * sizeof(uint64_t);
}

void marks_init(struct marks *marks, struct budget *budget) {
  *marks = (struct marks){
      .budget = budget, .bits = FIRST_BITS, .most_bits = FIRST_BITS};
  while (marks->most_bits < MOST_BITS &&
         bytes_of(marks->most_bits + 1) <= budget->limit / SHARE)
    marks->most_bits++;
  marks->slots = budget_alloc(budget, bytes_of(marks->bits));
  marks_attend(marks);
}

void marks_clear(struct marks *marks) {
  if (marks->slots)
    budget_free(marks->budget, marks->slots, bytes_of(marks->bits));
  *marks = (struct marks){.budget = marks->budget};
}

/* ---- one state ---- */

static uint64_t *group_of(uint64_t *slots, unsigned bits, uint64_t hash) {
  return &slots[(hash >> (HASH_BITS - bits)) * MARKS_IN_GROUP];
}

/* Where this state is, or NULL. */
static uint64_t *find(const struct marks *marks, uint64_t hash) {
  uint64_t *group = group_of(marks->slots, marks->bits, hash);
  for (unsigned i = 0; i < MARKS_IN_GROUP; i++)
    if ((group[i] ^ hash) >> MARK_BITS == 0)
      return &group[i];
  return NULL;
}

/* An empty slot for it, or another one. */
static uint64_t *find_room(uint64_t *slots, unsigned bits, uint64_t hash) {
  uint64_t *group = group_of(slots, bits, hash);
  for (unsigned i = 0; i < MARKS_IN_GROUP; i++)
    if (group[i] == 0)
      return &group[i];
  return &group[(hash >> MARK_BITS) % MARKS_IN_GROUP];
}

enum mark marks_look_up(const struct marks *marks, uint64_t hash) {
  const uint64_t *slot = find(marks, hash);
  return slot ? (enum mark)(*slot & ((1 << MARK_BITS) - 1)) : MARK_NONE;
}

/* ---- all of them ---- */

static bool pays(const struct marks *marks) {
  return marks->bits < FREE_BITS || marks->gained * WORTH > marks->asked;
}

static void move_to(const struct marks *marks, uint64_t *slots) {
  const size_t count = slots_in(marks->bits);
  for (size_t i = 0; i < count; i++)
    if (marks->slots[i] != 0)
      *find_room(slots, marks->bits + 1, marks->slots[i]) = marks->slots[i];
}

static void grow(struct marks *marks) {
  uint64_t *slots = budget_alloc(marks->budget, bytes_of(marks->bits + 1));
  if (!slots)
    return;
  move_to(marks, slots);
  budget_free(marks->budget, marks->slots, bytes_of(marks->bits));
  marks->slots = slots;
  marks->bits++;
}

/* Many were added. */
static void review(struct marks *marks) {
  if (!pays(marks))
    marks_clear(marks);
  else if (marks->bits < marks->most_bits)
    grow(marks);
  marks->added = marks->asked = marks->gained = 0;
}

/* ---- marking ---- */

static void add(struct marks *marks, uint64_t hash, enum mark mark) {
  *find_room(marks->slots, marks->bits, hash) =
      hash >> MARK_BITS << MARK_BITS | mark;
  if (++marks->added > slots_in(marks->bits) / 4)
    review(marks);
}

void marks_enter(struct marks *marks, uint64_t hash, enum mark mark) {
  uint64_t *slot = find(marks, hash);
  if (slot)
    *slot = hash >> MARK_BITS << MARK_BITS | mark;
  else if (mark != MARK_NONE)
    add(marks, hash, mark);
}

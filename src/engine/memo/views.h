/* What each process can do in the states of a path, and how that follows from
 * one of them to the next.
 *
 * Included inside src/engine/ only.
 */
#ifndef LARIAT_ENGINE_MEMO_VIEWS_H
#define LARIAT_ENGINE_MEMO_VIEWS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { VIEWS_AT_ONCE = 4 };

/* What it is known by: what the process could do before, the step, and two
 * words that follow from the state.
 */
struct view_key {
  uint64_t words[3];
};

struct views {
  /* What a process can do (known.h) after a step: the last one that fell into
   * each slot.
   */
  struct view_slot {
    struct view_key key;
    uint64_t after;
  } * slots;
  unsigned slot_bits;
  uint64_t learned; /* since there are so many */

  /* Entries, of each process, at each level, for the last levels of a path. */
  uint32_t *entries;
  uint32_t width; /* at each level; processes, and more */
  uint32_t level_mask;
  struct view_level {
    uint64_t level;
    uint64_t crew; /* which processes these are, and in which manner */
  } * levels;
};

void views_init(struct views *views);
void views_clear(struct views *views);
/* What was known is forgotten. */
void views_forget(struct views *views);

/* The entries of a state at a level, to be written, or of the one that was last
 * there: NULL if it is forgotten.
 */
uint32_t *views_enter(struct views *views, uint64_t level, uint64_t crew,
                      uint32_t width);
static inline uint32_t *views_at(const struct views *views, uint64_t level,
                                 uint64_t crew) {
  const size_t i = (size_t)(level & views->level_mask);
  return views->levels && views->levels[i].level == level &&
                 views->levels[i].crew == crew
             ? views->entries + i * views->width
             : NULL;
}

/* Of one level to another, four at once: there is always room for that. */
static inline void views_copy(uint32_t *to, const uint32_t *from,
                              uint32_t count) {
  for (uint32_t i = 0; i < count; i += VIEWS_AT_ONCE)
    memcpy(to + i, from + i, VIEWS_AT_ONCE * sizeof *to);
}

static inline struct view_key views_key(uint32_t before, uint32_t step,
                                        uint64_t first, uint64_t second) {
  return (struct view_key){{(uint64_t)before << 32 | step, first, second}};
}

static inline struct view_slot *views_slot(const struct views *views,
                                           const struct view_key *key) {
  const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
  const uint64_t hash =
      ((key->words[0] ^ key->words[1]) * factor + key->words[2]) * factor;
  return &views->slots[hash >> (64 - views->slot_bits)];
}

/* 0: it is not known. */
static inline uint32_t views_after(const struct views *views,
                                   struct view_key key) {
  const struct view_slot *slot = views_slot(views, &key);
  const uint64_t differs = (slot->key.words[0] ^ key.words[0]) |
                           (slot->key.words[1] ^ key.words[1]) |
                           (slot->key.words[2] ^ key.words[2]);
  return differs == 0 ? (uint32_t)slot->after : 0;
}

void views_learn(struct views *views, struct view_key key, uint32_t after);

#endif

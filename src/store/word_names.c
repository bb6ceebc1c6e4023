/* A table that doubles, up to as many names as two bytes can tell apart.
 *
 * Cost: at most 12 bytes for each word, 768 kB in all.
 */
#include "store/word_names.h"

#include "store/mix.h"

#include <string.h>

enum { FIRST_ROOM = 64, COMMON_NAME = UINT16_MAX };

static size_t slot_count(uint32_t room) {
  return 2 * (size_t)room;
}

static size_t room_bytes(uint32_t room) {
  return room * sizeof(uint64_t) + slot_count(room) * sizeof(uint16_t);
}

void word_names_init(struct word_names *names, struct budget *budget) {
  *names = (struct word_names){.budget = budget, .count = 1};
}

void word_names_clear(struct word_names *names) {
  budget_free(names->budget, names->words, room_bytes(names->room));
}

/* Where the word has its name, or would have it. */
static uint16_t *find_slot(const struct word_names *names, uint64_t word) {
  const size_t mask = slot_count(names->room) - 1;
  size_t slot = mix64(word) & mask;
  while (names->slots[slot] != 0 && names->words[names->slots[slot]] != word)
    slot = (slot + 1) & mask;
  return &names->slots[slot];
}

/* False when it cannot grow. */
static bool grow(struct word_names *names) {
  const uint32_t room = names->room > 0 ? 2 * names->room : FIRST_ROOM;
  uint64_t *old = names->words;
  uint64_t *words = room <= COMMON_NAME + 1
                        ? budget_alloc(names->budget, room_bytes(room))
                        : NULL;
  if (!words)
    return false;
  if (old)
    memcpy(words, old, names->count * sizeof *words);
  budget_free(names->budget, old, room_bytes(names->room));
  names->words = words;
  names->slots = (uint16_t *)(words + room);
  names->room = room;
  for (uint32_t name = 1; name < names->count; name++)
    *find_slot(names, words[name]) = (uint16_t)name;
  return true;
}

uint16_t word_names_give(struct word_names *names, uint64_t word) {
  if (word == 0)
    return 0;
  uint16_t *slot = names->room > 0 ? find_slot(names, word) : NULL;
  if (slot && *slot != 0)
    return *slot;
  if (names->count >= COMMON_NAME ||
      (names->count >= names->room && !grow(names)))
    return COMMON_NAME;
  names->words[names->count] = word;
  *find_slot(names, word) = (uint16_t)names->count;
  return (uint16_t)names->count++;
}

uint64_t word_names_read(const struct word_names *names, uint16_t name) {
  if (name == 0)
    return 0;
  return name == COMMON_NAME ? UINT64_MAX : names->words[name];
}

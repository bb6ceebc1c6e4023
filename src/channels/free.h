/* The channels that no capacity limits, while they are being tested.
 *
 * Each has a capacity all the same, as large as needed so far: a state in which
 * one of them is full is not one to go on from.
 */
#ifndef LARIAT_CHANNELS_FREE_H
#define LARIAT_CHANNELS_FREE_H

#include "base/map.h"
#include "channels/declared.h"
#include "engine/engine.h"

/* A declaration. */
struct free_channel {
  const struct declared_channel *declared;
  uint32_t capacity; /* at present */
  bool was_full;     /* in the present search */
};

/* A channel; those of all processes of a type count as one. */
struct free_slot {
  struct free_channel *channel;
  const struct channel_slot *slot;
  uint32_t longest; /* ever seen */
};

struct free_channels {
  struct free_channel *items;
  size_t count;
  struct free_slot *slots;
  size_t slot_count;
  struct map by_slot;         /* struct channel_slot to struct free_slot */
  struct channel_room *rooms; /* as an engine wants them */
};

/* Those among the declared channels that are named; no names: all. */
void free_init(struct free_channels *free, const struct model *model,
               const struct declared_channels *declared,
               const struct declared_channel *const *named, size_t named_count,
               uint32_t capacity, struct arena *arena);
void free_clear(struct free_channels *free);

/* NULL: its capacity counts, or it has none. */
static inline struct free_slot *free_find(const struct free_channels *free,
                                          const struct channel_slot *slot) {
  return map_get(&free->by_slot, slot);
}

/* An engine in which they have their present capacities. */
enum status free_open_engine(struct free_channels *free,
                             const struct model *model,
                             const struct engine_config *config,
                             struct engine **out);

#endif

/* Lists the free channels and gives them room. */
#include "channels/free.h"

#include <string.h>

static bool is_named(const struct declared_channel *channel,
                     const struct declared_channel *const *named,
                     size_t named_count) {
  for (size_t i = 0; i < named_count; i++)
    if (named[i] == channel)
      return true;
  return named_count == 0;
}

static struct free_channel *channel_of(const struct free_channels *free,
                                       const struct channel_slot *slot) {
  for (size_t i = 0; i < free->count; i++)
    if (free->items[i].declared->var == slot->var)
      return &free->items[i];
  return NULL;
}

static void add_slots(struct free_channels *free,
                      const struct channel_slot *slots, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    struct free_channel *channel = channel_of(free, &slots[i]);
    if (!channel)
      continue;
    struct free_slot *slot = &free->slots[free->slot_count++];
    *slot = (struct free_slot){.channel = channel, .slot = &slots[i]};
    map_put(&free->by_slot, &slots[i], slot);
  }
}

void free_init(struct free_channels *free, const struct model *model,
               const struct declared_channels *declared,
               const struct declared_channel *const *named, size_t named_count,
               uint32_t capacity, struct arena *arena) {
  *free = (struct free_channels){
      .items = ARENA_ARRAY(arena, struct free_channel, declared->count + 1),
      .rooms = ARENA_ARRAY(arena, struct channel_room, declared->count + 1)};
  for (size_t i = 0; i < declared->count; i++)
    if (is_named(&declared->items[i], named, named_count))
      free->items[free->count++] = (struct free_channel){
          .declared = &declared->items[i], .capacity = capacity};
  size_t slots = model->channel_count;
  for (uint32_t i = 0; i < model->proctype_count; i++)
    slots += model->proctypes[i]->channel_count;
  free->slots = ARENA_ARRAY(arena, struct free_slot, slots + 1);
  add_slots(free, model->channels, model->channel_count);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    add_slots(free, model->proctypes[i]->channels,
              model->proctypes[i]->channel_count);
}

void free_clear(struct free_channels *free) {
  map_free(&free->by_slot);
}

enum status free_open_engine(struct free_channels *free,
                             const struct model *model,
                             const struct engine_config *config,
                             struct engine **out) {
  for (size_t i = 0; i < free->count; i++)
    free->rooms[i] =
        (struct channel_room){.type = free->items[i].declared->var->channel,
                              .capacity = free->items[i].capacity};
  struct engine_config with_rooms = *config;
  with_rooms.rooms = free->rooms;
  with_rooms.room_count = free->count;
  return engine_open_bytecode(model, &with_rooms, out);
}

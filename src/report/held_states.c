/* States that are forgotten when nobody holds them: see held_states.h.
 *
 * A state is a block of bytes of its own, as the engine made it: there are few
 * of them at a time, and compression would keep parts of those that are gone.
 *
 * Invariant: a state without holders is in fresh[].
 */
#include "report/held_states.h"

#include <assert.h>
#include <string.h>

enum {
  FIRST_BUCKETS = 64,
  BLOCK_OVERHEAD = 16, /* of the allocator */
};

void held_states_init(struct held_states *held) {
  *held = (struct held_states){.bucket_count = FIRST_BUCKETS};
  held->buckets = memory_alloc(FIRST_BUCKETS * sizeof *held->buckets);
}

void held_states_clear(struct held_states *held) {
  for (size_t i = 0; i < held->states.count; i++)
    memory_free(held->states.items[i].bytes);
  vec_free(&held->states);
  vec_free(&held->fresh);
  memory_free(held->buckets);
}

static uint32_t *bucket_of(const struct held_states *held, const uint8_t *bytes,
                           size_t length) {
  uint64_t hash = length;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
  hash *= UINT64_C(0x9E3779B97F4A7C15);
  return &held->buckets[(hash >> 32) & (held->bucket_count - 1)];
}

static void chain(struct held_states *held, uint32_t number) {
  struct held_state *state = &held->states.items[number];
  uint32_t *bucket = bucket_of(held, state->bytes, state->length);
  state->next = *bucket;
  *bucket = number + 1;
}

static void double_buckets(struct held_states *held) {
  memory_free(held->buckets);
  held->bucket_count *= 2;
  held->buckets = memory_alloc(held->bucket_count * sizeof *held->buckets);
  for (uint32_t i = 0; i < held->states.count; i++)
    if (held->states.items[i].bytes)
      chain(held, i);
}

static uint32_t add(struct held_states *held, const uint8_t *bytes,
                    size_t length) {
  if (held->count >= held->bucket_count)
    double_buckets(held);
  uint32_t place = held->first_free;
  if (place == 0) {
    vec_push(&held->states, (struct held_state){0});
    place = (uint32_t)held->states.count;
  } else {
    held->first_free = held->states.items[place - 1].next;
  }
  struct held_state *state = &held->states.items[place - 1];
  *state = (struct held_state){.bytes = memory_alloc(length),
                               .length = (uint32_t)length};
  memcpy(state->bytes, bytes, length);
  held->state_bytes += length + BLOCK_OVERHEAD;
  held->count++;
  chain(held, place - 1);
  vec_push(&held->fresh, place - 1);
  return place - 1;
}

uint32_t held_states_find(struct held_states *held, const uint8_t *bytes,
                          size_t length) {
  for (uint32_t at = *bucket_of(held, bytes, length); at > 0;
       at = held->states.items[at - 1].next) {
    const struct held_state *state = &held->states.items[at - 1];
    if (state->length == length && memcmp(state->bytes, bytes, length) == 0)
      return at - 1;
  }
  return add(held, bytes, length);
}

static void forget(struct held_states *held, uint32_t number) {
  struct held_state *state = &held->states.items[number];
  uint32_t *at = bucket_of(held, state->bytes, state->length);
  while (*at != number + 1)
    at = &held->states.items[*at - 1].next;
  *at = state->next;
  held->state_bytes -= state->length + BLOCK_OVERHEAD;
  memory_free(state->bytes);
  *state = (struct held_state){.next = held->first_free};
  held->first_free = number + 1;
  held->count--;
}

void held_states_hold(struct held_states *held, uint32_t number) {
  held->states.items[number].holders++;
}

void held_states_drop(struct held_states *held, uint32_t number) {
  struct held_state *state = &held->states.items[number];
  assert(state->bytes && state->holders > 0);
  if (--state->holders == 0)
    vec_push(&held->fresh, number);
}

/* A state may be in fresh[] twice, and its place may have been given away. */
void held_states_sweep(struct held_states *held) {
  for (size_t i = 0; i < held->fresh.count; i++) {
    const struct held_state *state = &held->states.items[held->fresh.items[i]];
    if (state->bytes && state->holders == 0)
      forget(held, held->fresh.items[i]);
  }
  held->fresh.count = 0;
}

size_t held_states_bytes(const struct held_states *held) {
  return held->state_bytes +
         held->states.capacity * sizeof *held->states.items +
         held->bucket_count * sizeof *held->buckets;
}

/* Walks over a state from one free channel to the next.
 *
 * Channels lie in a state in the order of their numbers, so what is between
 * them is the rest, piece by piece.  Two states whose pieces agree from the
 * start have the same processes up to there, and so the same channels next.
 */
#include "channels/split.h"

#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

void split_init(struct split *split, struct engine *engine,
                const struct free_channels *free, const uint8_t *state,
                size_t length, int32_t owner) {
  split->state = state;
  split->length = length;
  split->owner = owner;
  split->count = engine_channels(engine, state, length, split->channels);
  for (uint32_t i = 0; i < split->count; i++)
    split->slots[i] = split->channels[i].capacity > 0
                          ? free_find(free, split->channels[i].slot)
                          : NULL;
}

/* The next piece of the rest, from *offset on; *channel is the free channel
 * behind it, or the count of all.
 */
struct piece {
  const uint8_t *bytes;
  size_t length;
};

static struct piece next_piece(const struct split *split, size_t *offset,
                               uint32_t *channel) {
  while (*channel < split->count && !split->slots[*channel])
    ++*channel;
  const struct channel_view *view = &split->channels[*channel];
  const bool is_last = *channel == split->count;
  const size_t end = is_last ? split->length : view->offset;
  const struct piece piece = {split->state + *offset, end - *offset};
  *offset = is_last ? end : end + view->bytes;
  return piece;
}

uint64_t split_hash(const struct split *split) {
  uint64_t hash = (uint64_t)(split->owner + 1);
  size_t offset = 0;
  for (uint32_t channel = 0; channel <= split->count; channel++) {
    const struct piece piece = next_piece(split, &offset, &channel);
    hash = XXH3_64bits_withSeed(piece.bytes, piece.length, hash);
  }
  return hash;
}

bool split_same_rest(const struct split *a, const struct split *b) {
  if (a->count != b->count || a->owner != b->owner)
    return false;
  size_t offset_a = 0, offset_b = 0;
  for (uint32_t i = 0, j = 0; i <= a->count; i++, j++) {
    const struct piece piece_a = next_piece(a, &offset_a, &i);
    const struct piece piece_b = next_piece(b, &offset_b, &j);
    if (i != j || piece_a.length != piece_b.length ||
        memcmp(piece_a.bytes, piece_b.bytes, piece_a.length) != 0)
      return false;
  }
  return true;
}

uint64_t split_lengths(const struct split *split) {
  uint64_t counts[8] = {0}, lengths = 0;
  unsigned byte = 0;
  for (uint32_t i = 0; i < split->count; i++)
    if (split->slots[i]) {
      counts[byte] += split->channels[i].messages;
      byte += byte < 7;
    }
  for (byte = 0; byte < 8; byte++)
    lengths |= (counts[byte] < 127 ? counts[byte] : 127) << (8 * byte);
  return lengths;
}

bool split_extends(const struct split *a, const struct split *b) {
  bool is_longer = false;
  for (uint32_t i = 0; i < a->count; i++) {
    if (!a->slots[i])
      continue;
    const struct channel_view *before = &a->channels[i];
    const struct channel_view *after = &b->channels[i];
    if (before->messages > after->messages ||
        memcmp(before->contents, after->contents, content_bytes(before)) != 0)
      return false;
    is_longer |= before->messages < after->messages;
  }
  return is_longer;
}

/* The channels with capacity that a model declares.
 *
 * A declaration may stand for many channels: those of an array, of every
 * process of a type, of every variable of a record type.  All have the same
 * capacity, so that is what can be set.
 */
#ifndef LARIAT_CHANNELS_DECLARED_H
#define LARIAT_CHANNELS_DECLARED_H

#include "base/arena.h"
#include "base/buffer.h"
#include "model/model.h"

struct declared_channel {
  const char *name; /* "q"; "P:q" in a proctype; "T.q" in a record type */
  const struct var *var;
  const struct proctype *proctype; /* or NULL */
  /* The greatest number that the length of such a channel is compared with. */
  uint32_t threshold;
  /* Some statement may look further into it than at its first message, whether
   * there is one, and such comparisons: other uses of len, ??, !!.
   */
  bool looked_into;
};

struct declared_channels {
  struct declared_channel *items;
  size_t count;
};

/* Lists them, in the order of the text; the names lie in the arena. */
struct declared_channels declared_list(const struct model *model,
                                       struct arena *arena);

/* The one of this name, or the only one whose variable has it; NULL: none. */
const struct declared_channel *
declared_find(const struct declared_channels *channels, const char *name);

/* The one that a channel of a state comes from; NULL for a handshake. */
const struct declared_channel *
declared_of_slot(const struct declared_channels *channels,
                 const struct channel_slot *slot);

/* Reads capacities written as NAME=N; the rooms lie in the arena.  False, with
 * the reason in *error, when one of them makes no sense.
 */
bool declared_read_rooms(const struct declared_channels *channels,
                         const char *const *texts, size_t count,
                         struct arena *arena, struct channel_room **rooms,
                         struct buffer *error);

/* The most messages a channel can have room for. */
enum { MOST_CAPACITY = UINT16_MAX - 1 };

#endif

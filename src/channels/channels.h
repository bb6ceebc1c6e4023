/* Is a channel unbounded when no capacity limits it?
 *
 * Handshakes stay handshakes.  Of the channels with a capacity all, or those
 * named, are taken to have none.
 */
#ifndef LARIAT_CHANNELS_CHANNELS_H
#define LARIAT_CHANNELS_CHANNELS_H

#include "channels/declared.h"
#include "channels/repeat.h"
#include "search/search.h"

enum channels_verdict {
  CHANNELS_BOUNDED, /* all of them: the search was complete */
  CHANNELS_UNBOUNDED,
  CHANNELS_UNKNOWN,
};

struct channels_config {
  struct engine_config engine; /* without rooms */
  const struct declared_channel *const *named;
  size_t named_count;          /* 0: all */
  uint32_t first_capacity;     /* tried; 0: the default */
  uint32_t most_capacity;      /* 0: the default */
  struct search_config limits; /* depth, time, memory, interrupt */
  struct observer observer;    /* progress alone */
  /* opens an empty store with one tail; NULL: store_open_tree */
  enum status (*open_store)(const struct store_config *config,
                            struct store **out);
};

/* How long a channel can become. */
struct channel_bound {
  const struct declared_channel *declared;
  const struct channel_slot *slot;
  uint32_t longest; /* the greatest length seen; exact when bounded */
  bool grows;       /* in the repetition */
};

struct channels_result {
  enum channels_verdict verdict;
  const char *reason; /* why it is unknown */
  struct repetition repetition;
  struct channel_bound *bounds;
  size_t bound_count;
  struct search_figures figures; /* states: of all searches together */
  uint64_t searches;             /* each with larger capacities */
  uint32_t capacity;             /* the greatest that was tried */
  bool exact, complete;          /* of the last search */
};

enum {
  CHANNELS_FIRST_CAPACITY = 4,
  CHANNELS_MOST_CAPACITY = 256, /* default of most_capacity */
};

/* The declared channels are those of the model.  What *out points to lies in
 * the arena.
 */
void channels_test(const struct channels_config *config,
                   const struct model *model,
                   const struct declared_channels *declared,
                   struct arena *arena, struct channels_result *out);

/* The first channel that grows without bound when the part of a run from
 * loop_start on is repeated for ever; NULL: none, or that is not known.  The
 * configuration has a room for each of the channels that may grow, large enough
 * for the run as it stands.
 */
const struct channel_slot *channels_grown_by(const struct model *model,
                                             const struct engine_config *config,
                                             const struct trail *trail);

#endif

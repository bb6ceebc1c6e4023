/* Searches with larger and larger capacities until the answer is there.
 *
 * With capacity k the search sees a part of the states that there are without;
 * a repetition found in it is one of the whole (Jard and Jéron 1991, section
 * 3.4).  When no channel was ever full nothing was left out, and the greatest
 * lengths seen are the exact bounds.  Otherwise the channels that were full get
 * twice the room.  Unboundedness is undecidable (Brand and Zafiropulo 1983), so
 * this may go on for ever: most_capacity, memory and time end it.
 *
 * The searches together cost about twice the last one when the number of states
 * grows at least in proportion to the capacity.
 */
#include "channels/explore.h"

static void begin_search(struct free_channels *free) {
  for (size_t i = 0; i < free->count; i++)
    free->items[i].was_full = false;
}

static void add_figures(struct search_figures *sum,
                        const struct search_figures *figures) {
  const uint64_t states = sum->states, matched = sum->matched,
                 depth = sum->depth, errors = sum->errors;
  *sum = *figures;
  sum->states += states;
  sum->matched += matched;
  sum->transitions = sum->states + sum->matched;
  sum->errors += errors;
  sum->depth = depth > sum->depth ? depth : sum->depth;
}

/* Doubles the room of those that were full; false when there were none, or,
 * with a reason, when one would get more than allowed.
 */
static bool make_room(const struct channels_config *config,
                      struct free_channels *free, const char **reason) {
  const uint32_t most = config->most_capacity > 0
                            ? config->most_capacity
                            : (uint32_t)CHANNELS_MOST_CAPACITY;
  bool any = false;
  for (size_t i = 0; i < free->count; i++) {
    struct free_channel *channel = &free->items[i];
    if (!channel->was_full)
      continue;
    if (channel->capacity >= most) {
      *reason = "capacity limit (--max-capacity)";
      return false;
    }
    any = true;
    channel->capacity =
        channel->capacity > most / 2 ? most : 2 * channel->capacity;
  }
  return any;
}

static bool grows(const struct repetition *repetition,
                  const struct channel_slot *slot) {
  for (size_t i = 0; i < repetition->growth_count; i++)
    if (repetition->growths[i].slot == slot)
      return true;
  return false;
}

static void tell_bounds(const struct free_channels *free, struct arena *arena,
                        struct channels_result *out) {
  out->bounds = ARENA_ARRAY(arena, struct channel_bound, free->slot_count + 1);
  out->bound_count = free->slot_count;
  for (size_t i = 0; i < free->slot_count; i++) {
    const struct free_slot *slot = &free->slots[i];
    out->bounds[i] =
        (struct channel_bound){.declared = slot->channel->declared,
                               .slot = slot->slot,
                               .longest = slot->longest,
                               .grows = out->verdict == CHANNELS_UNBOUNDED &&
                                        grows(&out->repetition, slot->slot)};
  }
  for (size_t i = 0; i < free->count; i++)
    if (free->items[i].capacity > out->capacity)
      out->capacity = free->items[i].capacity;
}

static const char *why_cut(const struct explored *explored) {
  return explored->starts ? search_end_text(explored->cut)
                          : "the model has no initial state";
}

/* Takes in what a search has found; true when another one is needed. */
static bool conclude(const struct channels_config *config,
                     struct free_channels *free, enum explore_end end,
                     const struct explored *explored, bool undecided,
                     struct channels_result *out) {
  out->complete = end == EXPLORE_DONE;
  out->exact = explored->exact;
  switch (end) {
  case EXPLORE_REPEATS:
    out->verdict = CHANNELS_UNBOUNDED;
    out->repetition = explored->repetition;
    return false;
  case EXPLORE_CUT:
    out->reason = why_cut(explored);
    return false;
  case EXPLORE_NO_STORE:
    out->reason = search_end_text(SEARCH_MEMORY);
    return false;
  case EXPLORE_DONE:
    break;
  }
  if (make_room(config, free, &out->reason))
    return true;
  if (out->reason) {
    if (undecided)
      out->reason = "capacity limit (--max-capacity); some sequences may "
                    "repeat, but statements look further into channels than at "
                    "the first message";
    return false;
  }
  if (explored->exact)
    out->verdict = CHANNELS_BOUNDED;
  else
    out->reason = "the store may have missed states";
  return false;
}

/* One search after the other. */
static void search_all(const struct explore_job *job,
                       struct channels_result *out) {
  bool undecided = false;
  for (bool goes_on = true; goes_on;) {
    struct explored explored;
    begin_search(job->free);
    const enum explore_end end = explore(job, &explored);
    out->searches++;
    add_figures(&out->figures, &explored.figures);
    undecided |= explored.undecided;
    goes_on = conclude(job->config, job->free, end, &explored, undecided, out);
  }
}

static uint32_t first_capacity(const struct channels_config *config) {
  const uint32_t first = config->first_capacity > 0
                             ? config->first_capacity
                             : (uint32_t)CHANNELS_FIRST_CAPACITY;
  const uint32_t most = config->most_capacity;
  return most > 0 && most < first ? most : first;
}

void channels_test(const struct channels_config *config,
                   const struct model *model,
                   const struct declared_channels *declared,
                   struct arena *arena, struct channels_result *out) {
  *out = (struct channels_result){.verdict = CHANNELS_UNKNOWN};
  struct free_channels free;
  free_init(&free, model, declared, config->named, config->named_count,
            first_capacity(config), arena);
  const struct explore_job job = {.config = config,
                                  .model = model,
                                  .free = &free,
                                  .arena = arena,
                                  .started = explore_clock()};
  if (free.count > 0) {
    search_all(&job, out);
  } else { /* nothing to search for */
    out->verdict = CHANNELS_BOUNDED;
    out->exact = out->complete = true;
  }
  tell_bounds(&free, arena, out);
  free_clear(&free);
}

/* The channels that have rooms in the configuration. */
static size_t list_roomy(const struct engine_config *config,
                         const struct declared_channels *declared,
                         const struct declared_channel **named) {
  size_t count = 0;
  for (size_t i = 0; i < declared->count; i++)
    for (size_t r = 0; r < config->room_count; r++)
      if (config->rooms[r].type == declared->items[i].var->channel)
        named[count++] = &declared->items[i];
  return count;
}

static void take_rooms(const struct engine_config *config,
                       struct free_channels *free) {
  for (size_t i = 0; i < free->count; i++)
    for (size_t r = 0; r < config->room_count; r++)
      if (config->rooms[r].type == free->items[i].declared->var->channel)
        free->items[i].capacity = config->rooms[r].capacity;
}

const struct channel_slot *channels_grown_by(const struct model *model,
                                             const struct engine_config *config,
                                             const struct trail *trail) {
  struct arena *arena = arena_open();
  const struct declared_channels declared = declared_list(model, arena);
  const struct declared_channel **named =
      ARENA_ARRAY(arena, const struct declared_channel *,
                  declared.count * config->room_count + 1);
  const size_t count = list_roomy(config, &declared, named);
  const struct channel_slot *grown = NULL;
  if (count > 0 && trail->loop_start < trail->move_count) {
    struct free_channels free;
    free_init(&free, model, &declared, named, count, 1, arena);
    take_rooms(config, &free);
    const struct repeat_question question = {.model = model,
                                             .config = config,
                                             .free = &free,
                                             .moves = trail->moves,
                                             .count = trail->move_count,
                                             .loop_start = trail->loop_start,
                                             .most_steps = UINT64_MAX};
    struct repetition repetition;
    uint64_t steps = 0;
    if (repeat_prove(&question, arena, &repetition, &steps) == REPEATS)
      grown = repetition.growths[0].slot;
    free_clear(&free);
  }
  arena_close(arena);
  return grown;
}

/* See stands.h.
 *
 * For a process that has met many values at a location, one stand for all of
 * them takes their place.
 */
#include "engine/memo/stands.h"

enum {
  MOST_STANDS = 32,      /* of a process at a location, in a crew */
  MOST_AT_ALL = 1 << 13, /* what a process touches elsewhere is not known */
};

void stands_init(struct stands *stands, const struct program *program) {
  const uint32_t types = program->model->proctype_count;
  stands->program = program;
  stands->arena = arena_open();
  stands->first_place = memory_alloc((types + 1) * sizeof *stands->first_place);
  stands->reach_version = 1;
  for (uint32_t i = 0; i < types; i++) {
    stands->first_place[i] = stands->place_count;
    stands->place_count += program->types[i].proctype->location_count;
  }
  for (uint32_t i = 0; i < program->channel_count; i++)
    stands->has_handshakes |= program->channels[i].layout->type->capacity == 0;
}

void stands_clear(struct stands *stands) {
  for (uint32_t pid = 0; pid < MOST_PROCESSES; pid++)
    memory_free(stands->posts[pid]);
  arena_close(stands->arena);
  vec_free(&stands->all);
  vec_free(&stands->crews);
  memory_free(stands->first_place);
}

/* ---- processes ---- */

static bool is_crew(const struct known_crew *crew,
                    const struct stands *stands) {
  return crew->count == stands->process_count &&
         memcmp(crew->types, stands->types, crew->count) == 0;
}

static uint32_t find_crew(struct stands *stands) {
  for (uint32_t i = 0; i < stands->crews.count; i++)
    if (is_crew(&stands->crews.items[i], stands))
      return i;
  if (stands->crews.count == MOST_CREWS)
    return MOST_CREWS;
  struct known_crew crew = {.count = stands->process_count};
  memcpy(crew.types, stands->types, crew.count);
  vec_push(&stands->crews, crew);
  return (uint32_t)stands->crews.count - 1;
}

__attribute__((noinline)) bool stands_find_others(struct stands *stands,
                                                  const uint8_t *state) {
  const struct program *program = stands->program;
  uint32_t offset = program->fixed_bytes;
  stands->process_count = state[STATE_PROCESSES];
  for (uint32_t pid = 0; pid < stands->process_count; pid++) {
    stands->offsets[pid] = offset;
    stands->types[pid] = state[offset + FRAME_PROCTYPE];
    const uint32_t end =
        offset + program->types[stands->types[pid]].total_bytes;
    for (; offset < end; offset += WORD_SIZE)
      stands->owners[offset / WORD_SIZE] = (uint8_t)pid;
  }
  if (stands->has_handshakes)
    stands->crew = find_crew(stands);
  return true;
}

struct stand **stands_make_posts(struct stands *stands, uint32_t pid) {
  return stands->posts[pid] =
             memory_alloc(stands->place_count * sizeof *stands->posts[pid]);
}

/* ---- pieces ---- */

/* Adds the words of which some bytes count, `first` and those that follow;
 * false when they are too many.
 */
static bool add_pieces(const uint64_t *masks, size_t count, size_t first,
                       struct piece *pieces, uint8_t *piece_count) {
  for (size_t i = 0; i < count; i++) {
    if (masks[i] == 0)
      continue;
    if (*piece_count == STAND_PIECES)
      return false;
    pieces[(*piece_count)++] = (struct piece){first + i, masks[i]};
  }
  return true;
}

static bool choose_pieces(struct stand *stand, const struct touched *touched,
                          uint32_t frame_bytes) {
  const size_t first = stand->offset / WORD_SIZE;
  const size_t words = (frame_bytes + WORD_SIZE - 1) / WORD_SIZE;
  uint64_t whole[STAND_PIECES];
  if (words > STAND_PIECES)
    return false;
  memset(whole, 0xff, sizeof whole);
  return add_pieces(touched->masks, TOUCHED_WORDS, 0, stand->pieces,
                    &stand->count) &&
         add_pieces(whole, words, first, stand->pieces, &stand->count) &&
         add_pieces(touched->same, words, first, stand->same,
                    &stand->same_count);
}

bool stand_open(const struct stand *from, const struct stand *to,
                struct opening *out) {
  size_t count = 0;
  *out = (struct opening){0};
  for (size_t i = 0; i < TOUCHED_WORDS; i++) {
    const uint64_t open = to->masks[i] & ~from->masks[i];
    if (open == 0)
      continue;
    if (count == WALK_OPENING_PIECES)
      return false;
    out->pieces[count++] = (struct piece){i, open};
  }
  return from->offset == to->offset;
}

/* ---- what is reached ---- */

static uint64_t reach_bytes(uint64_t *reached, uint64_t bytes) {
  const uint64_t more = bytes & ~*reached;
  *reached |= bytes;
  return more;
}

/* Its frame is reached by who sends to it in a handshake. */
static void reach(struct stands *stands, uint32_t pid,
                  const struct stand *stand, uint32_t frame_bytes) {
  uint64_t *reached = stands->reaches[pid];
  uint64_t more = 0;
  for (size_t i = 0; i < TOUCHED_WORDS; i++)
    more |= reach_bytes(&reached[i], stand->masks[i]);
  const size_t first = stand->offset / WORD_SIZE;
  for (size_t i = 0; stands->has_handshakes && i * WORD_SIZE < frame_bytes; i++)
    if (first + i < TOUCHED_WORDS)
      more |= reach_bytes(&reached[first + i], UINT64_MAX);
  stands->reach_version += more != 0;
}

uint64_t stands_reached(const struct stands *stands, uint32_t pid,
                        uint64_t changed, const uint64_t *words) {
  uint64_t reached = 0;
  for (; changed != 0; changed &= changed - 1, words++) {
    const size_t place = (size_t)__builtin_ctzll(changed);
    for (uint32_t other = 0; other < WALK_REACHING; other++)
      if (stands->reaches[other][place] & *words)
        reached |= UINT64_C(1) << other;
  }
  return reached & ~(UINT64_C(1) << pid);
}

/* ---- stands ---- */

/* For the frame at hand, or, without one, for any. */
static struct stand *make_stand(struct stands *stands, const uint8_t *state,
                                const struct toucher *toucher) {
  struct stand *stand = ARENA_NEW(stands->arena, struct stand);
  struct touched touched;
  touched_find(toucher, &touched);
  stand->number = (uint32_t)stands->all.count;
  vec_push(&stands->all, stand);
  stand->pid = toucher->pid;
  stand->offset = stands->offsets[toucher->pid];
  stand->crew = stands_crew(stands, state);
  memcpy(stand->masks, touched.masks, sizeof stand->masks);
  stand->is_known = touched.is_known &&
                    choose_pieces(stand, &touched, toucher->type->frame_bytes);
  if (!stand->is_known)
    stand->same_count = 0;
  for (uint32_t i = 0; i < stand->same_count; i++)
    stand->values[i] = piece_of(state, &stand->same[i]);
  if (stand->is_known && toucher->pid < WALK_REACHING)
    reach(stands, toucher->pid, stand, toucher->type->frame_bytes);
  return stand;
}

static uint32_t count_stands(const struct stand *stand, uint32_t crew) {
  uint32_t count = 0;
  for (; stand; stand = stand->next)
    count += stand->crew == crew;
  return count;
}

static void drop_stands(struct stand **at, uint32_t crew) {
  while (*at)
    if ((*at)->crew == crew)
      *at = (*at)->next;
    else
      at = &(*at)->next;
}

__attribute__((noinline)) struct stand *
stands_add(struct stands *stands, const uint8_t *state, uint32_t pid,
           uint32_t location, struct stand **post) {
  if (stands->all.count == MOST_AT_ALL)
    return &stands->elsewhere;
  const uint32_t number = stands_crew(stands, state);
  const struct crew crew = {.count = state[STATE_PROCESSES],
                            .types = stands->types,
                            .offsets = stands->offsets};
  const bool is_for_all = count_stands(*post, number) == MOST_STANDS;
  struct stand *stand =
      make_stand(stands, state,
                 &(struct toucher){
                     .program = stands->program,
                     .type = &stands->program->types[stands->types[pid]],
                     .location = location,
                     .pid = pid,
                     .frame = is_for_all ? NULL : state + stands->offsets[pid],
                     .state = state,
                     .crew = stands->crew < MOST_CREWS ? &crew : NULL});
  if (is_for_all)
    drop_stands(post, number);
  stand->next = *post;
  *post = stand;
  return stand;
}

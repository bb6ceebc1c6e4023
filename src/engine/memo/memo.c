/* Successors that are known already.
 *
 * What a process can do depends on its own variables and on a few others, and
 * the same values of these come again and again: while one process moves, the
 * others stay where they are.  So the successors that a process leads to are
 * kept, as the words that change, under the bytes that it can read or write
 * (touched.h).  Where these are met again, nothing is executed.
 *
 * Invariant: what is kept is all that the engine inside gives for this process,
 * in its order.  What fails, or changes the length of the state, is never kept.
 *
 * Most processes need not even be looked up: the state is compared with the one
 * expanded before, and where nothing has changed that a process touches, it can
 * do what it could then.  Where few are met again, a process is not looked up
 * for a while.
 *
 * Cost: a look-up takes a few operations for each word of the process's frame
 * and for each other word that it touches, a successor a few for each word that
 * changes.  Memory is limited, and all is forgotten when it is full.
 */
#include "engine/memo/memo.h"

#include "base/vec.h"
#include "engine/memo/touched.h"
#include "engine/wrapper.h"

#include <string.h>

enum {
  WORD = TOUCHED_WORD,
  MOST_KEY = 16,        /* words of a state in a key */
  MOST_WORDS = 1 << 19, /* kept, but for those of one more expansion */
  MOST_ADDED = 1 << 13, /* by that */
  MOST_STANDS = 32,     /* of a process at a location */
  FIRST_SLOTS = 1 << 8,
  LOOKS_EACH = 1 << 10, /* expansions from one look back to the next */
  TRIED = 1 << 10,      /* look-ups after which it is seen whether they pay */
  PAUSE = 1 << 16,      /* expansions without, if they do not */
  /* options, and what successors depend on of them */
  NEEDED = ENGINE_NO_STEPS,
  BARRED = ENGINE_SINGLE_STEPS,
  TELLING = ENGINE_ALL_PATHS | ENGINE_TIDY | ENGINE_UNJOINED,
};

static const uint64_t WHICH = (UINT64_C(1) << TOUCHED_WORDS) - 1;
static const uint64_t FACTOR = UINT64_C(0x9e3779b97f4a7c15);

/* Some bytes of a word. */
struct piece {
  uint64_t place, mask;
};

/* A process at a location, whose frame lies here in a state, and which has some
 * values in it.
 */
struct stand {
  struct stand *next; /* with others */
  uint32_t offset;
  uint32_t number;
  bool is_known; /* what it touches is */
  uint8_t same_count;
  uint8_t count;
  struct piece same[MOST_KEY];   /* of the state: its own values, */
  uint64_t values[MOST_KEY];     /* which are these */
  struct piece pieces[MOST_KEY]; /* what it touches, with all of the frame */
  uint64_t masks[TOUCHED_WORDS]; /* the same without the frame, by place */
  uint32_t tried, met; /* look-ups of late, and those that found something */
  uint64_t paused;     /* up to this expansion */
};

struct slot {
  uint32_t tag;   /* of the key; its place follows from it */
  uint32_t entry; /* among the words; 0: free */
};

/* An entry is its key: the number of the stand with the options, and the words;
 * then the number of successors; then of each a word that tells which words
 * change, and in its upper byte how many, and then these.
 */
struct memo {
  struct wrapper wrapper;
  enum memo_speed (*speed)(struct engine *inner);
  const struct program *program;
  uint32_t *first_place; /* by proctype */
  uint32_t place_count;
  struct post {
    struct stand *first;
    uint32_t count;
  } * posts[MOST_PROCESSES]; /* by place; NULL: not met yet */
  struct arena *arena;       /* of stands */
  uint32_t stand_count;

  VEC(uint64_t) words;
  struct slot *slots;
  uint32_t slot_count, entry_count;
  uint64_t expansions;

  /* the state expanded last, and its processes */
  uint64_t last[TOUCHED_WORDS];
  uint32_t offsets[MOST_PROCESSES];
  uint8_t types[MOST_PROCESSES];
  uint32_t process_count;
  uint8_t owners[TOUCHED_WORDS]; /* of its words, from the first process on */
  struct present {
    uint32_t entry; /* what it can do now; 0: not known */
    const struct stand *stand;
  } present[MOST_PROCESSES];

  bool is_over;    /* nothing more is to be gained */
  uint32_t misses; /* of late: processes that were left to the engine inside */
  uint32_t pause;  /* expansions that are left to it as a whole */
  bool prints, watches;
  VEC(uint8_t) scratch; /* a successor */

  /* of the expansion under way */
  const struct engine_visitor *visitor;
  const uint8_t *state;
  size_t length;
  unsigned options;
  uint64_t manner; /* those that successors depend on, as part of a key */
  bool is_copied;  /* to scratch */
  bool moved;      /* somebody did */
  bool stopped;    /* the visitor had enough */

  /* of the process under way */
  uint32_t tag;   /* of its key */
  uint32_t entry; /* that is being made; 0: none */
  size_t counter; /* of the successors in it */
  struct successor successor;
};

static uint64_t word_at(const uint8_t *state, size_t place) {
  uint64_t word;
  memcpy(&word, state + place * WORD, sizeof word);
  return word;
}

/* ---- what is kept ---- */

/* Nothing is known of any process. */
static void forget_last(struct memo *self) {
  for (uint32_t pid = 0; pid < MOST_PROCESSES; pid++)
    self->present[pid].entry = 0;
}

static void forget_all(struct memo *self) {
  memory_free(self->slots);
  self->slot_count = FIRST_SLOTS;
  self->slots = memory_alloc(self->slot_count * sizeof *self->slots);
  self->entry_count = 0;
  self->words.count = 0;
  vec_push(&self->words, 0); /* no entry begins there */
  forget_last(self);
}

static void move_slot(struct memo *self, struct slot slot) {
  uint32_t at = slot.tag;
  while (self->slots[at & (self->slot_count - 1)].entry != 0)
    at++;
  self->slots[at & (self->slot_count - 1)] = slot;
}

static void add_entry(struct memo *self) {
  if (++self->entry_count > self->slot_count / 2) {
    struct slot *old = self->slots;
    const uint32_t count = self->slot_count;
    self->slot_count *= 4;
    self->slots = memory_alloc(self->slot_count * sizeof *self->slots);
    for (uint32_t i = 0; i < count; i++)
      if (old[i].entry != 0)
        move_slot(self, old[i]);
    memory_free(old);
  }
  move_slot(self, (struct slot){self->tag, self->entry});
}

/* ---- processes ---- */

/* Seldom necessary, and apart for that. */
__attribute__((noinline)) static void find_processes(struct memo *self,
                                                     const uint8_t *state) {
  const struct program *program = self->program;
  uint32_t offset = program->fixed_bytes;
  self->process_count = state[STATE_PROCESSES];
  for (uint32_t pid = 0; pid < self->process_count; pid++) {
    self->offsets[pid] = offset;
    self->types[pid] = state[offset + FRAME_PROCTYPE];
    const uint32_t end = offset + program->types[self->types[pid]].total_bytes;
    for (; offset < end; offset += WORD)
      self->owners[offset / WORD] = (uint8_t)pid;
  }
  forget_last(self);
}

/* Adds the words of which some bytes count, `first` and those that follow;
 * false when they are too many.
 */
static bool add_pieces(const uint64_t *masks, size_t count, size_t first,
                       struct piece *pieces, uint8_t *piece_count) {
  for (size_t i = 0; i < count; i++) {
    if (masks[i] == 0)
      continue;
    if (*piece_count == MOST_KEY)
      return false;
    pieces[(*piece_count)++] = (struct piece){first + i, masks[i]};
  }
  return true;
}

static bool choose_pieces(struct stand *stand, const struct touched *touched,
                          uint32_t frame_bytes) {
  const size_t first = stand->offset / WORD;
  const size_t words = (frame_bytes + WORD - 1) / WORD;
  uint64_t whole[MOST_KEY];
  if (words > MOST_KEY)
    return false;
  memset(whole, 0xff, sizeof whole);
  return add_pieces(touched->masks, TOUCHED_WORDS, 0, stand->pieces,
                    &stand->count) &&
         add_pieces(whole, words, first, stand->pieces, &stand->count) &&
         add_pieces(touched->same, words, first, stand->same,
                    &stand->same_count);
}

static inline uint64_t piece_of(const uint8_t *state,
                                const struct piece *piece) {
  return word_at(state, piece->place) & piece->mask;
}

/* For the frame at hand, or, without one, for any. */
static struct stand *make_stand(struct memo *self,
                                const struct toucher *toucher) {
  struct stand *stand = ARENA_NEW(self->arena, struct stand);
  struct touched touched;
  touched_find(toucher, &touched);
  stand->number = self->stand_count++;
  stand->offset = self->offsets[toucher->pid];
  memcpy(stand->masks, touched.masks, sizeof stand->masks);
  stand->is_known = touched.is_known &&
                    choose_pieces(stand, &touched, toucher->type->frame_bytes);
  if (!stand->is_known)
    stand->same_count = 0;
  for (uint32_t i = 0; i < stand->same_count; i++)
    stand->values[i] = piece_of(self->state, &stand->same[i]);
  return stand;
}

/* Where there are too many, one for all frames takes their place. */
__attribute__((noinline)) static struct stand *add_stand(struct memo *self,
                                                         uint32_t pid,
                                                         uint32_t location,
                                                         struct post *post) {
  const bool is_for_all = ++post->count > MOST_STANDS;
  struct stand *stand = make_stand(
      self, &(struct toucher){
                .program = self->program,
                .type = &self->program->types[self->types[pid]],
                .location = location,
                .pid = pid,
                .frame = is_for_all ? NULL : self->state + self->offsets[pid]});
  stand->next = is_for_all ? NULL : post->first;
  post->first = stand;
  return stand;
}

static inline bool fits(const struct memo *self, const struct stand *stand,
                        uint32_t pid) {
  if (stand->offset != self->offsets[pid])
    return false;
  for (uint32_t i = 0; i < stand->same_count; i++)
    if (piece_of(self->state, &stand->same[i]) != stand->values[i])
      return false;
  return true;
}

static inline struct stand *stand_of(struct memo *self, uint32_t pid) {
  const uint8_t *frame = self->state + self->offsets[pid];
  uint16_t location;
  memcpy(&location, frame + FRAME_LOCATION, sizeof location);
  const uint32_t place = self->first_place[self->types[pid]] + location;
  if (!self->posts[pid])
    self->posts[pid] =
        memory_alloc(self->place_count * sizeof *self->posts[pid]);
  struct post *post = &self->posts[pid][place];
  struct stand *stand = post->first;
  while (stand && !fits(self, stand, pid))
    stand = stand->next;
  return stand ? stand : add_stand(self, pid, location, post);
}

/* Was it worth while to look a process up there? */
__attribute__((noinline)) static void judge(const struct memo *self,
                                            struct stand *stand) {
  if (stand->met < TRIED / 2)
    stand->paused = self->expansions + PAUSE;
  stand->tried = stand->met = 0;
}

static inline bool is_looked_up(const struct memo *self, struct stand *stand) {
  if (!stand->is_known || stand->paused > self->expansions)
    return false;
  if (++stand->tried == TRIED)
    judge(self, stand);
  return true;
}

/* ---- keys ---- */

/* The words of a key are read where they are: first for its tag, then to be
 * compared, or kept.
 */
static inline uint64_t mix(uint64_t hash, uint64_t word) {
  return ((hash << 29 | hash >> 35) ^ word) * FACTOR;
}

static inline uint64_t first_word(const struct memo *self,
                                  const struct stand *stand) {
  return stand->number | self->manner;
}

static inline uint32_t tag_of_key(const struct memo *self,
                                  const struct stand *stand) {
  const uint8_t *state = self->state;
  const struct piece *end = stand->pieces + stand->count;
  uint64_t hash = first_word(self, stand);
  for (const struct piece *piece = stand->pieces; piece < end; piece++)
    hash = mix(hash, piece_of(state, piece));
  return (uint32_t)(hash >> 32);
}

static inline bool is_key(const struct memo *self, const struct stand *stand,
                          const uint64_t *words) {
  const uint8_t *state = self->state;
  const struct piece *end = stand->pieces + stand->count;
  if (*words++ != first_word(self, stand))
    return false;
  for (const struct piece *piece = stand->pieces; piece < end; piece++)
    if (piece_of(state, piece) != *words++)
      return false;
  return true;
}

static void keep_key(struct memo *self, const struct stand *stand) {
  vec_push(&self->words, first_word(self, stand));
  for (uint32_t i = 0; i < stand->count; i++)
    vec_push(&self->words, piece_of(self->state, &stand->pieces[i]));
}

static uint32_t key_words(const struct stand *stand) {
  return 1U + stand->count;
}

/* The entry of a key, or 0. */
static inline uint32_t find_entry(const struct memo *self,
                                  const struct stand *stand) {
  for (uint32_t at = self->tag;; at++) {
    const struct slot *slot = &self->slots[at & (self->slot_count - 1)];
    if (slot->entry == 0 ||
        (slot->tag == self->tag &&
         is_key(self, stand, self->words.items + slot->entry)))
      return slot->entry;
  }
}

/* ---- giving out ---- */

static bool give(struct memo *self, const struct successor *successor) {
  self->moved = true;
  self->stopped |= !self->visitor->successor(self->visitor->context, successor);
  return !self->stopped;
}

static void change(struct memo *self, uint64_t changed, const uint64_t *words) {
  for (; changed != 0; changed &= changed - 1) {
    const size_t place = (unsigned)__builtin_ctzll(changed);
    const uint64_t word = word_at(self->scratch.items, place) ^ *words++;
    memcpy(self->scratch.items + place * WORD, &word, sizeof word);
  }
}

/* As bytes. */
static bool give_whole(struct memo *self, struct successor *successor,
                       const uint64_t *words) {
  if (!self->is_copied) {
    vec_reserve(&self->scratch, self->length);
    memcpy(self->scratch.items, self->state, self->length);
    self->is_copied = true;
  }
  change(self, successor->changed, words);
  successor->state = self->scratch.items;
  successor->words = NULL;
  const bool goes_on = give(self, successor);
  change(self, successor->changed, words);
  return goes_on;
}

/* All of an entry, from behind its key, as words. */
static inline void give_words(struct memo *self, const uint64_t *at) {
  const struct engine_visitor *visitor = self->visitor;
  struct successor *successor = &self->successor;
  for (uint64_t left = *at++; left > 0; left--) {
    const uint64_t head = *at++;
    successor->changed = head & WHICH;
    successor->words = at;
    at += head >> TOUCHED_WORDS;
    self->moved = true;
    if (!visitor->successor(visitor->context, successor)) {
      self->stopped = true;
      return;
    }
  }
}

__attribute__((noinline)) static void give_bytes(struct memo *self,
                                                 const uint64_t *at) {
  bool goes_on = true;
  for (uint64_t left = *at++; left > 0 && goes_on; left--) {
    const uint64_t head = *at++;
    self->successor.changed = head & WHICH;
    goes_on = give_whole(self, &self->successor, at);
    at += head >> TOUCHED_WORDS;
  }
}

static inline void give_known(struct memo *self, uint32_t entry) {
  const uint64_t *at = self->words.items + entry;
  if (self->options & ENGINE_WORDS)
    give_words(self, at);
  else
    give_bytes(self, at);
}

/* ---- keeping ---- */

/* The words stay where they are during an expansion. */
static bool has_room(const struct memo *self, size_t words) {
  return self->words.count + words <= self->words.capacity;
}

static void begin_entry(struct memo *self, const struct stand *stand) {
  self->entry = 0;
  if (!has_room(self, key_words(stand) + 1))
    return;
  self->entry = (uint32_t)self->words.count;
  keep_key(self, stand);
  self->counter = self->words.count;
  vec_push(&self->words, 0);
}

static void drop_entry(struct memo *self) {
  if (self->entry != 0)
    self->words.count = self->entry;
  self->entry = 0;
}

static void keep(struct memo *self, const struct successor *successor) {
  const size_t head = self->words.count;
  uint64_t changed = 0;
  if (successor->length != self->length || !has_room(self, TOUCHED_WORDS + 1)) {
    drop_entry(self);
    return;
  }
  vec_push(&self->words, 0);
  for (size_t i = 0; i < self->length / WORD; i++) {
    const uint64_t word =
        word_at(self->state, i) ^ word_at(successor->state, i);
    changed |= (uint64_t)(word != 0) << i;
    if (word != 0)
      vec_push(&self->words, word);
  }
  self->words.items[head] = changed | (uint64_t)(self->words.count - head - 1)
                                          << TOUCHED_WORDS;
  self->words.items[self->counter]++;
}

static bool take_successor(void *context, const struct successor *successor) {
  struct memo *self = context;
  if (self->entry != 0)
    keep(self, successor);
  return give(self, successor);
}

static bool take_violation(void *context, const struct violation *violation,
                           const struct step *steps, size_t step_count) {
  struct memo *self = context;
  drop_entry(self);
  self->moved = true;
  self->stopped |= !self->visitor->violation(self->visitor->context, violation,
                                             steps, step_count);
  return !self->stopped;
}

/* Leaves a process to the engine inside.  Apart, for it is seldom. */
__attribute__((noinline)) static void execute(struct memo *self, uint32_t pid) {
  uint64_t only[(MOST_PROCESSES + 64) / 64] = {0};
  only[pid / 64] = UINT64_C(1) << (pid % 64);
  self->misses++;
  const struct engine_visitor visitor = {.context = self,
                                         .successor = take_successor,
                                         .violation = take_violation,
                                         .only = only};
  (void)engine_expand(self->wrapper.inner, self->state, self->length,
                      NO_PROCESS, self->options & ~(unsigned)ENGINE_WORDS,
                      &visitor);
}

__attribute__((noinline)) static uint32_t
execute_and_keep(struct memo *self, const struct stand *stand, uint32_t pid) {
  begin_entry(self, stand);
  execute(self, pid);
  const uint32_t entry = self->stopped ? 0 : self->entry;
  if (entry != 0)
    add_entry(self);
  else
    drop_entry(self);
  self->entry = 0;
  return entry;
}

/* ---- expanding ---- */

/* A word before the first process has changed: forgets the processes that touch
 * the bytes that did.
 */
static void note_change(struct memo *self, size_t place, uint64_t bytes) {
  for (uint32_t pid = 0; pid < self->process_count; pid++)
    if (self->present[pid].entry != 0 &&
        (self->present[pid].stand->masks[place] & bytes))
      self->present[pid].entry = 0;
}

/* Compares the state with the last one, which it becomes. */
static void note_changes(struct memo *self) {
  const size_t fixed = self->program->fixed_bytes / WORD;
  for (size_t i = 0; i < self->length / WORD; i++) {
    const uint64_t word = word_at(self->state, i);
    const uint64_t bytes = word ^ self->last[i];
    if (bytes == 0)
      continue;
    self->last[i] = word;
    if (i < fixed)
      note_change(self, i, bytes);
    else
      self->present[self->owners[i]].entry = 0;
  }
}

__attribute__((noinline)) static void look_up(struct memo *self, uint32_t pid) {
  struct stand *stand = stand_of(self, pid);
  if (!is_looked_up(self, stand)) {
    execute(self, pid);
    return;
  }
  self->tag = tag_of_key(self, stand);
  uint32_t entry = find_entry(self, stand);
  if (entry != 0) {
    stand->met++;
    give_known(self, entry + key_words(stand));
  } else {
    entry = execute_and_keep(self, stand, pid);
  }
  self->present[pid] =
      (struct present){entry != 0 ? entry + key_words(stand) : 0, stand};
}

static void try_process(struct memo *self, uint32_t pid) {
  const uint32_t entry = self->present[pid].entry;
  if (entry != 0)
    give_known(self, entry);
  else
    look_up(self, pid);
}

static bool is_for_memo(const struct memo *self, size_t length, int32_t owner,
                        unsigned options) {
  return owner == NO_PROCESS && (options & NEEDED) == NEEDED &&
         !(options & BARRED) && !self->prints && !self->watches &&
         length % WORD == 0 && length <= TOUCHED_WORDS * WORD;
}

/* To leave one process after the other to the engine inside takes longer than
 * all of them together, if they are many, or it is quick.
 */
__attribute__((noinline)) static void look_back(struct memo *self) {
  const enum memo_speed speed = self->speed(self->wrapper.inner);
  const uint32_t many = speed == MEMO_SLOW ? 2 * LOOKS_EACH : LOOKS_EACH / 4;
  self->is_over = speed == MEMO_FAST;
  if (self->misses > many)
    self->pause = PAUSE;
  self->misses = 0;
}

/* Goes on without what is known? */
static inline bool is_paused(struct memo *self) {
  if (self->pause == 0)
    return self->is_over;
  self->pause--;
  return true;
}

static void begin(struct memo *self, const uint8_t *state, size_t length,
                  unsigned options, const struct engine_visitor *visitor) {
  const uint64_t manner = (uint64_t)(options & TELLING) << 32;
  if (self->words.count > MOST_WORDS)
    forget_all(self);
  if (manner != self->manner)
    forget_last(self);
  vec_reserve(&self->words, self->words.count + MOST_ADDED);
  self->options = options;
  self->manner = manner;
  self->visitor = visitor;
  self->state = state;
  self->length = length;
  self->is_copied = self->moved = self->stopped = false;
  self->successor = (struct successor){.length = length, .owner = NO_PROCESS};
  if (++self->expansions % LOOKS_EACH == 0)
    look_back(self);
  if (!program_has_processes(state, self->offsets, self->types,
                             self->process_count))
    find_processes(self, state);
  note_changes(self);
}

/* Nobody moved: the engine inside knows what this means. */
static bool expand_end(struct memo *self) {
  return engine_expand(self->wrapper.inner, self->state, self->length,
                       NO_PROCESS, self->options & ~(unsigned)ENGINE_WORDS,
                       self->visitor);
}

static bool expand(struct engine *engine, const uint8_t *state, size_t length,
                   int32_t owner, unsigned options,
                   const struct engine_visitor *visitor) {
  struct memo *self = (struct memo *)engine;
  const uint64_t *only = visitor->only;
  if (is_paused(self) || !is_for_memo(self, length, owner, options))
    return engine_expand(self->wrapper.inner, state, length, owner,
                         options & ~(unsigned)ENGINE_WORDS, visitor);
  begin(self, state, length, options, visitor);
  for (uint32_t pid = state[STATE_PROCESSES]; pid-- > 0 && !self->stopped;)
    if (!only || (only[pid / 64] >> (pid % 64) & 1))
      try_process(self, pid);
  if (!self->moved && !only)
    return expand_end(self);
  return !self->stopped;
}

/* ---- the rest is for the engine inside ---- */

static void print_to(struct engine *engine, struct buffer *out) {
  ((struct memo *)engine)->prints = out != NULL;
  wrapper_print_to(engine, out);
}

static const struct engine_watch *watch(struct engine *engine,
                                        const struct engine_watch *watch) {
  ((struct memo *)engine)->watches = watch != NULL;
  return wrapper_watch(engine, watch);
}

static const char *name(const struct engine *engine) {
  return engine_name(((const struct memo *)engine)->wrapper.inner);
}

static const char *problem(const struct engine *engine) {
  return engine_problem(((const struct memo *)engine)->wrapper.inner);
}

static void close_memo(struct engine *engine) {
  struct memo *self = (struct memo *)engine;
  for (uint32_t pid = 0; pid < MOST_PROCESSES; pid++)
    memory_free(self->posts[pid]);
  arena_close(self->arena);
  vec_free(&self->words);
  vec_free(&self->scratch);
  memory_free(self->slots);
  memory_free(self->first_place);
  engine_close(self->wrapper.inner);
  memory_free(self);
}

static const struct engine_kind memo_kind = {
    .name = "memo",
    .name_now = name,
    .problem = problem,
    .close = close_memo,
    .expand = expand,
    .holds = wrapper_holds,
    .print_to = print_to,
    .watch = watch,
    WRAPPER_ANSWERS,
};

struct engine *
engine_open_memo(struct engine *inner, const struct program *program,
                 enum memo_speed (*speed)(struct engine *inner)) {
  struct memo *self = memory_alloc(sizeof *self);
  const uint32_t types = program->model->proctype_count;
  self->wrapper.base.kind = &memo_kind;
  self->wrapper.inner = inner;
  self->speed = speed;
  self->program = program;
  self->arena = arena_open();
  self->first_place = memory_alloc((types + 1) * sizeof *self->first_place);
  for (uint32_t i = 0; i < types; i++) {
    self->first_place[i] = self->place_count;
    self->place_count += program->types[i].proctype->location_count;
  }
  forget_all(self);
  return &self->wrapper.base;
}

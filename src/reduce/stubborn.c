/* Stubborn sets of elements.
 *
 * An element is one statement of one process, as a whole transition.  It is
 * present where its process is at its location.  A set W of elements is closed
 * in a state if for each of its elements one of these holds:
 *
 *   a. its process can move, and in W are all present elements of the process
 *      and all elements of others that conflict with what it can do now;
 *   b. it is present, its process cannot move, and in W are all present
 * elements of the process and those of others that might make it possible: that
 *      write what it waits for.  If it takes a partner, rules others out, or
 *      goes on in an `atomic`, in which it may go round for ever: all that
 *      conflict.  Only the youngest process ends: for others, the elements by
 *      which the youngest one does;
 *   c. it is not present, and in W are all elements by which its process comes
 *      to its location;
 *   d. it begins with a test that is false now, and in W are all elements that
 *      may make the test true.
 *
 * Then it is enough to move the processes of case a.  Proof: let elements that
 * are not in W move, in whatever order.  Those of case d. stay impossible: the
 * test stays false.  Those of case c. do, because their process does not come
 * there.  The processes of case b. stay where they are, and what they wait for
 * is not written.  Those of case a. stay where they are, too; all they could do
 * they still can, and they can do nothing else, since what was done does not
 * conflict with it and commutes with it.  So the first transition from W, after
 * whatever else, is one that is possible now, and it might as well have come
 * first.  (Valmari: Stubborn sets for reduced state space generation, 1989;
 * necessary enabling sets of tests as in Laarman, Pater, van de Pol, Weber:
 * Guard-based partial-order reduction, 2013.)
 *
 * A process that is started later has no elements: whatever it does counts as
 * done by those elements that may start it, or an ancestor of it.
 *
 * A transition that goes through several statements, inside an `atomic`, counts
 * for the one where it begins.  Whenever one further on is in W, that one is,
 * too, for the same reason: it does all that the other does, and leads wherever
 * the other leads.  A handshake counts for all who take part, where each
 * begins.
 *
 * What elements do depends on the numbers of processes and on variables that
 * never change: a process with these values is a role, and all of a state are
 * the troupe, which seldom changes.  With which elements something conflicts is
 * a row of bits, one for each element of the troupe; rows are remembered.
 *
 * Invariant: a row is a function of the troupe and of what it was made for, so
 * forgetting it changes nothing but the time.
 *
 * Cost: for each process that can move, at most one row for each element of a
 * set.  Sets that grow too large are given up at once.
 */
#include "reduce/stubborn.h"

#include "base/vec.h"
#include "reduce/elements.h"

#include <string.h>

enum {
  MOST_ROWS = 1 << 15, /* then all is forgotten */
  MOST_ROLES = 1 << 12,
  MOST_TROUPES = 1 << 8,
  ROW_SLOTS = 2 * MOST_ROWS,
  MOVER_COST = 64, /* of a process that can move, in elements */
};

/* What a row of elements was made for. */
enum row_kind { ROW_CONFLICTS, ROW_LETS_GO, ROW_KINDS };

struct role {
  const struct role *next; /* of the same process */
  uint32_t pid, type, number;
  const uint32_t *values; /* of the fixed variables */
  struct tracks *does;    /* by element */
};

struct troupe {
  uint32_t count;
  const struct role **roles;
  uint32_t *first; /* word of a row, by process */
  uint32_t words;
  const uint64_t **plain[ROW_KINDS]; /* by element, of places without keys */
  const uint64_t **tests;            /* by number and process */
  const uint64_t *ends;              /* by which the youngest one ends */
};

struct row {
  uint64_t hash;
  const struct troupe *troupe;
  enum row_kind kind;
  uint32_t pid;
  struct tracks tracks;
  uint64_t *elements;
};

struct stubborn {
  struct elements elements;

  /* all that is remembered */
  struct arena *arena;
  const struct role *roles[MASK_BITS];
  uint32_t role_count, row_count;
  VEC(struct troupe *) troupes;
  struct row **rows; /* by hash */

  /* of the state at hand */
  struct situation situation;
  uint32_t count;
  struct process_view views[MOST_PROCESSES];
  struct troupe *troupe;
  process_mask movers;
  process_mask hopeless;  /* movers that are in no set of use */
  const uint8_t *globals; /* NULL: the engine does not tell */
  VEC(uint64_t) alive;    /* elements that can still be reached */
  VEC(uint64_t) present;

  /* of the set under way */
  VEC(uint64_t) set, open, union_row;
  process_mask members;
};

/* ---- what is remembered ---- */

static void forget_all(struct stubborn *self) {
  arena_close(self->arena);
  self->arena = arena_open();
  memset(self->roles, 0, sizeof self->roles);
  memset(self->rows, 0, ROW_SLOTS * sizeof *self->rows);
  self->role_count = self->row_count = 0;
  self->troupes.count = 0;
  self->troupe = NULL;
}

/* Makes room for what one state can add. */
static void keep_within_limits(struct stubborn *self) {
  if (self->role_count + MASK_BITS > MOST_ROLES ||
      self->row_count + 2 * MASK_BITS > MOST_ROWS ||
      self->troupes.count + 1 > MOST_TROUPES)
    forget_all(self);
}

/* ---- roles and troupes ---- */

static uint32_t type_of(const struct stubborn *self, uint32_t pid) {
  return self->views[pid].place >> 16;
}

static uint32_t location_of(const struct stubborn *self, uint32_t pid) {
  return self->views[pid].place & 0xffff;
}

static void look_as(struct stubborn *self, uint32_t pid) {
  self->situation.pid = pid;
  self->situation.frame = self->views[pid].frame;
}

static uint32_t fixed_value(const struct stubborn *self, uint32_t pid,
                            const struct var *var) {
  uint32_t value = 0;
  memcpy(&value, self->views[pid].frame + var->offset, var->width);
  return value;
}

static bool is_role(const struct stubborn *self, const struct role *role,
                    uint32_t pid) {
  const struct cast_facts *of = &self->elements.of[role->type];
  if (role->type != type_of(self, pid))
    return false;
  for (uint32_t i = 0; i < of->fixed_count; i++)
    if (role->values[i] != fixed_value(self, pid, of->fixed[i]))
      return false;
  return true;
}

static const struct role *make_role(struct stubborn *self, uint32_t pid) {
  const uint32_t type = type_of(self, pid);
  const struct cast_facts *of = &self->elements.of[type];
  struct role *role = ARENA_NEW(self->arena, struct role);
  uint32_t *values = ARENA_ARRAY(self->arena, uint32_t, of->fixed_count + 1);
  *role = (struct role){
      .next = self->roles[pid],
      .pid = pid,
      .type = type,
      .number = ++self->role_count,
      .values = values,
      .does = ARENA_ARRAY(self->arena, struct tracks, of->count + 1)};
  for (uint32_t i = 0; i < of->fixed_count; i++)
    values[i] = fixed_value(self, pid, of->fixed[i]);
  look_as(self, pid);
  for (uint32_t e = 0; e < of->count; e++)
    role->does[e] = footprint_resolve(&self->elements.facts->universe,
                                      &of->elements[e].does, &self->situation);
  return self->roles[pid] = role;
}

static const struct role *find_role(struct stubborn *self, uint32_t pid) {
  const struct role *role = self->roles[pid];
  while (role && !is_role(self, role, pid))
    role = role->next;
  return role ? role : make_role(self, pid);
}

static struct troupe *make_troupe(struct stubborn *self,
                                  const struct role *const *roles) {
  struct troupe *troupe = ARENA_NEW(self->arena, struct troupe);
  troupe->count = self->count;
  troupe->roles =
      ARENA_ARRAY(self->arena, const struct role *, self->count + 1);
  troupe->first = ARENA_ARRAY(self->arena, uint32_t, self->count + 1);
  for (uint32_t pid = 0; pid < self->count; pid++) {
    troupe->roles[pid] = roles[pid];
    troupe->first[pid] = troupe->words;
    troupe->words += self->elements.of[roles[pid]->type].words;
  }
  for (unsigned kind = 0; kind < ROW_KINDS; kind++)
    troupe->plain[kind] =
        ARENA_ARRAY(self->arena, const uint64_t *, (size_t)troupe->words * 64);
  troupe->tests = ARENA_ARRAY(self->arena, const uint64_t *,
                              self->elements.tests.count * self->count + 1);
  vec_push(&self->troupes, troupe);
  return troupe;
}

static bool is_troupe(const struct troupe *troupe, uint32_t count,
                      const struct role *const *roles) {
  return troupe && troupe->count == count &&
         memcmp(troupe->roles, roles, count * sizeof(*roles)) == 0;
}

static struct troupe *find_troupe(struct stubborn *self) {
  const struct role *roles[MASK_BITS];
  for (uint32_t pid = 0; pid < self->count; pid++)
    roles[pid] = find_role(self, pid);
  if (is_troupe(self->troupe, self->count, roles))
    return self->troupe;
  for (size_t i = 0; i < self->troupes.count; i++)
    if (is_troupe(self->troupes.items[i], self->count, roles))
      return self->troupes.items[i];
  return make_troupe(self, roles);
}

/* ---- rows ---- */

/* Does an element do what the row is about? */
static bool belongs(const struct row *row, const struct tracks *does) {
  return row->kind == ROW_CONFLICTS
             ? tracks_conflict(&row->tracks, does)
             : objects_meet(&row->tracks.reads, &does->writes) ||
                   objects_meet(&row->tracks.writes, &does->writes);
}

static void fill_row(struct stubborn *self, struct row *row) {
  const struct troupe *troupe = row->troupe;
  row->elements = ARENA_ARRAY(self->arena, uint64_t, troupe->words);
  for (uint32_t pid = 0; pid < troupe->count; pid++) {
    const struct role *role = troupe->roles[pid];
    uint64_t *elements = row->elements + troupe->first[pid];
    const uint32_t count =
        pid == row->pid ? 0 : self->elements.of[role->type].count;
    for (uint32_t e = 0; e < count; e++)
      if (belongs(row, &role->does[e]))
        add_bit(elements, e);
  }
}

static uint64_t hash_row(const struct row *row) {
  uint64_t words[2 * OBJECT_WORDS],
      hash = (uint64_t)(uintptr_t)row->troupe ^ row->pid << 1 ^ row->kind;
  memcpy(words, &row->tracks, sizeof words);
  for (unsigned i = 0; i < 2 * OBJECT_WORDS; i++) {
    hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  }
  return hash;
}

static bool is_row(const struct row *a, const struct row *b) {
  return a->hash == b->hash && a->troupe == b->troupe && a->pid == b->pid &&
         a->kind == b->kind &&
         memcmp(&a->tracks, &b->tracks, sizeof a->tracks) == 0;
}

static const uint64_t *find_row(struct stubborn *self, struct row *wanted) {
  wanted->hash = hash_row(wanted);
  size_t i = wanted->hash & (ROW_SLOTS - 1);
  while (self->rows[i] && !is_row(self->rows[i], wanted))
    i = (i + 1) & (ROW_SLOTS - 1);
  if (!self->rows[i]) {
    self->rows[i] = ARENA_NEW(self->arena, struct row);
    *self->rows[i] = *wanted;
    fill_row(self, self->rows[i]);
    self->row_count++;
  }
  return self->rows[i]->elements;
}

/* The row of a present element. */
static const uint64_t *row_of(struct stubborn *self, uint32_t pid,
                              uint32_t number, enum row_kind kind) {
  const struct element *element =
      &self->elements.of[type_of(self, pid)].elements[number];
  const struct footprint *footprint =
      kind == ROW_CONFLICTS ? &element->now : &element->awaits;
  const uint64_t **plain =
      &self->troupe->plain[kind][self->troupe->first[pid] * 64 + number];
  if (*plain)
    return *plain;
  look_as(self, pid);
  struct row row = {.troupe = self->troupe, .kind = kind, .pid = pid};
  row.tracks = footprint_resolve(&self->elements.facts->universe, footprint,
                                 &self->situation);
  const uint64_t *elements = find_row(self, &row);
  if (footprint->access_count == 0)
    *plain = elements;
  return elements;
}

/* The elements that may make a test true that a process makes. */
static const uint64_t *row_of_test(struct stubborn *self, uint32_t number,
                                   uint32_t tester) {
  struct troupe *troupe = self->troupe;
  const struct test *test = &self->elements.tests.items[number];
  const uint32_t variant = test->reads.access_count > 0 ? tester : 0;
  const uint64_t **kept =
      &troupe->tests[(size_t)number * troupe->count + variant];
  if (*kept)
    return *kept;
  look_as(self, tester);
  const struct tracks tracks = footprint_resolve(
      &self->elements.facts->universe, &test->reads, &self->situation);
  uint64_t *row = ARENA_ARRAY(self->arena, uint64_t, troupe->words);
  for (uint32_t pid = 0; pid < troupe->count; pid++) {
    const struct role *role = troupe->roles[pid];
    for (uint32_t e = 0; e < self->elements.of[role->type].count; e++)
      if (has_bit(test->makers[role->type], e) &&
          objects_meet(&role->does[e].writes, &tracks.reads))
        add_bit(row + troupe->first[pid], e);
  }
  return *kept = row;
}

/* The elements by which the youngest process ends. */
static const uint64_t *row_of_ends(struct stubborn *self) {
  struct troupe *troupe = self->troupe;
  if (troupe->ends)
    return troupe->ends;
  uint64_t *row = ARENA_ARRAY(self->arena, uint64_t, troupe->words);
  const uint32_t youngest = troupe->count - 1,
                 type = troupe->roles[youngest]->type;
  const struct cast_facts *of = &self->elements.of[type];
  for (uint32_t e = 0; e < of->count; e++)
    if (self->elements.facts->places[type][of->elements[e].location].ends)
      add_bit(row + troupe->first[youngest], e);
  return troupe->ends = row;
}

/* ---- sets ---- */

/* Is a set in which this process moves of no use? */
static bool is_useless(const struct stubborn *self, uint32_t pid) {
  const struct place_facts *place =
      &self->elements.facts->places[type_of(self, pid)][location_of(self, pid)];
  return place->apart || (place->ends && pid + 1 < self->count);
}

/* Adds elements, as far as they can still be reached; only in some words. */
static void add_words(struct stubborn *self, const uint64_t *row,
                      uint32_t first, uint32_t count) {
  for (uint32_t w = first; w < first + count; w++) {
    const uint64_t added =
        row[w - first] & self->alive.items[w] & ~self->set.items[w];
    self->set.items[w] |= added;
    self->open.items[w] |= added;
  }
}

static void add_row(struct stubborn *self, const uint64_t *row) {
  add_words(self, row, 0, self->troupe->words);
}

/* How many elements would be new, and processes that can move most of all. */
static uint32_t cost_of(const struct stubborn *self, const uint64_t *row,
                        uint32_t first, uint32_t count) {
  uint32_t cost = 0;
  for (uint32_t w = first; w < first + count; w++) {
    const uint64_t added =
        row[w - first] & self->alive.items[w] & ~self->set.items[w];
    if (added)
      cost += bit_count(added) +
              MOVER_COST * bit_count(added & self->present.items[w]);
  }
  return cost;
}

static int32_t value_of(const struct stubborn *self, const struct var *var,
                        uint32_t element) {
  const uint8_t *at =
      self->globals + var->offset + (size_t)element * var->stride;
  int32_t value = 0;
  memcpy(&value, at, var->width);
  return var->type.kind == TYPE_SHORT ? (int16_t)value : value;
}

/* Is a test false now for a process?  If it fails, it is not. */
static bool is_false(struct stubborn *self, const struct test *test,
                     uint32_t pid) {
  look_as(self, pid);
  if (test->kind == TEST_FILL)
    return access_fill(&self->elements.facts->universe, &test->at,
                       &self->situation) == test->at.when;
  const uint32_t element = test->at.index == INDEX_NONE
                               ? test->element
                               : access_value(&test->at, &self->situation);
  return self->globals && element < test->var->count &&
         !test_is_true(test, value_of(self, test->var, element));
}

/* The cheapest row of a false test of a guard; NULL: none is false. */
static const uint64_t *row_of_guard(struct stubborn *self, uint32_t pid,
                                    const struct guard *guard) {
  const uint64_t *best = NULL;
  uint32_t best_cost = UINT32_MAX;
  for (uint32_t i = 0; i < guard->count; i++) {
    if (!is_false(self, &self->elements.tests.items[guard->tests[i]], pid))
      continue;
    const uint64_t *row = row_of_test(self, guard->tests[i], pid);
    const uint32_t cost = cost_of(self, row, 0, self->troupe->words);
    if (cost < best_cost) {
      best_cost = cost;
      best = row;
    }
  }
  return best;
}

/* The elements that may let one begin that has guards, each of them false;
 * NULL: it is not such a one.
 */
static const uint64_t *row_of_guards(struct stubborn *self, uint32_t pid,
                                     const struct element *element) {
  if (element->guard_count == 0)
    return NULL;
  const uint64_t *row = row_of_guard(self, pid, &element->guards[0]);
  if (!row || element->guard_count == 1)
    return row;
  const size_t words = self->troupe->words;
  memcpy(self->union_row.items, row, words * sizeof *row);
  for (uint32_t i = 1; i < element->guard_count; i++) {
    row = row_of_guard(self, pid, &element->guards[i]);
    for (size_t w = 0; row && w < words; w++)
      self->union_row.items[w] |= row[w];
    if (!row)
      return NULL;
  }
  return self->union_row.items;
}

static void add_present(struct stubborn *self, uint32_t pid) {
  const struct cast_facts *of = &self->elements.of[type_of(self, pid)];
  const uint32_t first = self->troupe->first[pid];
  add_words(self, self->present.items + first, first, of->words);
}

/* Case c., or d. if that costs less. */
static void close_elsewhere(struct stubborn *self, uint32_t pid,
                            const struct element *element) {
  const struct cast_facts *of = &self->elements.of[type_of(self, pid)];
  const uint64_t *before = cast_before(of, element->location);
  const uint32_t first = self->troupe->first[pid],
                 cost = cost_of(self, before, first, of->words);
  const uint64_t *guards = cost > 0 ? row_of_guards(self, pid, element) : NULL;
  if (guards && cost_of(self, guards, 0, self->troupe->words) < cost)
    add_row(self, guards);
  else if (cost > 0)
    add_words(self, before, first, of->words);
}

/* Cases a. and b.; false when the set is of no use. */
static bool close_present(struct stubborn *self, uint32_t pid,
                          const struct element *element, uint32_t number) {
  const bool moves = self->movers & bit_of(pid);
  if (self->hopeless & bit_of(pid))
    return false;
  self->members |= bit_of(pid);
  add_present(self, pid);
  if (element->ends && !moves)
    add_row(self, row_of_ends(self));
  else
    add_row(self,
            row_of(self, pid, number,
                   moves || element->binds ? ROW_CONFLICTS : ROW_LETS_GO));
  return true;
}

/* Adds what an element demands. */
static bool close_element(struct stubborn *self, uint32_t pid,
                          uint32_t number) {
  const struct element *element =
      &self->elements.of[type_of(self, pid)].elements[number];
  if (element->location != location_of(self, pid)) {
    close_elsewhere(self, pid, element);
    return true;
  }
  const uint64_t *guards = row_of_guards(self, pid, element);
  if (!guards)
    return close_present(self, pid, element, number);
  add_row(self, guards);
  return true;
}

/* Takes an element that is open, a present one if there is any. */
static bool take_open(struct stubborn *self, uint32_t *pid, uint32_t *number) {
  const struct troupe *troupe = self->troupe;
  uint32_t found = UINT32_MAX;
  for (uint32_t w = 0; w < troupe->words; w++) {
    const uint64_t open = self->open.items[w];
    if (open & self->present.items[w]) {
      found = w;
      break;
    }
    if (open && found == UINT32_MAX)
      found = w;
  }
  if (found == UINT32_MAX)
    return false;
  const uint64_t open = self->open.items[found],
                 preferred = open & self->present.items[found];
  const uint32_t bit = (uint32_t)__builtin_ctzll(preferred ? preferred : open);
  self->open.items[found] &= ~(UINT64_C(1) << bit);
  *pid = troupe->count - 1;
  while (troupe->first[*pid] > found)
    --*pid;
  *number = (found - troupe->first[*pid]) * 64 + bit;
  return true;
}

static uint32_t count_movers(const struct stubborn *self) {
  return bit_count(self->members & self->movers);
}

/* Closes the set of one process; false when it is of no use, or has too many
 * processes that can move.
 */
static bool close_set(struct stubborn *self, uint32_t start, uint32_t most) {
  const size_t bytes = self->troupe->words * sizeof(uint64_t);
  uint32_t pid, number;
  memset(self->set.items, 0, bytes);
  memset(self->open.items, 0, bytes);
  self->members = 0;
  add_present(self, start);
  while (take_open(self, &pid, &number))
    if (!close_element(self, pid, number) || count_movers(self) > most)
      return false;
  return count_movers(self) > 0;
}

/* ---- states ---- */

static void make_room(struct stubborn *self) {
  const size_t words = self->troupe->words;
  vec_reserve(&self->alive, words);
  vec_reserve(&self->present, words);
  vec_reserve(&self->set, words);
  vec_reserve(&self->open, words);
  vec_reserve(&self->union_row, words);
}

static void look_at(struct stubborn *self, struct engine *engine,
                    const uint8_t *state, size_t length) {
  const struct state_room globals = engine_room(engine, 0);
  keep_within_limits(self);
  self->situation =
      (struct situation){.engine = engine, .state = state, .length = length};
  self->globals = globals.bytes > 0 ? state + globals.offset : NULL;
  self->troupe = find_troupe(self);
  self->hopeless = 0;
  make_room(self);
  memset(self->present.items, 0, self->troupe->words * sizeof(uint64_t));
  for (uint32_t pid = 0; pid < self->count; pid++) {
    const struct cast_facts *of = &self->elements.of[type_of(self, pid)];
    const uint32_t first = self->troupe->first[pid],
                   location = location_of(self, pid);
    memcpy(self->alive.items + first, cast_reach(of, location),
           of->words * sizeof(uint64_t));
    for (uint32_t e = of->first[location]; e < of->first[location + 1]; e++)
      add_bit(self->present.items + first, e);
    if ((self->movers & bit_of(pid)) && is_useless(self, pid))
      self->hopeless |= bit_of(pid);
  }
}

process_mask stubborn_find(struct stubborn *self, struct engine *engine,
                           const uint8_t *state, size_t length,
                           process_mask movers) {
  process_mask best = 0;
  uint32_t most = bit_count(movers);
  self->count = engine_view(engine, state, length, self->views);
  if (self->count > MASK_BITS || most < 2)
    return 0;
  self->movers = movers;
  look_at(self, engine, state, length);
  most--;
  for (process_mask left = movers & ~self->hopeless; left && most > 0;
       left &= left - 1) {
    const uint32_t pid = (uint32_t)__builtin_ctzll(left);
    if (close_set(self, pid, most)) {
      best = self->members;
      most = count_movers(self) - 1;
    } else {
      self->hopeless |= bit_of(pid); /* whatever needs it has no set, either */
    }
  }
  return best;
}

/* ---- life ---- */

struct stubborn *stubborn_open(const struct facts *facts) {
  struct elements elements;
  if (!elements_init(&elements, facts))
    return NULL;
  struct stubborn *self = memory_alloc(sizeof *self);
  self->elements = elements;
  self->rows = memory_alloc(ROW_SLOTS * sizeof(struct row *));
  self->arena = arena_open();
  return self;
}

void stubborn_close(struct stubborn *self) {
  if (!self)
    return;
  elements_clear(&self->elements);
  arena_close(self->arena);
  memory_free(self->rows);
  vec_free(&self->troupes);
  vec_free(&self->alive);
  vec_free(&self->present);
  vec_free(&self->set);
  vec_free(&self->open);
  vec_free(&self->union_row);
  memory_free(self);
}

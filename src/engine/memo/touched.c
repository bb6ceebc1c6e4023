/* See touched.h.
 *
 * A transition may be a whole `atomic`, or merged statements: whatever
 * statement can be part of it counts, possible or not.  Arrays count as a
 * whole, unless the subscript follows from the number of the process, or from
 * variables of it that have kept their values since the transition began.
 *
 * Of a process that may take part in a handshake all of its frame counts, and
 * whatever it can go on with at once, if it comes to stand inside an atomic.
 *
 * Whatever else looks at other processes, starts or ends one, or is not in the
 * state, makes the answer "anything"; so does a transition of very many
 * statements.
 */
#include "engine/memo/touched.h"

#include "base/vec.h"
#include "engine/bytecode/machine.h"

enum { MOST_PLACES = 1024 }; /* whose statements are looked at */

/* A process that a message may go to, by a handshake. */
struct party {
  uint32_t pid, number; /* of the channel */
};
typedef VEC(struct party) party_list;

struct search {
  const struct toucher *toucher;
  party_list *parties;
  struct touched *out;
  const struct process_type *type;  /* of the process that acts */
  struct expr_known known;          /* for its subscripts */
  uint8_t *met;                     /* by location of it */
  VEC(uint32_t) locations;          /* whose statements may be part of it, */
  bool comes_back;                  /* also those of the first one later */
  VEC(const struct var *) changing; /* variables that were written before */
};

static bool is_partner(const struct search *search) {
  return search->known.pid != search->toucher->pid;
}

static void give_up(struct search *search) {
  search->out->is_known = false;
}

static void add_mask(struct search *search, uint64_t *masks, uint32_t first,
                     uint32_t count) {
  for (uint32_t at = first; at < first + count; at++) {
    if (at >= TOUCHED_WORDS * WORD_SIZE) {
      give_up(search);
      return;
    }
    masks[at / WORD_SIZE] |= UINT64_C(0xff) << at % WORD_SIZE * 8;
  }
}

static void add_bytes(struct search *search, uint32_t first, uint32_t count) {
  add_mask(search, search->out->masks, first, count);
}

/* ---- the statements of a transition ---- */

static void add_location(struct search *search, uint32_t location) {
  if (location > 0 && !search->met[location])
    vec_push(&search->locations, location);
  search->met[location] = 1;
  if (search->locations.count > MOST_PLACES)
    give_up(search);
}

static void add_follower(struct search *search, uint32_t location) {
  search->comes_back |=
      !is_partner(search) && location == search->toucher->location;
  add_location(search, location);
}

static void add_follower_of(struct search *search,
                            const struct command_transition *transition) {
  if (transition->command->kind == ACTION_D_STEP)
    add_follower(search, transition->command->enter);
  if (transition->atomic ||
      search->type->proctype->locations[transition->target].in_d_step)
    add_follower(search, transition->target);
}

/* Those of a location, and which may follow. */
static void add_followers(struct search *search, uint32_t location) {
  const struct command_location *at = &search->type->locations[location];
  for (uint32_t t = 0; t < at->count; t++)
    add_follower_of(search, &at->transitions[t]);
}

static void find_locations(struct search *search) {
  for (size_t i = 0; i < search->locations.count && search->out->is_known; i++)
    add_followers(search, search->locations.items[i]);
}

typedef void action_taker(struct search *search, const struct action *action);

static void each_action_at(struct search *search, uint32_t location,
                           action_taker *take) {
  const struct command_location *at = &search->type->locations[location];
  for (uint32_t t = 0; t < at->count; t++)
    take(search, at->transitions[t].command->action);
}

/* Of all locations, but for so many. */
static void each_action(struct search *search, size_t but, action_taker *take) {
  for (size_t i = but; i < search->locations.count; i++)
    each_action_at(search, search->locations.items[i], take);
}

/* Of a single statement: others write when they have read. */
static void add_own_changes(struct search *search,
                            const struct action *action) {
  if (action->kind == ACTION_INIT)
    vec_push(&search->changing, action->var);
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      vec_push(&search->changing, action->patterns[i].ref->var);
}

static void add_changes(struct search *search, const struct action *action) {
  if (action->kind == ACTION_ASSIGN)
    vec_push(&search->changing, action->ref->var);
  add_own_changes(search, action);
}

/* ---- variables ---- */

static bool is_changing(const struct search *search, const struct var *var) {
  for (size_t i = 0; i < search->changing.count; i++)
    if (search->changing.items[i] == var)
      return true;
  return false;
}

/* The value of a variable of the process: the answer depends on it then. */
static bool read_local(void *context, const struct ref *ref, int32_t *out) {
  struct search *search = context;
  const struct var *var = ref->var;
  if (var->scope != SCOPE_LOCAL || var->outside || var->is_array ||
      ref->field || is_changing(search, var))
    return false;
  const uint32_t at = FRAME_HEADER + var->offset;
  add_mask(search, search->out->same, at, var->width);
  *out = cell_load(search->toucher->frame + at,
                   program_cell(&var->type, var->is_array).kind);
  return true;
}

/* The element that a subscript tells; false when it may be any. */
static bool find_element(struct search *search, const struct ref *ref,
                         uint32_t *element) {
  int32_t number = 0;
  if (ref->index && !expr_number(ref->index, &search->known, &number))
    return false;
  *element = (uint32_t)number;
  return *element < ref->var->count;
}

static void add_ref(struct search *search, const struct ref *ref) {
  const struct var *var = ref->var;
  uint32_t element;
  if (var->outside) {
    give_up(search);
  } else if (var->scope == SCOPE_GLOBAL) {
    const uint32_t first = search->toucher->program->globals + var->offset;
    if (find_element(search, ref, &element))
      add_bytes(search, first + element * var->stride, var->stride);
    else
      add_bytes(search, first, var->count * var->stride);
  }
}

/* ---- channels ---- */

/* What is done with a channel.  What a message that is put behind all others
 * changes follows from their number: behind them all bytes are 0.
 */
enum channel_use {
  CHANNEL_ASKED, /* how long it is */
  CHANNEL_POLLED,
  CHANNEL_SENT,
  CHANNEL_SORTED,
  CHANNEL_RECEIVED,
};

static bool needs_length_only(enum channel_use use) {
  return use == CHANNEL_ASKED || use == CHANNEL_SENT;
}

static void add_partners(struct search *search, uint32_t number);

/* Only who sends moves by himself. */
static void add_handshake(struct search *search, uint32_t number,
                          enum channel_use use) {
  if (use == CHANNEL_SENT || use == CHANNEL_SORTED)
    add_partners(search, number);
  else if (use != CHANNEL_RECEIVED)
    give_up(search);
}

static void add_channel(struct search *search, uint32_t number,
                        enum channel_use use) {
  const struct program *program = search->toucher->program;
  const struct channel_layout *layout = program->channels[number].layout;
  if (layout->type->capacity == 0)
    add_handshake(search, number, use);
  else
    add_bytes(search, program->channel_offsets[number],
              needs_length_only(use) ? (uint32_t)CHANNEL_HEADER
                                     : layout->bytes);
}

/* Bytes among those of the global variables. */
struct cells {
  uint32_t first, end;
  const struct var *var; /* whose they are; of a record, the field */
  bool is_one;           /* no array of them */
};

/* Those that are named, as far as subscripts tell. */
static struct cells find_cells(struct search *search, const struct ref *ref) {
  struct cells cells = {.is_one = true};
  for (; ref; ref = ref->field) {
    uint32_t element;
    cells.var = ref->var;
    if (!cells.is_one)
      continue;
    cells.first += ref->var->offset;
    cells.end = cells.first + ref->var->count * ref->var->stride;
    cells.is_one = find_element(search, ref, &element);
    if (cells.is_one) {
      cells.first += element * ref->var->stride;
      cells.end = cells.first + ref->var->stride;
    }
  }
  return cells;
}

/* Does it name the same channel, or the same array of them, for ever? */
static bool is_lasting(const struct expr *expr) {
  return expr->kind == EXPR_REF && expr->ref->var->scope == SCOPE_GLOBAL &&
         !expr->ref->var->is_written && !expr->ref->var->outside;
}

/* The channel that a variable names now: one of the process, or one that was
 * given the name of another in the beginning.
 */
static bool read_name(struct search *search, const struct expr *expr,
                      int32_t *number) {
  const struct toucher *toucher = search->toucher;
  if (expr->kind == EXPR_REF && search->known.read &&
      read_local(search, expr->ref, number))
    return true;
  if (!toucher->state || !is_lasting(expr))
    return false;
  const struct cells cells = find_cells(search, expr->ref);
  *number = cell_load(toucher->state + toucher->program->globals + cells.first,
                      program_cell(&cells.var->type, cells.var->is_array).kind);
  return cells.is_one;
}

static void add_named(struct search *search, const struct expr *expr,
                      enum channel_use use) {
  int32_t number;
  if (read_name(search, expr, &number) && number > 0 &&
      (uint32_t)number <= search->toucher->program->channel_count)
    add_channel(search, (uint32_t)number - 1, use);
  else
    give_up(search);
}

/* Does it name a channel that came into being with the variable? */
static bool is_own_name(struct search *search, const struct expr *expr) {
  return is_lasting(expr) && find_cells(search, expr->ref).var->channel;
}

/* Can this be the channel of the number? */
static bool may_name(struct search *search, const struct expr *expr,
                     uint32_t number) {
  const uint32_t offset =
      search->toucher->program->channels[number].slot->offset;
  if (!is_own_name(search, expr))
    return true;
  const struct cells cells = find_cells(search, expr->ref);
  return cells.first <= offset && offset < cells.end;
}

static void add_channels(struct search *search, const struct expr *expr,
                         enum channel_use use) {
  if (!is_own_name(search, expr)) {
    add_named(search, expr, use);
    return;
  }
  for (uint32_t i = 0; i < search->toucher->program->channel_count; i++)
    if (may_name(search, expr, i))
      add_channel(search, i, use);
}

/* ---- expressions ---- */

static void add_expr(void *context, struct expr *expr) {
  struct search *search = context;
  switch (expr->kind) {
  case EXPR_REF:
    add_ref(search, expr->ref);
    return;
  case EXPR_NR_PR:
    add_bytes(search, STATE_PROCESSES, 1);
    return;
  case EXPR_LEN:
  case EXPR_FULL:
  case EXPR_NFULL:
  case EXPR_EMPTY:
  case EXPR_NEMPTY:
    add_channels(search, expr->a, CHANNEL_ASKED);
    return;
  case EXPR_POLL:
    add_channels(search, expr->a, CHANNEL_POLLED);
    return;
  case EXPR_PID:
  case EXPR_TIMEOUT: /* which is false as long as anybody moves */
    return;
  default:
    if (expr->kind > EXPR_COND)
      give_up(search);
  }
}

/* ---- statements ---- */

static void add_patterns(struct search *search, const struct action *action) {
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      add_ref(search, action->patterns[i].ref);
}

static void add_action(struct search *search, const struct action *action) {
  action_walk(action, add_expr, search);
  switch (action->kind) {
  case ACTION_GOTO:
  case ACTION_TEST:
  case ACTION_ELSE:
  case ACTION_ASSERT:
  case ACTION_PRINTF:
  case ACTION_PRINTM:
  case ACTION_D_STEP:
    return;
  case ACTION_ASSIGN:
    add_ref(search, action->ref);
    return;
  case ACTION_INIT:
    if (action->var->channel || action->var->scope != SCOPE_LOCAL ||
        action->var->outside)
      give_up(search);
    return;
  case ACTION_SEND:
    add_channels(search, action->channel,
                 action->sorted ? CHANNEL_SORTED : CHANNEL_SENT);
    return;
  case ACTION_RECEIVE:
    add_channels(search, action->channel, CHANNEL_RECEIVED);
    add_patterns(search, action);
    return;
  case ACTION_END: /* when all younger processes are gone */
    add_bytes(search, STATE_PROCESSES, 1);
    return;
  default:
    give_up(search);
  }
}

/* ---- handshakes ---- */

static bool is_receive_from(struct search *search,
                            const struct command *command, uint32_t number) {
  return command->kind == ACTION_RECEIVE &&
         may_name(search, command->action->channel, number);
}

/* May it take a message from the channel of this number? */
static bool may_take(struct search *search,
                     const struct command_transition *transition,
                     uint32_t number) {
  const struct command *command = transition->command;
  if (transition->listens != LISTENS_TO_ANY)
    return transition->listens == number + 1;
  if (command->kind != ACTION_D_STEP)
    return is_receive_from(search, command, number);
  const struct command_location *first =
      &search->type->locations[command->enter];
  for (uint32_t t = 0; t < first->count; t++)
    if (is_receive_from(search, first->transitions[t].command, number))
      return true;
  return false;
}

/* What it can do with the message; whether there is such a statement. */
static bool add_takers(struct search *search, uint32_t number) {
  bool is_any = false;
  for (uint32_t l = 1; l < search->type->proctype->location_count; l++)
    for (uint32_t t = 0; t < search->type->locations[l].count; t++) {
      const struct command_transition *transition =
          &search->type->locations[l].transitions[t];
      if (!may_take(search, transition, number))
        continue;
      is_any = true;
      action_walk(transition->command->action, add_expr, search);
      add_patterns(search, transition->command->action);
      add_follower_of(search, transition);
    }
  return is_any;
}

/* Do other things decide, too, whether such a process may move? */
static bool is_restricted(const struct process_type *type) {
  return type->provided || type->proctype->deterministic;
}

/* The process itself, with another one as its partner, would go on where it is
 * not known what was changed before: that is too much.
 */
static void add_partner(const struct search *search, uint32_t pid,
                        uint32_t number) {
  const struct crew *crew = search->toucher->crew;
  const struct process_type *types = search->toucher->program->types;
  struct search partner = {.toucher = search->toucher,
                           .parties = search->parties,
                           .out = search->out,
                           .type = &types[crew->types[pid]],
                           .known = {.pid = pid}};
  partner.met = memory_alloc(partner.type->proctype->location_count + 1);
  if (add_takers(&partner, number)) {
    if (is_restricted(partner.type) || !is_partner(&partner))
      give_up(&partner);
    add_bytes(&partner, crew->offsets[pid], partner.type->frame_bytes);
    find_locations(&partner);
    each_action(&partner, 0, add_action);
  }
  vec_free(&partner.locations);
  memory_free(partner.met);
}

static bool is_party(const struct search *search, struct party party) {
  for (size_t i = 0; i < search->parties->count; i++)
    if (search->parties->items[i].pid == party.pid &&
        search->parties->items[i].number == party.number)
      return true;
  return false;
}

static void add_partners(struct search *search, uint32_t number) {
  const struct crew *crew = search->toucher->crew;
  add_bytes(search, STATE_PROCESSES, 1);
  if (!crew) {
    give_up(search);
    return;
  }
  for (uint32_t pid = 0; pid < crew->count; pid++) {
    const struct party party = {pid, number};
    if (pid == search->known.pid || is_party(search, party))
      continue;
    vec_push(search->parties, party);
    add_partner(search, pid, number);
  }
}

/* ---- all of it ---- */

/* The first statement of a transition, before which nothing was written. */
static void add_first(struct search *search, const struct action *action) {
  search->changing.count = 0;
  add_own_changes(search, action);
  add_action(search, action);
}

static void add_all(struct search *search) {
  const size_t first = search->comes_back ? 0 : 1;
  if (!search->comes_back)
    each_action_at(search, search->toucher->location, add_first);
  search->changing.count = 0;
  each_action(search, 0, add_changes);
  each_action(search, first, add_action);
}

static bool is_apart(const struct toucher *toucher) {
  const struct proctype *proctype = toucher->type->proctype;
  const struct features *features = &toucher->program->model->features;
  return is_restricted(toucher->type) ||
         (proctype->kind != PROC_PLAIN && proctype->kind != PROC_INIT) ||
         features->priority || features->trace;
}

void touched_find(const struct toucher *toucher, struct touched *out) {
  party_list parties = {0};
  struct search search = {.toucher = toucher,
                          .parties = &parties,
                          .out = out,
                          .type = toucher->type};
  *out = (struct touched){.is_known = !is_apart(toucher)};
  if (!out->is_known)
    return;
  search.known = (struct expr_known){.pid = toucher->pid,
                                     .read = toucher->frame ? read_local : NULL,
                                     .context = &search};
  search.met = memory_alloc(toucher->type->proctype->location_count + 1);
  if (toucher->program->model->features.last)
    add_bytes(&search, STATE_HEADER, 1);
  add_location(&search, toucher->location);
  find_locations(&search);
  if (out->is_known)
    add_all(&search);
  vec_free(&search.locations);
  vec_free(&search.changing);
  vec_free(&parties);
  memory_free(search.met);
}

/* Statements as C: whether one can be executed, and what it does.
 *
 * A d_step is written as the graph it is, one label for each place inside; its
 * steps are counted, and one that takes too long is left to the interpreter,
 * which finds out whether it ends.
 */
#include "engine/native/generator.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
  LONGEST_D_STEP = 1000, /* steps before the interpreter takes over */
  MOST_PLACES = 256,     /* inside a d_step that is compiled */
  MOST_INITIAL = 64,     /* elements of an array set where it is declared */
};

/* ---- what was written ---- */

static void add_site(struct generator *g, const char *text) {
  for (size_t i = 0; i < g->sites.count; i++)
    if (strcmp(g->sites.items[i].text, text) == 0)
      return;
  struct site site;
  if (strlen(text) >= sizeof site.text) {
    g->wanders = true;
    return;
  }
  snprintf(site.text, sizeof site.text, "%s", text);
  vec_push(&g->sites, site);
}

void put_restored(struct generator *g, const char *format, ...) {
  char text[128];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  add_site(g, text);
}

void put_site(struct generator *g, const char *format, ...) {
  char text[128];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  buffer_printf(g->body, "changed |= native_word(%s);\n", text);
  add_site(g, text);
}

void put_back(struct generator *g, size_t count) {
  if (g->wanders) {
    buffer_puts(g->body, "native_undo(run, state, changed);\n");
    return;
  }
  for (size_t i = 0; i < count; i++)
    buffer_printf(g->body, "native_back(run, state, %s);\n",
                  g->sites.items[i].text);
}

/* ---- assignments ---- */

/* The word of a target, written so that equal words have equal texts. */
static void note_target(struct generator *g, const struct target *target) {
  if (strcmp(target->array, "state") != 0)
    return;
  const uint32_t word = target->offset / NATIVE_WORD * NATIVE_WORD;
  if (!target->is_fixed)
    put_site(g, "%s", target->text);
  else if (target->is_local && word > 0)
    put_site(g, "frame + %u", word);
  else if (target->is_local)
    put_site(g, "frame");
  else
    put_site(g, "%u", word);
}

void put_assign(struct generator *g, const struct target *target,
                const char *value) {
  static const char *const stores[] = {
      [CELL_U8] = "native_put8",
      [CELL_U16] = "native_put16",
      [CELL_S16] = "native_put16",
      [CELL_S32] = "native_put32",
  };
  const uint32_t name = g->temps++;
  struct buffer cut = {0};
  put_cut(&cut, target->cell, value);
  buffer_printf(g->body, "const int32_t t%u = %s;\n", name, buffer_text(&cut));
  if (g->config->check_overflow)
    put_check(g, "t%u != (%s)", name, value);
  buffer_printf(g->body, "%s(%s, %s, t%u);\n", stores[target->cell.kind],
                target->array, target->text, name);
  note_target(g, target);
  buffer_free(&cut);
}

static void put_assignment(struct generator *g, const struct action *action) {
  const uint32_t value = put_value(g, action->value);
  struct target target;
  char text[32];
  snprintf(text, sizeof text, "t%u", value);
  put_target(g, action->ref, &target);
  put_assign(g, &target, text);
}

/* A declaration: see do_init() of the interpreter. */
static void put_init(struct generator *g, const struct action *action) {
  const struct var *var = action->var;
  if (var->type.kind == TYPE_RECORD)
    return;
  const uint32_t count = var->init_count > 1 ? var->count : 1;
  if (count > MOST_INITIAL) {
    g->failed = true;
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    const struct expr zero = {.kind = EXPR_CONST};
    struct expr index = {.kind = EXPR_CONST, .value = (int32_t)i};
    const struct ref ref = {.var = action->var, .index = &index};
    const uint32_t value =
        put_value(g, i < var->init_count ? var->inits[i] : &zero);
    struct target target;
    char text[32];
    snprintf(text, sizeof text, "t%u", value);
    put_target(g, &ref, &target);
    put_assign(g, &target, text);
  }
}

/* ---- d_step ---- */

/* The places inside a d_step, in the order they are met. */
struct places {
  uint32_t items[MOST_PLACES];
  uint32_t count;
};

static uint32_t number_of_place(const struct places *places, uint32_t place) {
  uint32_t i = 0;
  while (i < places->count && i < MOST_PLACES && places->items[i] != place)
    i++;
  return i;
}

static void add_place(struct places *places, uint32_t place) {
  const uint32_t number = number_of_place(places, place);
  if (number < places->count && number < MOST_PLACES)
    return;
  if (places->count < MOST_PLACES)
    places->items[places->count] = place;
  places->count++;
}

/* False when there are too many. */
static bool list_places(const struct process_type *type, uint32_t enter,
                        struct places *places) {
  places->count = 0;
  add_place(places, enter);
  for (uint32_t i = 0; i < places->count && i < MOST_PLACES; i++) {
    const struct command_location *location =
        &type->locations[places->items[i]];
    for (uint32_t t = 0; t < location->count; t++)
      if (type->locations[location->transitions[t].target].inside)
        add_place(places, location->transitions[t].target);
  }
  return places->count <= MOST_PLACES;
}

/* After a step: to the next place, or out. */
static void put_onward(struct generator *g, const struct places *places,
                       uint32_t name, uint32_t target) {
  if (g->type->locations[target].inside)
    buffer_printf(g->body,
                  "if (NATIVE_UNLIKELY(--steps%u == 0)) goto punt;\n"
                  "goto d%u_%u;\n",
                  name, name, number_of_place(places, target));
  else
    buffer_printf(g->body, "goto d%u;\n", name);
}

/* One place: the first statement that can be executed is. */
static void put_inner(struct generator *g, const struct places *places,
                      uint32_t name, uint32_t place) {
  const struct command_location *location =
      &g->type->locations[places->items[place]];
  buffer_printf(g->body, "d%u_%u:;\n", name, place);
  for (uint32_t t = 0; t < location->count; t++) {
    const struct command_transition *transition = &location->transitions[t];
    char otherwise[48];
    snprintf(otherwise, sizeof otherwise, "d%u_%u_%u", name, place, t);
    if (transition->command->kind == ACTION_END ||
        transition->command->kind == ACTION_D_STEP)
      g->failed = true;
    buffer_puts(g->body, "{\n");
    put_statement(g, transition->command, otherwise);
    put_onward(g, places, name, transition->target);
    buffer_printf(g->body, "}\n%s:;\n", otherwise);
  }
}

/* Everything inside, and where it leads out.  Before its first step a d_step
 * may block; later the interpreter says what is wrong.
 */
static void put_places(struct generator *g, const struct places *places,
                       uint32_t name, const char *otherwise) {
  for (uint32_t i = 0; i < places->count && !g->failed; i++) {
    put_inner(g, places, name, i);
    if (i == 0)
      buffer_printf(g->body, "if (steps%u == %d) goto %s;\n", name,
                    LONGEST_D_STEP, otherwise);
    buffer_puts(g->body, "goto punt;\n");
  }
  buffer_printf(g->body, "d%u:;\n", name);
}

/* Names the d_step and lists its places; false when there are too many. */
static bool begin_d_step(struct generator *g, const struct command *command,
                         struct places *places, uint32_t *name) {
  g->wanders = true;
  if (!list_places(g->type, command->enter, places)) {
    g->failed = true;
    return false;
  }
  *name = g->temps++;
  buffer_printf(g->body, "uint32_t steps%u = %d;\n", *name, LONGEST_D_STEP);
  return true;
}

static void put_d_step(struct generator *g, const struct command *command,
                       const char *otherwise) {
  struct places places;
  uint32_t name;
  if (begin_d_step(g, command, &places, &name))
    put_places(g, &places, name, otherwise);
}

void put_d_step_taking(struct generator *g, const struct command *command,
                       const char *otherwise) {
  const struct command_location *first = &g->type->locations[command->enter];
  struct places places;
  uint32_t name;
  if (!begin_d_step(g, command, &places, &name))
    return;
  for (uint32_t t = 0; t < first->count; t++) {
    const struct action *action = first->transitions[t].command->action;
    if (action->kind != ACTION_RECEIVE || action->copy)
      continue;
    char next[48];
    snprintf(next, sizeof next, "d%u_take_%u", name, t);
    buffer_puts(g->body, "{\n");
    put_take(g, action, next);
    buffer_printf(g->body, "run->coverage[%u] = 1;\n", action->number);
    put_onward(g, &places, name, first->transitions[t].target);
    buffer_printf(g->body, "}\n%s:;\n", next);
  }
  buffer_printf(g->body, "goto %s;\n", otherwise);
  put_places(g, &places, name, otherwise);
  buffer_printf(g->body, "run->coverage[%u] = 1;\n", command->action->number);
}

/* ---- all of them ---- */

/* Nothing is printed here, but an error in a value must be found. */
static void put_print(struct generator *g, const struct action *action) {
  if (action->value)
    (void)put_value(g, action->value);
  for (uint32_t i = 0; i < action->arg_count; i++)
    (void)put_value(g, action->args[i]);
}

void put_statement(struct generator *g, const struct command *command,
                   const char *otherwise) {
  const struct action *action = command->action;
  switch (action->kind) {
  case ACTION_GOTO:
  case ACTION_ELSE:
    break;
  case ACTION_TEST:
    if (command->runs)
      g->failed = true;
    put_guard(g, action->value, otherwise);
    break;
  case ACTION_ASSIGN:
    put_assignment(g, action);
    break;
  case ACTION_INIT:
    put_init(g, action);
    break;
  case ACTION_SEND:
    put_send(g, action, otherwise);
    break;
  case ACTION_RECEIVE:
    put_receive(g, action, otherwise);
    break;
  case ACTION_ASSERT:
    put_guard(g, action->value, "punt");
    break;
  case ACTION_PRINTF:
  case ACTION_PRINTM:
    put_print(g, action);
    break;
  case ACTION_D_STEP:
    put_d_step(g, command, otherwise);
    break;
  case ACTION_END:
  case ACTION_SET_PRIORITY:
    g->failed = true;
    break;
  }
  buffer_printf(g->body, "run->coverage[%u] = 1;\n", action->number);
}

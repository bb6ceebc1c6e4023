/* A program as C: one function for each statement at each location.
 *
 * A statement is written with everything that belongs to it: the condition, the
 * effects, the move, the statements of an atomic that follow one by one (as
 * run_ahead() of the interpreter does), giving out, putting back.  A statement
 * that cannot be compiled is a call of the interpreter in the same place, so
 * the order of successors is the interpreter's by construction.
 *
 * A second function, where something is received, does the receiver's side of
 * handshakes.
 *
 * The statements of a location are tried in order: by a function in which the
 * compiler puts them one after the other, or, where it shall be done soon, by
 * native_try() from a table; then functions that are alike are joined.
 *
 * Nothing of a statement is given out before the last check that may hand it to
 * the interpreter, so doing it there from the start does nothing twice.
 */
#include "engine/native/generate.h"

#include "engine/bytecode/bytecode.h"
#include "engine/native/generator.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
  LONGEST_CHAIN = 64, /* statements of an atomic in one function */
  MOST_RESTORED = 64, /* bytes of a frame put back word by word */
};

/* ---- layouts ---- */

static bool same_layout(const struct channel_layout *a,
                        const struct channel_layout *b) {
  if (a->type->capacity != b->type->capacity ||
      a->type->field_count != b->type->field_count)
    return false;
  for (uint32_t i = 0; i < a->type->field_count; i++)
    if (a->cells[i].kind != b->cells[i].kind ||
        a->cells[i].bits != b->cells[i].bits)
      return false;
  return true;
}

uint32_t layouts_find(const struct layout_list *layouts,
                      const struct channel_layout *layout) {
  uint32_t i = 0;
  while (i < layouts->count && !same_layout(layouts->items[i], layout))
    i++;
  return i;
}

static void collect(const struct channel_part *parts, uint32_t count,
                    struct layout_list *out) {
  for (uint32_t i = 0; i < count; i++)
    if (layouts_find(out, parts[i].layout) == out->count)
      vec_push(out, parts[i].layout);
}

void layouts_collect(const struct program *program, struct layout_list *out) {
  collect(program->channels, program->channel_count, out);
  for (uint32_t i = 0; i < program->model->proctype_count; i++)
    collect(program->types[i].channels, program->types[i].channel_count, out);
}

/* ---- one statement ---- */

/* A place in an atomic where it may block: what was done up to there is given
 * out.
 */
struct block {
  uint32_t label, chain;
  size_t sites;
};

struct blocks {
  struct block items[LONGEST_CHAIN];
  size_t count;
};

/* Writes down the statements executed so far; gives the chain's number. */
static uint32_t put_chain(struct generator *g, bool is_handshake) {
  buffer_printf(&g->chains, "{%u, %d, %zu, links + %u},\n", g->chain_count,
                is_handshake, g->links.count, g->link_count);
  for (size_t i = 0; i < g->links.count; i++)
    buffer_printf(&g->chain_links, "{%u, %u}, ", g->links.items[i].from,
                  g->links.items[i].transition);
  g->link_count += (uint32_t)g->links.count;
  return g->chain_count++;
}

static void put_emit(struct generator *g, uint32_t chain) {
  buffer_printf(g->body,
                "if (!native_emit(run, changed, &chains[%u])) "
                "return NATIVE_STOPPED;\n",
                chain);
}

/* _last becomes the acting process, if anybody asks for it. */
static bool put_last(struct generator *g) {
  if (g->program->model->features.last)
    buffer_printf(g->body, "native_put8(state, %d, (int32_t)pid);\n",
                  STATE_HEADER);
  return g->program->model->features.last;
}

/* A piece of the frame, from one byte to another, becomes zero. */
static void put_zeros(struct generator *g, uint32_t first, uint32_t last) {
  buffer_printf(g->body,
                "memset(state + frame + %u, 0, %u);\n"
                "changed |= native_words(frame + %u, frame + %u);\n",
                first, last - first + 1, first, last);
}

/* Notes the words of a piece as words to be put back. */
static void restore_piece(struct generator *g, uint32_t first, uint32_t last) {
  if (last - first > MOST_RESTORED)
    g->wanders = true;
  for (uint32_t at = first / NATIVE_WORD * NATIVE_WORD;
       at <= last && !g->wanders; at += NATIVE_WORD)
    if (at > 0)
      put_restored(g, "frame + %u", at);
    else
      put_restored(g, "frame");
}

/* What no longer matters to the process at a location becomes zero. */
static void put_tidying(struct generator *g, uint32_t location) {
  const struct dead_place *dead =
      &g->program->dead[g->type->proctype->index][location];
  if (dead->count == 0)
    return;
  buffer_puts(g->body, "if (run->tidies) {\n");
  for (uint32_t i = 0; i < dead->count; i++) {
    const uint32_t first = FRAME_HEADER + dead->pieces[i].offset;
    const uint32_t last = first + dead->pieces[i].length - 1;
    put_zeros(g, first, last);
    restore_piece(g, first, last);
  }
  buffer_puts(g->body, "}\n");
}

/* The process moves; _last follows. */
static void put_move(struct generator *g, uint32_t target) {
  if (target > 0) {
    buffer_printf(g->body, "native_put16(state, frame, %u);\n", target);
    put_site(g, "frame");
    put_tidying(g, target);
  }
  if (put_last(g))
    put_site(g, "0");
}

/* Executes the only statement of a location inside an atomic. */
static const struct command_transition *put_step_ahead(struct generator *g,
                                                       uint32_t from,
                                                       bool is_handshake,
                                                       struct blocks *blocks) {
  const struct command_transition *next =
      &g->type->locations[from].transitions[0];
  struct block *block = &blocks->items[blocks->count++];
  *block = (struct block){.label = g->temps++,
                          .chain = put_chain(g, is_handshake),
                          .sites = g->sites.count};
  char label[32];
  snprintf(label, sizeof label, "blocked_%u", block->label);
  put_statement(g, next->command, label);
  vec_push(&g->links, ((struct native_link){from, 0}));
  put_move(g, next->target);
  return next;
}

static void put_blocks(struct generator *g, const struct blocks *blocks) {
  for (size_t i = 0; i < blocks->count; i++) {
    const struct block *block = &blocks->items[i];
    buffer_printf(g->body, "blocked_%u:;\n", block->label);
    put_emit(g, block->chain);
    put_back(g, block->sites);
    buffer_puts(g->body, "return NATIVE_DONE;\n");
  }
}

/* After the effects of the first statement: moves, goes on inside an atomic,
 * gives out, puts back.
 */
static void put_finish(struct generator *g,
                       const struct command_transition *transition,
                       bool is_handshake) {
  struct blocks blocks = {.count = 0};
  put_move(g, transition->target);
  while (transition->atomic && transition->target > 0 && !g->failed &&
         blocks.count < LONGEST_CHAIN &&
         bytecode_is_simple(&g->type->locations[transition->target]))
    transition = put_step_ahead(g, transition->target, is_handshake, &blocks);
  if (blocks.count == LONGEST_CHAIN ||
      (transition->atomic && transition->target == 0))
    g->failed = true;
  const uint32_t chain = put_chain(g, is_handshake);
  if (transition->atomic)
    buffer_printf(g->body,
                  "run->chain = &chains[%u];\n"
                  "if (!run->go_on(run, pid, changed)) "
                  "return NATIVE_STOPPED;\n",
                  chain);
  else
    put_emit(g, chain);
  put_back(g, g->sites.count);
  buffer_puts(g->body, "return NATIVE_DONE;\n");
  put_blocks(g, &blocks);
}

/* The process ends, if it is the youngest. */
static void put_end(struct generator *g,
                    const struct command_transition *transition,
                    const char *otherwise) {
  if (transition->atomic)
    g->failed = true;
  const uint32_t chain = put_chain(g, false);
  buffer_printf(g->body, "if (pid + 1 != state[0]) goto %s;\n", otherwise);
  put_last(g);
  buffer_printf(g->body, "run->coverage[%u] = 1;\n",
                transition->command->action->number);
  buffer_printf(g->body,
                "if (!native_emit_shorter(run, state, %u, %u, &chains[%u])) "
                "return NATIVE_STOPPED;\n",
                g->type->total_bytes, g->type->channel_count, chain);
  buffer_puts(g->body, "return NATIVE_DONE;\n");
}

static void begin_statement(struct generator *g, uint32_t from,
                            uint32_t index) {
  g->index = index;
  g->failed = g->wanders = g->never = false;
  g->sites.count = 0;
  g->links.count = 0;
  vec_push(&g->links, ((struct native_link){from, index}));
}

/* Keeps the statement as a function: what it does, and how it is handed to the
 * interpreter, from `punt`.
 */
static void add_function(struct generator *g, const struct buffer *code,
                         const char *kind, const char *interpret) {
  const struct native_link *link = &g->links.items[0];
  struct function function = {.like = g->functions.count};
  struct buffer *text = &function.text;
  snprintf(function.name, sizeof function.name, "%s_%u_%u_%u", kind,
           g->type->proctype->index, link->from, link->transition);
  buffer_puts(text, "(struct native_run *run, uint8_t *state, uint32_t frame, "
                    "uint32_t pid, const int32_t *numbers, bool done) {\n");
  if (!g->failed)
    buffer_printf(text,
                  "uint64_t changed = 0;\n{\n%s}\n"
                  "punt: __attribute__((cold));\n"
                  "native_undo(run, state, changed);\n",
                  buffer_text(code));
  buffer_printf(text, "return %s;\nnext:;\nreturn NATIVE_BLOCKED;\n}\n",
                interpret);
  g->length += text->length;
  vec_push(&g->functions, function);
}

static void put_transition(struct generator *g, uint32_t from, uint32_t index) {
  const struct command_transition *transition =
      &g->type->locations[from].transitions[index];
  const struct command *command = transition->command;
  struct buffer code = {0};
  char interpret[64];
  begin_statement(g, from, index);
  g->body = &code;
  if (command->kind == ACTION_SEND && put_offer(g, transition, from, "next")) {
    buffer_puts(&code, "return run->stopped ? NATIVE_STOPPED : NATIVE_DONE;\n");
  } else if (command->kind == ACTION_END) {
    put_end(g, transition, "next");
  } else {
    put_statement(g, command, "next");
    if (!g->never)
      put_finish(g, transition, false);
  }
  snprintf(interpret, sizeof interpret, "native_leave(run, pid, %u, done)",
           index);
  if (!g->never)
    add_function(g, &code, "at", interpret);
  g->body = NULL;
  buffer_free(&code);
}

/* ---- receivers ---- */

/* Could the statement take a message that is offered? */
static bool may_take(const struct process_type *type,
                     const struct command *command) {
  if (command->kind == ACTION_RECEIVE)
    return !command->action->copy;
  if (command->kind != ACTION_D_STEP)
    return false;
  const struct command_location *first = &type->locations[command->enter];
  for (uint32_t t = 0; t < first->count; t++)
    if (first->transitions[t].command->kind == ACTION_RECEIVE)
      return true;
  return false;
}

static void put_taking(struct generator *g, uint32_t from, uint32_t index) {
  const struct command_transition *transition =
      &g->type->locations[from].transitions[index];
  const struct action *action = transition->command->action;
  struct buffer code = {0};
  char interpret[64];
  begin_statement(g, from, index);
  g->body = &code;
  buffer_puts(&code, "const struct native_offer *offer = run->offer;\n");
  if (action->kind == ACTION_RECEIVE) {
    put_take(g, action, "next");
    buffer_printf(&code, "run->coverage[%u] = 1;\n", action->number);
  } else {
    put_d_step_taking(g, transition->command, "next");
  }
  put_finish(g, transition, true);
  snprintf(interpret, sizeof interpret, "native_leave_taking(run, pid, %u)",
           index);
  add_function(g, &code, "take", interpret);
  g->body = NULL;
  buffer_free(&code);
}

static bool receives(const struct process_type *type, uint32_t place) {
  const struct command_location *location = &type->locations[place];
  for (uint32_t t = 0; t < location->count; t++)
    if (may_take(type, location->transitions[t].command))
      return true;
  return false;
}

/* ---- places ---- */

/* Does the proctype run as a process at all? */
static bool is_process(const struct process_type *type) {
  return type->proctype->kind == PROC_PLAIN ||
         type->proctype->kind == PROC_INIT;
}

/* Can the statement, inside an atomic, leave the process where it is? */
static bool may_block(const struct command *command) {
  switch (command->kind) {
  case ACTION_TEST:
  case ACTION_SEND:
  case ACTION_RECEIVE:
  case ACTION_D_STEP:
    return true;
  default:
    return false;
  }
}

/* Notes the places where processes of a type stand while others move.  Inside
 * an atomic they do so only where it may block, or where there is a choice.
 */
static void find_visible(const struct process_type *type, bool *visible) {
  visible[type->initial] = true;
  for (uint32_t l = 1; l < type->proctype->location_count; l++)
    for (uint32_t t = 0; t < type->locations[l].count; t++) {
      const struct command_transition *by = &type->locations[l].transitions[t];
      const struct command_location *to = &type->locations[by->target];
      visible[by->target] |=
          by->target > 0 && (!by->atomic || !bytecode_is_simple(to) ||
                             may_block(to->transitions[0].command));
    }
}

/* The others go to the interpreter, should one of them be met after all.  So
 * does a D_proctype, for the interpreter counts its choices, and a process with
 * a `provided` clause.
 */
static bool is_compiled(const struct generator *g,
                        const struct process_type *type, uint32_t place) {
  return is_process(type) && g->visible[type->proctype->index][place] &&
         !type->locations[place].inside && !type->proctype->deterministic &&
         !type->provided;
}

static bool **find_all_visible(const struct program *program) {
  const uint32_t count = program->model->proctype_count;
  bool **visible = memory_alloc(count * sizeof *visible);
  for (uint32_t i = 0; i < count; i++) {
    visible[i] = memory_alloc(program->types[i].proctype->location_count + 1);
    find_visible(&program->types[i], visible[i]);
  }
  return visible;
}

static bool has_handshakes(const struct generator *g) {
  for (size_t i = 0; i < g->layouts.count; i++)
    if (g->layouts.items[i]->type->capacity == 0)
      return true;
  return false;
}

static bool is_receiver(const struct generator *g,
                        const struct process_type *type, uint32_t place) {
  return has_handshakes(g) && is_process(type) && place > 0 &&
         !type->locations[place].inside && receives(type, place);
}

static bool is_too_long(const struct generator *g) {
  return g->length > NATIVE_LONGEST_TEXT;
}

/* Writes the statements of a place, as seen by one process or by a sender. */
static struct code put_place(struct generator *g, uint32_t place, bool takes) {
  const struct command_location *location = &g->type->locations[place];
  struct code code = {.is_there = true, .first = g->rows.count};
  for (uint32_t t = 0; t < location->count && !is_too_long(g); t++) {
    const struct command_transition *transition = &location->transitions[t];
    const struct row row = {
        .function = g->functions.count,
        .escape = transition->escape,
        .is_else =
            !takes && bytecode_begins_with_else(g->type, transition->command),
        .title = transition->command->action->text};
    g->temps = 0;
    if (!takes)
      put_transition(g, place, t);
    else if (may_take(g->type, transition->command))
      put_taking(g, place, t);
    if (g->functions.count > row.function)
      vec_push(&g->rows, row);
  }
  code.count = g->rows.count - code.first;
  return code;
}

static void put_type(struct generator *g, const struct process_type *type) {
  const struct code none = {0};
  g->type = type;
  for (uint32_t l = 0; l < type->proctype->location_count; l++) {
    const struct code code =
        is_compiled(g, type, l) ? put_place(g, l, false) : none;
    vec_push(&g->locations, code);
    const struct code taking =
        is_receiver(g, type, l) ? put_place(g, l, true) : none;
    vec_push(&g->receivers, taking);
  }
}

/* ---- propositions ---- */

/* False when the interpreter has to say. */
static bool put_atom(struct generator *g, uint32_t number) {
  struct buffer code = {0}, value = {0};
  begin_statement(g, 0, 0);
  g->type = NULL;
  g->body = &code;
  put_expr(g, &value, g->program->model->atoms[number]);
  if (!g->failed)
    buffer_printf(g->out,
                  "static int atom_%u(const struct native_run *run, const "
                  "uint8_t *state) {\n%sreturn %s != 0;\npunt:;\n"
                  "return -1;\n}\n",
                  number, buffer_text(&code), buffer_text(&value));
  g->body = NULL;
  buffer_free(&code);
  buffer_free(&value);
  return !g->failed;
}

/* ---- tables ---- */

static void put_chains(struct generator *g) {
  buffer_printf(g->out, "static const struct native_link links[] = {%s{0}};\n",
                buffer_text(&g->chain_links));
  buffer_printf(g->out,
                "static const struct native_chain chains[] = {%s{0}};\n",
                buffer_text(&g->chains));
}

/* The statement as a comment. */
static void put_title(struct buffer *out, const char *text) {
  buffer_puts(out, "// ");
  for (const char *c = text ? text : ""; *c; c++)
    buffer_putc(out, isprint((unsigned char)*c) && *c != '\\' ? *c : ' ');
  buffer_putc(out, '\n');
}

/* A function of the statements of a place, which does as native_try(). */
static void put_tries(struct generator *g, const struct code *code) {
  const struct row *rows = &g->rows.items[code->first];
  buffer_printf(g->out,
                "static bool place_%zu(struct native_run *run, uint8_t *state, "
                "uint32_t frame, uint32_t pid) {\nbool done = false;\n"
                "uint32_t escape = 0;\nenum native_answer answer;\n",
                code->first);
  for (size_t i = 0; i < code->count; i++) {
    put_title(g->out, rows[i].title);
    if (i > 0 && rows[i].escape != rows[i - 1].escape)
      buffer_printf(g->out, "if (escape > 0 && escape != %u) return done;\n",
                    rows[i].escape);
    if (rows[i].is_else)
      buffer_puts(g->out, "if (!done) {\n");
    buffer_printf(g->out,
                  "answer = %s(run, state, frame, pid, 0, done);\n"
                  "if (answer == NATIVE_STOPPED) return true;\n"
                  "if (answer == NATIVE_DONE) done = true, escape = %u;\n%s",
                  g->functions.items[rows[i].function].name, rows[i].escape,
                  rows[i].is_else ? "}\n" : "");
  }
  buffer_puts(g->out, "return done;\n}\n");
}

/* One function for each place, with all statements in it. */
static void put_places(struct generator *g) {
  for (size_t i = 0; i < g->locations.count; i++) {
    if (g->locations.items[i].count > 0)
      put_tries(g, &g->locations.items[i]);
    if (g->receivers.items[i].count > 0)
      put_tries(g, &g->receivers.items[i]);
  }
}

/* All statements in one table: native_try() goes through it. */
static void put_rows(struct generator *g) {
  buffer_puts(g->out, "static const struct native_statement statements[] = {");
  for (size_t i = 0; i < g->rows.count; i++) {
    const struct row *row = &g->rows.items[i];
    buffer_putc(g->out, '{');
    functions_put_entry(&g->functions, row->function, g->out);
    buffer_printf(g->out, ", %u, %d},\n", row->escape, row->is_else);
  }
  buffer_puts(g->out, "{0}};\n");
}

static void put_functions(struct generator *g) {
  if (g->joins)
    functions_join(&g->functions);
  functions_put(&g->functions, "static enum native_answer ", g->out);
  if (g->joins)
    put_rows(g);
  else
    put_places(g);
}

static void put_codes(struct generator *g, const char *name,
                      const struct code_list *codes) {
  buffer_printf(g->out, "static const struct native_code %s[] = {\n", name);
  for (size_t i = 0; i < codes->count; i++) {
    const struct code *code = &codes->items[i];
    if (g->joins && code->count > 0)
      buffer_printf(g->out, "{1, 0, statements + %zu, %zu},\n", code->first,
                    code->count);
    else if (code->count > 0)
      buffer_printf(g->out, "{1, place_%zu},\n", code->first);
    else
      buffer_printf(g->out, "{%d},\n", code->is_there);
  }
  buffer_puts(g->out, "};\n");
}

static void put_tables(struct generator *g) {
  const struct program *program = g->program;
  const uint32_t types = program->model->proctype_count;
  uint32_t count = 0;
  buffer_puts(g->out, "static const uint32_t first[] = {");
  for (uint32_t i = 0; i < types; i++) {
    buffer_printf(g->out, "%u, ", count);
    count += program->types[i].proctype->location_count;
  }
  buffer_puts(g->out, "0};\n");
  put_codes(g, "locations", &g->locations);
  put_codes(g, "receivers", &g->receivers);
  buffer_printf(g->out,
                "const struct native_unit lariat_unit = {NATIVE_ABI, "
                "sizeof(struct native_run), %u, %u, %u, %u, first, locations, "
                "receivers, atoms};\n",
                types, count, program->model->atom_count, g->chain_count);
}

static void put_atoms(struct generator *g) {
  struct buffer atoms = {0};
  for (uint32_t i = 0; i < g->program->model->atom_count; i++)
    buffer_printf(&atoms, put_atom(g, i) ? "atom_%u, " : "0, ", i);
  buffer_printf(g->out, "static native_atom *const atoms[] = {%s0};\n",
                buffer_text(&atoms));
  buffer_free(&atoms);
}

/* Copies the text with its lines indented, for who reads it. */
static void put_indented(const char *text, struct buffer *out) {
  int depth = 0;
  while (*text) {
    const size_t length = strcspn(text, "\n");
    depth -= *text == '}';
    buffer_printf(out, "%*s%.*s\n", 2 * depth, "", (int)length, text);
    depth += length > 0 && text[length - 1] == '{';
    text += length + (text[length] == '\n');
  }
}

static void generator_clear(struct generator *g) {
  for (uint32_t i = 0; i < g->program->model->proctype_count; i++)
    memory_free(g->visible[i]);
  memory_free(g->visible);
  buffer_free(&g->chains);
  buffer_free(&g->chain_links);
  functions_free(&g->functions);
  vec_free(&g->rows);
  vec_free(&g->locations);
  vec_free(&g->receivers);
  vec_free(&g->layouts);
  vec_free(&g->sites);
  vec_free(&g->links);
}

bool native_generate(const struct program *program,
                     const struct engine_config *config, bool joins,
                     struct buffer *out) {
  const struct features *features = &program->model->features;
  if (features->priority)
    return false; /* who may move is asked before every statement */
  struct buffer text = {0};
  struct generator g = {.program = program,
                        .config = config,
                        .is_traced = program->trace && !config->ignore_trace,
                        .joins = joins,
                        .out = &text};
  layouts_collect(program, &g.layouts);
  g.visible = find_all_visible(program);
  for (uint32_t i = 0; i < program->model->proctype_count; i++)
    put_type(&g, &program->types[i]);
  put_chains(&g);
  put_functions(&g);
  put_atoms(&g);
  put_tables(&g);
  put_indented(buffer_text(&text), out);
  buffer_free(&text);
  generator_clear(&g);
  return true;
}

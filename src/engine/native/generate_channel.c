/* Sending and receiving as C.
 *
 * Where the channel is known only at run time, the layouts that fit the
 * statement are distinguished in the code; any other is left to the
 * interpreter, which has a message for it.
 */
#include "engine/native/generator.h"

#include <stdio.h>

/* Words of a channel that are put back one by one; more are put back by mask.
 */
enum { MOST_WORDS = 8 };

/* ---- sending ---- */

/* Evaluates what is sent: argument i gets the name m<name>_<i>. */
static void put_message(struct generator *g, const struct action *action,
                        const struct channel_layout *layout, uint32_t name) {
  for (uint32_t i = 0; i < action->arg_count; i++) {
    const uint32_t value = put_value(g, action->args[i]);
    struct buffer cut = {0};
    char text[32];
    snprintf(text, sizeof text, "t%u", value);
    put_cut(&cut, layout->cells[i], text);
    buffer_printf(g->body, "const int32_t m%u_%u = %s;\n", name, i,
                  buffer_text(&cut));
    if (g->config->check_overflow)
      put_check(g, "m%u_%u != t%u", name, i, value);
    buffer_free(&cut);
  }
}

static void put_cell(struct buffer *out, struct cell cell, const char *array,
                     const char *offset, const char *value) {
  static const char *const stores[] = {
      [CELL_U8] = "native_put8",
      [CELL_U16] = "native_put16",
      [CELL_S16] = "native_put16",
      [CELL_S32] = "native_put32",
  };
  buffer_printf(out, "%s(%s, %s, %s);\n", stores[cell.kind], array, offset,
                value);
}

/* Appends a test whether the message at a<name> comes after m<name>_...: field
 * by field, the first that differs decides.
 */
static void put_comes_after(struct buffer *out,
                            const struct channel_layout *layout,
                            uint32_t name) {
  const uint32_t fields = layout->type->field_count;
  for (uint32_t i = 0; i < fields; i++) {
    char offset[48];
    struct buffer field = {0};
    snprintf(offset, sizeof offset, "a%u + %u", name, layout->offsets[i]);
    put_load(&field, layout->cells[i], "state", offset);
    buffer_printf(out, "(%s > m%u_%u", buffer_text(&field), name, i);
    if (i + 1 < fields)
      buffer_printf(out, " || (%s == m%u_%u && ", buffer_text(&field), name, i);
    buffer_free(&field);
  }
  for (uint32_t i = 1; i < fields; i++)
    buffer_puts(out, "))");
  buffer_puts(out, fields > 0 ? ")" : "0");
}

/* Makes room for the message: behind the others, or before the first that comes
 * after it.
 */
static void put_room(struct generator *g, const struct action *action,
                     const struct channel_layout *layout, uint32_t name) {
  if (!action->sorted) {
    buffer_printf(g->body, "a%u = q%u + %d + n%u * %u;\n", name, name,
                  CHANNEL_HEADER, name, layout->message_bytes);
    return;
  }
  struct buffer later = {0};
  put_comes_after(&later, layout, name);
  buffer_printf(g->body,
                "uint32_t i%u = 0;\na%u = q%u + %d;\n"
                "for (; i%u < n%u && !%s; i%u++)\na%u += %u;\n",
                name, name, name, CHANNEL_HEADER, name, name,
                buffer_text(&later), name, name, layout->message_bytes);
  buffer_printf(g->body,
                "native_make_room(state, a%u, (n%u - i%u) * %u, %u);\n", name,
                name, name, layout->message_bytes, layout->message_bytes);
  buffer_free(&later);
}

/* Puts the message into the channel, or jumps when there is no room.  Where the
 * bytes written end is z<name>.
 */
static void put_enqueue(struct generator *g, const struct action *action,
                        const struct channel_layout *layout, uint32_t name,
                        const char *otherwise) {
  struct buffer *body = g->body;
  buffer_printf(body, "const uint32_t n%u = native_u16(state, q%u);\n", name,
                name);
  buffer_printf(body, "if (n%u >= %u) goto %s;\n", name, layout->type->capacity,
                otherwise);
  put_message(g, action, layout, name);
  put_room(g, action, layout, name);
  for (uint32_t i = 0; i < action->arg_count; i++) {
    char offset[32], value[32];
    snprintf(offset, sizeof offset, "a%u + %u", name, layout->offsets[i]);
    snprintf(value, sizeof value, "m%u_%u", name, i);
    put_cell(body, layout->cells[i], "state", offset, value);
  }
  buffer_printf(body, "z%u = q%u + %d + (n%u + 1) * %u;\n", name, name,
                CHANNEL_HEADER - 1, name, layout->message_bytes);
  buffer_printf(body, "native_put16(state, q%u, (int32_t)n%u + 1);\n", name,
                name);
}

static uint32_t widest_message(const struct generator *g,
                               const struct channel_use *use, uint32_t fields) {
  uint32_t widest = 0;
  for (size_t i = 0; i < g->layouts.count; i++)
    if (is_candidate(g, use, i, fields) &&
        g->layouts.items[i]->message_bytes > widest)
      widest = g->layouts.items[i]->message_bytes;
  return widest;
}

static uint32_t most_bytes(const struct generator *g,
                           const struct channel_use *use, uint32_t fields) {
  uint32_t most = 0;
  for (size_t i = 0; i < g->layouts.count; i++)
    if (is_candidate(g, use, i, fields) && g->layouts.items[i]->bytes > most)
      most = g->layouts.items[i]->bytes;
  return most;
}

/* Any word of the channel at q<name> is to be put back. */
static void put_channel_sites(struct generator *g,
                              const struct channel_use *use, uint32_t fields,
                              uint32_t name) {
  const uint32_t bytes = most_bytes(g, use, fields);
  if (bytes > MOST_WORDS * NATIVE_WORD || !use->layout) {
    g->wanders = true;
    return;
  }
  for (uint32_t at = 0; at < bytes; at += NATIVE_WORD)
    put_restored(g, "q%u + %u", name, at);
}

/* The words of a message behind the others, from a<name> to z<name>. */
static void put_sent_sites(struct generator *g, const struct channel_use *use,
                           const struct action *action, uint32_t name) {
  put_site(g, "q%u", name);
  if (action->sorted) {
    buffer_printf(g->body, "changed |= native_words(a%u, z%u);\n", name, name);
    put_channel_sites(g, use, action->arg_count, name);
    return;
  }
  put_site(g, "a%u", name);
  const uint32_t widest = widest_message(g, use, action->arg_count);
  for (uint32_t more = NATIVE_WORD; more < widest; more += NATIVE_WORD)
    put_site(g, "(a%u + %u < z%u ? a%u + %u : z%u)", name, more, name, name,
             more, name);
  if (widest > 1)
    put_site(g, "z%u", name);
}

void put_send(struct generator *g, const struct action *action,
              const char *otherwise) {
  struct channel_use use;
  if (g->is_traced) {
    g->failed = true;
    return;
  }
  put_channel(g, action->channel, action->arg_count, &use);
  const uint32_t name = g->temps++;
  buffer_printf(g->body, "const uint32_t q%u = %s;\nuint32_t a%u, z%u;\n", name,
                use.at, name, name);
  open_choice(g, &use);
  bool found = false;
  for (size_t i = 0; i < g->layouts.count; i++) {
    if (!is_candidate(g, &use, i, action->arg_count))
      continue;
    found = true;
    open_case(g, &use, i);
    put_enqueue(g, action, g->layouts.items[i], name, otherwise);
    close_case(g, &use);
  }
  close_choice(g, &use);
  put_sent_sites(g, &use, action, name);
  if (!found)
    g->failed = true;
}

/* ---- receiving ---- */

/* Takes the message that fits out of the channel, or reads it: field i gets the
 * name v<name>_<i>.
 */
static void put_dequeue(struct generator *g, const struct action *action,
                        const struct channel_layout *layout, uint32_t name,
                        const char *otherwise) {
  struct buffer *body = g->body;
  char at[32];
  snprintf(at, sizeof at, "q%u", name);
  put_search(
      g,
      &(struct search){action->patterns, action->pattern_count, action->random},
      layout, at, name, otherwise);
  for (uint32_t i = 0; i < action->pattern_count; i++) {
    if (action->patterns[i].kind != PATTERN_BIND)
      continue;
    char offset[64];
    snprintf(offset, sizeof offset, "a%u + %u", name, layout->offsets[i]);
    buffer_printf(body, "v%u_%u = ", name, i);
    put_load(body, layout->cells[i], "state", offset);
    buffer_puts(body, ";\n");
  }
  if (action->copy)
    return;
  buffer_printf(body,
                "changed |= native_word(q%u) | native_words(a%u, q%u + %d + "
                "n%u * %u);\n",
                name, name, name, CHANNEL_HEADER - 1, name,
                layout->message_bytes);
  if (action->random)
    buffer_printf(body, "native_take_out(state, q%u, a%u, n%u, %u);\n", name,
                  name, name, layout->message_bytes);
  else
    buffer_printf(body, "native_dequeue(state, q%u, n%u, %u, %u);\n", name,
                  name, layout->message_bytes, layout->type->capacity);
}

/* A channel without capacity has no message that could be found in it. */
static void put_no_capacity(struct generator *g, const struct channel_use *use,
                            const char *otherwise) {
  if (!use->layout) {
    buffer_printf(g->body, "if (run->capacities[%s - 1] == 0) goto %s;\n",
                  use->number, otherwise);
  } else if (use->layout->type->capacity == 0) {
    g->never = g->body->length == 0; /* nor is there anything to check */
    buffer_printf(g->body, "goto %s;\n", otherwise);
  }
}

/* Names the values received. */
static void put_names(struct generator *g, const struct action *action,
                      uint32_t name) {
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      buffer_printf(g->body, "int32_t v%u_%u = 0;\n", name, i);
}

void put_receive(struct generator *g, const struct action *action,
                 const char *otherwise) {
  struct channel_use use;
  if (g->is_traced) {
    g->failed = true;
    return;
  }
  put_channel(g, action->channel, action->pattern_count, &use);
  if (!action->copy)
    put_no_capacity(g, &use, otherwise);
  if (use.layout && use.layout->type->capacity == 0) {
    g->failed |= action->copy;
    return;
  }
  const uint32_t name = g->temps++;
  buffer_printf(g->body, "const uint32_t q%u = %s;\n", name, use.at);
  put_names(g, action, name);
  open_choice(g, &use);
  bool found = false;
  for (size_t i = 0; i < g->layouts.count; i++) {
    if (!is_candidate(g, &use, i, action->pattern_count))
      continue;
    found = true;
    open_case(g, &use, i);
    put_dequeue(g, action, g->layouts.items[i], name, otherwise);
    close_case(g, &use);
  }
  close_choice(g, &use);
  if (!action->copy)
    put_channel_sites(g, &use, action->pattern_count, name);
  char prefix[32];
  snprintf(prefix, sizeof prefix, "v%u_", name);
  put_bind(g, action, prefix);
  if (!found)
    g->failed = true;
}

void put_bind(struct generator *g, const struct action *action,
              const char *prefix) {
  for (uint32_t i = 0; i < action->pattern_count; i++) {
    if (action->patterns[i].kind != PATTERN_BIND)
      continue;
    struct target target;
    char value[64];
    put_target(g, action->patterns[i].ref, &target);
    snprintf(value, sizeof value, "%s%u", prefix, i);
    put_assign(g, &target, value);
  }
}

/* ---- handshakes ---- */

/* Lists what no longer matters to the acting process at a location; gives how
 * many pieces there are.
 */
static uint32_t put_pieces(struct generator *g, uint32_t location) {
  const struct dead_place *dead =
      &g->program->dead[g->type->proctype->index][location];
  buffer_puts(g->body, "static const struct native_piece pieces[] = {");
  for (uint32_t i = 0; i < dead->count; i++)
    buffer_printf(g->body, "{%u, %u}, ", FRAME_HEADER + dead->pieces[i].offset,
                  dead->pieces[i].length);
  buffer_puts(g->body, "{0, 0}};\n");
  return dead->count;
}

bool put_offer(struct generator *g, const struct command_transition *send,
               uint32_t from, const char *otherwise) {
  const struct action *action = send->command->action;
  struct channel_use use;
  if (action->sorted || g->is_traced || g->program->model->features.provided)
    return false; /* `provided` is asked of receivers too */
  struct buffer *body = g->body, channel = {0};
  g->body = &channel;
  put_channel(g, action->channel, action->arg_count, &use);
  g->body = body;
  const bool is_rendezvous = use.layout && use.layout->type->capacity == 0 &&
                             use.layout->type->field_count == action->arg_count;
  if (is_rendezvous) {
    const uint32_t name = g->temps++;
    buffer_puts(g->body, buffer_text(&channel));
    put_message(g, action, use.layout, name);
    buffer_printf(g->body, "const int32_t values[] = {");
    for (uint32_t i = 0; i < action->arg_count; i++)
      buffer_printf(g->body, "m%u_%u, ", name, i);
    buffer_puts(g->body, "0};\n");
    const uint32_t pieces = put_pieces(g, send->target);
    buffer_printf(g->body,
                  "const struct native_offer offer = {(uint32_t)%s, %u, "
                  "values, pid, frame, %u, %u, %u, %u, pieces};\n",
                  use.number, action->arg_count, from, g->index, send->target,
                  pieces);
    buffer_printf(g->body,
                  "if (!native_handshake(run, state, &offer)) goto %s;\n",
                  otherwise);
    buffer_printf(g->body, "run->coverage[%u] = 1;\n", action->number);
  }
  buffer_free(&channel);
  return is_rendezvous;
}

void put_take(struct generator *g, const struct action *action,
              const char *otherwise) {
  struct channel_use use = {0};
  if (!put_known_channel(g, action->channel, &use)) {
    const uint32_t name = put_value(g, action->channel);
    snprintf(use.number, sizeof use.number, "t%u", name);
  }
  buffer_printf(g->body, "if ((uint32_t)%s != offer->channel) goto %s;\n",
                use.number, otherwise);
  put_check(g, "offer->count != %u", action->pattern_count);
  for (uint32_t i = 0; i < action->pattern_count; i++) {
    if (action->patterns[i].kind != PATTERN_MATCH)
      continue;
    const uint32_t name = put_value(g, action->patterns[i].value);
    buffer_printf(g->body, "if (offer->values[%u] != t%u) goto %s;\n", i, name,
                  otherwise);
  }
  const uint32_t name = g->temps++;
  for (uint32_t i = 0; i < action->pattern_count; i++)
    if (action->patterns[i].kind == PATTERN_BIND)
      buffer_printf(g->body, "const int32_t v%u_%u = offer->values[%u];\n",
                    name, i, i);
  char prefix[32];
  snprintf(prefix, sizeof prefix, "v%u_", name);
  buffer_puts(g->body, "native_move_sender(run, state, offer);\n");
  put_site(g, "offer->frame");
  put_bind(g, action, prefix);
}

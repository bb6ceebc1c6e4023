/* Inside the generator of C: what its parts share.
 *
 * Expressions are written as C expressions.  What must be checked on the way,
 * an index or a divisor, is written as a statement before: it jumps to the
 * label `punt` of the statement under way, where the interpreter takes over.
 * What cannot be compiled sets `failed`, and then the whole statement is left
 * to the interpreter.
 *
 * In the code, `state` is the buffer, `frame` the offset of the acting process,
 * `pid` its number, `changed` the mask of words written so far.
 */
#ifndef LARIAT_ENGINE_NATIVE_GENERATOR_H
#define LARIAT_ENGINE_NATIVE_GENERATOR_H

#include "base/buffer.h"
#include "engine/native/alike.h"
#include "engine/native/generate.h"
#include "engine/native/runtime.h"

/* A word that was written, to be put back. */
struct site {
  char text[48]; /* its offset, as C */
};

/* A statement among those of its place. */
struct row {
  size_t function;
  uint32_t escape;
  bool is_else;
  const char *title;
};

/* The statements of a place: rows. */
struct code {
  bool is_there;
  size_t first, count;
};

struct code_list {
  struct code *items;
  size_t count, capacity;
};

struct generator {
  const struct program *program;
  const struct engine_config *config;
  bool is_traced; /* a trace automaton watches the channels */
  struct layout_list layouts;
  bool **visible; /* by proctype and location: places seen in states */

  bool joins; /* functions that are alike */

  struct buffer *out;
  struct function_list functions; /* one for each statement */
  size_t length;                  /* of their text */
  VEC(struct row) rows;
  struct code_list locations, receivers; /* of all places, type by type */
  struct buffer chains, chain_links;     /* rows of their tables */
  uint32_t chain_count, link_count;
  struct buffer *body;             /* the function under way */
  uint32_t temps;                  /* numbers of names used so far in it */
  const struct process_type *type; /* of the acting process; NULL: an atom */

  /* of the statement under way */
  uint32_t index; /* its number at its location */
  bool failed;    /* it cannot be compiled */
  bool never;     /* it is never executed by one process alone */
  bool wanders;   /* what it wrote is known at run time only, by the mask */
  VEC(struct site) sites;
  VEC(struct native_link) links; /* the statements executed so far */
};

/* ---- generate_expr.c ---- */

/* Appends the C expression to out. */
void put_expr(struct generator *g, struct buffer *out, const struct expr *expr);

/* Evaluates into a new name, which it returns the number of: t<number>. */
uint32_t put_value(struct generator *g, const struct expr *expr);

/* Jumps to a label unless the expression holds. */
void put_guard(struct generator *g, const struct expr *expr, const char *label);

/* Jumps to `punt` if the condition (as C) holds. */
void put_check(struct generator *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Where a reference leads: the array ("state"), the offset, the cell. */
struct target {
  const char *array;
  struct cell cell;
  bool is_fixed;   /* the offset does not depend on values */
  uint32_t offset; /* then: less the frame's */
  bool is_local;
  char text[64]; /* the whole offset, as C */
};
void put_target(struct generator *g, const struct ref *ref,
                struct target *target);

/* Appends a load or the value as it is kept in a cell. */
void put_load(struct buffer *out, struct cell cell, const char *array,
              const char *offset);
void put_cut(struct buffer *out, struct cell cell, const char *value);

/* A channel as far as it is known. */
struct channel_use {
  const struct channel_layout *layout; /* NULL: known at run time only */
  char at[64];                         /* its offset, as C */
  char number[32];                     /* as C */
};
/* A statement or test with so many fields works on it. */
enum { ANY_FIELDS = UINT32_MAX };
void put_channel(struct generator *g, const struct expr *expr, uint32_t fields,
                 struct channel_use *use);
/* The same for a channel whose place follows from its variable; false, and
 * nothing is written, when it does not.
 */
bool put_known_channel(struct generator *g, const struct expr *expr,
                       struct channel_use *use);

/* What is looked for in a channel: the oldest message, or any, if it fits. */
struct search {
  const struct pattern *patterns;
  uint32_t count;
  bool random;
};
/* Finds the message in the channel at `at`, or jumps to a label: a<name> is
 * where it lies, n<name> how many there are.
 */
void put_search(struct generator *g, const struct search *search,
                const struct channel_layout *layout, const char *at,
                uint32_t name, const char *otherwise);

/* Tells the layouts apart that a channel may have: between open_choice() and
 * close_choice(), what is said of each stands between open_case() and
 * close_case().  Any other layout is left to the interpreter.
 */
void open_choice(struct generator *g, const struct channel_use *use);
void open_case(struct generator *g, const struct channel_use *use,
               size_t layout);
void close_case(struct generator *g, const struct channel_use *use);
void close_choice(struct generator *g, const struct channel_use *use);
/* Is this a layout that the channel may have, with room for messages? */
bool is_candidate(const struct generator *g, const struct channel_use *use,
                  size_t layout, uint32_t fields);

/* ---- generate_channel.c ---- */

void put_send(struct generator *g, const struct action *action,
              const char *otherwise);
void put_receive(struct generator *g, const struct action *action,
                 const char *otherwise);
/* Gives the value named <prefix><i> to the variable of each pattern i. */
void put_bind(struct generator *g, const struct action *action,
              const char *prefix);
/* A handshake: offers the message of a send from location `from` to all other
 * processes, or jumps to `otherwise` when none takes it.  False when that is
 * not what the send does: then nothing was written.
 */
bool put_offer(struct generator *g, const struct command_transition *send,
               uint32_t from, const char *otherwise);
/* Jumps to `otherwise` unless the receive takes the message on offer, and gives
 * it to the variables.
 */
void put_take(struct generator *g, const struct action *action,
              const char *otherwise);

/* ---- generate_statement.c ---- */

/* Executes a statement of one process, or jumps to `otherwise`. */
void put_statement(struct generator *g, const struct command *command,
                   const char *otherwise);
/* The receiver's side of a handshake with a d_step: jumps to `otherwise` unless
 * its first statement takes the message on offer, and executes the rest.
 */
void put_d_step_taking(struct generator *g, const struct command *command,
                       const char *otherwise);
/* Writes a value (as C) to a place. */
void put_assign(struct generator *g, const struct target *target,
                const char *value);
/* Notes that the word at an offset (as C) was written: in the mask, and to be
 * put back; or to be put back only.
 */
void put_site(struct generator *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void put_restored(struct generator *g, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Puts back the first so many words that were written. */
void put_back(struct generator *g, size_t count);

#endif

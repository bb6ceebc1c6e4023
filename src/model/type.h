/* Types of Promela data. */
#ifndef LARIAT_MODEL_TYPE_H
#define LARIAT_MODEL_TYPE_H

#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct var;

enum type_kind {
  TYPE_BIT,
  TYPE_BOOL,
  TYPE_BYTE,
  TYPE_PID,
  TYPE_SHORT,
  TYPE_INT,
  TYPE_UNSIGNED, /* of `bits` bits */
  TYPE_MTYPE,
  TYPE_CHAN,
  TYPE_RECORD,
};

/* A typedef. */
struct record {
  const char *name;
  struct span where;
  struct var **fields;
  uint32_t field_count;
  uint32_t bytes; /* of one instance in a state; set by layout */
};

struct type {
  enum type_kind kind;
  uint8_t bits;          /* TYPE_UNSIGNED */
  struct record *record; /* TYPE_RECORD */
  const char *subtype;   /* TYPE_MTYPE: the name after the colon, or NULL */
};

/* chan c = [capacity] of { fields }: records are flattened to their leaves. */
struct channel_type {
  uint32_t capacity; /* 0: rendezvous */
  struct type *fields;
  uint32_t field_count;
};

/* Another capacity for the channels of a declaration that have one. */
struct channel_room {
  const struct channel_type *type;
  uint32_t capacity;
};

enum var_scope { SCOPE_GLOBAL, SCOPE_LOCAL, SCOPE_FIELD };

/* A declared variable, parameter or field. */
struct var {
  const char *name;
  const char *own_name; /* shown instead, where the name is that of another
                           variable of the process type; or NULL */
  struct span where;
  struct type type;
  bool is_array;
  uint32_t count; /* elements: 1 unless is_array */
  enum var_scope scope;
  uint32_t block; /* number of the enclosing block, 0: outermost */
  bool is_parameter;
  bool hidden, show, local_hint;       /* as declared */
  bool exclusive_read, exclusive_send; /* xr, xs */
  bool init_is_step;   /* the initialiser is a statement where it stands */
  struct expr **inits; /* one value, or a list for an array; may be empty */
  uint32_t init_count;
  struct channel_type *channel; /* chan c = [..] of {..}, or NULL */

  /* set by lowering: read or written by some statement */
  bool is_read, is_written;

  /* set by layout: where the value lies in its frame (or record) */
  bool outside;    /* not part of a state: a hidden variable that cannot
                      matter; offset then counts in the model's outside area */
  uint32_t offset; /* bytes */
  uint8_t width;   /* bytes of one leaf: 1, 2 or 4 */
  uint32_t stride; /* bytes from one element to the next */
};

/* How people see the variable: no other of its process type has this name. */
static inline const char *var_shown_name(const struct var *var) {
  return var->own_name ? var->own_name : var->name;
}

#endif

/* The native engine: the code of a model, compiled and loaded. */
#ifndef LARIAT_ENGINE_NATIVE_NATIVE_H
#define LARIAT_ENGINE_NATIVE_NATIVE_H

#include "engine/bytecode/bytecode.h"
#include "engine/native/generate.h"
#include "engine/native/runtime.h"
#include "engine/native/supply.h"
#include "engine/wrapper.h"

struct native {
  struct wrapper wrapper;       /* around the interpreter */
  struct bytecode *interpreter; /* the same: it does what is not compiled */
  struct supply *supply;        /* where the code comes from */
  struct layout_list layouts;
  struct native_run run;
  struct successor successor; /* what run gives out */
  VEC(uint8_t) scratch;       /* the buffer the code works on */
  struct step **chains;       /* by number, see steps_of(); NULL: not yet */

  /* the processes that run's tables describe */
  uint8_t types[NATIVE_MOST];
  const struct native_code *codes[NATIVE_MOST]; /* by location */
  uint32_t type_count;

  /* of the expansion under way */
  const struct engine_visitor *visitor;
  const uint8_t *state; /* that is expanded */
  size_t length;
  unsigned options;
  bool begun;   /* the interpreter takes part */
  bool entered; /* it is bound to the source */
  bool untold;  /* the path may lack steps: see tell_path() */
};

#endif

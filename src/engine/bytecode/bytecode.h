/* The reference engine: interprets a compiled model. */
#ifndef LARIAT_ENGINE_BYTECODE_BYTECODE_H
#define LARIAT_ENGINE_BYTECODE_BYTECODE_H

#include "engine/bytecode/machine.h"
#include "engine/bytecode/region.h"
#include "engine/kind.h"

struct bytecode {
  struct engine base;
  struct program *program;
  struct engine_config config;
  struct machine machine;
  uint8_t *initial;
  struct region region;
  VEC(uint8_t) scratch;      /* the successor being made */
  VEC(uint8_t) current;      /* the inner state being expanded */
  struct buffer name, value; /* for descriptions */

  /* of the expansion under way */
  const struct engine_visitor *visitor;
  unsigned options;
  bool stopped;          /* the visitor had enough */
  const uint8_t *source; /* the state whose successors are made */
  size_t source_length;
  size_t source_steps; /* steps of the path that lead to it */
  bool moved;          /* something could be done in it */
};

bool bytecode_expand(struct engine *engine, const uint8_t *state, size_t length,
                     int32_t owner, unsigned options,
                     const struct engine_visitor *visitor);

void bytecode_describe(
    struct engine *engine, const uint8_t *state, size_t length,
    void (*each)(void *context, const struct binding *binding), void *context);
const char *bytecode_channel_name(struct engine *engine, const uint8_t *state,
                                  size_t length, uint32_t channel);

#endif

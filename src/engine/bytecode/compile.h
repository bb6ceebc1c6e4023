/* Expressions to code. */
#ifndef LARIAT_ENGINE_BYTECODE_COMPILE_H
#define LARIAT_ENGINE_BYTECODE_COMPILE_H

#include "engine/bytecode/program.h"

/* Code for an expression; NULL for NULL. */
const struct insn *compile_expr(struct program *program,
                                const struct expr *expr);

/* The memory a variable lies in. */
enum area compile_area(const struct var *var);

/* The place a reference names. */
struct place compile_place(struct program *program, const struct ref *ref);

struct command_pattern *compile_patterns(struct program *program,
                                         const struct pattern *patterns,
                                         uint32_t count);

const struct insn **compile_args(struct program *program,
                                 struct expr *const *args, uint32_t count);

#endif

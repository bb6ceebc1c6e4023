/* Where the code of a model comes from: the cache, or the machine's compiler
 * at work in the background.
 */
#ifndef LARIAT_ENGINE_NATIVE_SUPPLY_H
#define LARIAT_ENGINE_NATIVE_SUPPLY_H

#include "engine/bytecode/program.h"
#include "engine/engine.h"
#include "engine/native/runtime.h"

struct supply;

/* The program and the config must outlive it. */
struct supply *supply_open(const struct program *program,
                           const struct engine_config *config);
/* Stops the compiler if it is at work; unloads the code.  Accepts NULL. */
void supply_close(struct supply *supply);

/* Asks now and then: the code, once it is there, or NULL.  Better code may come
 * later.  Without patience the compiler is asked only when the search has
 * lasted for a while; with it, the answer is waited for.
 */
const struct native_unit *supply_ask(struct supply *supply, bool patient);

/* Is an answer still to be expected, or a better one? */
bool supply_is_open(const struct supply *supply);

/* The whole text for the compiler; false when there is nothing to compile. */
bool supply_text(const struct program *program,
                 const struct engine_config *config, struct buffer *out);

/* Why there is no code, in a few words, or NULL. */
const char *supply_problem(const struct supply *supply);

#endif

/* Where the code of a model comes from: the cache, or the machine's compiler
 * at work in the background.
 */
#ifndef LARIAT_ENGINE_NATIVE_SUPPLY_H
#define LARIAT_ENGINE_NATIVE_SUPPLY_H

#include "engine/bytecode/program.h"
#include "engine/engine.h"
#include "engine/native/runtime.h"

/* How much the compiler gets to do: functions that are alike as one, and it is
 * soon done; or all that a location does in one, for faster code.
 */
enum grade { GRADE_QUICK, GRADE_THOROUGH, GRADES };

struct supply;

/* The program and the config must outlive it. */
struct supply *supply_open(const struct program *program,
                           const struct engine_config *config);
/* Stops the compiler if it is at work; unloads the code.  Accepts NULL. */
void supply_close(struct supply *supply);

/* Asked for each piece of work, which may be for a part of the processes only:
 * the code, once it is there, or NULL.  The compiler is asked only when the
 * work has lasted for a while, and for better code when it lasts much longer.
 */
const struct native_unit *supply_ask(struct supply *supply, bool in_part);

/* The same from time to time where the work is done without asking. */
const struct native_unit *supply_look(struct supply *supply);

/* Waits for code of a grade, or a better one; NULL when there is none. */
const struct native_unit *supply_wait(struct supply *supply, enum grade grade);

/* The code that was compiled thoroughly, or NULL. */
const struct native_unit *supply_thorough(const struct supply *supply);

/* Is an answer still to be expected, or a better one? */
bool supply_is_open(const struct supply *supply);

/* The whole text for the compiler; false when there is nothing to compile. */
bool supply_text(const struct program *program,
                 const struct engine_config *config, enum grade grade,
                 struct buffer *out);

/* Why there is no code, in a few words, or NULL. */
const char *supply_problem(const struct supply *supply);

#endif

/* The machine's C compiler, at work in the background. */
#ifndef LARIAT_ENGINE_NATIVE_COMPILER_H
#define LARIAT_ENGINE_NATIVE_COMPILER_H

#include "base/buffer.h"

#include <stdbool.h>
#include <sys/types.h>

enum compiler_answer { COMPILER_BUSY, COMPILER_DONE, COMPILER_FAILED };

/* Looks for `cc` in PATH; false when there is none. */
bool compiler_find(struct buffer *path);

/* Appends all that its output depends on besides the text: which compiler it
 * is, and its options.
 */
void compiler_identify(const char *path, struct buffer *out);

/* Starts it in a folder, to make `output` from `input`; what it says goes to a
 * file `log`.  Gives the process, or -1.
 */
pid_t compiler_start(const char *path, int folder, const char *input,
                     const char *output);

/* Looks after it: without patience, COMPILER_BUSY while it works.  A signal
 * ends the patience.
 */
enum compiler_answer compiler_ask(pid_t process, bool patient);

/* Ends it, with all it has started. */
void compiler_stop(pid_t process);

#endif

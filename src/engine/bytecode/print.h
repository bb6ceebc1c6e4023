/* printf and printm. */
#ifndef LARIAT_ENGINE_BYTECODE_PRINT_H
#define LARIAT_ENGINE_BYTECODE_PRINT_H

#include "engine/bytecode/machine.h"

/* Prints to machine->print, when there is one; arguments are evaluated in any
 * case, so that an error in one is found.
 */
void bytecode_print(struct machine *machine, const struct command *command);

#endif

/* Code that has been loaded into this process. */
#ifndef LARIAT_ENGINE_NATIVE_OBJECT_H
#define LARIAT_ENGINE_NATIVE_OBJECT_H

#include "engine/bytecode/program.h"
#include "engine/native/runtime.h"

struct object {
  void *handle;
  int file;
  const struct native_unit *unit;
};

/* Loads the code of a program from an open file, which it takes over; false
 * when the file holds no such thing.
 */
bool object_load(struct object *object, int file,
                 const struct program *program);
void object_unload(struct object *object); /* also of nothing */

#endif

/* Loading by descriptor: what was checked is what is loaded.
 *
 * The loader knows an object by its name, here the number of its descriptor; so
 * that stays open as long as the object is loaded, and no two have one name.
 */
#include "engine/native/object.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static uint32_t count_locations(const struct program *program) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < program->model->proctype_count; i++)
    count += program->model->proctypes[i]->location_count;
  return count;
}

static bool is_for(const struct native_unit *unit,
                   const struct program *program) {
  return unit && unit->abi == NATIVE_ABI &&
         unit->run_bytes == sizeof(struct native_run) &&
         unit->type_count == program->model->proctype_count &&
         unit->location_count == count_locations(program) &&
         unit->atom_count == program->model->atom_count;
}

bool object_load(struct object *object, int file,
                 const struct program *program) {
  char path[48];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  *object = (struct object){.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL),
                            .file = file};
  if (object->handle)
    object->unit = dlsym(object->handle, "lariat_unit");
  if (is_for(object->unit, program))
    return true;
  object_unload(object);
  return false;
}

void object_unload(struct object *object) {
  if (object->handle)
    (void)dlclose(object->handle);
  if (object->file > 0)
    close(object->file);
  *object = (struct object){0};
}

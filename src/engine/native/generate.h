/* From a program to C. */
#ifndef LARIAT_ENGINE_NATIVE_GENERATE_H
#define LARIAT_ENGINE_NATIVE_GENERATE_H

#include "base/vec.h"
#include "engine/bytecode/program.h"
#include "engine/engine.h"

/* The different layouts of a program's channels; the code knows a layout by its
 * place in this list.
 */
struct layout_list {
  const struct channel_layout **items;
  size_t count, capacity;
};
void layouts_collect(const struct program *program, struct layout_list *out);
uint32_t layouts_find(const struct layout_list *layouts,
                      const struct channel_layout *layout);

enum { NATIVE_LONGEST_TEXT = 8 << 20 }; /* that a compiler is asked to read */

/* Writes the code of a program, which follows the text of runtime.h; if it
 * joins functions that are alike, it is compiled sooner and a little slower.
 * False when nothing of the model can be compiled with profit.  What is longer
 * than the longest text is of no use, and not written to its end.
 */
bool native_generate(const struct program *program,
                     const struct engine_config *config, bool joins,
                     struct buffer *out);

#endif

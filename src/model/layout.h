/* Where variables lie: offsets in the frames of processes and in the globals.
 *
 * The store compresses states in slots of 4 bytes.  Frames are whole numbers of
 * slots, the widest variables come first, and what varies on its own (a short,
 * a global number) has a slot to itself.
 */
#ifndef LARIAT_MODEL_LAYOUT_H
#define LARIAT_MODEL_LAYOUT_H

#include "model/model.h"

/* Sets offsets, widths and sizes of every record, global and local variable,
 * and lists the channels.  is_read and is_written must be set.  False when a
 * frame would pass LAYOUT_MAX_BYTES.
 */
enum { LAYOUT_MAX_BYTES = 1 << 24 };
bool layout_model(struct model *model);

/* Bytes of one value of a scalar type: 1, 2 or 4. */
uint8_t layout_width(const struct type *type);

#endif

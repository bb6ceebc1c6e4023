/* A file for what does not fit into memory. */
#ifndef LARIAT_BASE_SCRATCH_H
#define LARIAT_BASE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Empty, open for reading and writing, without a name: it is gone when it is
 * closed, however the program ends.  In the folder that TMPDIR names, or /tmp.
 * NULL when there is none to be had; errno tells why.
 */
FILE *scratch_file(void);

/* A block of such a file, which has blocks of this size one after the other
 * and is used in no other way.  False when there is no room for it, or it
 * cannot be read.
 */
bool scratch_write(FILE *file, uint64_t block, const void *bytes, size_t size);
bool scratch_read(FILE *file, uint64_t block, void *bytes, size_t size);

#endif

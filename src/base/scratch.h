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

/* So many bytes of such a file, which is used in no other way.  False, with
 * errno, when there is no room for them, or they cannot be read.
 */
bool scratch_write(FILE *file, uint64_t offset, const void *data, size_t bytes);
bool scratch_read(FILE *file, uint64_t offset, void *data, size_t bytes);

#endif

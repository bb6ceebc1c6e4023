/* A file for what does not fit into memory. */
#ifndef LARIAT_BASE_SCRATCH_H
#define LARIAT_BASE_SCRATCH_H

#include <stdio.h>

/* Empty, open for reading and writing, without a name: it is gone when it is
 * closed, however the program ends.  In the folder that TMPDIR names, or /tmp.
 * NULL when there is none to be had; errno tells why.
 */
FILE *scratch_file(void);

#endif

/* How much memory there is for this process, and how much it takes. */
#ifndef LARIAT_REPORT_MACHINE_MEMORY_H
#define LARIAT_REPORT_MACHINE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* What can be used of the machine's memory, in bytes. */
size_t usable_memory(void);

/* Of a limit on the process (0: none given), what a search may take now. */
size_t search_memory(size_t limit);

/* What is resident now, in bytes. */
uint64_t resident_memory(void);

/* The most that has been resident at a time, in bytes. */
uint64_t peak_memory(void);

#endif

/* Sorting of records of 64-bit words by the first word of each. */
#ifndef LARIAT_BASE_SORT_H
#define LARIAT_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* In place, by increasing first word; in which order equal ones come is not
 * said.  A record has 1 to SORT_MOST_WORDS words.
 */
enum { SORT_MOST_WORDS = 4 };
void sort_records(uint64_t *records, size_t count, unsigned words);

#endif

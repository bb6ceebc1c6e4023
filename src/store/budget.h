/* Memory for tables, counted against a limit. */
#ifndef LARIAT_STORE_BUDGET_H
#define LARIAT_STORE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

struct budget {
  size_t limit; /* in bytes */
  size_t used;  /* at this moment */
};

/* Zeroed memory; NULL when it would pass the limit or the machine has no more.
 * The caller knows the size and gives it back.
 */
void *budget_alloc(struct budget *budget, size_t bytes);
void budget_free(struct budget *budget, void *block, size_t bytes);

/* A whole huge page, or as many small ones where there are none. */
enum { BUDGET_HUGE_PAGE = 1 << 21 };
void *budget_alloc_page(struct budget *budget);
void budget_free_page(struct budget *budget, void *page);

/* Memory that grows, in place once it is large and address space is not
 * limited: it never exists twice, and what has not been written costs nothing.
 * A pointer into it is good until it grows.
 */
struct region {
  unsigned char *base; /* NULL until it grows; aligned to a cache line */
  size_t bytes;        /* that can be used, in whole cache lines */
  size_t reserved;     /* bytes of address space from base on; 0: on the heap */
  size_t skipped;      /* and before it, for the sake of alignment */
  bool is_snug;        /* reserves hardly more than it uses, and may move */
};

/* Makes at least so many bytes usable, and tells by region->bytes how many it
 * came to; the added ones are zero.  False, and
 * nothing is changed, when it would pass the limit or the machine has no more.
 */
bool region_grow(struct region *region, struct budget *budget, size_t bytes);
/* Asks for huge pages from its beginning on, where it has the size of one: for
 * a region all of which will be used soon.
 */
void region_use_huge_pages(struct region *region);
/* Gives back what lies behind so many bytes, where that is possible. */
void region_shrink(struct region *region, struct budget *budget, size_t bytes);
void region_release(struct region *region, struct budget *budget);

#endif

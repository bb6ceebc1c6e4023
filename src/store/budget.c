/* A region reserves address space for all it may ever need, which costs
 * nothing, and makes it accessible bit by bit.
 *
 * Tables that move when they grow exist twice for a moment, and that moment
 * decides how much fits into the memory at hand.
 *
 * Where the address space of the process is limited (`ulimit -v`), reserving
 * does cost: the regions share out what there is.  Such a region is snug.  When
 * it grows, the system finds it another place, to which its pages go as they
 * are; only what is added counts.  It has one kind of access from end to end,
 * because the system moves nothing else.
 *
 * Look-ups in a large table touch a new page nearly each time, so all but the
 * first stretch of a region asks for huge pages, and grows by whole ones, for
 * the system gives none to a part.  The first stretch does not: clearing a huge
 * page takes longer than checking a small model.
 *
 * A region of a few thousand bytes lies on the heap: there are many of them,
 * and if all began at the border of a page their first lines would compete for
 * the same places in the cache.
 */
/* For mremap.
 * NOLINTNEXTLINE(bugprone-reserved-identifier) */
#define _GNU_SOURCE
#include "store/budget.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

static const size_t LINE_BYTES = 64;
static const size_t MOST_ON_HEAP = 1 << 15;
static const size_t PAGE_BYTES = 4096;
static const size_t HUGE_PAGE_BYTES = BUDGET_HUGE_PAGE;
static const size_t MOST_RESERVED = (size_t)1 << 44;

static bool take(struct budget *budget, size_t bytes) {
  if (budget->used > budget->limit || bytes > budget->limit - budget->used)
    return false;
  budget->used += bytes;
  return true;
}

static void give_back(struct budget *budget, size_t bytes) {
  assert(bytes <= budget->used);
  budget->used -= bytes;
}

void *budget_alloc(struct budget *budget, size_t bytes) {
  if (!take(budget, bytes))
    return NULL;
  void *block = calloc(1, bytes);
  if (!block)
    give_back(budget, bytes);
  return block;
}

void budget_free(struct budget *budget, void *block, size_t bytes) {
  if (!block)
    return;
  free(block);
  give_back(budget, bytes);
}

/* What lies before and behind the page is given back. */
static void *map_page(void) {
  unsigned char *start =
      mmap(NULL, 2 * HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return NULL;
  const size_t before = -(uintptr_t)start % HUGE_PAGE_BYTES;
  if (before > 0)
    munmap(start, before);
  munmap(start + before + HUGE_PAGE_BYTES, HUGE_PAGE_BYTES - before);
  madvise(start + before, HUGE_PAGE_BYTES, MADV_HUGEPAGE);
  return start + before;
}

void *budget_alloc_page(struct budget *budget) {
  if (!take(budget, HUGE_PAGE_BYTES))
    return NULL;
  void *page = map_page();
  if (!page)
    give_back(budget, HUGE_PAGE_BYTES);
  return page;
}

void budget_free_page(struct budget *budget, void *page) {
  munmap(page, HUGE_PAGE_BYTES);
  give_back(budget, HUGE_PAGE_BYTES);
}

static size_t round_up(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/* Address space for as much as the budget allows, or for what the system lets
 * us have, if that is at least the bytes needed now.
 */
static bool reserve(struct region *region, size_t limit, size_t needed) {
  size_t size = limit < MOST_RESERVED ? limit : MOST_RESERVED;
  size = round_up(size > needed ? size : needed, HUGE_PAGE_BYTES);
  for (; size >= needed; size /= 2) {
    unsigned char *start =
        mmap(NULL, size + HUGE_PAGE_BYTES, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
      continue;
    region->skipped = -(uintptr_t)start % HUGE_PAGE_BYTES;
    region->base = start + region->skipped;
    region->reserved = size + HUGE_PAGE_BYTES - region->skipped;
    return true;
  }
  return false;
}

/* Opens the bytes of a region from `from` to `to`. */
static bool make_usable(struct region *region, size_t from, size_t to) {
  unsigned char *start = region->base + from;
  if (to > region->reserved ||
      mprotect(start, to - from, PROT_READ | PROT_WRITE) != 0)
    return false;
  if (to > HUGE_PAGE_BYTES) {
    unsigned char *huge =
        from < HUGE_PAGE_BYTES ? region->base + HUGE_PAGE_BYTES : start;
    madvise(huge, (size_t)(region->base + to - huge), MADV_HUGEPAGE);
  }
  return true;
}

/* ---- snug regions ---- */

/* Would a handful of regions that reserve so much not fit? */
static bool is_space_limited(size_t reserved) {
  enum { REGIONS = 16 };
  struct rlimit space;
  return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY &&
         space.rlim_cur / REGIONS < reserved;
}

/* Gives the region address space for so many bytes, elsewhere if need be. */
static bool move(struct region *region, size_t bytes) {
  void *start =
      region->reserved > 0
          ? mremap(region->base, region->reserved, bytes, MREMAP_MAYMOVE)
          : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    return false;
  region->base = start;
  region->reserved = bytes;
  region->is_snug = true;
  if (bytes > HUGE_PAGE_BYTES)
    madvise(start, bytes, MADV_HUGEPAGE);
  return true;
}

/* A little more than is needed, so that it does not move each time. */
static bool grow_snugly(struct region *region, size_t bytes) {
  return bytes <= region->reserved ||
         move(region, round_up(bytes + bytes / 16, PAGE_BYTES)) ||
         move(region, bytes);
}

/* ---- growing ---- */

static bool grow_on_heap(struct region *region, size_t bytes) {
  unsigned char *block = aligned_alloc(LINE_BYTES, bytes);
  if (!block)
    return false;
  if (region->base)
    memcpy(block, region->base, region->bytes);
  memset(block + region->bytes, 0, bytes - region->bytes);
  free(region->base);
  region->base = block;
  return true;
}

static void unmap(const struct region *region) {
  munmap(region->base - region->skipped, region->skipped + region->reserved);
}

static bool reserve_and_use(struct region *region, size_t limit, size_t bytes) {
  if (!reserve(region, limit, bytes))
    return false;
  const bool is_usable = make_usable(region, 0, bytes);
  if (!is_usable)
    unmap(region);
  return is_usable;
}

/* Moves what is on the heap, if anything, to where it can grow. */
static bool leave_heap(struct region *region, size_t limit, size_t bytes) {
  struct region mapped = {.bytes = region->bytes};
  if (!(is_space_limited(limit) ? grow_snugly(&mapped, bytes)
                                : reserve_and_use(&mapped, limit, bytes)))
    return false;
  if (region->base)
    memcpy(mapped.base, region->base, region->bytes);
  free(region->base);
  *region = mapped;
  return true;
}

/* The size that a region gets which needs so many bytes. */
static size_t region_size(size_t bytes) {
  if (bytes <= MOST_ON_HEAP)
    return round_up(bytes, LINE_BYTES);
  return round_up(bytes,
                  bytes > HUGE_PAGE_BYTES ? HUGE_PAGE_BYTES : PAGE_BYTES);
}

static bool enlarge(struct region *region, size_t limit, size_t bytes) {
  if (region->reserved == 0)
    return bytes <= MOST_ON_HEAP ? grow_on_heap(region, bytes)
                                 : leave_heap(region, limit, bytes);
  return region->is_snug ? grow_snugly(region, bytes)
                         : make_usable(region, region->bytes, bytes);
}

bool region_grow(struct region *region, struct budget *budget, size_t bytes) {
  if (bytes <= region->bytes)
    return true;
  bytes = region_size(bytes);
  const size_t added = bytes - region->bytes;
  if (!take(budget, added))
    return false;
  if (!enlarge(region, budget->limit, bytes)) {
    give_back(budget, added);
    return false;
  }
  region->bytes = bytes;
  return true;
}

void region_use_huge_pages(struct region *region) {
  if (region->reserved > 0 && region->bytes >= HUGE_PAGE_BYTES)
    madvise(region->base, region->bytes, MADV_HUGEPAGE);
}

/* Keeps the place of what lies behind so many bytes, and nothing in it. */
static bool close_end(const struct region *region, size_t bytes) {
  unsigned char *end = region->base + bytes;
  if (madvise(end, region->bytes - bytes, MADV_DONTNEED) != 0)
    return false;
  (void)mprotect(end, region->bytes - bytes, PROT_NONE);
  return true;
}

void region_shrink(struct region *region, struct budget *budget, size_t bytes) {
  bytes = region_size(bytes);
  if (region->reserved == 0 || bytes >= region->bytes)
    return;
  const size_t freed = region->bytes - bytes;
  if (region->is_snug ? !move(region, bytes) : !close_end(region, bytes))
    return;
  give_back(budget, freed);
  region->bytes = bytes;
}

void region_release(struct region *region, struct budget *budget) {
  if (region->reserved > 0)
    unmap(region);
  else
    free(region->base);
  give_back(budget, region->bytes);
  *region = (struct region){0};
}

/* A set of 64-bit keys that look random (see mix.h); none of them is zero.
 *
 * With each key go the colours of its tails (store.h), as many as the set was
 * made for.
 */
#ifndef LARIAT_STORE_ROOTS_H
#define LARIAT_STORE_ROOTS_H

#include "store/budget.h"
#include "store/kind.h"

enum { MOST_EXTRA = 8 };

struct roots {
  struct region lines;   /* the keys */
  struct region extras;  /* the extra bytes of each key */
  struct region packets; /* the colours, when extra bytes are too few */
  uint64_t *found;       /* the place looked up last, until the table grows */
  uint64_t size;         /* in lines */
  uint64_t used;         /* keys */
  uint64_t room; /* keys, used ones included, before the table must grow */
  uint32_t tails;
  bool numbered;        /* the colours are in packets */
  unsigned extra_bytes; /* of each key */
};

/* A key with its extra bytes, to be handed from one set to the next. */
struct root {
  uint64_t key;
  uint8_t extra[MOST_EXTRA];
};

/* Makes a zeroed set an empty one; again, as long as it is empty. */
void roots_init(struct roots *roots, uint32_t tails);
void roots_release(struct roots *roots, struct budget *budget);

/* Fetches the memory that roots_insert of this key will read. */
void roots_prepare(const struct roots *roots, uint64_t key);
enum store_answer roots_insert(struct roots *roots, struct budget *budget,
                               uint64_t key);
/* Where the colours of this key are; no bits when the key is not there. */
struct colours roots_colours(struct roots *roots, uint64_t key);

bool roots_hold(const struct roots *roots, uint64_t key);

/* Makes it a set without tails. */
void roots_forget_colours(struct roots *roots, struct budget *budget);

/* The keys one after the other, in no order that means anything: *place is 0 at
 * first.  False at the end.
 */
bool roots_next(const struct roots *roots, uint64_t *place, struct root *out);

/* Makes the set large enough for so many keys, if there is memory for that.
 * Keys in the order of another set crowd at the beginning of a smaller one.
 */
void roots_make_room(struct roots *roots, struct budget *budget,
                     uint64_t count);

/* To give every key of a set another name: put all of them under new keys into
 * an empty set with as many tails, made as large as the old one, which may fail
 * for want of memory, and let it take the place of the old one.
 */
bool roots_match_size(struct roots *roots, struct budget *budget,
                      const struct roots *model);
bool roots_put(struct roots *roots, struct budget *budget,
               const struct root *root);
void roots_replace(struct roots *roots, struct roots *renamed,
                   struct budget *budget);

#endif

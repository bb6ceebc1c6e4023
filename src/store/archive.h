/* What a cache has forgotten, on disk: a set of keys, and questions about it.
 *
 * Keys are added one by one.  In memory there is a filter, which tells of most
 * keys that they were never added.  About the others a question is asked; the
 * questions wait until there are many, on disk if need be, and are answered
 * together.
 *
 * When the disk cannot be written or read, the archive fails: it takes no more
 * keys, knows none, and every question that waits is answered as if about a
 * new one.
 *
 * Included inside src/store/ only.
 */
#ifndef LARIAT_STORE_ARCHIVE_H
#define LARIAT_STORE_ARCHIVE_H

#include "store/budget.h"
#include "store/store.h"

struct archive;

/* Will take about so many bytes of the budget when the first key is added.  The
 * budget must live as long.  NULL: no memory.
 */
struct archive *archive_open(struct budget *budget, size_t bytes);
void archive_close(struct archive *self); /* accepts NULL */

void archive_add(struct archive *self, uint64_t key);

/* False: the key was never added. */
bool archive_may_hold(const struct archive *self, uint64_t key);

/* False, and it is not asked, when there is no room, because the archive has
 * failed or because the questions should be answered first.
 */
bool archive_ask(struct archive *self, const struct store_question *question);
uint64_t archive_questions(const struct archive *self);
/* Are there enough of them to be answered? */
bool archive_is_due(const struct archive *self);

/* Calls for each question about a key that was not added; about a key it is
 * called once, unless the archive has failed.  Keys may be added meanwhile, but
 * nothing asked.
 */
void archive_answer(struct archive *self,
                    void (*is_new)(void *context,
                                   const struct store_question *question),
                    void *context);

/* Gives each key another name, also those that are asked for. */
void archive_rename(struct archive *self,
                    uint64_t (*name_now)(void *context, uint64_t key),
                    void *context);

/* Makes it fail, for this reason. */
void archive_fail(struct archive *self, int problem);
/* An error number: why it has failed; 0: it has not. */
int archive_problem(const struct archive *self);

/* Bytes of memory it will take, or has taken; accepts NULL. */
size_t archive_memory(const struct archive *self);
uint64_t archive_keys(const struct archive *self);
/* The most bytes on disk at any time. */
uint64_t archive_disk_bytes(const struct archive *self);

#endif

/* A search in a snapshot.  Included inside src/search/ only. */
#ifndef LARIAT_SEARCH_CHECKPOINT_H
#define LARIAT_SEARCH_CHECKPOINT_H

#include "search/run.h"
#include "search/words.h"

/* Adds all of a search in which nothing is half done. */
void checkpoint_put_run(struct run *run, struct snapshot_writer *out);

/* Takes up a search that was saved, up to what its strategy added, which
 * follows in run->config->checkpoints->resume.
 */
enum status checkpoint_get_run(struct run *run);

/* Does the search take up one that was saved? */
bool checkpoint_resumes(const struct run *run);

void words_put(const struct words *words, struct snapshot_writer *out);
/* Into a sequence that was just initialised; of at most so many words.  With
 * `spills`, what lies deep goes into a file.
 */
bool words_get(struct words *words, uint64_t most, bool spills,
               struct snapshot_reader *in);
void bits_put(const struct bits *bits, struct snapshot_writer *out);
bool bits_get_all(struct bits *bits, uint64_t most, struct snapshot_reader *in);

/* Are the words from this one on references to stored states? */
bool words_are_refs(const struct words *words, uint64_t first,
                    struct store *store);

#endif

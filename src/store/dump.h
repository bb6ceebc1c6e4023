/* The tables of a store in a snapshot.
 *
 * What is written is what the tables mean, not how they lie in memory: values
 * in the order of their numbers, keys with their extra bytes.  Whoever reads
 * checks what is needed for the tables to be used safely.
 */
#ifndef LARIAT_STORE_DUMP_H
#define LARIAT_STORE_DUMP_H

#include "base/snapshot.h"
#include "store/packed.h"
#include "store/roots.h"

void dump_nodes(const struct nodes *nodes, struct snapshot_writer *out);
void dump_packed(const struct packed *packed, struct snapshot_writer *out);
void dump_roots(const struct roots *roots, struct snapshot_writer *out);

/* Each fills a zeroed table.  False when what is read makes no sense
 * (snapshot_failed()) or there is no memory; the table can be released then.
 */
bool undump_nodes(struct nodes *nodes, struct budget *budget,
                  struct snapshot_reader *in);
bool undump_packed(struct packed *packed, struct budget *budget,
                   struct word_values *values, uint32_t word_count,
                   uint32_t key_bits, struct snapshot_reader *in);
/* The number of tails has been set.  Keys are refused that `is_key` refuses. */
bool undump_roots(struct roots *roots, struct budget *budget,
                  bool (*is_key)(void *context, uint64_t key), void *context,
                  struct snapshot_reader *in);

/* Could packed_write have made this key, so that packed_read can read it? */
bool packed_key_is_sound(const struct packed *packed, uint64_t key);

#endif

/* A file of numbers and bytes, to be read back by the program that wrote it.
 *
 * What is written goes to a file beside the one that is wanted and takes its
 * place when it is complete and on the disk: whatever happens in between, the
 * old file or the new one is there.  A symbolic link stays and stands for its
 * target; a device, a pipe or a folder is not replaced.  A file that was
 * damaged, or written by another version or on another kind of machine, is
 * recognised.
 *
 * Both directions remember the first failure: callers may go on and ask at the
 * end.  After a failure nothing is written, and zeros are read.
 */
#ifndef LARIAT_BASE_SNAPSHOT_H
#define LARIAT_BASE_SNAPSHOT_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- writing ---- */

struct snapshot_writer;

/* STATUS_IO: errno tells why. */
enum status snapshot_create(const char *path, struct snapshot_writer **out);

void snapshot_put(struct snapshot_writer *writer, uint64_t number);
void snapshot_put_words(struct snapshot_writer *writer, const uint64_t *words,
                        size_t count);
void snapshot_put_bytes(struct snapshot_writer *writer, const void *bytes,
                        size_t length);
void snapshot_put_real(struct snapshot_writer *writer, double number);
void snapshot_put_text(struct snapshot_writer *writer,
                       const char *text); /* may be NULL */

/* Closes the writer; the file is there then, or, after STATUS_IO, the old one
 * if there was one, and errno tells why.
 */
enum status snapshot_commit(struct snapshot_writer *writer);
/* Closes the writer and leaves nothing behind. */
void snapshot_abandon(struct snapshot_writer *writer);

/* ---- reading ---- */

struct snapshot_reader;

enum snapshot_flaw {
  SNAPSHOT_SOUND,
  SNAPSHOT_ABSENT,  /* errno tells why it cannot be read */
  SNAPSHOT_FOREIGN, /* no such file, or of another version */
  SNAPSHOT_DAMAGED,
};

/* *out is NULL unless the file is sound. */
enum snapshot_flaw snapshot_open(const char *path,
                                 struct snapshot_reader **out);
/* Reads what a writer was given, without head and check; the bytes must outlive
 * the reader.
 */
struct snapshot_reader *snapshot_open_bytes(const void *bytes, size_t length);
void snapshot_close(struct snapshot_reader *reader); /* accepts NULL */

uint64_t snapshot_get(struct snapshot_reader *reader);
/* A number that is at most this, or a failure. */
uint64_t snapshot_get_up_to(struct snapshot_reader *reader, uint64_t most);
/* How many items of so many bytes follow: never more than there can be. */
size_t snapshot_get_count(struct snapshot_reader *reader, size_t item_bytes);
void snapshot_get_bytes(struct snapshot_reader *reader, void *bytes,
                        size_t length);
double snapshot_get_real(struct snapshot_reader *reader);
const char *snapshot_get_text(struct snapshot_reader *reader,
                              struct arena *arena);

/* What was read makes no sense. */
void snapshot_fail(struct snapshot_reader *reader);
bool snapshot_failed(const struct snapshot_reader *reader);
bool snapshot_at_end(const struct snapshot_reader *reader);

#endif

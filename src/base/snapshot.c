/* See snapshot.h.
 *
 * A file is a head, the contents, and a check of both: a hash of 64 bits, so a
 * damaged file is taken for a sound one with a probability of 2^-64.  All parts
 * are words of 8 bytes in the machine's own order; the head names the format,
 * its version and that order.  Bytes and texts are padded with zeros.
 *
 * To open a file is to read it twice: once for the check, before anything of it
 * is believed.
 */
#include "base/snapshot.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { WORD_BYTES = 8, ROOM_WORDS = 1 << 13, HEAD_WORDS = 2 };

/* A name, then the version of the format and a mark of the byte order. */
static const uint64_t HEAD[HEAD_WORDS] = {UINT64_C(0x000074616972616c),
                                          UINT64_C(0x0102030400000006)};

/* No text or piece of bytes is longer. */
static const uint64_t LONGEST_TEXT = UINT64_C(1) << 20;

static size_t words_for(size_t bytes) {
  return bytes / WORD_BYTES + (bytes % WORD_BYTES > 0);
}

/* ---- writing ---- */

struct snapshot_writer {
  char *path, *part; /* wanted; where it is written */
  int file;
  int problem;        /* an errno, or 0 */
  XXH3_state_t *hash; /* it wants a cache line to begin on */
  size_t count;       /* of the words that wait */
  uint64_t words[ROOM_WORDS];
};

static char *join(const char *text, const char *ending) {
  const size_t bytes = strlen(text) + strlen(ending) + 1;
  char *joined = memory_alloc(bytes);
  snprintf(joined, bytes, "%s%s", text, ending);
  return joined;
}

static void write_all(struct snapshot_writer *writer, const void *bytes,
                      size_t length) {
  const char *next = bytes;
  while (length > 0 && writer->problem == 0) {
    const ssize_t written = write(writer->file, next, length);
    if (written > 0) {
      next += written;
      length -= (size_t)written;
    } else if (written == 0 || errno != EINTR) {
      writer->problem = written == 0 ? ENOSPC : errno;
    }
  }
}

static void flush(struct snapshot_writer *writer) {
  const size_t bytes = writer->count * sizeof *writer->words;
  XXH3_64bits_update(writer->hash, writer->words, bytes);
  write_all(writer, writer->words, bytes);
  writer->count = 0;
}

static void free_writer(struct snapshot_writer *writer) {
  (void)XXH3_freeState(writer->hash);
  memory_free(writer->path);
  memory_free(writer->part);
  memory_free(writer);
}

/* What the name of a link in the folder of a file stands for. */
static char *beside(const char *path, const char *link) {
  const char *slash = link[0] == '/' ? NULL : strrchr(path, '/');
  const size_t length = slash ? (size_t)(slash - path) + 1 : 0;
  const size_t bytes = length + strlen(link) + 1;
  char *joined = memory_alloc(bytes);
  snprintf(joined, bytes, "%.*s%s", (int)length, path, link);
  return joined;
}

/* The file that is meant: the one at the end of symbolic links, even if it is
 * not there yet.
 */
static char *follow(const char *path) {
  enum { MOST_LINKS = 40, ROOM = 4096 };
  char link[ROOM];
  char *target = join(path, "");
  for (unsigned i = 0; i < MOST_LINKS; i++) {
    const ssize_t length = readlink(target, link, sizeof link - 1);
    if (length < 0)
      break;
    link[length] = '\0';
    char *next = beside(target, link);
    memory_free(target);
    target = next;
  }
  return target;
}

/* Only a file may be replaced: 0, or an errno that says what is there. */
static int obstacle(const char *path) {
  struct stat there;
  if (lstat(path, &there) != 0 || S_ISREG(there.st_mode))
    return 0;
  if (S_ISLNK(there.st_mode))
    return ELOOP;
  return S_ISDIR(there.st_mode) ? EISDIR : ENOTSUP;
}

static int open_part(const struct snapshot_writer *writer) {
  errno = obstacle(writer->path);
  return errno != 0 ? -1
                    : open(writer->part,
                           O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

enum status snapshot_create(const char *path, struct snapshot_writer **out) {
  struct snapshot_writer *writer = memory_alloc(sizeof *writer);
  writer->path = follow(path);
  writer->part = join(writer->path, ".new");
  writer->hash = XXH3_createState();
  errno = ENOMEM;
  writer->file = writer->hash ? open_part(writer) : -1;
  *out = writer;
  if (writer->file < 0) {
    const int problem = errno;
    free_writer(writer);
    *out = NULL;
    errno = problem;
    return STATUS_IO;
  }
  XXH3_64bits_reset(writer->hash);
  snapshot_put_words(writer, HEAD, HEAD_WORDS);
  return STATUS_OK;
}

void snapshot_put(struct snapshot_writer *writer, uint64_t number) {
  if (writer->count == ROOM_WORDS)
    flush(writer);
  writer->words[writer->count++] = number;
}

void snapshot_put_words(struct snapshot_writer *writer, const uint64_t *words,
                        size_t count) {
  for (size_t i = 0; i < count; i++)
    snapshot_put(writer, words[i]);
}

void snapshot_put_bytes(struct snapshot_writer *writer, const void *bytes,
                        size_t length) {
  const char *next = bytes;
  for (size_t left = length; left > 0;) {
    const size_t part = left < WORD_BYTES ? left : WORD_BYTES;
    uint64_t word = 0;
    memcpy(&word, next, part);
    snapshot_put(writer, word);
    next += part;
    left -= part;
  }
}

void snapshot_put_real(struct snapshot_writer *writer, double number) {
  uint64_t word;
  static_assert(sizeof word == sizeof number, "a number is a word");
  memcpy(&word, &number, sizeof word);
  snapshot_put(writer, word);
}

void snapshot_put_text(struct snapshot_writer *writer, const char *text) {
  const size_t length = text ? strlen(text) : 0;
  snapshot_put(writer, text ? length + 1 : 0);
  snapshot_put_bytes(writer, text, length);
}

/* A name is on the disk when its folder is. */
static void sync_folder(const char *path) {
  char *folder = join(path, "");
  char *slash = strrchr(folder, '/');
  if (slash)
    slash[slash == folder] = '\0';
  const int file = open(slash ? folder : ".", O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    (void)fsync(file);
    close(file);
  }
  memory_free(folder);
}

enum status snapshot_commit(struct snapshot_writer *writer) {
  flush(writer);
  const uint64_t check = XXH3_64bits_digest(writer->hash);
  write_all(writer, &check, sizeof check);
  if (writer->problem == 0 && fsync(writer->file) != 0)
    writer->problem = errno;
  if (close(writer->file) != 0 && writer->problem == 0)
    writer->problem = errno;
  if (writer->problem == 0 && rename(writer->part, writer->path) != 0)
    writer->problem = errno;
  const int problem = writer->problem;
  if (problem != 0)
    (void)unlink(writer->part);
  else
    sync_folder(writer->path);
  free_writer(writer);
  errno = problem;
  return problem == 0 ? STATUS_OK : STATUS_IO;
}

void snapshot_abandon(struct snapshot_writer *writer) {
  close(writer->file);
  (void)unlink(writer->part);
  free_writer(writer);
}

/* ---- reading ---- */

struct snapshot_reader {
  FILE *file;          /* or: */
  const char *bytes;   /* all of them */
  uint64_t words_left; /* in the file or the bytes, and not yet in `words` */
  size_t next, count;  /* of those at hand */
  bool failed;
  uint64_t words[ROOM_WORDS];
};

/* Takes in the next words; without any left, that is a failure. */
static void refill(struct snapshot_reader *reader) {
  const size_t count =
      reader->words_left < ROOM_WORDS ? (size_t)reader->words_left : ROOM_WORDS;
  reader->next = reader->count = 0;
  if (count == 0 || (reader->file && fread(reader->words, sizeof *reader->words,
                                           count, reader->file) != count)) {
    reader->failed = true;
    return;
  }
  if (!reader->file) {
    memcpy(reader->words, reader->bytes, count * sizeof *reader->words);
    reader->bytes += count * sizeof *reader->words;
  }
  reader->words_left -= count;
  reader->count = count;
}

uint64_t snapshot_get(struct snapshot_reader *reader) {
  if (reader->next == reader->count && !reader->failed)
    refill(reader);
  return reader->failed ? 0 : reader->words[reader->next++];
}

static uint64_t left(const struct snapshot_reader *reader) {
  return reader->words_left + (reader->count - reader->next);
}

uint64_t snapshot_get_up_to(struct snapshot_reader *reader, uint64_t most) {
  const uint64_t number = snapshot_get(reader);
  if (number > most)
    snapshot_fail(reader);
  return number > most ? 0 : number;
}

size_t snapshot_get_count(struct snapshot_reader *reader, size_t item_bytes) {
  const uint64_t count = snapshot_get(reader);
  const uint64_t words = item_bytes > WORD_BYTES ? words_for(item_bytes) : 1;
  if (count > left(reader) / words)
    snapshot_fail(reader);
  return reader->failed ? 0 : (size_t)count;
}

void snapshot_get_bytes(struct snapshot_reader *reader, void *bytes,
                        size_t length) {
  char *next = bytes;
  while (length > 0) {
    const size_t part = length < WORD_BYTES ? length : WORD_BYTES;
    const uint64_t word = snapshot_get(reader);
    memcpy(next, &word, part);
    next += part;
    length -= part;
  }
}

double snapshot_get_real(struct snapshot_reader *reader) {
  const uint64_t word = snapshot_get(reader);
  double number;
  memcpy(&number, &word, sizeof number);
  return number;
}

const char *snapshot_get_text(struct snapshot_reader *reader,
                              struct arena *arena) {
  const uint64_t length = snapshot_get_up_to(reader, LONGEST_TEXT + 1);
  if (length == 0 || words_for((size_t)length - 1) > left(reader)) {
    if (length > 0)
      snapshot_fail(reader);
    return NULL;
  }
  char *text = arena_alloc(arena, (size_t)length);
  snapshot_get_bytes(reader, text, (size_t)length - 1);
  return text;
}

void snapshot_fail(struct snapshot_reader *reader) {
  reader->failed = true;
}

bool snapshot_failed(const struct snapshot_reader *reader) {
  return reader->failed;
}

bool snapshot_at_end(const struct snapshot_reader *reader) {
  return left(reader) == 0;
}

static bool has_head(struct snapshot_reader *reader) {
  for (unsigned i = 0; i < HEAD_WORDS; i++)
    if (snapshot_get(reader) != HEAD[i])
      return false;
  return true;
}

/* Goes through the file once; the last word must be the hash of the others. */
static bool has_check(struct snapshot_reader *reader) {
  XXH3_state_t hash;
  uint64_t word = 0;
  XXH3_64bits_reset(&hash);
  while (left(reader) > 1) {
    if (reader->next == reader->count)
      refill(reader);
    if (reader->failed)
      return false;
    const bool is_last = reader->words_left == 0;
    const size_t hashed = reader->count - reader->next - is_last;
    XXH3_64bits_update(&hash, &reader->words[reader->next],
                       hashed * sizeof word);
    reader->next += hashed;
  }
  word = snapshot_get(reader);
  return !reader->failed && word == XXH3_64bits_digest(&hash);
}

/* Starts at the beginning of a file of so many words. */
static bool rewind_to(struct snapshot_reader *reader, uint64_t words) {
  reader->words_left = words;
  reader->next = reader->count = 0;
  return fseeko(reader->file, 0, SEEK_SET) == 0;
}

static enum snapshot_flaw examine(struct snapshot_reader *reader) {
  if (fseeko(reader->file, 0, SEEK_END) != 0)
    return SNAPSHOT_ABSENT;
  const off_t length = ftello(reader->file);
  const uint64_t words = length > 0 ? (uint64_t)length / WORD_BYTES : 0;
  if (!rewind_to(reader, words))
    return SNAPSHOT_ABSENT;
  if (words <= HEAD_WORDS || !has_head(reader))
    return SNAPSHOT_FOREIGN;
  if (length % WORD_BYTES != 0 || !rewind_to(reader, words) ||
      !has_check(reader) || !rewind_to(reader, words - 1))
    return SNAPSHOT_DAMAGED;
  (void)has_head(reader);
  return SNAPSHOT_SOUND;
}

enum snapshot_flaw snapshot_open(const char *path,
                                 struct snapshot_reader **out) {
  *out = NULL;
  FILE *file = fopen(path, "re");
  if (!file)
    return SNAPSHOT_ABSENT;
  struct snapshot_reader *reader = memory_alloc(sizeof *reader);
  reader->file = file;
  const enum snapshot_flaw flaw = examine(reader);
  if (flaw == SNAPSHOT_SOUND)
    *out = reader;
  else
    snapshot_close(reader);
  return flaw;
}

struct snapshot_reader *snapshot_open_bytes(const void *bytes, size_t length) {
  struct snapshot_reader *reader = memory_alloc(sizeof *reader);
  reader->bytes = bytes;
  reader->words_left = length / WORD_BYTES;
  return reader;
}

void snapshot_close(struct snapshot_reader *reader) {
  if (!reader)
    return;
  if (reader->file)
    fclose(reader->file);
  memory_free(reader);
}

/* The cache of compiled models.
 *
 * Code from it is loaded into the process, so nobody else may have had a hand
 * in it: the folder belongs to the user and is closed to all others, objects
 * are plain files of the user that no one else can write.  Everything goes
 * through descriptors of folders that were checked once, never through paths,
 * so nothing can be exchanged in between.
 *
 * An object is written in a workplace, a folder of its own, and then renamed:
 * it is there completely or not at all, and of two writers the last one wins.
 * The time of last use is the file's time of change.
 */
#include "engine/native/cache.h"

#include "base/buffer.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  MOST_BYTES = 64 << 20, /* of all objects */
  MOST_OBJECTS = 512,
  STALE_SECONDS = 24 * 60 * 60, /* a workplace that nobody works in */
  LONGEST_NAME = 128,
};

static const char object_suffix[] = ".so";
static const char workplace_prefix[] = "work-";

/* ---- the folder ---- */

static bool is_private_folder(int folder) {
  struct stat stat;
  return fstat(folder, &stat) == 0 && S_ISDIR(stat.st_mode) &&
         stat.st_uid == geteuid() && (stat.st_mode & 077) == 0;
}

static int open_folder(int parent, const char *name) {
  return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Opens a folder for us alone, made if need be; -1 when there is none. */
static int open_private(int parent, const char *name) {
  if (mkdirat(parent, name, 0700) != 0 && errno != EEXIST)
    return -1;
  const int folder = open_folder(parent, name);
  if (folder < 0 || is_private_folder(folder))
    return folder;
  close(folder);
  return -1;
}

/* The user's folder of caches, by descriptor. */
static int open_caches(void) {
  const char *caches = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (caches && caches[0] == '/') {
    (void)mkdir(caches, 0700);
    return open(caches, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  if (!home || home[0] != '/')
    return -1;
  const int parent = open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent < 0)
    return -1;
  (void)mkdirat(parent, ".cache", 0700);
  const int folder =
      openat(parent, ".cache", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  close(parent);
  return folder;
}

static bool is_writable(int folder) {
  return faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) == 0;
}

static bool open_lasting(struct cache *cache) {
  const int caches = open_caches();
  if (caches < 0)
    return false;
  cache->folder = open_private(caches, "lariat");
  close(caches);
  if (cache->folder >= 0 && is_writable(cache->folder))
    return true;
  if (cache->folder >= 0)
    close(cache->folder);
  cache->folder = -1;
  return false;
}

static bool open_temporary(struct cache *cache) {
  const char *where = getenv("TMPDIR");
  struct buffer path = {0};
  buffer_printf(&path, "%s/lariat-XXXXXX",
                where && where[0] == '/' ? where : "/tmp");
  if (mkdtemp(path.text)) {
    cache->folder = open_folder(AT_FDCWD, path.text);
    if (cache->folder >= 0 && is_private_folder(cache->folder)) {
      cache->temporary = path.text;
      return true;
    }
    (void)rmdir(path.text);
  }
  buffer_free(&path);
  return false;
}

bool cache_open(struct cache *cache) {
  *cache = (struct cache){.folder = -1};
  return open_lasting(cache) || open_temporary(cache);
}

/* ---- going through a folder ---- */

typedef void entry_visitor(void *context, int folder, const char *name);

static void each_entry(int folder, entry_visitor *visit, void *context) {
  const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = again >= 0 ? fdopendir(again) : NULL;
  if (!entries) {
    if (again >= 0)
      close(again);
    return;
  }
  for (const struct dirent *entry; (entry = readdir(entries));)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      visit(context, folder, entry->d_name);
  closedir(entries);
}

static void remove_file(void *context, int folder, const char *name) {
  (void)context;
  (void)unlinkat(folder, name, 0);
}

/* A workplace has files only. */
static void remove_workplace(int folder, const char *name) {
  const int inside = open_folder(folder, name);
  if (inside >= 0) {
    each_entry(inside, remove_file, NULL);
    close(inside);
  }
  (void)unlinkat(folder, name, AT_REMOVEDIR);
}

void cache_close(struct cache *cache) {
  if (cache->temporary) {
    each_entry(cache->folder, remove_file, NULL);
    (void)rmdir(cache->temporary);
    memory_free(cache->temporary);
  }
  if (cache->folder >= 0)
    close(cache->folder);
  *cache = (struct cache){.folder = -1};
}

/* ---- objects ---- */

static bool is_trusted(int file) {
  struct stat stat;
  return fstat(file, &stat) == 0 && S_ISREG(stat.st_mode) &&
         stat.st_uid == geteuid() && (stat.st_mode & 022) == 0 &&
         stat.st_size > 0;
}

static void object_name(const char *key, char name[LONGEST_NAME]) {
  snprintf(name, LONGEST_NAME, "%s%s", key, object_suffix);
}

int cache_find(const struct cache *cache, const char *key) {
  char name[LONGEST_NAME];
  object_name(key, name);
  const int file =
      openat(cache->folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0 || is_trusted(file)) {
    if (file >= 0)
      (void)futimens(file, NULL);
    return file;
  }
  close(file);
  return -1;
}

bool cache_begin(const struct cache *cache, struct workplace *workplace) {
  uint64_t number;
  if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
    return false;
  snprintf(workplace->name, sizeof workplace->name, "%s%016llx",
           workplace_prefix, (unsigned long long)number);
  if (mkdirat(cache->folder, workplace->name, 0700) != 0)
    return false;
  workplace->folder = open_folder(cache->folder, workplace->name);
  return workplace->folder >= 0;
}

static bool write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    const ssize_t written = write(file, bytes, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

bool cache_write(const struct workplace *workplace, const char *file,
                 const char *bytes, size_t length) {
  const int out = openat(workplace->folder, file,
                         O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (out < 0)
    return false;
  const bool written = write_all(out, bytes, length);
  return close(out) == 0 && written;
}

bool cache_keep(const struct cache *cache, const struct workplace *workplace,
                const char *file, const char *key) {
  char name[LONGEST_NAME];
  object_name(key, name);
  return fchmodat(workplace->folder, file, 0700, 0) == 0 &&
         renameat(workplace->folder, file, cache->folder, name) == 0;
}

void cache_end(const struct cache *cache, struct workplace *workplace) {
  if (workplace->folder >= 0)
    close(workplace->folder);
  workplace->folder = -1;
  remove_workplace(cache->folder, workplace->name);
}

/* ---- pruning ---- */

struct object_file {
  char name[LONGEST_NAME];
  uint64_t bytes;
  struct timespec used;
};

struct listing {
  struct object_file *items;
  size_t count, capacity;
  uint64_t bytes;
  time_t now;
};

static bool is_object(const char *name) {
  const size_t length = strlen(name), suffix = sizeof object_suffix - 1;
  return length > suffix && length < LONGEST_NAME &&
         strcmp(name + length - suffix, object_suffix) == 0;
}

static void list_entry(void *context, int folder, const char *name) {
  struct listing *listing = context;
  struct stat stat;
  if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) != 0)
    return;
  if (S_ISDIR(stat.st_mode)) {
    if (strncmp(name, workplace_prefix, sizeof workplace_prefix - 1) == 0 &&
        listing->now - stat.st_mtime > STALE_SECONDS)
      remove_workplace(folder, name);
    return;
  }
  if (!is_object(name))
    return;
  struct object_file file = {.bytes = (uint64_t)stat.st_size,
                             .used = stat.st_mtim};
  snprintf(file.name, sizeof file.name, "%s", name);
  vec_push(listing, file);
  listing->bytes += file.bytes;
}

static int by_use(const void *a, const void *b) {
  const struct timespec *x = &((const struct object_file *)a)->used;
  const struct timespec *y = &((const struct object_file *)b)->used;
  if (x->tv_sec != y->tv_sec)
    return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

void cache_prune(const struct cache *cache) {
  struct listing listing = {.now = time(NULL)};
  each_entry(cache->folder, list_entry, &listing);
  if (listing.count > 1)
    qsort(listing.items, listing.count, sizeof *listing.items, by_use);
  size_t left = listing.count;
  for (size_t i = 0;
       i < listing.count && (left > MOST_OBJECTS || listing.bytes > MOST_BYTES);
       i++, left--) {
    (void)unlinkat(cache->folder, listing.items[i].name, 0);
    listing.bytes -= listing.items[i].bytes;
  }
  vec_free(&listing);
}

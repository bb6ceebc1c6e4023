/* A folder of compiled models, private to the user. */
#ifndef LARIAT_ENGINE_NATIVE_CACHE_H
#define LARIAT_ENGINE_NATIVE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* Descriptors of folders; -1: none. */
struct cache {
  int folder;
  char *temporary; /* its path when it is for this run only, or NULL */
};

/* A folder inside the cache, where one compiler works. */
struct workplace {
  int folder;
  char name[32];
};

/* $XDG_CACHE_HOME/lariat or ~/.cache/lariat; where that cannot be used, or is
 * open to others, a temporary folder.  False when there is none either.
 */
bool cache_open(struct cache *cache);
void cache_close(struct cache *cache);

/* Opens the object of this key; -1 when there is none that can be trusted. */
int cache_find(const struct cache *cache, const char *key);

bool cache_begin(const struct cache *cache, struct workplace *workplace);
/* Writes a file there. */
bool cache_write(const struct workplace *workplace, const char *file,
                 const char *bytes, size_t length);
/* Makes a file of the workplace the object of this key. */
bool cache_keep(const struct cache *cache, const struct workplace *workplace,
                const char *file, const char *key);
/* Removes the workplace and all in it. */
void cache_end(const struct cache *cache, struct workplace *workplace);

/* Removes the objects used longest ago until the rest is small enough, and
 * workplaces that were left behind.
 */
void cache_prune(const struct cache *cache);

#endif

/* A saved store with any changes: it is refused, or it can be used; no crash,
 * no hang, no leak.
 *
 * The input is a list of changes to a sound snapshot: where, and what to mix
 * in.
 *
 * For libFuzzer.
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The name is libFuzzer's.  NOLINTBEGIN(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
/* NOLINTEND(readability-identifier-naming) */

enum {
  STATES = 2100,
  LENGTH = 50,
  ROOM = 1 << 15,
  HEAD = 2,
  CHANGE_BYTES = 10
};

static size_t make_state(uint32_t s, uint8_t state[LENGTH]) {
  memset(state, 0, LENGTH);
  state[1] = (uint8_t)(s % 5);
  state[9] = (uint8_t)(s % 7);
  memcpy(state + 24, &s, sizeof s);
  return LENGTH - s % 2 * 9;
}

static void insert_all(struct store *store) {
  for (uint32_t s = 0; s < STATES; s++) {
    uint8_t state[LENGTH], *loaded;
    state_ref ref;
    const size_t length = make_state(s, state);
    if (store_insert(store, state, length, &ref) == STORE_FULL)
      return;
    loaded = malloc(store_longest(store) + 1);
    if (store_load(store, ref, loaded) != length ||
        memcmp(state, loaded, length) != 0)
      abort();
    free(loaded);
  }
}

static struct store *open_store(uint32_t tails) {
  struct store *store;
  const struct store_config config = {.memory_bytes = 1 << 24, .tails = tails};
  if (store_open_tree(&config, &store) != STATUS_OK)
    abort();
  return store;
}

/* The words of a sound snapshot; returns how many. */
static size_t write_sound(uint32_t tails, uint64_t words[ROOM]) {
  char path[] = "/tmp/lariat-fuzz-XXXXXX";
  struct snapshot_writer *writer;
  struct store *store = open_store(tails);
  const int file = mkstemp(path);
  insert_all(store);
  if (file < 0 || snapshot_create(path, &writer) != STATUS_OK)
    abort();
  store_save(store, writer);
  if (snapshot_commit(writer) != STATUS_OK)
    abort();
  store_close(store);
  close(file);
  FILE *saved = fopen(path, "rb");
  const size_t count = fread(words, sizeof *words, ROOM, saved);
  fclose(saved);
  unlink(path);
  return count;
}

static void change(uint64_t *words, size_t count, const uint8_t *bytes,
                   size_t length) {
  for (; length >= CHANGE_BYTES;
       bytes += CHANGE_BYTES, length -= CHANGE_BYTES) {
    uint16_t at;
    uint64_t mixed_in;
    memcpy(&at, bytes, sizeof at);
    memcpy(&mixed_in, bytes + sizeof at, sizeof mixed_in);
    words[HEAD + at % (count - HEAD)] ^= mixed_in;
  }
}

/* What the store says it can read, it can. */
static void use(struct store *store, const uint8_t *bytes, size_t length) {
  uint8_t *state = malloc(store_longest(store) + 1);
  for (; length >= sizeof(uint64_t);
       bytes += sizeof(uint64_t), length -= sizeof(uint64_t)) {
    state_ref ref;
    memcpy(&ref.index, bytes, sizeof ref.index);
    if (store_names_state(store, ref))
      (void)store_load(store, ref, state);
  }
  free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  static uint64_t sound[2][ROOM], words[ROOM];
  static size_t counts[2];
  const unsigned which = length > 0 ? bytes[0] % 2 : 0;
  const uint32_t tails = which * 3;
  if (counts[which] == 0)
    counts[which] = write_sound(tails, sound[which]);
  const size_t count = counts[which] - 1; /* without the check */
  memcpy(words, sound[which], sizeof words);
  if (length > 1)
    change(words, count, bytes + 1, length - 1);
  struct snapshot_reader *reader =
      snapshot_open_bytes(words + HEAD, (count - HEAD) * sizeof *words);
  struct store *store = open_store(0);
  if (store_restore(store, reader) == STATUS_OK)
    use(store, bytes, length);
  store_close(store);
  snapshot_close(reader);
  return 0;
}

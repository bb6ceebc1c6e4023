/* References are keys of a tree store (tree.c), which say all about a state by
 * themselves: the state is written there, but not entered into its set.  So a
 * state that waits on a stack costs the search eight bytes, and what is kept
 * here are the values that states are made of, which in large state spaces are
 * few.
 *
 * Some states are entered nevertheless, for the tree store learns from its set
 * how to write states in short: all of the first ones, then one of
 * SAMPLED_EACH.  It happens when they are loaded to be expanded, or, where they
 * are written apart from hashing, with that.
 *
 * The tree store may give a state another key when it has learned.  Hashes are
 * made of the state itself, so they stay.
 *
 * Invariant: after every call the base of the hasher and that of the tree is
 * the state loaded last, for the next states to be written say where they
 * differ from it.
 */
#include "store/carrier.h"

#include "base/memory.h"

#include <string.h>

enum {
  MOST_MEMO_PLACES = 1 << 15,
  FEWEST_MEMO_PLACES = 1 << 8,
  MEMO_SHARE = 64,         /* of the memory, at most */
  SAMPLED_FIRST = 1 << 15, /* states */
  SAMPLED_EACH = 64,
  SMALL_SAMPLE = 64,
};

/* Tells the outer budget of what the tree store has taken, and the tree store
 * of what is left.
 */
static void share_budget(struct carrier *carrier) {
  struct budget *inner = &carrier->tree->budget;
  carrier->budget->used += inner->used - carrier->counted;
  carrier->counted = inner->used;
  const size_t others = carrier->budget->used - inner->used;
  inner->limit =
      others < carrier->budget->limit ? carrier->budget->limit - others : 0;
}

static size_t memo_bytes(const struct carrier *carrier) {
  return carrier->memo_places * sizeof(struct carried);
}

bool carrier_open(struct carrier *carrier, struct budget *budget) {
  const struct store_config config = {.memory_bytes = budget->limit};
  *carrier = (struct carrier){.budget = budget};
  if (store_open_tree(&config, &carrier->tree) != STATUS_OK)
    return false;
  share_budget(carrier);
  return true;
}

bool carrier_open_hashing(struct carrier *carrier, struct budget *budget,
                          uint64_t seed, bool both) {
  if (!carrier_open(carrier, budget))
    return false;
  carrier->memo_places = MOST_MEMO_PLACES;
  while (carrier->memo_places > FEWEST_MEMO_PLACES &&
         memo_bytes(carrier) > budget->limit / MEMO_SHARE)
    carrier->memo_places /= 2;
  carrier->memo = budget_alloc(budget, memo_bytes(carrier));
  state_hasher_init(&carrier->hasher, seed, both);
  if (!carrier->memo)
    carrier_close(carrier);
  return carrier->memo != NULL;
}

void carrier_close(struct carrier *carrier) {
  carrier->budget->used -= carrier->counted;
  store_close(carrier->tree);
  state_hasher_clear(&carrier->hasher);
  memory_free(carrier->scratch);
  budget_free(carrier->budget, carrier->memo, memo_bytes(carrier));
}

static struct carried *memo_place(const struct carrier *carrier,
                                  state_ref ref) {
  return &carrier->memo[ref.index % carrier->memo_places];
}

static bool write_ref(struct carrier *carrier, const uint8_t *state,
                      size_t length, uint64_t changed, state_ref *ref) {
  struct store *tree = carrier->tree;
  if (length > tree->longest)
    tree->longest = length;
  const bool written = tree->kind->write(tree, state, length, changed, ref);
  share_budget(carrier);
  return written;
}

bool carrier_write(struct carrier *carrier, const uint8_t *state, size_t length,
                   uint64_t changed, struct carried *out) {
  if (!write_ref(carrier, state, length, changed, &out->ref))
    return false;
  if (!carrier->memo)
    return true;
  state_hasher_hash(&carrier->hasher, state, length, changed, &out->hash);
  *memo_place(carrier, out->ref) = *out;
  return true;
}

/* ---- loading ---- */

/* Enters a state for the tree store to learn from; no harm is done when there
 * is no memory for it.
 */
static enum store_answer enter(struct carrier *carrier, const uint8_t *state,
                               size_t length, state_ref *ref) {
  const enum store_answer answer =
      store_insert(carrier->tree, state, length, ref);
  share_budget(carrier);
  return answer;
}

/* Enters a state if it belongs to the sample. */
static void sample(struct carrier *carrier, state_ref ref, const uint8_t *state,
                   size_t length) {
  const bool counts = ref.index % SAMPLED_EACH == 0;
  if (carrier->tree->states >= SAMPLED_FIRST && !counts)
    return;
  const enum store_answer answer = enter(carrier, state, length, &ref);
  carrier->sampled += counts;
  carrier->met += counts && answer != STORE_SEEN;
}

double carrier_repeats(const struct carrier *carrier) {
  return carrier->met < SMALL_SAMPLE
             ? 1
             : (double)carrier->sampled / (double)carrier->met;
}

size_t carrier_load(struct carrier *carrier, state_ref ref, uint8_t *buffer) {
  const size_t length = store_load(carrier->tree, ref, buffer);
  if (carrier->memo)
    state_hasher_keep(&carrier->hasher, buffer, length);
  carrier->loaded = ref;
  if (!carrier->refers)
    sample(carrier, ref, buffer, length);
  share_budget(carrier);
  return length;
}

bool carrier_refer(struct carrier *carrier, const uint8_t *state, size_t length,
                   state_ref *ref) {
  const bool written = write_ref(carrier, state, length, UINT64_MAX, ref);
  carrier->refers = true;
  if (written)
    sample(carrier, *ref, state, length);
  share_budget(carrier);
  return written;
}

static void make_room(struct carrier *carrier) {
  const size_t longest = store_longest(carrier->tree) + 1;
  if (longest <= carrier->scratch_room)
    return;
  carrier->scratch = memory_resize(carrier->scratch, longest);
  carrier->scratch_room = longest;
}

/* Loads a state for a moment; return_to_base() ends it. */
static size_t look_at(struct carrier *carrier, state_ref ref) {
  make_room(carrier);
  return store_load(carrier->tree, ref, carrier->scratch);
}

static void return_to_base(struct carrier *carrier) {
  if (carrier->loaded.index != 0)
    (void)look_at(carrier, carrier->loaded);
  share_budget(carrier);
}

struct state_hash carrier_hash(struct carrier *carrier, state_ref ref) {
  struct carried *known = memo_place(carrier, ref);
  if (known->ref.index == ref.index)
    return known->hash;
  const size_t length = look_at(carrier, ref);
  known->ref = ref;
  state_hasher_fresh(&carrier->hasher, carrier->scratch, length, &known->hash);
  return_to_base(carrier);
  return known->hash;
}

state_ref carrier_current(struct carrier *carrier, state_ref ref) {
  struct store *tree = carrier->tree;
  if (tree->kind->is_current(tree, ref))
    return ref;
  const size_t length = look_at(carrier, ref);
  state_ref current = ref;
  if (!tree->kind->write(tree, carrier->scratch, length, UINT64_MAX, &current))
    current = ref; /* as good as any: it can be loaded */
  return_to_base(carrier);
  return current;
}

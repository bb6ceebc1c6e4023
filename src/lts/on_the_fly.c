/* Strong bisimilarity on the fly, after Fernandez and Mounier: Verifying
 * bisimulation on the fly (FORTE 1990), as Jard and Jeron describe it in
 * Bounded-memory algorithms for verification on-the-fly (CAV 1991), section
 * 3.2.
 *
 * A depth-first search goes through the pairs of states that the two graphs can
 * come to together.  A pair is different when a step of one state has no
 * answer: no step of the other with the same label leads to a pair that is not
 * different.  That is decided when all pairs behind it have been visited; one
 * that is met again counts as not different.  If it turns out to be different
 * later, what was concluded from it is void, and the search is repeated with
 * the set of pairs found different, until nothing was wrongly concluded or the
 * first pair is found different.
 *
 * Where one of the states has only one step with some label, a different pair
 * behind it is enough.  So if one of the graphs is deterministic, the first
 * difference found passes to the first pair at once: one search decides.
 *
 * With replacement a pair that was visited and is not on the path may be
 * forgotten, and is visited again when it is met again.  The path is never
 * forgotten, so each cycle is cut and a search ends; nor is a pair found
 * different.  A pair that was forgotten may be found different when it is
 * visited again, and who relied on it is no longer known: so once a pair was
 * forgotten, each difference that does not reach the first pair makes another
 * search necessary.
 *
 * Invariant: the pairs found different are different, with earlier ones as the
 * reason (lts/refutation.h); their number grows with each further search.  When
 * a search ends and nothing was wrong, the pairs visited in it and not found
 * different are a bisimulation.  Memory is taken by the pairs, 36 bytes each,
 * by the edges of those on the path, and by what the views keep.
 */
#include "lts/on_the_fly.h"

#include "lts/pair_table.h"
#include "lts/refutation.h"

#include <assert.h>

enum {
  STOP_EVERY = 1 << 10, /* pairs */
  MOST_FORGOTTEN = 8,   /* for one new pair */
};

struct pair_edge {
  uint32_t label, target;
};

/* A pair on the path, with the edges of both of its states. */
struct frame {
  uint32_t pair;
  uint64_t entered;                    /* so many pairs had been visited */
  size_t left_first, right_first, end; /* in edges[] */
  size_t left_edge, right_edge;        /* to be looked at next */
};

struct product {
  struct lts_view left, right;
  const struct on_the_fly_config *config;
  struct pair_table table;
  VEC(struct frame) path;
  VEC(struct pair_edge) edges;
  struct refutation refutation;
  uint64_t visits, most, forgotten;
  uint32_t search;
  bool has_forgotten; /* a pair visited in the present search */
  bool wrong;         /* something relied on was found different */
  bool stopped;
};

static struct product_pair *pair_at(const struct product *p, uint32_t pair) {
  return &p->table.pairs.items[pair];
}

/* The number among the different ones of a pair of states, or NOT_REFUTED. */
static uint32_t refuted_number(const struct product *p, uint32_t left,
                               uint32_t right) {
  const uint32_t pair = pair_table_find(&p->table, left, right);
  return pair == NO_PAIR ? NOT_REFUTED : pair_at(p, pair)->refuted;
}

/* ---- memory ---- */

static size_t bytes_in_use(const struct product *p) {
  return pair_table_bytes(&p->table) +
         p->path.capacity * sizeof *p->path.items +
         p->edges.capacity * sizeof *p->edges.items +
         refutation_bytes(&p->refutation) + lts_view_bytes(&p->left) +
         lts_view_bytes(&p->right);
}

/* Is there no room for one more pair? */
static bool is_full(const struct product *p) {
  const uint64_t most = p->config->max_pairs;
  const size_t max_bytes = p->config->limits->max_bytes;
  return (most > 0 && p->table.count >= most) ||
         p->table.count >= NO_PAIR - 1 ||
         (max_bytes > 0 && bytes_in_use(p) > max_bytes);
}

/* Forgets a pair; false when there is none to forget. */
static bool forget_one(struct product *p) {
  const uint32_t pair = pair_table_victim(&p->table);
  if (pair == NO_PAIR)
    return false;
  p->has_forgotten = p->has_forgotten || pair_at(p, pair)->search == p->search;
  lts_view_drop(&p->left, pair_at(p, pair)->left);
  lts_view_drop(&p->right, pair_at(p, pair)->right);
  pair_table_remove(&p->table, pair);
  p->forgotten++;
  return true;
}

/* Arrays do not shrink, so memory may stay over its limit by what they have in
 * reserve: a few pairs are forgotten for a new one, not more.
 */
static bool make_room(struct product *p) {
  for (int i = 0; i < MOST_FORGOTTEN && is_full(p); i++)
    if (!p->config->replaces || !forget_one(p))
      return false;
  return true;
}

static uint32_t add_pair(struct product *p, uint32_t left, uint32_t right) {
  lts_view_hold(&p->left, left);
  lts_view_hold(&p->right, right);
  const uint32_t pair = pair_table_add(&p->table, left, right);
  p->most = p->table.count > p->most ? p->table.count : p->most;
  return pair;
}

/* ---- the path ---- */

static bool push_edges(struct product *p, const struct lts_view *view,
                       uint32_t state) {
  struct lts_edges edges;
  if (!view->edges(view->context, state, &edges))
    return false;
  for (uint32_t i = 0; i < edges.count; i++) {
    lts_view_hold(view, edges.targets[i]);
    vec_push(&p->edges,
             ((struct pair_edge){edges.labels[i], edges.targets[i]}));
  }
  return true;
}

static void enter(struct product *p, uint32_t number) {
  struct product_pair *pair = pair_at(p, number);
  struct frame frame = {
      .pair = number, .entered = p->visits, .left_first = p->edges.count};
  pair->search = p->search;
  pair->is_relied_on = false;
  pair->is_on_path = true;
  const uint32_t left = pair->left, right = pair->right;
  bool known = push_edges(p, &p->left, left);
  frame.right_first = frame.right_edge = p->edges.count;
  known = known && push_edges(p, &p->right, right);
  frame.end = p->edges.count;
  frame.left_edge = frame.left_first;
  vec_push(&p->path, frame);
  p->visits++;
  p->stopped =
      p->stopped || !known ||
      (p->visits % STOP_EVERY == 0 && lts_must_stop(p->config->limits));
}

static void leave(struct product *p) {
  const struct frame frame = vec_pop(&p->path);
  for (size_t i = frame.left_first; i < frame.end; i++)
    lts_view_drop(i < frame.right_first ? &p->left : &p->right,
                  p->edges.items[i].target);
  p->edges.count = frame.left_first;
  struct product_pair *pair = pair_at(p, frame.pair);
  const uint64_t cost = p->visits - frame.entered;
  pair->cost = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX;
  pair->is_on_path = false;
}

/* ---- differences ---- */

/* Is this step of the mover one that the other cannot answer?  Then the reasons
 * have been noted.
 */
static bool is_unanswered(struct product *p, bool by_right,
                          struct pair_edge step, size_t first, size_t end) {
  const size_t before = p->refutation.because.count;
  for (size_t i = first; i < end; i++) {
    const struct pair_edge answer = p->edges.items[i];
    if (answer.label != step.label)
      continue;
    const uint32_t refuted =
        by_right ? refuted_number(p, answer.target, step.target)
                 : refuted_number(p, step.target, answer.target);
    if (refuted == NOT_REFUTED) {
      p->refutation.because.count = before;
      return false;
    }
    vec_push(&p->refutation.because, refuted);
  }
  return true;
}

static void note_difference(struct product *p, uint32_t number, bool by_right,
                            uint32_t label) {
  struct product_pair *pair = pair_at(p, number);
  pair->refuted = refutation_add(&p->refutation, by_right, label);
  p->wrong = p->wrong || pair->is_relied_on || p->has_forgotten;
}

static bool has_unanswered(struct product *p, const struct frame *frame,
                           bool by_right) {
  const size_t middle = frame->right_first;
  const size_t first = by_right ? middle : frame->left_first;
  const size_t end = by_right ? frame->end : middle;
  const size_t answers = by_right ? frame->left_first : middle;
  for (size_t i = first; i < end; i++)
    if (is_unanswered(p, by_right, p->edges.items[i], answers,
                      by_right ? middle : frame->end)) {
      note_difference(p, frame->pair, by_right, p->edges.items[i].label);
      return true;
    }
  return false;
}

/* Finds out whether the pair on top is different as far as is known. */
static bool refute_top(struct product *p) {
  const struct frame *top = vec_last(&p->path);
  return !p->stopped &&
         (has_unanswered(p, top, false) || has_unanswered(p, top, true));
}

/* ---- the search ---- */

/* The pair of states that is to be visited next, if it is: then it is in the
 * table.  There may be no room for it.
 */
static bool is_to_be_visited(struct product *p, uint32_t left, uint32_t right,
                             uint32_t *out) {
  *out = pair_table_find(&p->table, left, right);
  if (*out != NO_PAIR) {
    struct product_pair *pair = pair_at(p, *out);
    if (pair->refuted != NOT_REFUTED)
      return false;
    if (pair->search != p->search)
      return true;
    pair->is_relied_on = true;
    return false;
  }
  p->stopped = !make_room(p);
  if (!p->stopped)
    *out = add_pair(p, left, right);
  return !p->stopped;
}

/* The next pair behind the one on top of the path that is to be visited; false
 * when there is none.
 */
static bool next_pair(struct product *p, uint32_t *out) {
  struct frame *frame = vec_last(&p->path);
  for (; frame->left_edge < frame->right_first;
       frame->left_edge++, frame->right_edge = frame->right_first)
    while (frame->right_edge < frame->end && !p->stopped) {
      const struct pair_edge left = p->edges.items[frame->left_edge];
      const struct pair_edge right = p->edges.items[frame->right_edge++];
      if (left.label == right.label &&
          is_to_be_visited(p, left.target, right.target, out))
        return true;
    }
  return false;
}

/* Leaves the pair on top, which is different, and those below it that are so
 * already for this reason.
 */
static void leave_different(struct product *p) {
  do
    leave(p);
  while (p->path.count > 0 && refute_top(p));
}

/* One search through all the pairs that are not different. */
static void search(struct product *p, uint32_t first) {
  uint32_t pair = first;
  p->search++;
  p->wrong = p->has_forgotten = false;
  do {
    enter(p, pair);
    if (refute_top(p))
      leave_different(p);
    while (p->path.count > 0 && !p->stopped && !next_pair(p, &pair)) {
      if (p->stopped)
        break;
      if (refute_top(p))
        leave_different(p);
      else
        leave(p);
    }
  } while (p->path.count > 0 && !p->stopped);
  while (p->path.count > 0)
    leave(p);
}

/* ---- the answer ---- */

static void conclude(struct product *p, uint32_t first,
                     struct lts_comparison *out) {
  const uint32_t refuted = pair_at(p, first)->refuted;
  out->pairs = p->visits;
  out->most = p->most;
  out->forgotten = p->forgotten;
  out->searches = p->search;
  if (refuted == NOT_REFUTED) {
    out->answer = p->stopped ? LTS_UNKNOWN : LTS_EQUIVALENT;
    return;
  }
  out->answer = LTS_DIFFERENT;
  out->has_formula =
      refutation_formula(&p->refutation, refuted, &out->formula, &out->of_left);
  if (!out->has_formula)
    hml_clear(&out->formula);
}

static void clear(struct product *p) {
  for (uint32_t i = 0; i < p->table.pairs.count; i++)
    if (pair_at(p, i)->is_used) {
      lts_view_drop(&p->left, pair_at(p, i)->left);
      lts_view_drop(&p->right, pair_at(p, i)->right);
    }
  pair_table_clear(&p->table);
  vec_free(&p->path);
  vec_free(&p->edges);
  refutation_clear(&p->refutation);
}

void on_the_fly_compare(const struct lts_view *left,
                        const struct lts_view *right,
                        const struct on_the_fly_config *config,
                        struct lts_comparison *out) {
  struct product p = {.left = *left, .right = *right, .config = config};
  *out = (struct lts_comparison){0};
  pair_table_init(&p.table);
  uint32_t first = add_pair(&p, left->initial, right->initial);
  do {
    search(&p, first);
    first = pair_table_find(&p.table, left->initial, right->initial);
    assert(first != NO_PAIR);
  } while (p.wrong && pair_at(&p, first)->refuted == NOT_REFUTED && !p.stopped);
  conclude(&p, first, out);
  clear(&p);
}

/* See feedback.h.
 *
 * Whatever is on no way from a cycle to a cycle is peeled off: what no place of
 * the rest leads to, or what leads to none.  If something is left, one place of
 * it is cut, and more is peeled off, until all is gone.
 *
 * Which one is cut decides how often a run comes by.  Best is one that is
 * passed only by who goes round, so it is not one from which a way leads out of
 * what is left, nor one to which a way leads from there, if there are others.
 * Among these it is one at which many ways meet and part, since it lies on many
 * cycles (Levy and Low: A contraction algorithm for finding small cycle
 * cutsets, Journal of Algorithms 9, 1988).
 *
 * Invariant: the counts of a place that is left are those of the edges from
 * and to places that are left.
 *
 * A place never gets better, so a heap of how good places were is enough: if
 * the best of it is as good as it was, it is the best of all; otherwise it goes
 * back with what it is worth now.
 */
#include "model/feedback.h"

#include "base/vec.h"

/* How good it is, or was, to cut a place. */
struct candidate {
  uint64_t ways;
  uint32_t place;
  uint8_t flaws;
};

struct feedback {
  const struct proctype *proctype;
  uint8_t *left;             /* 1 by location */
  bool *entered, *leads_out; /* from and to places that are not left */
  uint32_t *from, *to;       /* how many edges */
  uint32_t *first_before;    /* by location, in `before` */
  uint32_t *before;          /* where its edges come from */
  VEC(uint32_t) leaving;
  VEC(struct candidate) heap; /* the best one first */
};

/* ---- edges ---- */

typedef void edge_taker(struct feedback *self, uint32_t source,
                        uint32_t target);

static void take_edges(struct feedback *self, uint32_t source,
                       edge_taker *take) {
  const struct location *at = &self->proctype->locations[source];
  for (uint32_t t = 0; t < at->transition_count; t++)
    take(self, source, at->transitions[t].target);
}

static void take_all_edges(struct feedback *self, edge_taker *take) {
  for (uint32_t l = 1; l < self->proctype->location_count; l++)
    take_edges(self, l, take);
}

static void count_edge(struct feedback *self, uint32_t source,
                       uint32_t target) {
  self->first_before[target + 1]++;
  self->entered[target] |= !self->left[source];
  self->leads_out[source] |= !self->left[target];
  if (self->left[source] && self->left[target]) {
    self->to[source]++;
    self->from[target]++;
  }
}

/* Those of a location are added from the last place on: then its first is
 * where it belongs.
 */
static void add_edge(struct feedback *self, uint32_t source, uint32_t target) {
  self->before[--self->first_before[target + 1]] = source;
}

static void find_edges(struct feedback *self) {
  const uint32_t count = self->proctype->location_count;
  take_all_edges(self, count_edge);
  for (uint32_t l = 0; l <= count; l++)
    self->first_before[l + 1] += self->first_before[l];
  self->before =
      memory_alloc((self->first_before[count + 1] + 1) * sizeof *self->before);
  take_all_edges(self, add_edge);
}

/* ---- peeling ---- */

static bool is_on_no_way(const struct feedback *self, uint32_t place) {
  return self->from[place] == 0 || self->to[place] == 0;
}

static void leave(struct feedback *self, uint32_t place) {
  if (!self->left[place])
    return;
  self->left[place] = 0;
  vec_push(&self->leaving, place);
}

static void lose_edge(struct feedback *self, uint32_t source, uint32_t target) {
  (void)source;
  self->entered[target] = true;
  if (self->left[target] && --self->from[target] == 0)
    leave(self, target);
}

static void peel(struct feedback *self) {
  while (self->leaving.count > 0) {
    const uint32_t place = vec_pop(&self->leaving);
    take_edges(self, place, lose_edge);
    for (uint32_t i = self->first_before[place + 1];
         i < self->first_before[place + 2]; i++) {
      const uint32_t source = self->before[i];
      self->leads_out[source] = true;
      if (self->left[source] && --self->to[source] == 0)
        leave(self, source);
    }
  }
}

/* ---- cutting ---- */

static struct candidate candidate_of(const struct feedback *self,
                                     uint32_t place) {
  return (struct candidate){
      .ways = (uint64_t)self->from[place] * self->to[place],
      .place = place,
      .flaws = (uint8_t)(2 * self->leads_out[place] + self->entered[place])};
}

static bool is_better(const struct candidate *a, const struct candidate *b) {
  if (a->flaws != b->flaws)
    return a->flaws < b->flaws;
  if (a->ways != b->ways)
    return a->ways > b->ways;
  return a->place < b->place;
}

static void swap(struct candidate *a, struct candidate *b) {
  const struct candidate kept = *a;
  *a = *b;
  *b = kept;
}

static void put(struct feedback *self, struct candidate candidate) {
  vec_push(&self->heap, candidate);
  struct candidate *items = self->heap.items;
  for (size_t i = self->heap.count - 1;
       i > 0 && is_better(&items[i], &items[(i - 1) / 2]); i = (i - 1) / 2)
    swap(&items[i], &items[(i - 1) / 2]);
}

static struct candidate take_best(struct feedback *self) {
  struct candidate *items = self->heap.items;
  const struct candidate best = items[0], last = vec_pop(&self->heap);
  const size_t count = self->heap.count;
  if (count == 0)
    return best;
  items[0] = last;
  for (size_t i = 0, child = 1; child < count; i = child, child = 2 * i + 1) {
    child += child + 1 < count && is_better(&items[child + 1], &items[child]);
    if (!is_better(&items[child], &items[i]))
      break;
    swap(&items[child], &items[i]);
  }
  return best;
}

static void put_all(struct feedback *self) {
  for (uint32_t l = 1; l < self->proctype->location_count; l++)
    if (self->left[l])
      put(self, candidate_of(self, l));
}

/* The place to be cut next, 0: none is left. */
static uint32_t choose(struct feedback *self) {
  while (self->heap.count > 0) {
    const struct candidate was = take_best(self);
    if (!self->left[was.place])
      continue;
    const struct candidate is = candidate_of(self, was.place);
    if (!is_better(&was, &is))
      return was.place;
    put(self, is);
  }
  return 0;
}

void feedback_mark(const struct proctype *proctype, uint8_t *places,
                   uint8_t mark) {
  const uint32_t count = proctype->location_count + 1;
  struct feedback self = {
      .proctype = proctype,
      .left = memory_alloc(count * sizeof *self.left),
      .entered = memory_alloc(count * sizeof *self.entered),
      .leads_out = memory_alloc(count * sizeof *self.leads_out),
      .from = memory_alloc(count * sizeof *self.from),
      .to = memory_alloc(count * sizeof *self.to),
      .first_before = memory_alloc((count + 1) * sizeof *self.first_before)};
  for (uint32_t l = 1; l < proctype->location_count; l++)
    self.left[l] = places[l] != 0;
  find_edges(&self);
  for (uint32_t l = 1; l < proctype->location_count; l++)
    if (self.left[l] && is_on_no_way(&self, l))
      leave(&self, l);
  peel(&self);
  put_all(&self);
  for (uint32_t cut = choose(&self); cut != 0; cut = choose(&self)) {
    places[cut] = mark;
    leave(&self, cut);
    peel(&self);
  }
  memory_free(self.left);
  memory_free(self.entered);
  memory_free(self.leads_out);
  memory_free(self.from);
  memory_free(self.to);
  memory_free(self.first_before);
  memory_free(self.before);
  vec_free(&self.leaving);
  vec_free(&self.heap);
}

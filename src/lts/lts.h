/* Labelled transition systems in memory.
 *
 * The edges of a state lie together, in the order in which they were added: two
 * arrays of 32-bit numbers for all targets and labels, and where the edges of
 * each state begin.  An edge costs 8 bytes and a state 4; equal labels are kept
 * once.
 */
#ifndef LARIAT_LTS_LTS_H
#define LARIAT_LTS_LTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* States, edges and labels have numbers below this. */
#define LTS_MOST (UINT32_MAX - 1)

struct lts {
  uint32_t state_count, edge_count, label_count;
  uint32_t initial;
  uint32_t *first_edge; /* of each state, and edge_count */
  uint32_t *targets, *labels;
  const char **names;   /* of the labels, each different */
  struct intern *texts; /* holds the names */
};

void lts_close(struct lts *lts); /* accepts NULL */

/* The number of a label, or label_count when no edge has it. */
uint32_t lts_find_label(const struct lts *lts, const char *name);

/* A step that nobody sees: its label is written `i` or `tau`. */
bool lts_is_hidden(const char *name);

/* The same edges turned round: sources[i] is where an edge with this target
 * comes from, edges[i] its number.
 */
struct lts_reverse {
  uint32_t *first; /* of each state, and the number of edges */
  uint32_t *sources, *edges;
};
void lts_reverse_init(struct lts_reverse *reverse, const struct lts *lts);
void lts_reverse_clear(struct lts_reverse *reverse);

/* ---- building ---- */

struct lts_builder;

struct lts_builder *lts_builder_open(void);
void lts_builder_close(struct lts_builder *builder); /* accepts NULL */

/* The number of a label, old or new. */
uint32_t lts_builder_label(struct lts_builder *builder, const char *bytes,
                           size_t length);

/* The names of the labels so far, by number; valid until the next new one. */
const char *const *lts_builder_names(const struct lts_builder *builder);

/* False when there are LTS_MOST edges already.  Numbers of states are below
 * LTS_MOST.
 */
bool lts_builder_edge(struct lts_builder *builder, uint32_t from,
                      uint32_t label, uint32_t to);

uint32_t lts_builder_edges(const struct lts_builder *builder); /* so far */

/* The graph; the builder is empty then.  All states of the edges, and the
 * initial one, are below state_count.
 */
struct lts *lts_builder_finish(struct lts_builder *builder,
                               uint32_t state_count, uint32_t initial);

#endif

/* Comparing two systems, each a model or a graph, and telling about it. */
#ifndef LARIAT_REPORT_COMPARE_H
#define LARIAT_REPORT_COMPARE_H

#include "lts/compare.h"
#include "report/model_graph.h"
#include "report/paper.h"

enum compare_method {
  COMPARE_AUTO,       /* the second for strong bisimilarity of models */
  COMPARE_REFINE,     /* both graphs are built, then refined */
  COMPARE_ON_THE_FLY, /* for strong bisimilarity alone */
};

struct compare_config {
  enum lts_relation relation;
  enum compare_method method;
  bool replaces;       /* on the fly: forget pairs and states when memory or */
  uint64_t most_pairs; /* this number of pairs, if it is not 0, is reached */
  struct model_graph_config graph;
};

struct compared_side {
  const char *path;
  const struct loaded *loaded;
  uint64_t states, edges; /* looked at */
  bool faulty;            /* a step violates something: see model_graph.h */
};

struct compared {
  enum lts_relation relation;
  struct compared_side sides[2];
  struct lts_comparison comparison;
  struct lts_builder *labels; /* has the names, or else the graph has */
  struct lts *joint;
  bool on_the_fly;
  bool cut;      /* a graph was not built to its end */
  bool no_start; /* a model has no initial state */
  double seconds;
  const char *traces[2]; /* files the runs were saved in, or NULL */
};

/* The sides have paths and models.  Clear with compared_clear(). */
void compare_systems(const struct compare_config *config,
                     const struct compared_side sides[2], struct compared *out);
void compared_clear(struct compared *compared);

/* The names of the labels in the formula. */
const char *const *compared_names(const struct compared *compared);
/* The formula as text, or nothing. */
void compared_formula(struct buffer *out, const struct compared *compared);
/* Why there is no answer. */
const char *compared_reason(const struct compared *compared);

/* Which of two systems have a formula. */
struct formula_compared {
  bool known[2], holds[2];
};

/* The formula is that of hml_read(); false when it has errors, which the diag
 * tells.
 */
bool compare_formula(const struct compare_config *config,
                     const struct compared_side sides[2], const char *formula,
                     struct diag *diag, struct formula_compared *out);
void formula_compared_print(const struct paper *paper,
                            const struct compared_side sides[2],
                            const struct formula_compared *compared);
void formula_compared_json(struct buffer *out,
                           const struct compared_side sides[2],
                           const char *formula,
                           const struct formula_compared *compared);

/* Quiet: the first line alone. */
void compare_print(const struct paper *paper, const struct compared *compared,
                   bool quiet);
void compare_json(struct buffer *out, const struct compared *compared);

#endif

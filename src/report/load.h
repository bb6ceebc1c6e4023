/* A model together with the texts it came from and what was said about them. */
#ifndef LARIAT_REPORT_LOAD_H
#define LARIAT_REPORT_LOAD_H

#include "base/diag.h"
#include "engine/engine.h"
#include "lts/lts.h"
#include "promela/promela.h"

/* What of a model says which runs count, in the order of the text. */
struct assumed {
  const struct ltl_block *const *blocks;
  uint32_t block_count;
  const struct proctype *const *automata;
  uint32_t automaton_count;
};

struct loaded {
  struct sources *sources;
  struct diag *diag;
  struct model *model; /* NULL: diag says why, unless it was a limit */
  struct lts *graph;   /* what the model stands for, or NULL: it is Promela */
  struct assumed assumed;
};

/* A file whose name ends in .aut is a graph; the texts added to it are formulas
 * over its labels.  Clear with loaded_clear(), whether there is a model or not.
 */
void loaded_init(struct loaded *loaded, const char *path,
                 const struct preprocess_config *config);
void loaded_init_text(struct loaded *loaded, const char *name,
                      const char *bytes, size_t length,
                      const struct preprocess_config *config);
void loaded_clear(struct loaded *loaded);

/* Is this the name of a graph? */
bool is_graph_path(const char *path);

/* The engine for what was loaded, which must outlive it. */
enum status loaded_engine(const struct loaded *loaded,
                          const struct engine_config *config,
                          struct engine **out);

#endif

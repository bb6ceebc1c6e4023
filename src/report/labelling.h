/* What the transitions of a model's graph are called. */
#ifndef LARIAT_REPORT_LABELLING_H
#define LARIAT_REPORT_LABELLING_H

#include "base/buffer.h"
#include "engine/engine.h"
#include "lts/lts.h"

/* What shows of a step; what does not is hidden, and called `i`. */
enum label_kind {
  LABEL_STATEMENT = 1, /* x = 1 */
  LABEL_SEND = 2,      /* q!1,2: the channel and the values */
  LABEL_RECEIVE = 4,   /* q?1,2; a rendezvous is a send if sends show */
  LABEL_PROCESS = 8,   /* P alone, or P: before what else shows */
};

struct labelling {
  unsigned kinds;
  bool single_steps; /* each statement of an atomic is a step of its own */
  /* patterns, in which * is any text: what fits one of hide[], or none of
   * show[] where there are any, is hidden
   */
  const char *const *hide, *const *show;
  size_t hide_count, show_count;
};

/* Reads "send,receive"; false, with the word that is none, otherwise. */
bool labelling_read_kinds(const char *text, unsigned *kinds,
                          struct buffer *wrong);

/* The label of some steps out of a state.  The engine is not the one that is
 * expanding the state.
 */
void labelling_name(const struct labelling *labelling, struct engine *engine,
                    const struct model *model, const uint8_t *state,
                    size_t length, const struct step *steps, size_t step_count,
                    struct buffer *out);

/* The same graph with what is hidden called `i`. */
struct lts *labelling_apply(const struct labelling *labelling,
                            const struct lts *lts);

#endif

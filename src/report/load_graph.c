/* From a file in Aldebaran's format and some formulas to a model.
 *
 * The atoms of a formula are labels; one that no transition has is worth a
 * warning, for it may be misspelled, and never holds.
 */
#include "report/load_graph.h"

#include "engine/graph/graph.h"
#include "ltl/parse.h"
#include "lts/aut.h"
#include "report/properties.h"

#include <errno.h>
#include <string.h>

static enum status read_graph(const char *path, struct diag *diag,
                              struct lts **graph) {
  FILE *file = fopen(path, "rb");
  const enum status status =
      file ? aut_read(file, path, diag, graph) : STATUS_IO;
  if (status == STATUS_IO)
    diag_error(diag, NO_SPAN, "cannot read %s: %s", path, strerror(errno));
  if (file)
    (void)fclose(file);
  return status == STATUS_OK ? STATUS_OK : STATUS_BAD_INPUT;
}

/* ---- formulas ---- */

/* The same formula over the model's atoms. */
static const struct formula *renumbered(struct arena *arena,
                                        const struct formula *formula,
                                        const uint32_t *atoms) {
  if (!formula)
    return NULL;
  struct formula *copy = ARENA_NEW(arena, struct formula);
  *copy = *formula;
  if (formula->kind == FORMULA_ATOM)
    copy->atom = atoms[formula->atom];
  copy->left = renumbered(arena, formula->left, atoms);
  copy->right = renumbered(arena, formula->right, atoms);
  return copy;
}

static struct span atom_place(const struct formula *formula, uint32_t atom) {
  if (!formula)
    return NO_SPAN;
  if (formula->kind == FORMULA_ATOM && formula->atom == atom)
    return formula->where;
  const struct span left = atom_place(formula->left, atom);
  return left.source ? left : atom_place(formula->right, atom);
}

static void add_block(struct model *model, const char *name,
                      const struct formula *formula) {
  struct ltl_block *blocks =
      ARENA_ARRAY(model->arena, struct ltl_block, model->ltl_count + 1);
  if (model->ltl_count > 0)
    memcpy(blocks, model->ltl, model->ltl_count * sizeof *blocks);
  blocks[model->ltl_count++] = (struct ltl_block){
      .name = name, .where = formula->where, .formula = formula};
  model->ltl = blocks;
}

static void add_formula(struct model *model, const struct lts *graph,
                        const char *name, const struct preprocess_extra *extra,
                        struct diag *diag) {
  struct parsed_formula parsed;
  if (ltl_parse(extra->name, extra->text, strlen(extra->text), model->arena,
                diag, &parsed) != STATUS_OK)
    return;
  uint32_t *atoms = ARENA_ARRAY(model->arena, uint32_t, parsed.atom_count + 1);
  for (uint32_t i = 0; i < parsed.atom_count; i++) {
    atoms[i] = graph_model_atom(model, graph, parsed.names[i]);
    if (lts_find_label(graph, parsed.names[i]) == graph->label_count)
      diag_warning(diag, atom_place(parsed.formula, i),
                   "no transition has the label %s", parsed.names[i]);
  }
  add_block(model, name, renumbered(model->arena, parsed.formula, atoms));
}

static void add_formulas(struct model *model, const struct lts *graph,
                         const char *origin, const char *name,
                         const struct preprocess_config *config,
                         struct diag *diag) {
  size_t number = 0;
  for (size_t i = 0; i < config->extra_count; i++) {
    const struct preprocess_extra *extra = &config->extras[i];
    if (strcmp(extra->name, origin) != 0)
      continue;
    number++;
    add_formula(
        model, graph,
        number == 1 ? name : arena_printf(model->arena, "%s_%zu", name, number),
        extra, diag);
  }
}

enum status load_graph(const char *path, const struct preprocess_config *config,
                       struct diag *diag, struct lts **graph,
                       struct model **model) {
  const enum status status = read_graph(path, diag, graph);
  if (status != STATUS_OK)
    return status;
  *model = graph_model_open(*graph, path, diag_sources(diag));
  add_formulas(*model, *graph, EXTRA_FORMULA, "formula", config, diag);
  add_formulas(*model, *graph, EXTRA_FINITE, "finite", config, diag);
  add_formulas(*model, *graph, EXTRA_ASSUMPTION, "assumption", config, diag);
  return STATUS_OK;
}

/* Labels and the gotos of one body.
 *
 * SPIN scopes label names by blocks: a name belongs to the block where it is
 * first mentioned, in a label or in a goto, as far as it is visible.  A goto
 * goes to the label of its own block; failing that, to one in a block around
 * it; failing that, to any label of that name in the process.  The names of an
 * inline are apart from those of the text that calls it.
 *
 * Labels are apart from variables too.  SPIN grumbles at a label that has the
 * name of a visible variable, and loses the variable; here one is warned.
 */
#include "promela/parser.h"

static bool is_around(const struct parser *p, uint32_t outer, uint32_t inner) {
  while (inner > outer) /* a block has a larger number than those around it */
    inner = p->block_parents.items[inner - 1];
  return inner == outer;
}

static struct label_name *mention(struct parser *p, const char *name) {
  const struct inline_def *def = p->call ? p->call->def : NULL;
  struct label_name *visible = map_get(&p->visible_labels, name);
  for (struct label_name *l = visible; l; l = l->outer)
    if (l->def == def)
      return l;
  struct label_name *added = ARENA_NEW(p->arena, struct label_name);
  *added = (struct label_name){.block = p->block,
                               .def = def,
                               .previous = map_get(&p->labels, name),
                               .outer = visible};
  map_put(&p->labels, name, added);
  map_put(&p->visible_labels, name, added);
  vec_push(&p->label_bindings, name);
  return added;
}

static void check_label_name(struct parser *p, const struct stmt *label) {
  const struct var *var = map_get(&p->variables, label->label);
  if (!var || p->panic)
    return;
  diag_warning(p->diag, label->where, "label '%s' has the name of a variable",
               label->label);
  diag_note(p->diag, var->where, "declared here");
}

void label_define(struct parser *p, struct stmt *label) {
  check_label_name(p, label);
  struct label_name *name = mention(p, label->label);
  if (name->stmt && !p->panic) {
    semantic_error(p, label->where, "label '%s' is declared twice",
                   label->label);
    diag_note(p->diag, name->stmt->where, "the first one is here");
    return;
  }
  name->stmt = label;
  name->d_step = p->d_step;
}

void label_goto(struct parser *p, struct stmt *jump) {
  struct pending_goto pending = {jump, mention(p, jump->label), p->d_step};
  vec_push(&p->gotos, pending);
}

static const struct label_name *find_target(const struct parser *p,
                                            const struct pending_goto *jump) {
  if (jump->name->stmt)
    return jump->name;
  const struct label_name *best = NULL;
  const struct label_name *l = map_get(&p->labels, jump->stmt->label);
  for (; l; l = l->previous)
    if (l->stmt && (!best || is_around(p, l->block, jump->name->block)))
      best = l;
  return best;
}

static void resolve(struct parser *p, const struct pending_goto *jump) {
  const struct label_name *target = find_target(p, jump);
  if (!target) {
    semantic_error(p, jump->stmt->where, "there is no label '%s' here",
                   jump->stmt->label);
    return;
  }
  jump->stmt->target = target->stmt;
  if (target->d_step == jump->d_step)
    return;
  semantic_error(p, jump->stmt->where, "a goto cannot jump %s a d_step",
                 jump->d_step ? "out of" : "into");
  diag_note(p->diag, target->stmt->where, "the label is here");
}

void labels_end(struct parser *p) {
  for (size_t i = 0; i < p->gotos.count && !p->stop; i++)
    resolve(p, &p->gotos.items[i]);
  p->gotos.count = 0;
  vec_push(&p->all_labels, p->labels);
  p->labels = (struct map){0};
}

bool labels_have(const struct map *labels, const char *name) {
  const struct label_name *l = map_get(labels, name);
  while (l && !l->stmt)
    l = l->previous;
  return l != NULL;
}

/* Plays the run and watches the formula's propositions from the start of the
 * cycle on.
 */
#include "report/explain.h"

#include "base/vec.h"
#include "model/print.h"

struct watched {
  uint32_t atom;
  bool was_true, was_false;
};

typedef VEC(struct watched) watch_list;

static void add_atom(watch_list *list, uint32_t atom) {
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].atom == atom)
      return;
  vec_push(list, ((struct watched){.atom = atom}));
}

static void collect_atoms(const struct formula *formula, watch_list *list) {
  for (; formula; formula = formula->right) {
    if (formula->kind == FORMULA_ATOM)
      add_atom(list, formula->atom);
    collect_atoms(formula->left, list);
  }
}

static const struct formula *formula_at(const struct model *model,
                                        struct span where) {
  for (uint32_t i = 0; i < model->ltl_count; i++)
    if (model->ltl[i].where.source == where.source &&
        model->ltl[i].where.offset == where.offset)
      return model->ltl[i].formula;
  return NULL;
}

static void watch(watch_list *list, struct engine *engine,
                  const struct trail_player *player) {
  size_t length;
  const uint8_t *state = trail_state(player, &length);
  for (size_t i = 0; state && i < list->count; i++) {
    const bool holds = engine_holds(engine, state, length, list->items[i].atom);
    list->items[i].was_true |= holds;
    list->items[i].was_false |= !holds;
  }
}

static void play(watch_list *list, struct engine *engine,
                 const struct trail *trail) {
  struct trail_player *player = NULL;
  if (trail_play_open(engine, trail, &player) != STATUS_OK)
    return;
  bool done = false;
  for (size_t taken = 0; !done; taken++) {
    if (taken >= trail->loop_start)
      watch(list, engine, player);
    if (trail_play_next(player, &done) != STATUS_OK)
      break;
  }
  trail_play_close(player);
}

static void write_line(struct buffer *out, const struct model *model,
                       const watch_list *list) {
  static const char *const words[] = {"always", "never", "now and then"};
  const char *separator = "in the cycle ";
  for (size_t i = 0; i < list->count; i++) {
    const struct watched *watched = &list->items[i];
    const unsigned word = !watched->was_false ? 0 : !watched->was_true ? 1 : 2;
    buffer_puts(out, separator);
    print_expr(out, model->atoms[watched->atom]);
    buffer_printf(out, " holds %s", words[word]);
    separator = ", ";
  }
}

void explain_cycle(struct buffer *out, const struct loaded *loaded,
                   struct engine *engine, const struct trail *trail) {
  const struct formula *formula =
      trail_is_cycle(trail) ? formula_at(loaded->model, trail->violation.where)
                            : NULL;
  watch_list list = {0};
  collect_atoms(formula, &list);
  if (list.count > 0) {
    play(&list, engine, trail);
    write_line(out, loaded->model, &list);
  }
  vec_free(&list);
}

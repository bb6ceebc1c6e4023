/* Why a run is a violation: see explain.h.
 *
 * Plays the run and watches the formula's propositions from the start of the
 * cycle on: in the states that a formula sees, which are not those inside an
 * atomic, and events in the transitions between them.
 */
#include "report/explain.h"

#include "base/vec.h"
#include "model/print.h"
#include "report/cycle_labels.h"

struct watched {
  uint32_t atom;
  bool was_true, was_false;
};

typedef VEC(struct watched) watch_list;

enum { MOST_WATCHED = 64 }; /* as a letter has bits */

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

static void note(struct watched *watched, bool holds) {
  watched->was_true |= holds;
  watched->was_false |= !holds;
}

static void watch_state(watch_list *list, struct engine *engine,
                        const struct trail_player *player) {
  size_t length;
  const uint8_t *state = trail_state(player, &length);
  for (size_t i = 0; state && i < list->count; i++)
    if (!engine_is_event(engine, list->items[i].atom))
      note(&list->items[i],
           engine_holds(engine, state, length, list->items[i].atom));
}

/* A transition of the model with these events, or a stop with none. */
static void watch_events(watch_list *list, struct engine *engine,
                         uint64_t events) {
  for (size_t i = 0; i < list->count && i < MOST_WATCHED; i++)
    if (engine_is_event(engine, list->items[i].atom))
      note(&list->items[i], events >> i & 1);
}

static void play(watch_list *list, struct engine *engine,
                 const struct trail *trail) {
  struct trail_player *player = NULL;
  if (trail_play_open(engine, trail, &player) != STATUS_OK)
    return;
  bool done = false;
  uint64_t events = 0;
  for (size_t taken = 0; !done; taken++) {
    const bool in_cycle = taken >= trail->loop_start;
    if (in_cycle && !trail_is_inside(player))
      watch_state(list, engine, player);
    if (trail_play_next(player, &done) != STATUS_OK)
      break;
    if (done || !in_cycle)
      continue;
    events |= trail_played(player)->step->heard;
    if (!trail_is_inside(player)) {
      watch_events(list, engine, events);
      events = 0;
    }
  }
  if (trail->loop_start == trail->move_count)
    watch_events(list, engine, 0);
  trail_play_close(player);
}

/* Plays with the atoms of the list watched for events. */
static void play_watched(watch_list *list, struct engine *engine,
                         const struct trail *trail) {
  uint32_t atoms[MOST_WATCHED];
  struct engine_watch watch = {.atoms = atoms};
  for (; watch.atom_count < list->count && watch.atom_count < MOST_WATCHED;
       watch.atom_count++)
    atoms[watch.atom_count] = list->items[watch.atom_count].atom;
  const struct engine_watch *before = engine_watch(engine, &watch);
  play(list, engine, trail);
  (void)engine_watch(engine, before);
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
    play_watched(&list, engine, trail);
    write_line(out, loaded->model, &list);
  }
  vec_free(&list);
  cycle_labels_explain(out, loaded, engine, trail);
}

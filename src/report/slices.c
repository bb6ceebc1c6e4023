/* Parts of a model, one for each set of variables that can be left out.
 *
 * Constants are put in once, for all properties.  What is left is sliced for
 * each property (model/slice.h); properties that see the same share a part, and
 * so its engine and the code compiled for it.  Of many parts only those asked
 * for last are kept: each is as large as the model, and there may be thousands
 * of properties.
 *
 * Searches run on parts, so their runs are found with values missing.  People
 * see them executed by the verification's own engine, on the whole model.
 */
#include "report/slices.h"

#include "model/constants.h"
#include "model/slice.h"
#include "report/properties.h"

enum { MOST_PARTS = 32 };

struct kept_part {
  struct part part;
  struct slice slice;
  struct arena *arena; /* of its model */
  uint64_t used;       /* the later, the greater */
};

struct slices {
  struct arena *arena;
  struct engine_config engine;
  enum engine_choice execution;
  struct model *model; /* with constants in the place of variables */
  struct kept_part items[MOST_PARTS];
  size_t count;
  size_t last;   /* of items: asked for last */
  uint64_t uses; /* how often any was asked for */
};

/* ---- names ---- */

static const char *name_of(const struct model *model,
                           const struct proctype *proctype,
                           const struct var *var, struct arena *arena) {
  return proctype
             ? arena_printf(arena, "%s:%s", process_name(model, proctype->name),
                            var_shown_name(var))
             : var_shown_name(var);
}

static void add_name(struct names *names, const char *name,
                     struct arena *arena) {
  if ((names->count & (names->count - 1)) == 0) {
    const char **grown =
        ARENA_ARRAY(arena, const char *, names->count ? 2 * names->count : 1);
    for (size_t i = 0; i < names->count; i++)
      grown[i] = names->items[i];
    names->items = grown;
  }
  names->items[names->count++] = name;
}

/* ---- static help ---- */

static void note_printed(struct map *printed, const struct model *model) {
  for (uint32_t i = 0; i < model->action_count; i++) {
    const struct action *action = model->actions[i];
    for (uint32_t k = 0; k < action->arg_count; k++)
      if (action->args[k]->kind == EXPR_REF)
        map_put(printed, action->args[k]->ref->var, printed);
    if (action->kind == ACTION_PRINTM && action->value->kind == EXPR_REF)
      map_put(printed, action->value->ref->var, printed);
  }
}

struct helping {
  const struct model *model;
  struct arena *arena;
  struct static_help *help;
  struct map printed;
};

/* Is its value of no use to any statement or formula of the model? */
static bool is_useless(const struct var *var) {
  return !var->is_read && var->type.kind != TYPE_CHAN;
}

static void help_with(const struct helping *self, struct var *const *vars,
                      uint32_t count, const struct proctype *proctype) {
  for (uint32_t i = 0; i < count; i++) {
    const struct var *var = vars[i];
    if (!is_useless(var) || map_get(&self->printed, var))
      continue;
    const bool is_set = var->is_written && !var->is_parameter;
    add_name(is_set ? &self->help->write_only : &self->help->unused,
             name_of(self->model, proctype, var, self->arena), self->arena);
  }
}

static void name_constants(const struct helping *self,
                           const struct constants *constants) {
  for (size_t i = 0; i < constants->count; i++) {
    const struct constant *constant = &constants->items[i];
    const struct var *var = constant->var;
    const char *name =
        name_of(self->model, constant->proctype, var, self->arena);
    const char *word =
        var->type.kind == TYPE_MTYPE
            ? model_mtype_name(self->model, var->type.subtype, constant->value)
            : NULL;
    add_name(&self->help->constants,
             var->is_array ? arena_printf(self->arena, "%s[]", name)
             : word
                 ? arena_printf(self->arena, "%s = %s", name, word)
                 : arena_printf(self->arena, "%s = %d", name, constant->value),
             self->arena);
  }
}

static bool is_process(const struct proctype *proctype) {
  return proctype->kind == PROC_PLAIN || proctype->kind == PROC_INIT;
}

struct static_help static_help_of(const struct model *model, bool overflow,
                                  const struct map *open, struct arena *arena) {
  struct static_help help = {0};
  struct helping self = {.model = model, .arena = arena, .help = &help};
  struct constants constants;
  note_printed(&self.printed, model);
  help_with(&self, model->globals, model->global_count, NULL);
  for (uint32_t i = 0; i < model->proctype_count; i++)
    if (is_process(model->proctypes[i]))
      help_with(&self, model->proctypes[i]->variables,
                model->proctypes[i]->variable_count, model->proctypes[i]);
  constants_find(model, overflow, open, &constants);
  name_constants(&self, &constants);
  constants_clear(&constants);
  map_free(&self.printed);
  return help;
}

/* ---- opening ---- */

/* The model with its constants put in; *found: there are any. */
static struct model *with_constants(const struct model *model, bool overflow,
                                    struct arena *arena, bool *found) {
  struct constants constants;
  constants_find(model, overflow, NULL, &constants);
  struct model *copy = constants_put(model, &constants, overflow, arena);
  *found = constants.count > 0;
  constants_clear(&constants);
  return copy;
}

static bool is_anything_unseen(const struct model *model, bool overflow) {
  const struct slice_view view = {.overflow = overflow};
  struct slice slice;
  slice_find(model, &view, &slice);
  const bool some = slice.count > 0;
  slice_clear(&slice);
  return some;
}

struct slices *slices_open(const struct verify_config *config,
                           const struct loaded *loaded, struct arena *arena) {
  const bool overflow = config->engine.check_overflow;
  bool has_constants;
  if (!config->slice || loaded->graph || config->symbolic)
    return NULL;
  struct model *model =
      with_constants(loaded->model, overflow, arena, &has_constants);
  if (!model || (!has_constants && !is_anything_unseen(model, overflow)))
    return NULL;
  struct slices *slices = memory_alloc(sizeof *slices);
  *slices = (struct slices){.arena = arena,
                            .engine = config->engine,
                            .execution = config->execution,
                            .model = model};
  return slices;
}

static void close_part(struct kept_part *kept) {
  engine_close(kept->part.engine);
  slice_clear(&kept->slice);
  arena_close(kept->arena);
  *kept = (struct kept_part){0};
}

void slices_close(struct slices *slices) {
  if (!slices)
    return;
  for (size_t i = 0; i < slices->count; i++)
    close_part(&slices->items[i]);
  memory_free(slices);
}

/* ---- parts ---- */

static bool same_slice(const struct slice *a, const struct slice *b) {
  bool same = a->count == b->count;
  for (size_t i = 0; same && i < a->count; i++)
    same = a->items[i].var == b->items[i].var;
  return same;
}

static struct part open_part(const struct slices *slices,
                             const struct loaded *loaded,
                             const struct slice *slice, struct arena *arena) {
  struct part part = {.loaded = *loaded};
  struct model *cut =
      slice_cut(slices->model, slice, slices->engine.check_overflow, arena);
  part.loaded.model = cut ? cut : slices->model;
  const enum status status = open_search_engine(
      slices->execution, &slices->engine, &part.loaded, &part.engine);
  if (status != STATUS_OK)
    part.engine = NULL;
  for (size_t i = 0; cut && i < slice->count; i++) {
    const struct sliced *item = &slice->items[i];
    if (!is_useless(item->var))
      add_name(&part.unseen,
               name_of(slices->model, item->proctype, item->var, slices->arena),
               slices->arena);
  }
  return part;
}

/* Makes room for one more, in the place of the one not asked for longest. */
static size_t find_room(const struct verification *verification,
                        const struct loaded *loaded) {
  struct slices *slices = verification->slices;
  size_t oldest = 0;
  if (slices->count < MOST_PARTS)
    return slices->count++;
  for (size_t i = 1; i < slices->count; i++)
    if (slices->items[i].used < slices->items[oldest].used)
      oldest = i;
  struct kept_part *kept = &slices->items[oldest];
  engine_add_coverage(verification->engine, engine_coverage(kept->part.engine),
                      loaded->model->action_count);
  close_part(kept);
  return oldest;
}

/* The part at this place, which is asked for now. */
static struct part use_part(struct slices *slices, size_t place) {
  slices->last = place;
  slices->items[place].used = ++slices->uses;
  return slices->items[place].part;
}

struct part part_for(const struct verification *verification,
                     const struct loaded *loaded, const uint32_t *atoms,
                     size_t count) {
  struct slices *slices = verification->slices;
  if (!slices)
    return (struct part){.loaded = *loaded, .engine = verification->engine};
  const struct slice_view view = {.atoms = atoms,
                                  .atom_count = count,
                                  .overflow = slices->engine.check_overflow};
  struct kept_part kept = {0};
  slice_find(slices->model, &view, &kept.slice);
  for (size_t i = 0; i < slices->count; i++)
    if (same_slice(&slices->items[i].slice, &kept.slice)) {
      slice_clear(&kept.slice);
      return use_part(slices, i);
    }
  kept.arena = arena_open();
  kept.part = open_part(slices, loaded, &kept.slice, kept.arena);
  const size_t place = find_room(verification, loaded);
  slices->items[place] = kept;
  return use_part(slices, place);
}

struct engine *searching_engine(const struct verification *verification) {
  const struct slices *slices = verification->slices;
  return slices && slices->count > 0 ? slices->items[slices->last].part.engine
                                     : verification->engine;
}

const uint8_t *verification_marks(const struct verification *verification,
                                  const struct loaded *loaded) {
  const struct slices *slices = verification->slices;
  for (size_t i = 0; slices && i < slices->count; i++)
    engine_add_coverage(verification->engine,
                        engine_coverage(slices->items[i].part.engine),
                        loaded->model->action_count);
  return engine_coverage(verification->engine);
}

/* ---- runs ---- */

bool is_run_of_whole(struct engine *whole, const struct trail *trail,
                     const struct engine_limit *limit) {
  struct trail moves = *trail;
  if (trail_is_cycle(trail))
    moves.has_violation = false;
  return trail_repeats_within(whole, &moves, limit);
}

bool repeats_in_what_matters(const struct loaded *loaded,
                             const struct engine_config *config,
                             const struct trail *trail) {
  const struct verify_config whole = {.engine = *config, .slice = true};
  struct verification verification = {.arena = arena_open()};
  verification.slices = slices_open(&whole, loaded, verification.arena);
  bool repeats = false;
  if (verification.slices) {
    const struct part part = part_for(&verification, loaded, NULL, 0);
    repeats = part.engine && trail_repeats(part.engine, trail);
  }
  slices_close(verification.slices);
  arena_close(verification.arena);
  return repeats;
}

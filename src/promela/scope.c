/* Which variable a name means.
 *
 * One map holds the present meaning of every visible name; entering a block
 * remembers how many names were bound, leaving it takes the newer ones back.
 * Look-up therefore costs one probe, whatever the depth.
 *
 * SPIN does not let a local hide a visible variable; here it may, with a
 * warning.
 */
#include "promela/parser.h"

#include <string.h>

struct block_mark open_block(struct parser *p) {
  struct block_mark mark = {p->bindings.count, p->label_bindings.count,
                            p->block};
  vec_push(&p->block_parents, p->block);
  p->block = (uint32_t)p->block_parents.count;
  return mark;
}

void close_block(struct parser *p, struct block_mark mark) {
  while (p->bindings.count > mark.bindings) {
    struct binding binding = vec_pop(&p->bindings);
    map_put(&p->variables, binding.name, binding.previous);
  }
  while (p->label_bindings.count > mark.label_bindings) {
    const char *name = vec_pop(&p->label_bindings);
    const struct label_name *label = map_get(&p->visible_labels, name);
    map_put(&p->visible_labels, name, label->outer);
  }
  p->block = mark.outer;
}

/* Says what else the name is already; true when that is an error. */
static bool is_taken(struct parser *p, const struct var *var) {
  if (p->panic)
    return false;
  const struct var *old = map_get(&p->variables, var->name);
  if (old && old->scope == var->scope && old->block == var->block) {
    semantic_error(p, var->where, "'%s' is declared twice", var->name);
    diag_note(p->diag, old->where, "the first declaration is here");
    return true;
  }
  const struct mtype_value *value = map_get(&p->mtype_values, var->name);
  if (value) {
    semantic_error(p, var->where, "'%s' is already the name of an mtype value",
                   var->name);
    diag_note(p->diag, value->where, "declared here");
    return true;
  }
  const char *other = map_get(&p->proctypes, var->name) ? "a proctype"
                      : map_get(&p->inlines, var->name) ? "an inline"
                      : map_get(&p->records, var->name) ? "a record type"
                                                        : NULL;
  if (other) {
    semantic_error(p, var->where, "'%s' is already the name of %s", var->name,
                   other);
    return true;
  }
  if (old) {
    diag_warning(p->diag, var->where,
                 "'%s' hides another variable of this name", var->name);
    diag_note(p->diag, old->where, "the other one is declared here");
  }
  return false;
}

void declare(struct parser *p, struct var *var) {
  if (is_taken(p, var))
    return;
  struct binding binding = {var->name, map_get(&p->variables, var->name)};
  vec_push(&p->bindings, binding);
  map_put(&p->variables, var->name, var);
}

static void put_number(struct map *numbers, const char *name,
                       uintptr_t number) {
  /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
  map_put(numbers, name, (void *)number);
}

/* Gives variables of a process type that share their name names of their own:
 * `x`, `x#2`, `x#3`.  The plain one is that of the outermost block, which is
 * also the one SPIN calls so; if there is none, the first.
 */
void name_twins(struct parser *p, struct proctype *proctype) {
  struct map last = {0}; /* from names to their last number */
  for (uint32_t i = 0; i < proctype->variable_count; i++)
    if (proctype->variables[i]->block == 0)
      put_number(&last, proctype->variables[i]->name, 1);
  for (uint32_t i = 0; i < proctype->variable_count; i++) {
    struct var *var = proctype->variables[i];
    if (var->block == 0)
      continue;
    const uintptr_t number = (uintptr_t)map_get(&last, var->name) + 1;
    put_number(&last, var->name, number);
    if (number > 1)
      var->own_name =
          arena_printf(p->model->arena, "%s#%u", var->name, (unsigned)number);
  }
  map_free(&last);
}

/* The dummy `_` can be written anywhere; it is kept out of the state. */
static struct var *dummy_variable(struct parser *p, const char *name) {
  if (!p->dummy) {
    p->dummy = ARENA_NEW(p->model->arena, struct var);
    *p->dummy = (struct var){
        .name = name, .type = {.kind = TYPE_INT}, .count = 1, .hidden = true};
    vec_push(&p->globals, p->dummy);
  }
  return p->dummy;
}

/* Stands for an undeclared name, so that it is reported once only. */
static struct var *unknown_variable(struct parser *p, const char *name,
                                    struct span where) {
  struct var *var = map_get(&p->reported, name);
  if (var)
    return var;
  semantic_error(p, where, "'%s' is not declared", name);
  if (!p->panic)
    suggest(p, name, where);
  var = ARENA_NEW(p->model->arena, struct var);
  *var = (struct var){
      .name = name, .where = where, .type = {.kind = TYPE_INT}, .count = 1};
  map_put(&p->reported, name, var);
  return var;
}

struct var *find_variable(struct parser *p, const char *name,
                          struct span where) {
  struct var *var = map_get(&p->variables, name);
  if (var)
    return var;
  if (strcmp(name, "_") == 0)
    return dummy_variable(p, name);
  return unknown_variable(p, name, where);
}

/* The number of single-letter changes between two names, at most `limit`;
 * exchanging neighbours counts as one (Damerau 1964, restricted).
 */
static size_t distance(const char *a, const char *b, size_t limit) {
  enum { LONGEST = 32 };
  size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST || m > n + limit || n > m + limit)
    return limit + 1;
  size_t rows[3][LONGEST + 1];
  for (size_t j = 0; j <= n; j++)
    rows[0][j] = j;
  for (size_t i = 1; i <= m; i++) {
    size_t *row = rows[i % 3], *above = rows[(i - 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
      if (above[j] + 1 < best)
        best = above[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          rows[(i - 2) % 3][j - 2] + 1 < best)
        best = rows[(i - 2) % 3][j - 2] + 1;
      row[j] = best;
    }
  }
  return rows[m % 3][n];
}

static void closest(const struct map *map, const char *name, size_t *best,
                    const char **found) {
  for (size_t i = 0; i < map->capacity; i++) {
    if (!map->keys[i] || !map->values[i])
      continue;
    const char *candidate = map->keys[i];
    size_t d = distance(name, candidate, *best);
    if (d < *best || (d == *best && *found && strcmp(candidate, *found) < 0)) {
      *best = d;
      *found = candidate;
    }
  }
}

void suggest(struct parser *p, const char *name, struct span where) {
  size_t length = strlen(name);
  size_t best = length <= 1 ? 1 : length <= 5 ? 2 : 3;
  const char *found = NULL;
  const struct map *maps[] = {&p->variables, &p->mtype_values, &p->inlines,
                              &p->proctypes, &p->records};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++)
    closest(maps[i], name, &best, &found);
  if (found)
    diag_note(p->diag, where, "did you mean '%s'?", found);
}

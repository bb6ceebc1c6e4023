/* A set of keys in text form, and the list of those not yet reported. */
#include "search/findings.h"

#include <assert.h>
#include <string.h>

void findings_init(struct findings *findings) {
  *findings = (struct findings){.texts = intern_open()};
}

void findings_clear(struct findings *findings) {
  for (size_t i = 0; i < findings->waiting.count; i++)
    memory_free(findings->waiting.items[i].moves);
  vec_free(&findings->waiting);
  buffer_free(&findings->key);
  map_free(&findings->known);
  intern_close(findings->texts);
}

/* True when it was not known; from now on it is. */
static bool make_known(struct findings *findings,
                       const struct violation *violation) {
  buffer_clear(&findings->key);
  buffer_printf(&findings->key, "%d:%u:%u:%s", (int)violation->kind,
                violation->where.source, violation->where.offset,
                violation->message);
  const char *key =
      intern_text(findings->texts, findings->key.text, findings->key.length);
  if (map_get(&findings->known, key))
    return false;
  map_put(&findings->known, key, findings);
  return true;
}

static struct move *copy_moves(const struct step *steps, size_t count) {
  struct move *moves = count > 0 ? memory_alloc(count * sizeof *moves) : NULL;
  for (size_t i = 0; i < count; i++)
    moves[i] = move_of_step(&steps[i]);
  return moves;
}

void findings_add(struct findings *findings, const struct violation *violation,
                  const struct step *steps, size_t step_count, uint64_t place) {
  assert(violation->message);
  if (!make_known(findings, violation))
    return;
  struct finding finding = {.violation = *violation,
                            .place = place,
                            .moves = copy_moves(steps, step_count),
                            .move_count = step_count};
  finding.violation.message =
      intern_string(findings->texts, violation->message);
  vec_push(&findings->waiting, finding);
}

void findings_add_moves(struct findings *findings,
                        const struct finding *finding) {
  if (!make_known(findings, &finding->violation))
    return;
  struct finding copy = *finding;
  const size_t bytes = finding->move_count * sizeof *finding->moves;
  copy.moves = bytes > 0 ? memory_alloc(bytes) : NULL;
  if (bytes > 0)
    memcpy(copy.moves, finding->moves, bytes);
  copy.violation.message =
      intern_string(findings->texts, finding->violation.message);
  vec_push(&findings->waiting, copy);
}

void findings_know(struct findings *findings,
                   const struct violation *violation) {
  (void)make_known(findings, violation);
}

struct finding findings_take(struct findings *findings, size_t index) {
  struct finding *items = findings->waiting.items;
  assert(index < findings->waiting.count);
  const struct finding taken = items[index];
  findings->waiting.count--;
  memmove(&items[index], &items[index + 1],
          (findings->waiting.count - index) * sizeof *items);
  return taken;
}

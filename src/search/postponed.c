/* Both lists lie in files but for their ends (words.c).
 *
 * Invariant of the log: a state comes after the one it was reached from, for
 * that one is expanded first.  So one pass from the end to the front finds a
 * path; a state that is in it more than once, because it was forgotten and
 * expanded again, does no harm.
 */
#include "search/postponed.h"

enum { DUE_WORDS = 3, LOG_WORDS = 2 };

void postponed_init(struct postponed *postponed, struct budget *budget) {
  words_init(&postponed->due, budget);
  words_init(&postponed->log, budget);
}

void postponed_clear(struct postponed *postponed) {
  words_clear(&postponed->due);
  words_clear(&postponed->log);
}

static bool push_all(struct words *words, const uint64_t *values,
                     size_t count) {
  const bool pushed = words_push_each(words, values, count);
  words_spill_most(words);
  return pushed;
}

/* ---- what is due ---- */

bool postponed_add(struct postponed *postponed,
                   const struct store_question *question) {
  return push_all(
      &postponed->due,
      (uint64_t[]){question->ref.index, question->from, question->depth},
      DUE_WORDS);
}

bool postponed_take(struct postponed *postponed,
                    struct store_question *question) {
  struct words *due = &postponed->due;
  if (due->count < DUE_WORDS)
    return false;
  question->depth = words_pop(due);
  question->from = words_pop(due);
  question->ref.index = words_pop(due);
  return true;
}

/* ---- the log ---- */

bool postponed_log(struct postponed *postponed, state_ref state,
                   state_ref from) {
  return push_all(&postponed->log, (uint64_t[]){state.index, from.index},
                  LOG_WORDS);
}

uint64_t postponed_log_bytes(const struct postponed *postponed) {
  return postponed->log.spilled * WORDS_IN_BLOCK * sizeof(uint64_t);
}

void postponed_trace(const struct postponed *postponed, state_ref last,
                     struct long_list *out) {
  const struct words *log = &postponed->log;
  state_ref wanted = last;
  for (uint64_t i = log->count; i > 0 && wanted.index != 0; i -= LOG_WORDS)
    if (*words_at(log, i - LOG_WORDS) == wanted.index) {
      long_list_push(out, wanted.index);
      wanted.index = *words_at(log, i - 1);
    }
}

/* What a search knows, in this order: figures; violations reported, and those
 * that wait to be; what the engine has learned; the store; and what its
 * strategy adds, its stack or queue.
 *
 * A search that is taken up goes on exactly as if it had not been interrupted:
 * the store gives the same answers, references are still good, and everything
 * that successors are compared with afterwards is in the store.  So it comes to
 * the same verdict with the same figures, except those of time and memory.
 *
 * Violations reported before are executed again and reported again: the
 * observer is a new one.
 */
#include "search/checkpoint.h"

#include "search/figures.h"

#include <assert.h>

/* The time it took so far is no part of the time it takes from now on. */
static void get_figures(struct run *run, struct snapshot_reader *in) {
  struct search_figures *figures = &run->result->figures;
  figures_get(figures, in);
  run->earlier_seconds = figures->seconds;
  run->earlier_cpu_seconds = figures->cpu_seconds;
  figures->resumed_states = figures->states;
}

/* ---- violations ---- */

static void put_findings(const struct run *run, struct snapshot_writer *out) {
  const struct findings *findings = &run->findings;
  snapshot_put(out, run->told.trails.count);
  for (size_t i = 0; i < run->told.trails.count; i++)
    trail_put(&run->told.trails.items[i], out);
  snapshot_put(out, findings->waiting.count);
  for (size_t i = 0; i < findings->waiting.count; i++) {
    const struct finding *finding = &findings->waiting.items[i];
    violation_put(&finding->violation, out);
    snapshot_put(out, finding->place);
    moves_put(finding->moves, finding->move_count, out);
  }
}

/* Reports what was reported before. */
static void tell_again(struct run *run, const struct trail *trail,
                       struct snapshot_reader *in) {
  findings_know(&run->findings, &trail->violation);
  if (!trail_repeats(run->engine, trail)) {
    snapshot_fail(in);
    return;
  }
  run->result->violations++;
  told_add(&run->told, trail);
  if (run->observer->violation)
    run->observer->violation(run->observer->context, &trail->violation, trail);
}

static void get_waiting(struct run *run, struct arena *arena,
                        struct snapshot_reader *in) {
  struct finding finding = {0};
  violation_get(&finding.violation, arena, in);
  finding.place = snapshot_get(in);
  finding.moves = moves_get(&finding.move_count, arena, in);
  if (!snapshot_failed(in))
    findings_add_moves(&run->findings, &finding);
}

static void get_findings(struct run *run, struct snapshot_reader *in) {
  struct arena *arena = arena_open();
  struct move_log log = {0};
  for (size_t left = snapshot_get_count(in, 1); left > 0; left--) {
    struct trail trail;
    trail_get(&trail, arena, &log, in);
    if (!snapshot_failed(in))
      tell_again(run, &trail, in);
  }
  for (size_t left = snapshot_get_count(in, 1); left > 0; left--)
    get_waiting(run, arena, in);
  move_log_clear(&log);
  arena_close(arena);
}

/* ---- sequences ---- */

void words_put(const struct words *words, struct snapshot_writer *out) {
  snapshot_put(out, words->count);
  snapshot_put(out, words->dropped);
  for (uint64_t i = words->dropped << WORDS_SHIFT; i < words->count; i++)
    snapshot_put(out, *words_at(words, i));
}

bool words_get(struct words *words, uint64_t most, bool spills,
               struct snapshot_reader *in) {
  assert(words->count == 0);
  const uint64_t count = snapshot_get_up_to(in, most);
  const uint64_t dropped = snapshot_get_up_to(in, count >> WORDS_SHIFT);
  for (; words->dropped < dropped; words->dropped++)
    vec_push(&words->blocks, NULL);
  words->count = dropped << WORDS_SHIFT;
  while (words->count < count && !snapshot_failed(in)) {
    if (!words_push(words, snapshot_get(in)))
      return false;
    if (spills)
      words_spill(words, words->count);
  }
  return !snapshot_failed(in);
}

void bits_put(const struct bits *bits, struct snapshot_writer *out) {
  snapshot_put(out, bits->count);
  words_put(&bits->words, out);
}

bool bits_get_all(struct bits *bits, uint64_t most,
                  struct snapshot_reader *in) {
  bits->count = snapshot_get_up_to(in, most);
  if (!words_get(&bits->words, most / WORD_BITS + 1, false, in))
    return false;
  if (bits->words.count !=
      bits->count / WORD_BITS + (bits->count % WORD_BITS > 0))
    snapshot_fail(in);
  return !snapshot_failed(in);
}

bool words_are_refs(const struct words *words, uint64_t first,
                    struct store *store) {
  for (uint64_t i = first; i < words->count; i++)
    if (!store_names_state(store, (state_ref){*words_at(words, i)}))
      return false;
  return true;
}

/* ---- all of it ---- */

void checkpoint_put_run(struct run *run, struct snapshot_writer *out) {
  assert(run->ticket_count == 0);
  figures_put(&run->result->figures, out);
  put_findings(run, out);
  engine_save(run->engine, out);
  store_save(run->store, out);
  run->strategy->save(run->searcher, out);
}

bool checkpoint_resumes(const struct run *run) {
  return run->config->checkpoints && run->config->checkpoints->resume;
}

enum status checkpoint_get_run(struct run *run) {
  struct snapshot_reader *in = run->config->checkpoints->resume;
  get_figures(run, in);
  get_findings(run, in);
  engine_restore(run->engine, in);
  if (snapshot_failed(in))
    return STATUS_BAD_INPUT;
  return store_restore(run->store, in);
}

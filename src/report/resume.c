/* See resume.h.
 *
 * The file: identity, verdicts with figures and runs, which statements were
 * executed so far, then the search, if there is one.
 *
 * A check never fails because it cannot be saved: that is worth a warning, once
 * for each kind of trouble at most.
 */
#include "report/resume.h"

#include "base/vec.h"
#include "engine/engine.h"
#include "report/slices.h"
#include "search/figures.h"
#include "search/told.h"

#include <errno.h>
#include <string.h>

/* ---- verdicts ---- */

/* The texts of a verdict, those that must be there first. */
enum { TEXTS = 9, NEEDED_TEXTS = 2 };

static void put_names(const struct names *names, struct snapshot_writer *out) {
  snapshot_put(out, names->count);
  for (size_t i = 0; i < names->count; i++)
    snapshot_put_text(out, names->items[i]);
}

static void get_names(struct names *names, struct arena *arena,
                      struct snapshot_reader *in) {
  names->count = snapshot_get_count(in, 1);
  names->items = ARENA_ARRAY(arena, const char *, names->count);
  for (size_t i = 0; i < names->count; i++) {
    names->items[i] = snapshot_get_text(in, arena);
    if (!names->items[i])
      snapshot_fail(in);
  }
}

void verified_put(const struct verified *verified,
                  struct snapshot_writer *out) {
  const char *const texts[TEXTS] = {
      verified->name,    verified->kind,        verified->reason,
      verified->vacuous, verified->engine,      verified->search,
      verified->store,   verified->not_reduced, verified->not_asleep};
  for (unsigned i = 0; i < TEXTS; i++)
    snapshot_put_text(out, texts[i]);
  snapshot_put(out, verified->verdict);
  snapshot_put(out, verified->searched);
  snapshot_put(out, verified->complete);
  snapshot_put(out, verified->exact);
  snapshot_put(out, verified->reduced);
  snapshot_put(out, verified->memory_bytes);
  snapshot_put_real(out, verified->omissions);
  snapshot_put_real(out, verified->bytes_per_state);
  figures_put(&verified->figures, out);
  put_names(&verified->unseen, out);
  snapshot_put(out, verified->finding_count);
  for (size_t i = 0; i < verified->finding_count; i++)
    trail_put(&verified->findings[i].trail, out);
}

static bool get_flag(struct snapshot_reader *in) {
  return snapshot_get_up_to(in, 1) != 0;
}

static void get_finding(struct verified *verified, struct verification *of,
                        struct snapshot_reader *in) {
  struct finding finding = {0};
  trail_get(&finding.trail, of->arena, &of->moves, in);
  if (snapshot_failed(in) ||
      !is_run_of_whole(of->engine, &finding.trail, NULL)) {
    snapshot_fail(in);
    return;
  }
  finding.violation = finding.trail.violation;
  verified_add(verified, finding);
}

void verified_get(struct verified *verified, struct verification *of,
                  struct snapshot_reader *in) {
  struct arena *arena = of->arena;
  const char **const texts[TEXTS] = {
      &verified->name,    &verified->kind,        &verified->reason,
      &verified->vacuous, &verified->engine,      &verified->search,
      &verified->store,   &verified->not_reduced, &verified->not_asleep};
  for (unsigned i = 0; i < TEXTS; i++) {
    *texts[i] = snapshot_get_text(in, arena);
    if (i < NEEDED_TEXTS && !*texts[i])
      snapshot_fail(in);
  }
  verified->verdict = (enum verdict)snapshot_get_up_to(in, VERDICT_UNKNOWN);
  verified->searched = get_flag(in);
  verified->complete = get_flag(in);
  verified->exact = get_flag(in);
  verified->reduced = get_flag(in);
  verified->memory_bytes = snapshot_get(in);
  verified->omissions = snapshot_get_real(in);
  verified->bytes_per_state = snapshot_get_real(in);
  figures_get(&verified->figures, in);
  get_names(&verified->unseen, arena, in);
  for (size_t left = snapshot_get_count(in, 1); left > 0; left--)
    if (!snapshot_failed(in))
      get_finding(verified, of, in);
}

/* ---- writing ---- */

static void warn(struct resumption *self, const char *text) {
  if (!self->has_warned && self->wish->warn)
    self->wish->warn(self->wish->context,
                     arena_printf(self->verification->arena,
                                  "cannot save the check to %s: %s",
                                  self->wish->path, text));
  self->has_warned = true;
}

static uint32_t coverage_bytes(const struct loaded *loaded) {
  return loaded->graph ? loaded->graph->label_count
                       : loaded->model->action_count;
}

/* A snapshot with the first of the verdicts, to which a search may be added. */
static struct snapshot_writer *begin_with(struct resumption *self,
                                          size_t verdicts, bool has_search) {
  struct snapshot_writer *writer;
  if (!self->wish->path || self->frozen)
    return NULL;
  if (snapshot_create(self->wish->path, &writer) != STATUS_OK) {
    warn(self, strerror(errno));
    return NULL;
  }
  snapshot_put_text(writer, self->wish->identity);
  snapshot_put(writer, verdicts);
  for (size_t i = 0; i < verdicts; i++)
    verified_put(&self->verification->properties[i], writer);
  const uint32_t covered = coverage_bytes(self->loaded);
  snapshot_put(writer, covered);
  snapshot_put_bytes(
      writer, verification_marks(self->verification, self->loaded), covered);
  snapshot_put(writer, has_search);
  return writer;
}

static struct snapshot_writer *begin(void *context) {
  struct resumption *self = context;
  return begin_with(self, self->verification->count, true);
}

static void end(void *context, struct snapshot_writer *writer) {
  struct resumption *self = context;
  if (snapshot_commit(writer) == STATUS_OK)
    self->saved = true;
  else
    warn(self, strerror(errno));
}

static void save_verdicts(struct resumption *self, size_t verdicts) {
  struct snapshot_writer *writer = begin_with(self, verdicts, false);
  if (writer)
    end(self, writer);
}

void resumption_advance(struct resumption *self) {
  const size_t count = self->verification->count;
  const bool is_cut = self->verification->properties[count - 1].cut;
  if (!is_cut)
    save_verdicts(self, count);
  else if (!self->saved)
    save_verdicts(self, count - 1);
  self->frozen |= is_cut;
  self->saved = false;
  self->search.resume = NULL;
}

/* ---- reading ---- */

static const char *explain(struct resumption *self, const char *text) {
  return arena_printf(self->verification->arena, "cannot resume from %s: %s",
                      self->wish->resume, text);
}

static const char *explain_flaw(struct resumption *self,
                                enum snapshot_flaw flaw) {
  switch (flaw) {
  case SNAPSHOT_SOUND:
    break;
  case SNAPSHOT_ABSENT:
    return explain(self, strerror(errno));
  case SNAPSHOT_FOREIGN:
    return explain(self, "it was not written by this version of lariat");
  case SNAPSHOT_DAMAGED:
    return explain(self, "the file is damaged");
  }
  return NULL;
}

static void get_coverage(struct resumption *self) {
  const uint32_t count = coverage_bytes(self->loaded);
  if (snapshot_get_up_to(self->reader, count) != count) {
    snapshot_fail(self->reader);
    return;
  }
  uint8_t *covered = arena_alloc(self->verification->arena, count + 1);
  snapshot_get_bytes(self->reader, covered, count);
  if (!snapshot_failed(self->reader))
    engine_add_coverage(self->verification->engine, covered, count);
}

static const char *read_file(struct resumption *self) {
  struct snapshot_reader *in = self->reader;
  struct verification *out = self->verification;
  const char *identity = snapshot_get_text(in, out->arena);
  if (!identity || strcmp(identity, self->wish->identity) != 0)
    return explain(self, "it belongs to another model or to other options");
  self->done = snapshot_get_count(in, 1);
  for (size_t i = 0; i < self->done && !snapshot_failed(in); i++) {
    struct verified verified = {0};
    verified_get(&verified, out, in);
    verification_add(out, verified);
  }
  get_coverage(self);
  if (get_flag(in))
    self->search.resume = in;
  return snapshot_failed(in) ? explain(self, "the file is damaged") : NULL;
}

/* Whoever waits for days wants to know at once. */
static void try_to_write(struct resumption *self) {
  struct snapshot_writer *writer;
  if (snapshot_create(self->wish->path, &writer) == STATUS_OK)
    snapshot_abandon(writer);
  else
    warn(self, strerror(errno));
}

const char *resumption_open(struct resumption *self,
                            const struct checkpoint_wish *wish,
                            const struct loaded *loaded,
                            struct verification *verification) {
  *self = (struct resumption){.wish = wish,
                              .loaded = loaded,
                              .verification = verification,
                              .search = {.every_seconds = wish->every_seconds,
                                         .context = self,
                                         .begin = wish->path ? begin : NULL,
                                         .end = end}};
  if (wish->path)
    try_to_write(self);
  if (!wish->resume)
    return NULL;
  const enum snapshot_flaw flaw = snapshot_open(wish->resume, &self->reader);
  return flaw == SNAPSHOT_SOUND ? read_file(self) : explain_flaw(self, flaw);
}

void resumption_close(struct resumption *self) {
  snapshot_close(self->reader);
}

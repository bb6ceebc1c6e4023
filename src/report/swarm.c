/* See swarm.h.
 *
 * Each search is a process of its own, so that they share nothing and one that
 * dies takes no other with it.  It leaves its verdicts in a snapshot, whole or
 * not at all; here they are read, their runs executed again, and joined: a
 * violation that several searches found is told once, by the shortest run.
 *
 * Searches differ in the hash functions of their bits, how many these are, the
 * order in which successors are searched, and, each third one, in a limit on
 * depth.  The first is the ordinary one.
 *
 * All of them together do not prove anything: the verdict is `violated` or
 * `unknown`, unless a single search is good enough (verify_config.accept_loss).
 */
#include "report/swarm.h"

#include "base/buffer.h"
#include "base/seconds.h"
#include "base/vec.h"
#include "report/machine_memory.h"
#include "report/resume.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct swarm {
  const struct verify_config *config;
  const struct swarm_wish *wish;
  const struct loaded *loaded;
  struct verification *out;
  char *folder;    /* of the snapshots */
  pid_t *children; /* by number of the search; 0: not started, or done */
  unsigned jobs;
  unsigned started, running;
  double start;
  bool over; /* the time is, or the user wants no more */
  bool bug;
};

/* ---- one search ---- */

/* Limits on depth that make a difference in large models. */
static uint64_t depth_limit(unsigned number, uint64_t wanted) {
  enum { FIRST = 100, DOUBLINGS = 10 };
  const uint64_t limit = (uint64_t)FIRST << number / 3 % DOUBLINGS;
  if (number % 3 != 2)
    return wanted;
  return wanted > 0 && wanted < limit ? wanted : limit;
}

static struct verify_config diversify(const struct swarm *self,
                                      unsigned number) {
  enum { FUNCTIONS = 3 };
  struct verify_config config = *self->config;
  const unsigned rounds = (self->wish->searches + self->jobs - 1) / self->jobs;
  config.search.max_depth = depth_limit(number, config.search.max_depth);
  config.search.order_seed = number > 0 ? self->wish->seed + number : 0;
  config.search.max_seconds /= rounds * (double)self->out->count;
  config.search.max_bytes =
      (config.search.max_bytes > 0 ? config.search.max_bytes
                                   : usable_memory()) /
      self->jobs;
  config.store.choice = STORE_CHOICE_BITSTATE;
  config.store.seed = self->wish->seed + number;
  if (config.store.hash_functions == 0)
    config.store.hash_functions = 2 + number % FUNCTIONS;
  config.no_vacuity = true;
  config.progress = NULL;
  return config;
}

static const char *path_of(const struct swarm *self, unsigned number) {
  return arena_printf(self->out->arena, "%s/%u", self->folder, number);
}

/* In the process of the search: it ends here. */
static _Noreturn void search(const struct swarm *self, unsigned number) {
  const struct verify_config config = diversify(self, number);
  struct verification verification;
  struct snapshot_writer *writer;
  const enum verify_end end = verify(&config, self->loaded, &verification);
  if (snapshot_create(path_of(self, number), &writer) != STATUS_OK)
    _exit(EXIT_FAILURE);
  snapshot_put(writer, end);
  snapshot_put(writer, verification.count);
  for (size_t i = 0; i < verification.count; i++)
    verified_put(&verification.properties[i], writer);
  _exit(snapshot_commit(writer) == STATUS_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* ---- joining ---- */

static bool is_same(const struct violation *a, const struct violation *b) {
  return a->kind == b->kind && a->where.source == b->where.source &&
         a->where.offset == b->where.offset &&
         strcmp(a->message, b->message) == 0;
}

/* Of runs to the same violation the shortest is kept. */
static void join_finding(struct verified *joined, const struct finding *next) {
  for (size_t i = 0; i < joined->finding_count; i++) {
    struct finding *known = &joined->findings[i];
    if (!is_same(&known->violation, &next->violation))
      continue;
    if (next->trail.move_count < known->trail.move_count)
      *known = *next;
    return;
  }
  verified_add(joined, *next);
}

static void join_figures(struct verified *joined, const struct verified *next) {
  const double seconds = joined->figures.seconds + next->figures.seconds;
  const double cpu = joined->figures.cpu_seconds + next->figures.cpu_seconds;
  const uint64_t memory = joined->memory_bytes > next->memory_bytes
                              ? joined->memory_bytes
                              : next->memory_bytes;
  if (next->figures.states > joined->figures.states) {
    joined->figures = next->figures;
    joined->omissions = next->omissions;
    joined->complete = next->complete;
    joined->bytes_per_state = next->bytes_per_state;
    joined->engine = next->engine;
  }
  joined->figures.seconds = seconds;
  joined->figures.cpu_seconds = cpu;
  joined->memory_bytes = memory;
  joined->swarm.states += next->figures.states;
  joined->swarm.searches++;
}

static void judge(struct verified *joined, const struct verified *next) {
  if (joined->finding_count > 0) {
    joined->verdict = VERDICT_VIOLATED;
    joined->reason = NULL;
  } else if (next->verdict == VERDICT_HOLDS) {
    joined->verdict = VERDICT_HOLDS;
    joined->reason = NULL;
  } else if (joined->verdict == VERDICT_UNKNOWN && next->searched) {
    joined->reason = "no violation found, which is no proof";
  }
}

/* Takes in what another search says of a property. */
static void join(struct verified *joined, struct verified *next) {
  for (size_t i = 0; i < next->finding_count; i++)
    join_finding(joined, &next->findings[i]);
  join_figures(joined, next);
  judge(joined, next);
  memory_free(next->findings);
}

/* What one search says of a property; the first that says anything takes the
 * place of what was said before there was any.
 */
static void take_verdict(struct verified *joined, struct verified *next) {
  if (joined->swarm.searches > 0) {
    join(joined, next);
    return;
  }
  next->swarm.searches = 1;
  next->swarm.states = next->figures.states;
  judge(next, next);
  *joined = *next;
}

static bool take_verdicts(struct swarm *self, struct snapshot_reader *in) {
  self->bug |= snapshot_get_up_to(in, VERIFY_BUG) == VERIFY_BUG;
  const size_t count = (size_t)snapshot_get_up_to(in, self->out->count);
  for (size_t i = 0; i < count && !snapshot_failed(in); i++) {
    struct verified next = {0};
    verified_get(&next, self->out, in);
    if (!snapshot_failed(in))
      take_verdict(&self->out->properties[i], &next);
    else
      memory_free(next.findings);
  }
  return !snapshot_failed(in);
}

/* ---- processes ---- */

static void note_failure(struct swarm *self, unsigned number, int status) {
  self->out->failed_searches++;
  const char *how =
      WIFSIGNALED(status)
          ? arena_printf(self->out->arena, "by signal %d", WTERMSIG(status))
          : "without a result";
  if (self->wish->warn)
    self->wish->warn(self->wish->context,
                     arena_printf(self->out->arena, "search %u of %u ended %s",
                                  number + 1, self->wish->searches, how));
}

static void take_result(struct swarm *self, unsigned number, int status) {
  struct snapshot_reader *reader = NULL;
  const char *path = path_of(self, number);
  const bool is_sound = snapshot_open(path, &reader) == SNAPSHOT_SOUND;
  if (!is_sound || !take_verdicts(self, reader))
    note_failure(self, number, status);
  snapshot_close(reader);
  (void)unlink(path);
  (void)unlink(arena_printf(self->out->arena, "%s.new", path));
}

static bool is_interrupted(const struct swarm *self) {
  const volatile sig_atomic_t *flag = self->config->search.interrupt;
  return flag && *flag;
}

/* Is what was found enough, so that the rest need not be started? */
static bool is_enough(const struct swarm *self) {
  const uint64_t wanted = self->config->search.max_errors;
  const struct verification *out = self->out;
  if (wanted == 0)
    return false;
  for (size_t i = 0; i < out->count; i++)
    if (out->properties[i].finding_count < wanted)
      return false;
  return true;
}

static void start(struct swarm *self) {
  const unsigned number = self->started++;
  const pid_t child = fork();
  if (child == 0)
    search(self, number);
  if (child < 0) {
    note_failure(self, number, 0);
    return;
  }
  self->children[number] = child;
  self->running++;
}

static double seconds_passed(const struct swarm *self) {
  return seconds_on(CLOCK_MONOTONIC) - self->start;
}

/* Asks all searches for what they have when there is no more time. */
static void look_at_clock(struct swarm *self) {
  const double limit = self->config->search.max_seconds;
  if (self->over ||
      (!is_interrupted(self) && (limit <= 0 || seconds_passed(self) < limit)))
    return;
  self->over = true;
  for (unsigned i = 0; i < self->started; i++)
    if (self->children[i] > 0)
      (void)kill(self->children[i], SIGTERM);
}

/* Waits a moment for a search to end, and takes its result. */
static void reap(struct swarm *self) {
  static const struct timespec moment = {.tv_nsec = 5000000};
  int status;
  const pid_t child = waitpid(-1, &status, WNOHANG);
  if (child <= 0) {
    look_at_clock(self);
    (void)nanosleep(&moment, NULL);
    return;
  }
  for (unsigned i = 0; i < self->started; i++) {
    if (self->children[i] != child)
      continue;
    self->children[i] = 0;
    self->running--;
    take_result(self, i, status);
  }
}

static bool wants_another(const struct swarm *self) {
  return self->started < self->wish->searches && !self->over &&
         !is_interrupted(self) && !is_enough(self);
}

static void run_all(struct swarm *self) {
  self->start = seconds_on(CLOCK_MONOTONIC);
  while (self->running > 0 || wants_another(self)) {
    while (self->running < self->jobs && wants_another(self))
      start(self);
    if (self->running > 0)
      reap(self);
  }
}

/* A search that is asked for what it has takes that for an interrupt. */
static void tell_of_time(struct swarm *self) {
  struct verification *out = self->out;
  for (size_t i = 0; self->over && i < out->count; i++)
    if (!is_interrupted(self) && out->properties[i].swarm.searches > 0 &&
        !out->properties[i].searched)
      out->properties[i].reason = search_end_text(SEARCH_TIME);
}

static unsigned jobs_at_a_time(const struct swarm_wish *wish) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const unsigned jobs = wish->jobs > 0   ? wish->jobs
                        : processors > 0 ? (unsigned)processors
                                         : 1;
  return jobs < wish->searches ? jobs : wish->searches;
}

static char *make_folder(struct arena *arena) {
  const char *folder = getenv("TMPDIR");
  char *path = arena_printf(arena, "%s/lariat-swarm-XXXXXX",
                            folder && *folder ? folder : "/tmp");
  return mkdtemp(path);
}

enum verify_end swarm_verify(const struct verify_config *config,
                             const struct swarm_wish *wish,
                             const struct loaded *loaded,
                             struct verification *out) {
  *out = (struct verification){.arena = arena_open()};
  struct swarm self = {.config = config,
                       .wish = wish,
                       .loaded = loaded,
                       .out = out,
                       .jobs = jobs_at_a_time(wish)};
  if (!verification_list(config, loaded, "no search came to a result", out))
    return VERIFY_NO_PROPERTY;
  if (loaded_engine(loaded, &config->engine, &out->engine) != STATUS_OK)
    return VERIFY_BUG;
  self.folder = make_folder(out->arena);
  if (!self.folder) {
    out->problem = arena_printf(out->arena, "no folder for the searches: %s",
                                strerror(errno));
    return VERIFY_NO_RESUMING;
  }
  self.children = ARENA_ARRAY(out->arena, pid_t, wish->searches);
  run_all(&self);
  tell_of_time(&self);
  (void)rmdir(self.folder);
  return self.bug ? VERIFY_BUG : VERIFY_DONE;
}

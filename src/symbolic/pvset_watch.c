/* A watcher beside the work: one call of isl may last long, and only isl itself
 * can give it up.  A thread looks at the clock and at the interrupt flag again
 * and again and then tells isl, which looks at its own flag with every
 * operation.
 */
#include "symbolic/pvset.h"

#include "base/memory.h"
#include "base/seconds.h"
#include "symbolic/pvset_isl.h"

#include <pthread.h>
#include <stddef.h>
#include <time.h>

enum { GLANCE_NANOSECONDS = 20 * 1000 * 1000 };

struct pv_watcher {
  isl_ctx *ctx;
  double deadline;
  const volatile sig_atomic_t *interrupt;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool done;
};

static bool is_over(const struct pv_watcher *watcher) {
  return (watcher->interrupt && *watcher->interrupt) ||
         (watcher->deadline > 0 &&
          seconds_on(CLOCK_MONOTONIC) > watcher->deadline);
}

static struct timespec next_glance(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_nsec += GLANCE_NANOSECONDS;
  time.tv_sec += time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  return time;
}

static void *watch(void *context) {
  struct pv_watcher *watcher = context;
  pthread_mutex_lock(&watcher->lock);
  while (!watcher->done && !is_over(watcher)) {
    const struct timespec time = next_glance();
    (void)pthread_cond_timedwait(&watcher->wake, &watcher->lock, &time);
  }
  if (!watcher->done)
    isl_ctx_abort(watcher->ctx);
  pthread_mutex_unlock(&watcher->lock);
  return NULL;
}

static void wake_by_monotonic_clock(struct pv_watcher *watcher) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&watcher->wake, &attributes);
  pthread_condattr_destroy(&attributes);
}

/* Signals are for the other threads. */
static bool start(struct pv_watcher *watcher) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const int failed = pthread_create(&watcher->thread, NULL, watch, watcher);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failed == 0;
}

void pv_watch(struct pv *pv, double deadline,
              const volatile sig_atomic_t *interrupt) {
  if (pv->watcher || (deadline <= 0 && !interrupt))
    return;
  struct pv_watcher *watcher = memory_alloc(sizeof *watcher);
  *watcher = (struct pv_watcher){
      .ctx = pv->ctx, .deadline = deadline, .interrupt = interrupt};
  pthread_mutex_init(&watcher->lock, NULL);
  wake_by_monotonic_clock(watcher);
  if (start(watcher)) {
    pv->watcher = watcher;
    return;
  }
  pthread_mutex_destroy(&watcher->lock);
  pthread_cond_destroy(&watcher->wake);
  memory_free(watcher);
}

void pv_unwatch(struct pv *pv) {
  struct pv_watcher *watcher = pv->watcher;
  if (!watcher)
    return;
  pthread_mutex_lock(&watcher->lock);
  watcher->done = true;
  pthread_cond_signal(&watcher->wake);
  pthread_mutex_unlock(&watcher->lock);
  pthread_join(watcher->thread, NULL);
  isl_ctx_resume(pv->ctx);
  isl_ctx_reset_error(pv->ctx);
  pv->watcher = NULL;
  pthread_mutex_destroy(&watcher->lock);
  pthread_cond_destroy(&watcher->wake);
  memory_free(watcher);
}

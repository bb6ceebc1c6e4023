/* See quiet.h.
 *
 * A process is quiet when what it can do now touches nothing that another one
 * may touch from here on, the property does not notice it, and it stands at no
 * place where it could keep the others waiting for ever (reduce/facts.h).  Then
 * it is a persistent set by itself: whatever else happens can as well happen
 * afterwards.  Which element of an array is meant is not looked at, since the
 * vectors of a control state have many; so this leaves less out than the
 * reduction of single states does, but is the same for all of them.
 *
 * What is the same for every state is worked out once: objects of the present
 * and of the future of each place.
 */
#include "symbolic/quiet.h"

#include "base/memory.h"
#include "reduce/facts.h"

/* One place of a proctype. */
struct prospect {
  bool is_candidate;
  bool is_wild; /* may do anything, or begin processes */
  struct tracks now, future;
};

struct quiet {
  const struct model *model;
  struct facts facts;
  struct prospect **places; /* by proctype and location */
};

static bool begins_processes(const struct quiet *quiet,
                             const struct tracks *future) {
  return objects_have(&future->writes, quiet->facts.universe.running);
}

static struct prospect prospect_of(const struct quiet *quiet,
                                   const struct place_facts *facts) {
  const struct universe *universe = &quiet->facts.universe;
  struct prospect prospect = {.now = footprint_of_any(universe, &facts->now),
                              .future =
                                  footprint_of_any(universe, &facts->future)};
  prospect.is_candidate = !facts->visible && !facts->sticky && !facts->apart &&
                          !facts->ends && !facts->now.everything &&
                          !begins_processes(quiet, &prospect.now);
  prospect.is_wild =
      facts->future.everything || begins_processes(quiet, &prospect.future);
  return prospect;
}

static bool is_process(const struct proctype *proctype) {
  return proctype->kind == PROC_PLAIN || proctype->kind == PROC_INIT;
}

struct quiet *quiet_open(const struct model *model, const uint32_t *atoms,
                         uint32_t atom_count) {
  const struct watched watched = {atoms, atom_count};
  if (facts_hindrance(model, &watched))
    return NULL;
  struct quiet *quiet = memory_alloc(sizeof *quiet);
  quiet->model = model;
  facts_init(&quiet->facts, model, &watched, ORDERS_AGREE);
  quiet->places =
      memory_alloc((model->proctype_count + 1) * sizeof(struct prospect *));
  for (uint32_t i = 0; i < model->proctype_count; i++) {
    const struct proctype *proctype = model->proctypes[i];
    if (!is_process(proctype))
      continue;
    quiet->places[i] =
        memory_alloc((proctype->location_count + 1) * sizeof(struct prospect));
    for (uint32_t l = 1; l < proctype->location_count; l++)
      quiet->places[i][l] = prospect_of(quiet, &quiet->facts.places[i][l]);
  }
  return quiet;
}

void quiet_close(struct quiet *quiet) {
  if (!quiet)
    return;
  for (uint32_t i = 0; i < quiet->model->proctype_count; i++)
    memory_free(quiet->places[i]);
  memory_free(quiet->places);
  facts_clear(&quiet->facts);
  memory_free(quiet);
}

static const struct prospect *prospect_at(const struct quiet *quiet,
                                          uint32_t place) {
  return &quiet->places[place >> 16][place & 0xffff];
}

static bool is_left_alone(const struct quiet *quiet, const uint32_t *places,
                          uint32_t count, uint32_t pid) {
  const struct prospect *mine = prospect_at(quiet, places[pid]);
  for (uint32_t other = 0; other < count; other++) {
    const struct prospect *theirs = prospect_at(quiet, places[other]);
    if (other != pid &&
        (theirs->is_wild || tracks_conflict(&mine->now, &theirs->future)))
      return false;
  }
  return true;
}

int32_t quiet_process(const struct quiet *quiet, const uint32_t *places,
                      uint32_t count) {
  for (uint32_t pid = 0; pid < count; pid++)
    if (prospect_at(quiet, places[pid])->is_candidate &&
        is_left_alone(quiet, places, count, pid))
      return (int32_t)pid;
  return NO_PROCESS;
}

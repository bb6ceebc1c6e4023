/* Merging: a step goes on through statements that nobody else can notice.
 *
 * A transition that leads to a quiet place (model/quiet.h) is made atomic, and
 * the states between are not seen.  Should the process have to wait there after
 * all, atomicity ends as in any other atomic.
 *
 * Loops of quiet places are cut (model/feedback.h).  A step passes one cut, and
 * ends at the second, and at the first if it leads elsewhere as well: to pass
 * loops in many ways would make fewer states, but many transitions.  It also
 * ends where it is back in a state that it has gone through, so what goes round
 * for ever stays a cycle of states.
 *
 * Deadlocks, assertions, run-time errors and properties that do not count steps
 * stay as they are.
 */
#include "engine/bytecode/program.h"
#include "model/quiet.h"

static void merge_type(struct process_type *type, const uint8_t *quiet) {
  const struct proctype *proctype = type->proctype;
  struct command_location *locations =
      (struct command_location *)type->locations;
  for (uint32_t l = 1; l < proctype->location_count; l++) {
    locations[l].quiet = quiet[l] != NOT_QUIET;
    locations[l].once = quiet[l] == QUIET_ONCE;
    if (proctype->locations[l].in_d_step)
      continue;
    struct command_transition *transitions =
        (struct command_transition *)type->locations[l].transitions;
    for (uint32_t t = 0; t < type->locations[l].count; t++)
      transitions[t].atomic |= transitions[t].target > 0 &&
                               quiet[transitions[t].target] != NOT_QUIET;
  }
}

void program_merge(struct program *program) {
  uint8_t **quiet = quiet_find(program->model, program->arena);
  for (uint32_t i = 0; i < program->model->proctype_count; i++)
    merge_type(&program->types[i], quiet[i]);
}

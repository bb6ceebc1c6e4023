/* Compares steps with events.  A handshake is a send, and a receive of the
 * partner; a receive that copies leaves the message where it is and is none.
 */
#include "engine/event.h"

static bool is_send(const struct step *step) {
  return step->action->kind == ACTION_SEND;
}

static bool is_receive(const struct step *step) {
  return step->partner != NO_PROCESS ||
         (step->action->kind == ACTION_RECEIVE && !step->action->copy);
}

static bool message_fits(const struct event_query *query,
                         const struct step *step) {
  const struct expr *atom = query->atom;
  if ((int64_t)step->channel != query->operand)
    return false;
  for (uint32_t i = 0; i < atom->pattern_count; i++)
    if (atom->patterns[i].kind == PATTERN_MATCH &&
        (i >= step->value_count || step->values[i] != query->values[i]))
      return false;
  return true;
}

/* One side of a step: who executes what from where. */
struct part {
  int32_t pid;
  uint32_t from;
  const struct action *action;
};

static bool is_of_action(const struct expr *atom, const struct action *action) {
  for (uint32_t i = 0; i < atom->action_count; i++)
    if (atom->actions[i] == action->number)
      return true;
  return false;
}

static bool part_fits(const struct event_query *query, struct part part) {
  const struct expr *atom = query->atom;
  const bool is_who = !atom->a || part.pid == query->operand;
  switch (atom->kind) {
  case EXPR_MOVES:
    return is_who &&
           (!atom->proctype || part.action->proctype == atom->proctype);
  case EXPR_PASSES:
    return is_who && part.action->proctype == atom->proctype &&
           part.from == atom->location;
  case EXPR_EXECUTES:
    return is_of_action(atom, part.action);
  default:
    return false;
  }
}

bool event_fits(const struct event_query *query, const struct step *step) {
  if (!query->known)
    return false;
  if (query->atom->kind == EXPR_SENDS)
    return is_send(step) && message_fits(query, step);
  if (query->atom->kind == EXPR_RECEIVES)
    return is_receive(step) && message_fits(query, step);
  const struct part sender = {step->pid, step->from, step->action};
  const struct part receiver = {step->partner, step->partner_from,
                                step->partner_action};
  return part_fits(query, sender) ||
         (step->partner != NO_PROCESS && part_fits(query, receiver));
}

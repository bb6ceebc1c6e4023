/* The test for unbounded channels as text. */
#include "report/channels.h"

#include <inttypes.h>
#include <string.h>

enum { WIDEST_CHANNEL = 30, MOST_MESSAGES = 12 /* shown of a round */ };

static void print_verdict(const struct paper *paper,
                          const struct channels_result *result) {
  static const enum ink inks[] = {
      [CHANNELS_BOUNDED] = INK_GOOD,
      [CHANNELS_UNBOUNDED] = INK_BAD,
      [CHANNELS_UNKNOWN] = INK_DOUBT,
  };
  paper_print(paper, INK_BOLD, "channels");
  fputs(": ", paper->out);
  paper_print(paper, inks[result->verdict], "%s",
              channels_verdict_name(result->verdict));
  if (result->reason)
    fprintf(paper->out, ": %s", result->reason);
  fputc('\n', paper->out);
}

static void print_figures(const struct paper *paper,
                          const struct channels_result *result) {
  const struct search_figures *figures = &result->figures;
  fprintf(paper->out,
          "  %" PRIu64 " state%s, %" PRIu64 " transition%s, depth %" PRIu64
          ", %.3f s, %" PRIu64 " search%s with capacities up to %" PRIu32 "\n",
          figures->states, figures->states == 1 ? "" : "s",
          figures->transitions, figures->transitions == 1 ? "" : "s",
          figures->depth, figures->seconds, result->searches,
          result->searches == 1 ? "" : "es", result->capacity);
  if (figures->errors > 0)
    fputs("  some runs end in errors or deadlocks, which lariat check shows\n",
          paper->out);
}

/* Messages, or the first of them and how many more there are. */
static void print_messages(const struct paper *paper,
                           const struct channel_growth *growth) {
  const char *end = growth->contents;
  uint32_t shown = 0;
  while (shown < MOST_MESSAGES && *end) {
    end += strcspn(end, "]");
    end += *end == ']';
    shown++;
  }
  fprintf(paper->out, "%.*s", (int)(end - growth->contents), growth->contents);
  if (*end)
    fprintf(paper->out, " and %" PRIu32 " more", growth->messages - shown);
}

/* What each round leaves in the channel of a slot. */
static void print_growth(const struct paper *paper,
                         const struct repetition *repetition,
                         const struct channel_slot *slot) {
  fputs("grows without bound: each round leaves", paper->out);
  const char *separator = " ";
  for (size_t i = 0; i < repetition->growth_count; i++) {
    const struct channel_growth *growth = &repetition->growths[i];
    if (growth->slot != slot)
      continue;
    fputs(separator, paper->out);
    print_messages(paper, growth);
    if (growth->pid != NO_PROCESS)
      fprintf(paper->out, " in %s(%" PRId32 ")", growth->process, growth->pid);
    separator = ", ";
  }
}

static void print_bound(const struct paper *paper,
                        const struct channels_result *result,
                        const struct channel_bound *bound) {
  static const char *const words[] = {
      [CHANNELS_BOUNDED] = "at most",
      [CHANNELS_UNBOUNDED] = "at least",
      [CHANNELS_UNKNOWN] = "at least",
  };
  if (bound->grows) {
    print_growth(paper, &result->repetition, bound->slot);
    return;
  }
  fprintf(paper->out, "%s %" PRIu32 " message%s", words[result->verdict],
          bound->longest, bound->longest == 1 ? "" : "s");
  const uint32_t declared = bound->slot->type->capacity;
  if (result->verdict == CHANNELS_BOUNDED && bound->longest != declared)
    fprintf(paper->out, ", declared with %" PRIu32, declared);
}

static int name_width(const struct channels_result *result,
                      struct arena *arena) {
  size_t widest = 0;
  for (size_t i = 0; i < result->bound_count; i++) {
    const size_t length = strlen(channels_name(&result->bounds[i], arena));
    widest = length > widest ? length : widest;
  }
  return widest < WIDEST_CHANNEL ? (int)widest : WIDEST_CHANNEL;
}

static void print_bounds(const struct paper *paper,
                         const struct channels_result *result) {
  struct arena *arena = arena_open();
  const int width = name_width(result, arena);
  for (size_t i = 0; i < result->bound_count; i++) {
    fprintf(paper->out, "  %-*s  ", width,
            channels_name(&result->bounds[i], arena));
    print_bound(paper, result, &result->bounds[i]);
    fputc('\n', paper->out);
  }
  if (result->bound_count == 0)
    fputs("  the model has no channel with a capacity\n", paper->out);
  arena_close(arena);
}

void text_channels(const struct paper *paper, const struct loaded *loaded,
                   const struct channels_result *result, bool quiet) {
  (void)loaded;
  print_verdict(paper, result);
  if (quiet)
    return;
  if (result->searches > 0)
    print_figures(paper, result);
  print_bounds(paper, result);
}

/* ---- suggestions ---- */

static void print_type(const struct paper *paper, const struct type *type) {
  static const char *const names[] = {
      [TYPE_BIT] = "bit",     [TYPE_BOOL] = "bool",   [TYPE_BYTE] = "byte",
      [TYPE_PID] = "pid",     [TYPE_SHORT] = "short", [TYPE_INT] = "int",
      [TYPE_MTYPE] = "mtype", [TYPE_CHAN] = "chan",
  };
  if (type->kind == TYPE_UNSIGNED)
    fprintf(paper->out, "unsigned : %u", type->bits);
  else
    fputs(names[type->kind], paper->out);
  if (type->kind == TYPE_MTYPE && type->subtype)
    fprintf(paper->out, ":%s", type->subtype);
}

/* The longest of all channels of a declaration. */
static uint32_t longest_of(const struct channels_result *result,
                           const struct declared_channel *declared) {
  uint32_t longest = 0;
  for (size_t i = 0; i < result->bound_count; i++)
    if (result->bounds[i].declared == declared &&
        result->bounds[i].longest > longest)
      longest = result->bounds[i].longest;
  return longest;
}

/* Records in a message stand there as their fields. */
static void print_suggestion(const struct paper *paper,
                             const struct declared_channel *declared,
                             uint32_t longest) {
  const struct var *var = declared->var;
  const struct channel_type *type = var->channel;
  fprintf(paper->out, "chan %s", var->name);
  if (var->is_array)
    fprintf(paper->out, "[%" PRIu32 "]", var->count);
  /* one that is never used must not become a handshake */
  fprintf(paper->out, " = [%" PRIu32 "] of { ", longest > 0 ? longest : 1);
  for (uint32_t i = 0; i < type->field_count; i++) {
    fputs(i > 0 ? ", " : "", paper->out);
    print_type(paper, &type->fields[i]);
  }
  fputs(" };", paper->out);
  if (strcmp(declared->name, var->name) != 0)
    fprintf(paper->out, " /* %s */", declared->name);
  fputc('\n', paper->out);
}

static bool is_tested(const struct channels_result *result,
                      const struct declared_channel *declared) {
  for (size_t i = 0; i < result->bound_count; i++)
    if (result->bounds[i].declared == declared)
      return true;
  return false;
}

void text_suggestions(const struct paper *paper,
                      const struct declared_channels *declared,
                      const struct channels_result *result) {
  for (size_t i = 0; i < declared->count; i++)
    if (is_tested(result, &declared->items[i]))
      print_suggestion(paper, &declared->items[i],
                       longest_of(result, &declared->items[i]));
}

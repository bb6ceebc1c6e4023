/* Any bytes as an automaton: no crash, no hang, no leak; what is read can be
 * written, and the text read again is the same automaton.
 *
 * For libFuzzer.
 */
#include "ltl/hoa.h"

#include <stdlib.h>
#include <string.h>

/* The name is libFuzzer's.  NOLINTBEGIN(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
/* NOLINTEND(readability-identifier-naming) */

enum { MOST_REDUCED_STATES = 12, MOST_REDUCED_EDGES = 60 };

static void check_writing(const struct hoa *hoa, struct arena *arena,
                          struct diag *diag) {
  struct buffer once = {0}, twice = {0};
  struct hoa again;
  hoa_write(&once, hoa->automaton, hoa->names, NULL);
  if (hoa_read("again", once.text, once.length, arena, diag, &again) !=
      STATUS_OK)
    abort();
  hoa_write(&twice, again.automaton, again.names, NULL);
  if (strcmp(buffer_text(&once), buffer_text(&twice)) != 0)
    abort();
  automaton_close(again.automaton);
  buffer_free(&once);
  buffer_free(&twice);
}

static void reduce(const struct automaton *automaton) {
  const struct automaton_options options = {0};
  if (automaton->state_count <= MOST_REDUCED_STATES &&
      automaton->edge_count <= MOST_REDUCED_EDGES && automaton->set_count <= 4)
    automaton_close(automaton_reduce(automaton, &options));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct arena *arena = arena_open();
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct hoa hoa;
  if (hoa_read("fuzz.hoa", (const char *)bytes, length, arena, diag, &hoa) ==
      STATUS_OK) {
    check_writing(&hoa, arena, diag);
    reduce(hoa.automaton);
    automaton_close(hoa.automaton);
  } else if (diag_errors(diag) == 0) {
    abort();
  }
  diag_close(diag);
  sources_close(sources);
  arena_close(arena);
  return 0;
}

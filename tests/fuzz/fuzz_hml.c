/* Any text as a formula of Hennessy and Milner: no crash, no hang, no leak;
 * what is read can be written, the text read again is written in the same way,
 * and a small graph has the formula or has it not.
 *
 * For libFuzzer.
 */
#include "lts/hml.h"

#include <stdlib.h>
#include <string.h>

/* The name is libFuzzer's.  NOLINTBEGIN(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
/* NOLINTEND(readability-identifier-naming) */

enum { PATIENCE = 10000 };

/* A copy that ends in a NUL: it is what a command line could have. */
static char *text_of(const uint8_t *bytes, size_t length) {
  char *text = malloc(length + 1);
  if (!text)
    abort();
  memcpy(text, bytes, length);
  text[length] = '\0';
  return text;
}

static bool is_read(const char *text, struct lts_builder *labels,
                    struct hml *out) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  const bool read = hml_read("fuzz", text, labels, diag, out) == STATUS_OK;
  if (read == (diag_errors(diag) > 0))
    abort();
  diag_close(diag);
  sources_close(sources);
  return read;
}

static void check_writing(const struct hml *hml, struct lts_builder *labels) {
  struct buffer first = {0}, second = {0};
  struct hml again;
  hml_print(&first, hml, lts_builder_names(labels));
  if (!is_read(buffer_text(&first), labels, &again))
    abort();
  hml_print(&second, &again, lts_builder_names(labels));
  if (strcmp(buffer_text(&first), buffer_text(&second)) != 0)
    abort();
  hml_clear(&again);
  buffer_free(&first);
  buffer_free(&second);
}

/* The graph has a step with the first label there is, round and round. */
static void check_deciding(const struct hml *hml) {
  struct lts_builder *builder = lts_builder_open();
  const uint32_t label = lts_builder_label(builder, "i", 1);
  bool answer;
  (void)lts_builder_edge(builder, 0, label, 1);
  (void)lts_builder_edge(builder, 1, label, 0);
  struct lts *lts = lts_builder_finish(builder, 2, 0);
  lts_builder_close(builder);
  const struct lts_view view = lts_view_of(lts, 0);
  (void)hml_decide(hml, &view, PATIENCE, &answer);
  lts_close(lts);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char *text = text_of(bytes, length);
  struct lts_builder *labels = lts_builder_open();
  struct hml hml;
  if (is_read(text, labels, &hml)) {
    check_writing(&hml, labels);
    check_deciding(&hml);
    hml_clear(&hml);
  }
  lts_builder_close(labels);
  free(text);
  return 0;
}

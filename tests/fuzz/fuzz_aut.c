/* Any bytes as a graph: no crash, no hang, no leak, memory in proportion; what
 * is read can be written, and the text read again is the same graph.
 *
 * For libFuzzer.
 */
#include "lts/aut.h"

#include <stdlib.h>
#include <string.h>

/* The name is libFuzzer's.  NOLINTBEGIN(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
/* NOLINTEND(readability-identifier-naming) */

static struct lts *read_bytes(const void *bytes, size_t length,
                              struct diag *diag) {
  static const char nothing[1];
  struct lts *lts = NULL;
  FILE *file = fmemopen((void *)(uintptr_t)(length > 0 ? bytes : nothing),
                        length > 0 ? length : 1, "rb");
  if (!file)
    abort();
  if (length == 0)
    (void)fgetc(file);
  if (aut_read(file, "fuzz.aut", diag, &lts) != STATUS_OK &&
      diag_errors(diag) == 0)
    abort();
  fclose(file);
  return lts;
}

static char *written(const struct lts *lts, size_t *length) {
  char *text = NULL;
  FILE *file = open_memstream(&text, length);
  if (!file || !aut_write(file, lts))
    abort();
  fclose(file);
  return text;
}

static void check_writing(const struct lts *lts, struct diag *diag) {
  size_t first_length, second_length;
  char *first = written(lts, &first_length);
  struct lts *again = read_bytes(first, first_length, diag);
  if (!again)
    abort();
  char *second = written(again, &second_length);
  if (first_length != second_length || memcmp(first, second, first_length) != 0)
    abort();
  lts_close(again);
  free(first);
  free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct lts *lts = read_bytes(bytes, length, diag);
  if (lts) {
    struct lts_reverse reverse;
    check_writing(lts, diag);
    lts_reverse_init(&reverse, lts);
    lts_reverse_clear(&reverse);
    lts_close(lts);
  }
  diag_close(diag);
  sources_close(sources);
  return 0;
}

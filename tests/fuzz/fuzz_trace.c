/* Any bytes as a trace file: it is refused with a reason, or what was read is
 * as promised; no crash, no hang, no leak.
 *
 * For libFuzzer.
 */
#define _GNU_SOURCE
#include "report/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The name is libFuzzer's.  NOLINTBEGIN(readability-identifier-naming) */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
/* NOLINTEND(readability-identifier-naming) */

/* A file in memory, with a path to read it by. */
static int make_file(const uint8_t *bytes, size_t length, char *path,
                     size_t room) {
  const int file = memfd_create("trace", 0);
  if (file < 0 || write(file, bytes, length) != (ssize_t)length ||
      lseek(file, 0, SEEK_SET) != 0)
    abort();
  (void)snprintf(path, room, "/proc/self/fd/%d", file);
  return file;
}

/* Looks at every text and every move: what is not there would show. */
static void use(const struct trace *trace) {
  const struct trace_header *header = trace_header(trace);
  const struct trail *trail = trace_trail(trace);
  size_t letters = strlen(header->model) + strlen(header->property);
  for (size_t i = 0; i < header->capacity_count; i++)
    letters += strlen(header->capacities[i]);
  for (size_t i = 0; i < header->parameter_count; i++)
    letters += strlen(header->parameters[i]);
  for (size_t i = 0; i < trail->move_count; i++)
    letters += trail->moves[i].transition != 0;
  if (letters == SIZE_MAX || trail->loop_start > trail->move_count)
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char path[64];
  const int file = make_file(bytes, length, path, sizeof path);
  struct buffer error = {0};
  struct trace *trace = NULL;
  const enum status status = trace_read(path, &trace, &error);
  if ((status == STATUS_OK) != (trace != NULL) ||
      (status == STATUS_OK) != (error.length == 0))
    abort();
  if (trace)
    use(trace);
  trace_close(trace);
  buffer_free(&error);
  (void)close(file);
  return 0;
}

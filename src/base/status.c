/* The words for each status, as they follow a colon in a message. */
#include "base/status.h"

const char *status_text(enum status status) {
  switch (status) {
  case STATUS_OK:
    return "no error";
  case STATUS_NO_MEMORY:
    return "out of memory";
  case STATUS_IO:
    return "input or output failed";
  case STATUS_BAD_INPUT:
    return "the input has errors";
  case STATUS_TOO_LARGE:
    return "too large";
  case STATUS_STOPPED:
    return "stopped";
  }
  return "unknown status";
}

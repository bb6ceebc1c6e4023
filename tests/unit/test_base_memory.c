/* base/memory: the handler is called instead of returning NULL. */
#include "base/memory.h"

#include "sanitized.h"
#include "tap.h"

#include <setjmp.h>
#include <stdint.h>

static jmp_buf exhausted;

static void jump_out(void) {
  longjmp(exhausted, 1);
}

/* More than any machine has, unknown to a compiler that would warn of it. */
static size_t too_much(void) {
  volatile size_t bytes = PTRDIFF_MAX;
  return bytes;
}

TEST(exhaustion_calls_the_handler) {
  if (memory_is_watched())
    return;
  memory_on_exhaustion(jump_out);
  volatile int calls = 0;
  if (setjmp(exhausted) == 0)
    memory_free(memory_alloc(too_much()));
  else
    calls++;
  if (setjmp(exhausted) == 0)
    memory_free(memory_resize(NULL, too_much()));
  else
    calls++;
  CHECK(calls == 2);
  memory_on_exhaustion(NULL);
}

static volatile int warnings;

static void warn(void) {
  warnings++;
}

/* Whoever is warned has the spare memory to end with. */
TEST(what_is_laid_aside_is_given_back_once_with_a_warning) {
  if (memory_is_watched())
    return;
  memory_on_exhaustion(jump_out);
  memory_lay_aside(1 << 20, warn);
  for (int i = 0; i < 2; i++)
    if (setjmp(exhausted) == 0)
      memory_free(memory_alloc(too_much()));
  CHECK(warnings == 1);
  memory_on_exhaustion(NULL);
}

TEST(a_request_for_nothing_is_answered) {
  void *block = memory_alloc(0);
  CHECK(block != NULL);
  block = memory_resize(block, 0);
  CHECK(block != NULL);
  memory_free(block);
  memory_free(NULL);
}

TEST(new_memory_is_zeroed_and_resizing_keeps_it) {
  int *numbers = memory_alloc(10 * sizeof *numbers);
  CHECK(numbers[0] == 0 && numbers[9] == 0);
  numbers[9] = 7;
  numbers = memory_resize(numbers, 100000 * sizeof *numbers);
  CHECK(numbers[9] == 7);
  memory_free(numbers);
}

RUN_TESTS(RUN(exhaustion_calls_the_handler),
          RUN(what_is_laid_aside_is_given_back_once_with_a_warning),
          RUN(a_request_for_nothing_is_answered),
          RUN(new_memory_is_zeroed_and_resizing_keeps_it))

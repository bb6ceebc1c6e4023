/* Tests of engine/native/alike.h. */
#include "engine/native/alike.h"

#include "base/vec.h"

#include "tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct function_list *functions, const char *text) {
  struct function function = {.like = functions->count};
  (void)snprintf(function.name, sizeof function.name, "f%zu", functions->count);
  buffer_puts(&function.text, text);
  vec_push(functions, function);
}

static void add_all(struct function_list *functions, const char *const *texts,
                    size_t count) {
  for (size_t i = 0; i < count; i++)
    add(functions, texts[i]);
}

/* The element of a list of numbers, each followed by a comma. */
static int element(const char *numbers, long index) {
  while (index-- > 0)
    numbers = strchr(numbers, ',') + 1;
  return atoi(numbers);
}

/* What the function says that is called for another one: the numbers of that
 * one put in.
 */
static void read_as(const struct function_list *functions, size_t index,
                    struct buffer *out) {
  static const char word[] = "numbers[";
  const struct function *function = &functions->items[index];
  const char *at = buffer_text(&functions->items[function->like].text), *next;
  for (; (next = strstr(at, word)); at = strchr(next, ']') + 1) {
    buffer_add(out, at, (size_t)(next - at));
    buffer_printf(out, "%d",
                  element(buffer_text(&function->numbers),
                          strtol(next + strlen(word), NULL, 10)));
  }
  buffer_puts(out, at);
}

static bool mean_the_same(const struct function_list *functions,
                          const char *const *texts) {
  bool same = true;
  for (size_t i = 0; i < functions->count; i++) {
    struct buffer text = {0};
    read_as(functions, i, &text);
    same &= strcmp(buffer_text(&text), texts[i]) == 0;
    buffer_free(&text);
  }
  return same;
}

TEST(functions_that_differ_in_numbers_are_one) {
  static const char *const texts[] = {
      "(x) {\na[1] = 7 + b2;\nreturn 1;\n}\n",
      "(x) {\na[2] = 7 + b2;\nreturn 2;\n}\n",
      "(x) {\na[1] = 7 + b3;\nreturn 1;\n}\n",
      "(x) {\na[30] = 7 + b2;\nreturn 30;\n}\n"};
  struct function_list functions = {0};
  add_all(&functions, texts, 4);
  functions_join(&functions);
  CHECK(functions.items[1].like == 0 && functions.items[3].like == 0);
  CHECK(functions.items[2].like == 2);
  CHECK(functions.items[2].numbers.length == 0);
  CHECK(mean_the_same(&functions, texts));
  /* the same number for all stays; equal ones are one element */
  CHECK(strcmp(buffer_text(&functions.items[0].text),
               "(x) {\na[numbers[0]] = 7 + b2;\nreturn numbers[0];\n}\n") == 0);
  functions_free(&functions);
}

TEST(where_constants_are_wanted_they_stay) {
  static const char *const texts[] = {
      "(x) {\ncase 1: {\nx = 1;\n}\n",
      "(x) {\ncase 2: {\nx = 2;\n}\n",
      "(x) {\nstatic const int y[] = {1, 2};\n}\n",
      "(x) {\nstatic const int y[] = {2, 2};\n}\n",
      "(x) {\nx = 0xf;\n}\n",
      "(x) {\nx = 0x1;\n}\n",
      "(x) {\nx = 1u;\n}\n",
      "(x) {\nx = 2u;\n}\n",
      "(x) {\nx = 4294967295;\n}\n",
      "(x) {\nx = 4294967296;\n}\n",
  };
  struct function_list functions = {0};
  add_all(&functions, texts, 10);
  functions_join(&functions);
  for (size_t i = 0; i < functions.count; i++)
    CHECK(functions.items[i].like == i &&
          functions.items[i].numbers.length == 0);
  CHECK(mean_the_same(&functions, texts));
  functions_free(&functions);
}

/* Of two functions that are joined: is this what is written, and then the entry
 * of the second?
 */
static bool is_written_as(const char *const texts[2], const char *expected) {
  struct function_list functions = {0};
  struct buffer out = {0};
  add_all(&functions, texts, 2);
  functions_join(&functions);
  functions_put(&functions, "static int ", &out);
  functions_put_entry(&functions, 1, &out);
  const bool same = strcmp(buffer_text(&out), expected) == 0;
  buffer_free(&out);
  functions_free(&functions);
  return same;
}

TEST(functions_that_are_equal_need_no_numbers) {
  static const char *const texts[] = {"(x) { return 1; }\n",
                                      "(x) { return 1; }\n"};
  CHECK(is_written_as(texts, "static int f0(x) { return 1; }\nf0, 0"));
}

TEST(each_has_its_own_array) {
  static const char *const texts[] = {"(x) { return 1; }\n",
                                      "(x) { return 2; }\n"};
  CHECK(is_written_as(texts, "static const int32_t numbers_f0[] = {1, };\n"
                             "static int f0(x) { return numbers[0]; }\n"
                             "static const int32_t numbers_f1[] = {2, };\n"
                             "f0, numbers_f1"));
}

TEST(no_functions_are_no_trouble) {
  struct function_list functions = {0};
  struct buffer out = {0};
  functions_join(&functions);
  functions_put(&functions, "", &out);
  CHECK(out.length == 0);
  buffer_free(&out);
  functions_free(&functions);
}

RUN_TESTS(RUN(functions_that_differ_in_numbers_are_one),
          RUN(where_constants_are_wanted_they_stay),
          RUN(functions_that_are_equal_need_no_numbers),
          RUN(each_has_its_own_array), RUN(no_functions_are_no_trouble))

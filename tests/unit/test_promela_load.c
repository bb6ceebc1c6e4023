#include "promela/promela.h"
#include "tap.h"

#include "base/buffer.h"

#include <string.h>

struct patience {
  unsigned left; /* questions that are answered with yes */
};

static bool goes_on(void *context) {
  struct patience *patience = context;
  return patience->left > 0 && patience->left-- > 0;
}

/* Loads a text with so much patience; there is a model, or none and no message.
 */
static enum status load(const struct buffer *text, struct patience patience) {
  const struct limit limit = {goes_on, &patience};
  const struct preprocess_config config = {.limit = &limit};
  struct sources *sources = sources_open();
  struct diag *diag = diag_open(sources);
  struct model *model = NULL;
  const enum status status = promela_load_text(
      "model", buffer_text(text), text->length, &config, diag, &model);
  const bool fits =
      (model != NULL) == (status == STATUS_OK) && diag_errors(diag) == 0;
  model_close(model);
  diag_close(diag);
  sources_close(sources);
  return fits ? status : STATUS_IO;
}

/* Of so many statements, each of which as many others can interrupt. */
static void add_unless(struct buffer *text, unsigned count) {
  buffer_puts(text, "byte x; active proctype P() { { ");
  for (unsigned i = 0; i < count; i++)
    buffer_puts(text, "x = 1; ");
  buffer_puts(text, "} unless { if ");
  for (unsigned i = 0; i < count; i++)
    buffer_puts(text, ":: x == 2 ");
  buffer_puts(text, "fi } }");
}

TEST(the_making_of_automata_stops_at_a_limit) {
  struct buffer small = {0}, large = {0};
  add_unless(&small, 3);
  add_unless(&large, 600);
  CHECK(load(&small, (struct patience){0}) == STATUS_OK);
  CHECK(load(&large, (struct patience){0}) == STATUS_STOPPED);
  CHECK(load(&large, (struct patience){1}) == STATUS_STOPPED);
  CHECK(load(&large, (struct patience){1000}) == STATUS_OK);
  buffer_free(&small);
  buffer_free(&large);
}

RUN_TESTS(RUN(the_making_of_automata_stops_at_a_limit))

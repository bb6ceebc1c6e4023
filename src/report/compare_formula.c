/* Which of two systems have a formula: what tells systems apart can be looked
 * at again in this way.
 */
#include "report/compare.h"

#include "report/json_writer.h"
#include "report/side_view.h"

#define PATIENCE (UINT64_C(1) << 32)

static void decide(const struct compare_config *config,
                   const struct compared_side *side, const struct hml *hml,
                   struct lts_builder *labels, bool *known, bool *holds) {
  struct side_view view;
  enum status status;
  *known = *holds = false;
  if (side_view_open(&view, side->loaded, &config->graph, labels, &status)) {
    const struct lts_view look = side_view_look(&view, labels);
    *known = hml_decide(hml, &look, PATIENCE, holds);
  }
  side_view_close(&view);
}

bool compare_formula(const struct compare_config *config,
                     const struct compared_side sides[2], const char *formula,
                     struct diag *diag, struct formula_compared *out) {
  struct lts_builder *labels = lts_builder_open();
  struct hml hml;
  const bool read =
      hml_read("--formula", formula, labels, diag, &hml) == STATUS_OK;
  for (int i = 0; read && i < 2; i++)
    decide(config, &sides[i], &hml, labels, &out->known[i], &out->holds[i]);
  if (read)
    hml_clear(&hml);
  lts_builder_close(labels);
  return read;
}

void formula_compared_print(const struct paper *paper,
                            const struct compared_side sides[2],
                            const struct formula_compared *compared) {
  for (int i = 0; i < 2; i++)
    fprintf(paper->out, "%s: %s\n", sides[i].path,
            !compared->known[i]  ? "unknown: a limit was reached"
            : compared->holds[i] ? "has the formula"
                                 : "does not have the formula");
}

void formula_compared_json(struct buffer *out,
                           const struct compared_side sides[2],
                           const char *formula,
                           const struct formula_compared *compared) {
  static const char *const keys[2] = {"left", "right"};
  struct json_writer writer = {.out = out};
  json_begin_object(&writer, NULL, false);
  json_string(&writer, "tool", "lariat");
  json_string(&writer, "version", LARIAT_VERSION);
  json_string(&writer, "formula", formula);
  for (int i = 0; i < 2; i++) {
    json_begin_object(&writer, keys[i], true);
    json_string(&writer, "path", sides[i].path);
    if (compared->known[i])
      json_flag(&writer, "holds", compared->holds[i]);
    else
      json_nothing(&writer, "holds");
    json_end_object(&writer);
  }
  json_end_object(&writer);
}

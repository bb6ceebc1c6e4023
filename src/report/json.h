/* The JSON document of a check. */
#ifndef LARIAT_REPORT_JSON_H
#define LARIAT_REPORT_JSON_H

#include "base/buffer.h"
#include "report/json_writer.h"
#include "report/verify.h"

/* traces[i] is the file that holds the i-th finding of all properties, in
 * order, or NULL.
 */
void json_check(struct buffer *out, const struct loaded *loaded,
                const char *model, const struct verification *verification,
                const char *const *traces);

/* The document of a check that did not come about: the errors of a model, or
 * one message, which may be that of a limit.
 */
void json_model_errors(struct buffer *out, const char *model,
                       const struct diag *diag);
void json_failure(struct buffer *out, const char *model, bool is_limit,
                  const char *message);

/* "violation": { kind, message, file, line } */
void json_violation(struct json_writer *writer, const struct loaded *loaded,
                    const struct violation *violation);

#endif

/* Expressions and statements as people write them. */
#ifndef LARIAT_MODEL_PRINT_H
#define LARIAT_MODEL_PRINT_H

#include "base/buffer.h"
#include "model/model.h"

void print_expr(struct buffer *out, const struct expr *expr);
void print_ref(struct buffer *out, const struct ref *ref);
void print_patterns(struct buffer *out, const struct pattern *patterns,
                    uint32_t count);
/* x = 1, q!a,b, q??[..], assert(x), printf("..."), ... */
void print_action(struct buffer *out, const struct action *action);
/* byte, mtype:fruit, chan, ... */
void print_type(struct buffer *out, const struct type *type);

#endif

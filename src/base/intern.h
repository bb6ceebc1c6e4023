/* Strings stored once: equal strings have equal addresses. */
#ifndef LARIAT_BASE_INTERN_H
#define LARIAT_BASE_INTERN_H

#include <stddef.h>

struct intern;

struct intern *intern_open(void);
void intern_close(struct intern *intern); /* accepts NULL */

/* The one copy of this string, valid until intern_close(). */
const char *intern_text(struct intern *intern, const char *bytes,
                        size_t length);
const char *intern_string(struct intern *intern, const char *string);

#endif

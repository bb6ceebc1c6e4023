/* What a symbolic search has to tell, as text and JSON. */
#ifndef LARIAT_REPORT_SYMBOLIC_TEXT_H
#define LARIAT_REPORT_SYMBOLIC_TEXT_H

#include "report/json_writer.h"
#include "report/paper.h"
#include "report/symbolic_check.h"

void symbolic_text(const struct paper *paper,
                   const struct symbolic_report *report);
/* What goes before a run: its parameters and the loops that were unrolled. */
void symbolic_text_finding(const struct paper *paper,
                           const struct symbolic_finding *finding);
void symbolic_json(struct json_writer *writer,
                   const struct symbolic_report *report);

#endif

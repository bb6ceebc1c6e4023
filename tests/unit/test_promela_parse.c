#include "model/print.h"
#include "promela/promela.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* A text, read. */
struct reading {
  struct sources *sources;
  struct diag *diag;
  struct model *model;
  struct arena *arena;
  struct ast ast;
  enum status status;
};

static struct reading read_text(const char *text) {
  const struct preprocess_config config = {0};
  struct reading r = {.sources = sources_open(), .arena = arena_open()};
  r.diag = diag_open(r.sources);
  r.model = model_open();
  r.model->sources = r.sources;
  struct tokens tokens = {0};
  preprocess_text("m.pml", text, strlen(text), &config, r.model->intern, r.diag,
                  &tokens);
  r.status = promela_parse(&tokens, r.arena, r.diag, r.model, &r.ast);
  tokens_free(&tokens);
  return r;
}

static void forget(struct reading *r) {
  arena_close(r->arena);
  model_close(r->model);
  diag_close(r->diag);
  sources_close(r->sources);
}

static bool accepts(const char *text) {
  struct reading r = read_text(text);
  bool ok = r.status == STATUS_OK;
  for (size_t i = 0; i < diag_count(r.diag) && !ok; i++)
    printf("# %s\n", diag_message(r.diag, i)->text);
  forget(&r);
  return ok;
}

/* The last body: that of init in most tests. */
static const struct sequence *body_of(const struct reading *r) {
  return &r->ast.bodies[r->ast.body_count - 1].body;
}

static const struct stmt *step(const struct reading *r, uint32_t i) {
  return body_of(r)->items[i];
}

static bool prints_expr(const struct expr *expr, const char *want) {
  struct buffer text = {0};
  print_expr(&text, expr);
  bool same = strcmp(buffer_text(&text), want) == 0;
  if (!same)
    printf("# printed %s instead of %s\n", buffer_text(&text), want);
  buffer_free(&text);
  return same;
}

static bool prints_ref(const struct ref *ref, const char *want) {
  struct buffer text = {0};
  print_ref(&text, ref);
  bool same = strcmp(buffer_text(&text), want) == 0;
  buffer_free(&text);
  return same;
}

/* The first error stands at this line and contains this text, and there are no
 * more errors than `count`.
 */
static bool refuses(const char *text, size_t count, uint32_t line,
                    const char *want) {
  struct reading r = read_text(text);
  const struct message *first = NULL;
  for (size_t i = 0; i < diag_count(r.diag) && !first; i++)
    if (diag_message(r.diag, i)->level == DIAG_ERROR)
      first = diag_message(r.diag, i);
  bool ok = first && r.status == STATUS_BAD_INPUT &&
            diag_errors(r.diag) == count && strstr(first->text, want) &&
            sources_position(r.sources, first->where).line == line;
  for (size_t i = 0; i < diag_count(r.diag) && !ok; i++) {
    const struct message *m = diag_message(r.diag, i);
    printf("# %u: %s\n", sources_position(r.sources, m->where).line, m->text);
  }
  forget(&r);
  return ok;
}

static bool hints(const char *text, const char *want) {
  struct reading r = read_text(text);
  bool ok = false;
  for (size_t i = 0; i < diag_count(r.diag); i++)
    ok = ok || (diag_message(r.diag, i)->level == DIAG_NOTE &&
                strstr(diag_message(r.diag, i)->text, want));
  forget(&r);
  return ok;
}

TEST(operators_bind_as_in_spin_and_print_with_few_parentheses) {
  static const char *const same[] = {
      "x + y * 2 - 1",
      "(x + y) * 2",
      "x - (y - 1)",
      "x - y - 1",
      "x == 1 && y == 2 || x & y == 1",
      "(x | y) & 3",
      "!(x == 1) && ~x << 2 >= -y",
      "x < y == y > x",
      "-(-x)",
      "(x > 1 -> y : x + 1)",
      "len(q) % 2 + (q?[1,eval(x)] && nempty(q))",
      "a[x + 1] + t.b[2].c",
      "run P(x, 2) priority 3",
      "P[x]@here || P:v[1] == 2",
      "enabled(_pid) && timeout && np_ && pc_value(0) == 3",
      "red == m",
  };
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             "mtype = { red }; mtype m; byte x, y, z, a[9];\n"
             "chan q = [2] of { byte, byte };\n"
             "typedef B { byte c }; typedef T { B b[3] }; T t;\n"
             "proctype P(byte i, j) { byte v[3]; here: skip }\n"
             "init { z = %s }",
             same[i]);
    struct reading r = read_text(text);
    CHECK(r.status == STATUS_OK);
    if (r.status == STATUS_OK)
      CHECK(prints_expr(step(&r, 0)->value, same[i]));
    else
      printf("# %s: %s\n", same[i], diag_message(r.diag, 0)->text);
    forget(&r);
  }
}

TEST(a_line_end_is_a_semicolon_where_spin_says_so) {
  struct reading r = read_text("byte x; chan q = [2] of { byte };\n"
                               "init {\n"
                               "  x = 1\n"
                               "  -1 < x\n"
                               "  q!x\n"
                               "  (x == 1)\n"
                               "  if\n  :: x == 1\n     x++\n"
                               "  :: else x--\n  fi\n"
                               "  atomic { skip } x = 2\n"
                               "  q?x -> !x\n"
                               "}\n");
  CHECK(r.status == STATUS_OK);
  CHECK(body_of(&r)->count == 9);
  CHECK(step(&r, 0)->kind == STMT_ASSIGN && step(&r, 1)->kind == STMT_EXPR);
  CHECK(step(&r, 2)->arg_count == 1);
  CHECK(step(&r, 4)->options[0].count == 2);
  CHECK(step(&r, 7)->kind == STMT_RECEIVE && step(&r, 8)->kind == STMT_EXPR);
  forget(&r);
}

TEST(an_operator_may_begin_a_line) {
  CHECK(accepts("byte x;\ninit { (x == 0)\n  && (x == 1)\n"
                "  || x > 2\n  -> skip }"));
}

TEST(mtype_values_count_from_the_last_name) {
  struct reading r = read_text("mtype = { a, b, c }; mtype = { d e };\n"
                               "mtype:fruit = { apple, pear };\n"
                               "init { assert(a == d && apple == e) }");
  CHECK(r.status == STATUS_OK);
  const struct expr *both = step(&r, 0)->value;
  CHECK(both->a->a->value == 3 && both->a->b->value == 5);
  CHECK(both->b->a->value == 2 && both->b->b->value == 4);
  const char *fruit = intern_string(r.model->intern, "fruit");
  CHECK(strcmp(model_mtype_name(r.model, NULL, 4), "e") == 0);
  CHECK(strcmp(model_mtype_name(r.model, fruit, 1), "pear") == 0);
  CHECK(!model_mtype_name(r.model, NULL, 0));
  CHECK(!model_mtype_name(r.model, NULL, 6));
  forget(&r);
}

TEST(whole_records_become_their_leaves) {
  struct reading r =
      read_text("typedef In { byte a; short b[2] };\n"
                "typedef Out { bool f; In in[2] };\n"
                "chan q = [1] of { Out, byte };\n"
                "proctype P(In i; byte x) { skip }\n"
                "init { Out o; q!o,3; q?o,_; run P(o.in[1], 2) }");
  CHECK(r.status == STATUS_OK);
  const struct channel_type *channel = r.model->globals[0]->channel;
  CHECK(channel->field_count == 8);
  CHECK(channel->fields[0].kind == TYPE_BOOL);
  CHECK(channel->fields[6].kind == TYPE_SHORT);
  CHECK(step(&r, 0)->arg_count == 8);
  CHECK(prints_expr(step(&r, 0)->args[5], "o.in[1].b[0]") ||
        prints_expr(step(&r, 0)->args[5], "o.in[1].a"));
  CHECK(step(&r, 1)->pattern_count == 8);
  CHECK(prints_ref(step(&r, 1)->patterns[3].ref, "o.in[0].b[1]"));
  CHECK(step(&r, 1)->patterns[7].kind == PATTERN_ANY);
  CHECK(step(&r, 2)->value->arg_count == 4);
  forget(&r);
}

TEST(a_declaration_after_a_statement_is_a_step) {
  struct reading r =
      read_text("active proctype P(byte p) {\n"
                "  byte first = 2; chan c = [1] of { byte };\n"
                "  skip; byte second; { byte third = 3; skip } }");
  CHECK(r.status == STATUS_OK);
  const struct proctype *p = r.model->proctypes[0];
  CHECK(p->variable_count == 5 && p->parameter_count == 1);
  CHECK(p->variables[0]->is_parameter);
  CHECK(!p->variables[1]->init_is_step && !p->variables[2]->init_is_step);
  CHECK(p->variables[3]->init_is_step && p->variables[4]->init_is_step);
  CHECK(p->variables[3]->block == 0 && p->variables[4]->block == 1);
  CHECK(body_of(&r)->count == 3);
  CHECK(step(&r, 1)->kind == STMT_DECL && step(&r, 1)->var == p->variables[3]);
  CHECK(step(&r, 2)->body.items[0]->kind == STMT_DECL);
  forget(&r);
}

TEST(an_array_list_repeats_its_last_value) {
  struct reading r = read_text("byte a[4] = { 1, -2 }; byte b[2] = 7;\n"
                               "init { skip }");
  CHECK(r.status == STATUS_OK);
  const struct var *a = r.model->globals[0], *b = r.model->globals[1];
  CHECK(a->init_count == 4 && a->inits[0]->value == 1);
  CHECK(a->inits[3]->value == -2);
  CHECK(b->init_count == 1 && b->inits[0]->value == 7);
  forget(&r);
}

TEST(an_inline_is_expanded_as_a_block_with_its_arguments) {
  struct reading r = read_text("byte g;\n"
                               "inline add(to, n) { byte t = n; to = to + t }\n"
                               "inline twice(to) {\n"
                               "  add(to, 1);\n"
                               "  add(to, (to)) }\n"
                               "init { twice(g); twice(g) }");
  CHECK(r.status == STATUS_OK);
  CHECK(r.model->proctypes[0]->variable_count == 4);
  const struct stmt *call = step(&r, 0);
  CHECK(call->kind == STMT_BLOCK && call->from_inline);
  const struct stmt *add = call->body.items[1];
  CHECK(add->from_inline && add->body.count == 2);
  CHECK(prints_expr(add->body.items[0]->var->inits[0], "g"));
  CHECK(prints_ref(add->body.items[1]->ref, "g"));
  const struct span where = add->body.items[1]->value->b->where;
  CHECK(sources_position(r.sources, where).line == 6);
  const struct expansion *inner = sources_expansion(r.sources, where.via);
  CHECK(inner && strcmp(inner->name, "add") == 0);
  CHECK(inner && sources_position(r.sources, inner->definition).line == 2);
  forget(&r);
}

TEST(return_assigns_to_the_caller) {
  struct reading r = read_text("int x;\ninline f(a) { return a + 1 }\n"
                               "init { x = f(4) }");
  CHECK(r.status == STATUS_OK);
  const struct stmt *assign = step(&r, 0)->body.items[0];
  CHECK(assign->kind == STMT_ASSIGN && prints_ref(assign->ref, "x"));
  CHECK(prints_expr(assign->value, "4 + 1"));
  forget(&r);
}

TEST(a_goto_finds_the_nearest_label) {
  struct reading r = read_text("inline f() { skip; here: skip; goto here }\n"
                               "init {\n"
                               "  f(); f();\n"
                               "  { skip; there: skip };\n"
                               "here: skip; goto here; goto there }");
  CHECK(r.status == STATUS_OK);
  const struct sequence *first = &step(&r, 0)->body;
  const struct sequence *second = &step(&r, 1)->body;
  CHECK(first->items[2]->target == first->items[1]);
  CHECK(second->items[2]->target == second->items[1]);
  CHECK(step(&r, 4)->target == step(&r, 3));
  CHECK(step(&r, 5)->target == step(&r, 2)->body.items[1]);
  forget(&r);
}

TEST(the_labels_of_unless_belong_to_the_whole) {
  struct reading r = read_text("byte x;\n"
                               "init { L: { x = 1; x = 2 } unless { x == 3 };\n"
                               "atomic { skip } unless x == 4 }");
  CHECK(r.status == STATUS_OK);
  const struct stmt *unless = step(&r, 0)->inner;
  CHECK(step(&r, 0)->kind == STMT_LABEL && unless->kind == STMT_UNLESS);
  CHECK(unless->body.count == 2 && unless->escape.count == 1);
  CHECK(step(&r, 1)->body.items[0]->kind == STMT_ATOMIC);
  forget(&r);
}

TEST(loops_and_select_keep_their_form) {
  struct reading r =
      read_text("byte i, n_n, a[3]; typedef M { byte f, g }; M m;\n"
                "chan q = [2] of { M };\n"
                "init { for (i : 1 .. i + 2) { skip }\n"
                "  for (i in a) { a[i] = 1 }\n"
                "  for (m in q) { skip }\n"
                "  select (i : 1 .. 3);\n"
                "  select (n_n : 1 .. 3);\n"
                "  select (i : 1 .. 50) }");
  CHECK(r.status == STATUS_OK);
  CHECK(step(&r, 0)->kind == STMT_FOR_RANGE);
  CHECK(step(&r, 1)->kind == STMT_FOR_ARRAY);
  CHECK(step(&r, 2)->kind == STMT_FOR_CHANNEL);
  CHECK(step(&r, 2)->pattern_count == 2);
  CHECK(step(&r, 3)->kind == STMT_IF && step(&r, 3)->option_count == 3);
  CHECK(step(&r, 4)->kind == STMT_SELECT);
  CHECK(step(&r, 5)->kind == STMT_SELECT);
  forget(&r);
}

TEST(receives_tell_what_is_filled_and_what_is_matched) {
  struct reading r =
      read_text("mtype = { ack }; chan q = [1] of { mtype, int,\n"
                "int, int }; int x;\n"
                "init { q?ack(x,-1,eval(x + 1)); q?\?<_,_,_,x>;\n"
                "  q!!ack(1,2,3) }");
  CHECK(r.status == STATUS_OK);
  const struct stmt *receive = step(&r, 0);
  CHECK(receive->pattern_count == 4);
  CHECK(receive->patterns[0].kind == PATTERN_MATCH);
  CHECK(receive->patterns[1].kind == PATTERN_BIND);
  CHECK(receive->patterns[2].kind == PATTERN_MATCH);
  CHECK(receive->patterns[3].is_eval);
  CHECK(step(&r, 1)->random && step(&r, 1)->copy);
  CHECK(step(&r, 2)->sorted && step(&r, 2)->arg_count == 4);
  CHECK(r.model->global_count == 2); /* `_` is no variable here */
  forget(&r);
}

TEST(formulas_have_expressions_as_atoms) {
  struct reading r =
      read_text("ltl { [] (x + 1 > 2 -> <> P@end) }\n"
                "ltl named { !x == 1 U (x == 2 || x + 1 > 2) &&\n"
                "            true }\n"
                "ltl { always (x == 2 implies next x == 2) }\n"
                "byte x;\n"
                "active proctype P() { end: x = 1 }");
  CHECK(r.status == STATUS_OK);
  CHECK(r.model->ltl_count == 3);
  CHECK(strcmp(r.model->ltl[0].name, "ltl_0") == 0);
  CHECK(strcmp(r.model->ltl[1].name, "named") == 0);
  CHECK(strcmp(r.model->ltl[2].name, "ltl_1") == 0);
  const struct formula *first = r.model->ltl[0].formula;
  CHECK(first->kind == FORMULA_ALWAYS);
  CHECK(first->left->kind == FORMULA_IMPLIES);
  CHECK(first->left->right->kind == FORMULA_EVENTUALLY);
  const struct formula *second = r.model->ltl[1].formula;
  CHECK(second->kind == FORMULA_AND);
  CHECK(second->left->kind == FORMULA_UNTIL);
  CHECK(second->left->right->kind == FORMULA_OR);
  CHECK(second->left->right->right->atom == first->left->left->atom);
  CHECK(second->right->kind == FORMULA_TRUE);
  const struct formula *end = first->left->right->left;
  CHECK(prints_expr(r.model->atoms[first->left->left->atom], "x + 1 > 2"));
  CHECK(prints_expr(r.model->atoms[end->atom], "P@end"));
  forget(&r);
}

TEST(remote_references_are_different_atoms) {
  struct reading r =
      read_text("active proctype P() { byte a, b; L: skip }\n"
                "active proctype Q() { byte a, b; L: skip }\n"
                "ltl { [] (P@L -> Q@L) && P:a == 0 U P:b == 0 &&\n"
                "      <> (P@L && P:a == 0) }");
  CHECK(r.status == STATUS_OK);
  CHECK(r.model->atom_count == 4);
  forget(&r);
}

TEST(claims_and_traces_are_processes_too) {
  struct reading r = read_text("chan q = [1] of { byte };\n"
                               "never { do :: !len(q) od }\n"
                               "never named { skip }\n"
                               "trace { q!1; q?_ }\n"
                               "active [2] proctype P() provided (len(q) < 1)\n"
                               "priority_is_next: { skip }\n");
  CHECK(r.status == STATUS_BAD_INPUT);
  forget(&r);
  r = read_text("chan q = [1] of { byte };\n"
                "never { do :: !len(q) od }\n"
                "never named { skip }\n"
                "trace { q!_; q?_ }\n"
                "active [2] proctype P() priority 7 provided (len(q) < 1)\n"
                "{ skip }\n");
  CHECK(r.status == STATUS_OK);
  CHECK(r.model->proctype_count == 4);
  CHECK(strcmp(r.model->proctypes[0]->name, "never") == 0);
  CHECK(strcmp(r.model->proctypes[1]->name, "named") == 0);
  CHECK(r.model->proctypes[2]->kind == PROC_TRACE);
  CHECK(r.model->proctypes[3]->active == 2);
  CHECK(r.model->proctypes[3]->priority == 7);
  CHECK(r.model->proctypes[3]->provided != NULL);
  forget(&r);
}

static const struct mistake {
  const char *text;
  uint32_t line;
  const char *message;
} mistakes[] = {
    {"init {\n x = 1;\n x = 2 }", 2, "'x' is not declared"},
    {"byte x;\nbyte x;\ninit { skip }", 2, "declared twice"},
    {"byte x;\ninit { x = 1 x = 2 }", 2, "expected ';'"},
    {"byte x;\ninit {\n if\n :: x = 1\n}", 5, "expected 'fi'"},
    {"byte x;\ninit {\n if x == 1 -> skip fi }", 3, "'::'"},
    {"init {\n goto L }", 2, "no label 'L'"},
    {"init {\n skip;\n break }", 3, "outside of any loop"},
    {"init { skip;\n L: skip;\n L: skip }", 3, "twice"},
    {"init { d_step { skip;\n goto L };\n L: skip }", 2, "out of a d_step"},
    {"init {\n run P() }", 2, "no proctype 'P'"},
    {"proctype P(byte a, b) { skip }\ninit { run P(1) }", 2,
     "takes 2 arguments"},
    {"byte a[3];\ninit { select (a : 0 .. 2) }", 2, "simple variable"},
    {"byte a;\ninit { a[1] = 1 }", 2, "not an array"},
    {"typedef T { byte a }; T t;\ninit { t = 1 }", 2, "record"},
    {"typedef T { byte a }; T t;\ninit { t.b = 1 }", 2, "no field 'b'"},
    {"chan q = [1] of { byte };\ninit { q!1,2 }", 2, "sends 2 fields"},
    {"byte q;\ninit { q!1 }", 2, "not a channel"},
    {"mtype = { a };\ninit { a = 1 }", 2, "constant"},
    {"init {\n _pid = 1 }", 2, "assigned"},
    {"byte a[0];\ninit { skip }", 1, "at least one"},
    {"byte a[2000000000];\ninit { skip }", 1, "too large"},
    {"inline f(a) { skip }\ninit { f() }", 2, "1 argument"},
    {"inline f() { g() }\ninline g() { f() }\ninit { f() }", 3, "calls itself"},
    {"init {\n return 1 }", 2, "x = f()"},
    {"active [256] proctype P() { skip }", 1, "255"},
    {"byte x;\n", 2, "no process"},
    {"byte x;\nltl p { [] (y == 1) }\ninit { skip }", 2, "'y'"},
    {"byte x;\ninit { if :: else :: else fi }", 2, "else"},
    {"init {\n }", 2, "expected a statement"},
    {"byte x;\ninit { if :: x == 0 -> x = 1 :: else\nod }", 3, "'fi'"},
    {"byte x;\ninit { do :: if :: x == 0 od }", 2, "'fi'"},
    {"byte x;\ninit { if : x == 0 -> skip fi }", 2, "'::'"},
    {"byte x;\ninit { if (x == 0) { x++; } else { x--; } }", 2, "'::'"},
    {"byte x;\ninit { if (x == 0) -> x++ :: else fi }", 2, "'::'"},
    {"byte i;\ninit { for (i = 0; i < 3; i++) { skip } }", 2, "range"},
    {"byte i;\ninit { while (i < 3) { i++; } }", 2, "'while'"},
};

TEST(each_mistake_is_reported_once_and_where_it_is) {
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
    CHECK(refuses(mistakes[i].text, 1, mistakes[i].line, mistakes[i].message));
}

TEST(several_mistakes_are_found_in_one_run) {
  CHECK(refuses("byte x = ;\n"
                "proctype P() { x = (1 + ; x = 2 }\n"
                "init { y = 1; run Q(); x = 3 }",
                4, 1, "expected an expression"));
}

TEST(hints_name_the_usual_mistakes) {
  CHECK(hints("byte x; init { (x = 1) -> skip }", "'=='"));
  CHECK(hints("byte count; init { cuont = 1 }", "did you mean 'count'?"));
  CHECK(hints("byte count, A; init { cuont = 1 }", "did you mean 'count'?"));
  CHECK(hints("byte x; init { do :: x = 1\n}", "to close this 'do'"));
  CHECK(hints("byte x; init { if (x == 0) { x++; } }", "write if :: "));
  CHECK(hints("byte x; init { while (x < 3) { x++; } }", "written do :: "));
}

TEST(embedded_c_is_refused_once) {
  CHECK(refuses("c_decl { int x; };\ninit { c_code { x = 1; }; nonsense }", 1,
                1, "embedded C (c_decl) is not supported"));
}

/* open, n times, then middle, then close, n times */
static char *nest(const char *head, const char *open, const char *middle,
                  const char *close, size_t n) {
  size_t size =
      strlen(head) + n * (strlen(open) + strlen(close)) + strlen(middle) + 10;
  char *text = malloc(size), *end = text;
  end += sprintf(end, "%s", head);
  for (size_t i = 0; i < n; i++)
    end += sprintf(end, "%s", open);
  end += sprintf(end, "%s", middle);
  for (size_t i = 0; i < n; i++)
    end += sprintf(end, "%s", close);
  sprintf(end, " }");
  return text;
}

TEST(deep_nesting_is_an_error_and_not_a_crash) {
  static const char *const forms[][4] = {
      {"byte x; init { x = ", "(", "1", ")"},
      {"byte x; init { x = ", "- ", "1", ""},
      {"init { ", "{", "skip", "}"},
      {"init { ", "if :: ", "skip", " fi"},
      {"byte x; init { x = ", "x + ", "1", ""},
      {"byte a[2]; init { a[0] = ", "a[", "1", "]"},
      {"byte x; init { skip } ltl p { ", "[] ", "x", ""},
  };
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    char *text =
        nest(forms[i][0], forms[i][1], forms[i][2], forms[i][3], 100000);
    struct reading r = read_text(text);
    CHECK(diag_errors(r.diag) == 1);
    forget(&r);
    free(text);
    text = nest(forms[i][0], forms[i][1], forms[i][2], forms[i][3], 300);
    CHECK(accepts(text));
    free(text);
  }
}

static struct buffer sum_of_sums(unsigned levels) {
  struct buffer text = {0};
  buffer_puts(&text, "int x;\n#define S0 x\n");
  for (unsigned i = 1; i <= levels; i++)
    buffer_printf(&text, "#define S%u (S%u + S%u)\n", i, i - 1, i - 1);
  buffer_printf(&text, "init { x = S%u }", levels);
  return text;
}

/* Macros make expressions that are large and yet easy to walk. */
TEST(an_expression_may_have_many_operators_but_not_be_deep) {
  struct buffer wide = sum_of_sums(15), wider = sum_of_sums(18);
  CHECK(accepts(buffer_text(&wide)));
  CHECK(refuses(buffer_text(&wider), 1, 21, "too many operators"));
  buffer_free(&wide);
  buffer_free(&wider);
  char *deep = nest("byte x; init { x = ", "x + ", "1", "", 15000);
  CHECK(refuses(deep, 1, 1, "too deep"));
  free(deep);
}

TEST(inlines_that_double_are_stopped) {
  struct buffer text = {0};
  buffer_puts(&text, "byte x; inline f0() { x++ }\n");
  for (int i = 1; i <= 40; i++)
    buffer_printf(&text, "inline f%d() { f%d(); f%d() }\n", i, i - 1, i - 1);
  buffer_puts(&text, "init { f40() }");
  CHECK(refuses(buffer_text(&text), 1, 42, "expand to too much"));
  buffer_free(&text);
}

RUN_TESTS(RUN(operators_bind_as_in_spin_and_print_with_few_parentheses),
          RUN(a_line_end_is_a_semicolon_where_spin_says_so),
          RUN(an_operator_may_begin_a_line),
          RUN(mtype_values_count_from_the_last_name),
          RUN(whole_records_become_their_leaves),
          RUN(a_declaration_after_a_statement_is_a_step),
          RUN(an_array_list_repeats_its_last_value),
          RUN(an_inline_is_expanded_as_a_block_with_its_arguments),
          RUN(return_assigns_to_the_caller),
          RUN(a_goto_finds_the_nearest_label),
          RUN(the_labels_of_unless_belong_to_the_whole),
          RUN(loops_and_select_keep_their_form),
          RUN(receives_tell_what_is_filled_and_what_is_matched),
          RUN(formulas_have_expressions_as_atoms),
          RUN(remote_references_are_different_atoms),
          RUN(claims_and_traces_are_processes_too),
          RUN(each_mistake_is_reported_once_and_where_it_is),
          RUN(several_mistakes_are_found_in_one_run),
          RUN(hints_name_the_usual_mistakes), RUN(embedded_c_is_refused_once),
          RUN(deep_nesting_is_an_error_and_not_a_crash),
          RUN(an_expression_may_have_many_operators_but_not_be_deep),
          RUN(inlines_that_double_are_stopped))

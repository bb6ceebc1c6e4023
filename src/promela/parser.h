/* Inside the parser: its state, and what its files offer each other.
 *
 * Recursive descent over an array of tokens.  The call of an inline pushes the
 * expanded body as a new array and parses it as one block, so look-ahead never
 * crosses the border of a body.
 *
 * After a syntax error `panic` silences further messages until the parser has
 * found the next statement or declaration.  Every function gives a usable node
 * even then, so nobody tests for NULL.
 */
#ifndef LARIAT_PROMELA_PARSER_H
#define LARIAT_PROMELA_PARSER_H

#include "base/map.h"
#include "base/vec.h"
#include "promela/promela.h"

enum {
  MAX_NESTING = 1000,        /* of blocks, parentheses and inlines together */
  MAX_OPERATORS = 100000,    /* in one expression */
  MAX_HEIGHT = 10000,        /* of an expression; operators of a formula */
  MAX_INLINED = 1000000,     /* tokens from inlines, in the whole model */
  MAX_ELEMENTS = 1 << 24,    /* leaves of all variables together */
  MAX_MESSAGE_FIELDS = 4096, /* after flattening */
  MAX_ARGUMENTS = 256,       /* of run, likewise */
  MAX_INSTANCES = 255,       /* active [n] */
  MAX_MTYPE_NAMES = 255,
};

#define INIT_NAME ":init:" /* what SPIN calls the process of `init` */

/* The tokens being read: the model, or the body of an inline. */
struct stream {
  const struct token *items; /* ends with TOKEN_END */
  size_t next;
};

/* One name of an mtype declaration. */
struct mtype_value {
  const char *subtype;
  int32_t value;
  struct span where;
};

struct inline_def {
  const char *name;
  struct span where;
  const char **formals;
  uint32_t formal_count;
  const struct token *body; /* from '{' to '}', then TOKEN_END */
  size_t body_count;
  bool is_broken; /* its errors were reported for an earlier call */
};

/* The call being expanded. */
struct inline_call {
  const struct inline_def *def;
  struct ref *result; /* of `x = f()`, or NULL */
  const struct inline_call *outer;
};

struct record_info {
  uint64_t leaves;
  uint32_t depth;
};

/* A variable name made visible; undone at the end of its block. */
struct binding {
  const char *name;
  struct var *previous; /* what the name meant before */
};

/* A label name belongs to the block where it is first mentioned. */
struct label_name {
  uint32_t block;
  uint32_t d_step; /* number of the d_step around the label, or 0 */
  const struct inline_def *def; /* the inline it stands in, or NULL */
  struct stmt *stmt;            /* the STMT_LABEL, once seen */
  struct label_name *previous;  /* of the same spelling, anywhere */
  struct label_name *outer;     /* of the same spelling, in a block around */
};

struct pending_goto {
  struct stmt *stmt;
  struct label_name *name;
  uint32_t d_step;
};

/* What refers to a proctype and waits until all are known. */
struct pending_ref {
  struct expr *expr;
  const char *name; /* of the proctype */
  struct span where;
  const char *variable; /* EXPR_REMOTE */
};

struct parser {
  struct stream in;
  struct token previous; /* the token read last */
  struct arena *arena;   /* of statements */
  struct diag *diag;
  struct model *model;
  bool panic;
  bool stop; /* too many errors, or one that nobody recovers from */
  bool ltl_mode;
  uint32_t nesting;
  uint32_t parentheses; /* open ones: a line end is no separator in them */
  uint32_t expressions; /* how many are being read, one inside the other */
  uint32_t operators;   /* in the outermost of them */
  uint64_t elements;
  size_t inlined;

  /* names */
  struct map variables; /* name -> the struct var it means here */
  VEC(struct binding) bindings;
  struct map mtype_values, records, record_infos, proctypes, inlines;
  struct map reported; /* names already reported as undeclared */
  struct var *dummy;   /* the variable _, once used */

  /* the process being read */
  struct proctype *proctype;
  VEC(struct var *) locals;
  bool in_body;
  bool in_event_map; /* trace, notrace */
  bool at_start;     /* no statement yet: declarations happen at creation */
  uint32_t block;
  VEC(uint32_t) block_parents; /* [block - 1] -> the block around it */
  uint32_t loops;
  const struct inline_call *call;
  uint32_t d_step, d_step_count; /* the one around, how many there are */
  uint32_t d_step_loops;         /* loops around that d_step */
  struct map labels;             /* spelling -> latest struct label_name */
  struct map visible_labels;     /* spelling -> innermost struct label_name */
  VEC(const char *) label_bindings; /* spellings, taken back like variables */
  VEC(struct pending_goto) gotos;

  /* the model */
  VEC(struct var *) globals;
  VEC(struct record *) all_records;
  VEC(struct mtype) mtypes;
  VEC(struct proctype *) all_proctypes;
  VEC(struct ast_body) bodies;
  VEC(struct map) all_labels; /* of bodies[i] */
  VEC(struct ltl_block) ltl;
  VEC(struct expr *) atoms;
  struct map atom_numbers; /* text -> its uint32_t number */
  VEC(struct pending_ref) pending;
  bool all_known; /* the text is read: nothing needs to wait */
  uint32_t unnamed_formulas, unnamed_claims;
  VEC(size_t) ltl_places; /* tokens: ltl blocks are read last */
};

/* A copy of a VEC's items in an arena. */
#define PARSER_KEEP(to, vec)                                                   \
  parser_keep((to), (vec)->items, (vec)->count * sizeof *(vec)->items)
void *parser_keep(struct arena *to, const void *items, size_t bytes);

/* stream.c: tokens and recovery */
const struct token *peek(const struct parser *p);
const struct token *peek_at(const struct parser *p, size_t ahead);
bool at(const struct parser *p, enum token_kind kind);
bool at_name(const struct parser *p); /* `in` is a name outside `for` */
struct token take(struct parser *p);
bool accept(struct parser *p, enum token_kind kind);
bool expect(struct parser *p, enum token_kind kind, const char *where);
void open_parenthesis(struct parser *p, const char *where);
void close_parenthesis(struct parser *p, const char *where);
const char *expect_name(struct parser *p, const char *what, struct span *where);
void syntax_error(struct parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A message about something that was read well: it starts no panic. */
void semantic_error(struct parser *p, struct span where, const char *format,
                    ...) __attribute__((format(printf, 3, 4)));
/* The line ended after something complete, where SPIN puts a semicolon. */
bool line_ended(const struct parser *p);
bool begins_unit(enum token_kind kind);
void calm_down(struct parser *p); /* ends a panic, unless it is to stay */
void give_up(struct parser *p);   /* no more messages, stop soon */
void skip_to_separator(struct parser *p);
void skip_to_unit(struct parser *p);
/* False, with a message, when nested too deeply; else leave() must follow. */
bool enter(struct parser *p);
void leave(struct parser *p);
struct span span_from(const struct parser *p, struct span start);
/* The place of a statement that was read from the token `first` on: of one that
 * begins with an argument of an inline, the place of the call and in the body.
 */
struct span span_in_inline(const struct parser *p, size_t first,
                           struct span where);

/* scope.c: names */
struct block_mark {
  size_t bindings, label_bindings;
  uint32_t outer;
};
struct block_mark open_block(struct parser *p);
void close_block(struct parser *p, struct block_mark mark);
void declare(struct parser *p, struct var *var);
void name_twins(struct parser *p, struct proctype *proctype);
struct var *find_variable(struct parser *p, const char *name,
                          struct span where);
void suggest(struct parser *p, const char *name, struct span where);

/* parse_decl.c */
bool at_declaration(const struct parser *p);
struct stmt_list;
void parse_declaration(struct parser *p, struct stmt_list *steps);
void parse_typedef(struct parser *p);
void parse_parameters(struct parser *p);
struct record_info record_info(const struct parser *p,
                               const struct record *record);

/* constant.c */
int64_t parse_constant(struct parser *p, const char *what); /* >= 0 */
int64_t parse_signed_constant(struct parser *p);
int64_t parse_size(struct parser *p); /* of an array: may be a variable, too */

/* parse_expr.c */
struct expr *new_expr(struct parser *p, enum expr_kind kind, struct span where);
struct expr *new_constant(struct parser *p, int32_t value, struct span where);
struct expr *new_ref_expr(struct parser *p, struct ref *ref);
struct expr *new_binary(struct parser *p, enum expr_kind kind, struct expr *a,
                        struct expr *b);
struct expr *parse_expr(struct parser *p);
void begin_expression(struct parser *p);
void end_expression(struct parser *p);
/* The rest of an expression whose first operand is read already. */
struct expr *parse_expr_after(struct parser *p, struct expr *first);

/* An operand that must be an ordinary expression. */
struct expr *parse_plain_expr(struct parser *p);
/* P[e]@label, P@label, P[e]:x, P:x; the proctype may come later. */
struct expr *parse_remote(struct parser *p);
bool looks_remote(const struct parser *p);
/* The name of a proctype; for `init` the one it has inside. */
struct token take_proctype(struct parser *p);

/* An expression, or in an ltl block perhaps a formula. */
struct operand {
  struct expr *expr;
  const struct formula *formula; /* NULL: expr */
};
struct operand parse_operand(struct parser *p);         /* with its prefixes */
struct operand parse_formula_operand(struct parser *p); /* all of it */

/* parse_ref.c */
enum ref_use { REF_LEAF, REF_ANY_RECORD, REF_ARRAY };
struct ref *parse_ref(struct parser *p, enum ref_use use);
/* Gives an array that lacks an index the first one, with a warning. */
void need_index(struct parser *p, struct ref *part);
/* The variable or field a reference ends in. */
const struct var *ref_target(const struct ref *ref);
bool ref_is_record(const struct ref *ref);
typedef VEC(struct expr *) expr_list;
typedef VEC(struct pattern) pattern_list;
void flatten_ref(struct parser *p, struct ref *ref, expr_list *out);
void parse_values(struct parser *p, expr_list *out);
void parse_arguments(struct parser *p, expr_list *out); /* flattened */
void parse_message(struct parser *p, expr_list *out);
void parse_patterns(struct parser *p, pattern_list *out);

/* parse_channel.c */
void check_channel(struct parser *p, const struct ref *ref);
/* Compares with the channel's declaration, where that is known. */
void check_message(struct parser *p, const struct ref *channel, size_t count,
                   bool is_send, struct span where);
struct stmt *parse_send(struct parser *p, struct ref *channel);
struct stmt *parse_receive(struct parser *p, struct ref *channel);
struct expr *parse_poll(struct parser *p, struct ref *channel);
void parse_exclusive(struct parser *p);

/* parse_event.c */
bool at_event(const struct parser *p); /* moves(...) and its relatives */
struct expr *parse_event(struct parser *p);
/* Events may be combined by && || ! only: says where they are not. */
void check_events(struct parser *p, struct expr *expr);

/* parse_loop.c */
struct stmt *parse_for(struct parser *p);
struct stmt *parse_select(struct parser *p);

/* parse_stmt.c */
struct stmt_list {
  VEC(struct stmt *) items;
};
struct stmt *new_stmt(struct parser *p, enum stmt_kind kind, struct span where);
struct stmt *new_assignment(struct parser *p, struct ref *ref,
                            struct expr *value, struct span where);
/* A sequence of one statement, or what a block holds. */
struct sequence as_sequence(struct parser *p, struct stmt *stmt);
void parse_sequence(struct parser *p, struct sequence *out);
void parse_block(struct parser *p, struct sequence *out, const char *what);

/* check.c */
bool contains_run(const struct expr *expr);
void check_value(struct parser *p, const struct var *target,
                 const struct expr *value);
void check_condition(struct parser *p, struct expr *value);
void check_options(struct parser *p, const struct stmt *stmt);
void check_place(struct parser *p, const struct stmt *stmt);

/* inline.c */
void parse_inline_definition(struct parser *p);
struct stmt *parse_inline_call(struct parser *p, struct ref *result);

/* labels.c */
void label_define(struct parser *p, struct stmt *label);
void label_goto(struct parser *p, struct stmt *jump);
void labels_end(struct parser *p); /* resolves the gotos of a body */
bool labels_have(const struct map *labels, const char *name);

/* resolve.c */
void wait_for_proctype(struct parser *p, struct expr *expr, const char *name,
                       struct span where, const char *variable);
void resolve_pending(struct parser *p);

/* parse_ltl.c */
void parse_ltl_block(struct parser *p);
struct operand ltl_prefix(struct parser *p);
bool at_ltl_prefix(const struct parser *p);
/* The precedence of the temporal or boolean operator here, or 0. */
int ltl_operator(const struct parser *p, enum formula_kind *kind);
struct operand ltl_combine(struct parser *p, enum formula_kind kind,
                           struct operand left, struct operand right,
                           struct span where);
const struct formula *formula_of(struct parser *p, struct operand operand);

#endif

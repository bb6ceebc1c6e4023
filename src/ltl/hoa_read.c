/* Reading automata in the HOA format (Babiak et al. 2015).
 *
 * Header and body are read token by token into a graph, labels into boolean
 * functions of the atoms; the graph then becomes an automaton.  Headers that do
 * not matter are skipped; one that begins with a capital letter and is unknown
 * changes the meaning of the automaton, and is an error, as the format demands.
 * The first error ends the reading.
 */
#include "ltl/hoa.h"

#include "base/vec.h"
#include "ltl/export.h"
#include "ltl/graph.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_STATES = 1 << 20,
  MOST_ATOMS = 64,
  MOST_SETS = 64,
  DEEPEST_LABEL = 500,
};

enum token_kind {
  TOKEN_END,
  TOKEN_HEADER, /* name: */
  TOKEN_NAME,
  TOKEN_STRING,
  TOKEN_NUMBER,
  TOKEN_ALIAS,  /* @name */
  TOKEN_MARKER, /* --BODY-- and the like */
  TOKEN_SIGN,
  TOKEN_BAD,
};

struct token {
  enum token_kind kind;
  uint32_t offset, length;
  uint32_t number; /* TOKEN_NUMBER; UINT32_MAX stands for all too large ones */
};

struct alias {
  const char *text;
  size_t length;
  bdd_node label;
};

struct reader {
  const char *text;
  size_t length;
  uint32_t source;
  struct arena *arena;
  struct diag *diag;
  struct token token;
  bool failed;
  int depth;

  struct bdd *bdd;
  struct graph graph;
  VEC(const char *) names;
  VEC(struct alias) aliases;
  bool has_states, has_atoms, has_acceptance;
  uint64_t wanted; /* the sets that must be met infinitely often */
  bool accepts_nothing;
};

/* ---- tokens ---- */

static bool is_name(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static size_t skip_comment(const struct reader *r, size_t at) {
  int depth = 0;
  do {
    bool pair = at + 1 < r->length;
    if (pair && r->text[at] == '/' && r->text[at + 1] == '*') {
      depth++;
      at += 2;
    } else if (pair && r->text[at] == '*' && r->text[at + 1] == '/') {
      depth--;
      at += 2;
    } else {
      at++;
    }
  } while (depth > 0 && at < r->length);
  return at;
}

static size_t skip_space(const struct reader *r, size_t at) {
  while (at < r->length) {
    if (isspace((unsigned char)r->text[at]))
      at++;
    else if (at + 1 < r->length && r->text[at] == '/' && r->text[at + 1] == '*')
      at = skip_comment(r, at);
    else
      break;
  }
  return at;
}

static void read_number(struct reader *r, const char *start, size_t rest) {
  struct token *token = &r->token;
  uint64_t value = 0;
  while (token->length < rest && isdigit((unsigned char)start[token->length])) {
    value = 10 * value + (uint64_t)(start[token->length++] - '0');
    if (value > UINT32_MAX)
      value = UINT32_MAX;
  }
  token->kind = TOKEN_NUMBER;
  token->number = (uint32_t)value;
}

static void read_name(struct reader *r, const char *start, size_t rest) {
  struct token *token = &r->token;
  token->kind = *start == '@' ? TOKEN_ALIAS : TOKEN_NAME;
  token->length = 1;
  while (token->length < rest && is_name(start[token->length]))
    token->length++;
  if (token->kind == TOKEN_NAME && token->length < rest &&
      start[token->length] == ':') {
    token->kind = TOKEN_HEADER;
    token->length++;
  }
}

static void read_string(struct reader *r, const char *start, size_t rest) {
  size_t length = 1;
  while (length < rest && start[length] != '"')
    length += start[length] == '\\' ? 2 : 1;
  bool closed = length < rest;
  r->token.kind = closed ? TOKEN_STRING : TOKEN_BAD;
  r->token.length = closed ? (uint32_t)length + 1 : 1;
}

static bool read_marker(struct reader *r, const char *start, size_t rest) {
  static const char *const markers[] = {"--BODY--", "--END--", "--ABORT--"};
  for (size_t i = 0; i < sizeof markers / sizeof markers[0]; i++) {
    size_t length = strlen(markers[i]);
    if (length > rest || memcmp(markers[i], start, length) != 0)
      continue;
    r->token.kind = TOKEN_MARKER;
    r->token.length = (uint32_t)length;
    return true;
  }
  return false;
}

static void advance(struct reader *r) {
  size_t at = skip_space(r, r->token.offset + r->token.length);
  r->token = (struct token){.kind = TOKEN_END, .offset = (uint32_t)at};
  if (at >= r->length)
    return;
  const char *start = r->text + at;
  size_t rest = r->length - at;
  if (isdigit((unsigned char)*start)) {
    read_number(r, start, rest);
  } else if (isalpha((unsigned char)*start) || *start == '_' || *start == '@') {
    read_name(r, start, rest);
  } else if (*start == '"') {
    read_string(r, start, rest);
  } else if (!read_marker(r, start, rest)) {
    r->token.kind =
        strchr("[]{}()!&|", *start) && *start ? TOKEN_SIGN : TOKEN_BAD;
    r->token.length = 1;
  }
}

static bool at_text(const struct reader *r, const char *text) {
  return r->token.kind != TOKEN_END && r->token.kind != TOKEN_STRING &&
         strlen(text) == r->token.length &&
         memcmp(text, r->text + r->token.offset, r->token.length) == 0;
}

static bool accept(struct reader *r, const char *text) {
  if (!at_text(r, text))
    return false;
  advance(r);
  return true;
}

static struct span here(const struct reader *r) {
  return (struct span){r->source, r->token.offset, r->token.length, 0};
}

static void complain(struct reader *r, const char *message) {
  if (!r->failed)
    diag_error(r->diag, here(r), "%s", message);
  r->failed = true;
}

static void expected(struct reader *r, const char *what) {
  if (!r->failed) {
    if (r->token.kind == TOKEN_END)
      diag_error(r->diag, here(r), "the automaton ends where %s is expected",
                 what);
    else
      diag_error(r->diag, here(r), "expected %s instead of '%.*s'", what,
                 (int)r->token.length, r->text + r->token.offset);
  }
  r->failed = true;
}

static void expect(struct reader *r, const char *text) {
  if (!accept(r, text))
    expected(r, text);
}

static uint32_t take_number(struct reader *r, const char *what) {
  uint32_t number = r->token.number;
  if (r->token.kind != TOKEN_NUMBER) {
    expected(r, what);
    return 0;
  }
  advance(r);
  return number;
}

/* ---- labels ---- */

static bdd_node parse_label(struct reader *r);

static bdd_node find_alias(struct reader *r) {
  const char *text = r->text + r->token.offset;
  for (size_t i = r->aliases.count; i-- > 0;)
    if (r->aliases.items[i].length == r->token.length &&
        memcmp(r->aliases.items[i].text, text, r->token.length) == 0) {
      advance(r);
      return r->aliases.items[i].label;
    }
  complain(r, "unknown alias");
  return BDD_FALSE;
}

static bdd_node parse_label_leaf(struct reader *r) {
  if (accept(r, "t"))
    return BDD_TRUE;
  if (accept(r, "f"))
    return BDD_FALSE;
  if (r->token.kind == TOKEN_ALIAS)
    return find_alias(r);
  if (accept(r, "(")) {
    bdd_node inner = parse_label(r);
    expect(r, ")");
    return inner;
  }
  if (r->token.kind == TOKEN_NUMBER && r->has_atoms &&
      r->token.number >= r->names.count) {
    complain(r, "there is no such atomic proposition");
    return BDD_FALSE;
  }
  if (!r->has_atoms)
    complain(r, "the header AP: must come before labels");
  uint32_t atom = take_number(r, "a proposition's number");
  return r->failed ? BDD_FALSE : bdd_variable(r->bdd, atom);
}

static bdd_node parse_label_not(struct reader *r) {
  bool negative = false;
  while (accept(r, "!"))
    negative = !negative;
  bdd_node leaf = parse_label_leaf(r);
  return negative ? bdd_not(r->bdd, leaf) : leaf;
}

static bdd_node parse_label_and(struct reader *r) {
  bdd_node all = parse_label_not(r);
  while (!r->failed && accept(r, "&"))
    all = bdd_and(r->bdd, all, parse_label_not(r));
  return all;
}

static bdd_node parse_label(struct reader *r) {
  if (r->depth == DEEPEST_LABEL) {
    complain(r, "the label is too deep");
    return BDD_FALSE;
  }
  r->depth++;
  bdd_node any = parse_label_and(r);
  while (!r->failed && accept(r, "|"))
    any = bdd_or(r->bdd, any, parse_label_and(r));
  r->depth--;
  return any;
}

/* [label], if there is one. */
static bool parse_optional_label(struct reader *r, bdd_node *label) {
  if (!accept(r, "["))
    return false;
  *label = parse_label(r);
  expect(r, "]");
  return true;
}

/* {sets}, if there are any. */
static uint64_t parse_marks(struct reader *r) {
  uint64_t marks = 0;
  if (!accept(r, "{"))
    return 0;
  while (!r->failed && r->token.kind == TOKEN_NUMBER) {
    if (r->token.number >= r->graph.set_count)
      complain(r, "there is no such acceptance set");
    else
      marks |= UINT64_C(1) << r->token.number;
    advance(r);
  }
  expect(r, "}");
  return marks;
}

/* ---- header ---- */

static const char *take_string(struct reader *r) {
  if (r->token.kind != TOKEN_STRING) {
    expected(r, "a string");
    return "";
  }
  char *copy =
      arena_copy(r->arena, r->text + r->token.offset + 1, r->token.length - 2);
  char *to = copy;
  for (const char *from = copy; *from; from++) {
    if (*from == '\\' && from[1])
      from++;
    *to++ = *from;
  }
  *to = '\0';
  advance(r);
  return copy;
}

static void parse_states(struct reader *r) {
  struct span where = here(r);
  r->graph.state_count = take_number(r, "the number of states");
  if (!r->failed && r->graph.state_count > MOST_STATES) {
    diag_error(r->diag, where, "too many states: at most %d are possible",
               MOST_STATES);
    r->failed = true;
  }
  r->has_states = true;
}

static uint32_t take_state(struct reader *r) {
  uint32_t state = r->token.number;
  if (r->token.kind == TOKEN_NUMBER &&
      (state >= MOST_STATES ||
       (r->has_states && state >= r->graph.state_count)))
    complain(r, "there is no such state");
  take_number(r, "a state");
  if (r->failed)
    return 0;
  if (at_text(r, "&"))
    complain(r, "alternating automata are not supported");
  if (!r->has_states && state >= r->graph.state_count)
    r->graph.state_count = state + 1;
  return state;
}

static void parse_atoms(struct reader *r) {
  if (r->has_atoms)
    complain(r, "a second list of propositions");
  uint32_t count = take_number(r, "the number of propositions");
  if (count > MOST_ATOMS)
    complain(r, "too many propositions: at most 64 are possible");
  for (uint32_t i = 0; i < count && !r->failed; i++)
    vec_push(&r->names, take_string(r));
  r->has_atoms = true;
}

static void parse_alias(struct reader *r) {
  struct alias alias = {r->text + r->token.offset, r->token.length, BDD_FALSE};
  if (r->token.kind != TOKEN_ALIAS)
    expected(r, "an alias");
  advance(r);
  alias.label = parse_label(r);
  vec_push(&r->aliases, alias);
}

static void parse_inf(struct reader *r) {
  if (accept(r, "(")) {
    parse_inf(r);
    while (!r->failed && accept(r, "&"))
      parse_inf(r);
    expect(r, ")");
    return;
  }
  if (accept(r, "t"))
    return;
  if (accept(r, "f")) {
    r->accepts_nothing = true;
    return;
  }
  if (!accept(r, "Inf")) {
    complain(r, "only Büchi and generalised Büchi acceptance is supported");
    return;
  }
  expect(r, "(");
  if (r->token.kind == TOKEN_NUMBER && r->token.number >= r->graph.set_count)
    complain(r, "there is no such acceptance set");
  uint32_t set = take_number(r, "an acceptance set");
  if (!r->failed)
    r->wanted |= UINT64_C(1) << set;
  expect(r, ")");
}

static void parse_acceptance(struct reader *r) {
  if (r->has_acceptance)
    complain(r, "a second acceptance condition");
  r->graph.set_count = take_number(r, "the number of acceptance sets");
  if (r->graph.set_count > MOST_SETS) {
    complain(r, "too many acceptance sets: at most 64 are possible");
    return;
  }
  parse_inf(r);
  while (!r->failed && accept(r, "&"))
    parse_inf(r);
  if (at_text(r, "|"))
    complain(r, "only Büchi and generalised Büchi acceptance is supported");
  r->has_acceptance = true;
}

static void parse_start(struct reader *r) {
  uint32_t state = take_state(r);
  vec_push(&r->graph.initial, state);
}

static void skip_header(struct reader *r) {
  while (r->token.kind == TOKEN_NAME || r->token.kind == TOKEN_STRING ||
         r->token.kind == TOKEN_NUMBER)
    advance(r);
}

static void parse_header(struct reader *r) {
  static const struct {
    const char *name;
    void (*parse)(struct reader *r);
  } headers[] = {
      {"States:", parse_states},
      {"Start:", parse_start},
      {"AP:", parse_atoms},
      {"Alias:", parse_alias},
      {"Acceptance:", parse_acceptance},
  };
  if (r->token.kind != TOKEN_HEADER) {
    expected(r, "a header or --BODY--");
    return;
  }
  for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
    if (accept(r, headers[i].name)) {
      headers[i].parse(r);
      return;
    }
  if (isupper((unsigned char)r->text[r->token.offset])) {
    complain(r, "an unknown header that may change the meaning");
    return;
  }
  advance(r);
  skip_header(r);
}

/* ---- body ---- */

/* The letter of the i-th edge with an implicit label. */
static bdd_node implicit_label(struct reader *r, uint64_t index) {
  bdd_node label = BDD_TRUE;
  for (size_t atom = r->names.count; atom-- > 0;) {
    bdd_node variable = bdd_variable(r->bdd, (uint32_t)atom);
    label = index >> atom & 1 ? bdd_and(r->bdd, label, variable)
                              : bdd_minus(r->bdd, label, variable);
  }
  return label;
}

struct body_state {
  uint32_t number;
  bool has_label;
  bdd_node label;
  uint64_t marks;
  uint64_t implicit; /* edges without a label so far */
  bool explicit;
};

static void parse_edge(struct reader *r, struct body_state *state) {
  struct graph_edge edge = {.from = state->number, .guard = state->label};
  bool labelled = parse_optional_label(r, &edge.guard);
  if (labelled && state->has_label)
    complain(r, "a label on an edge of a state with a label");
  if (!labelled && !state->has_label)
    edge.guard = implicit_label(r, state->implicit++);
  state->explicit = state->explicit || labelled;
  if (state->explicit && state->implicit > 0)
    complain(r, "edges with and without labels in one state");
  edge.to = take_state(r);
  edge.marks = state->marks | parse_marks(r);
  vec_push(&r->graph.edges, edge);
}

static void parse_state(struct reader *r) {
  struct body_state state = {0};
  expect(r, "State:");
  state.has_label = parse_optional_label(r, &state.label);
  state.number = take_state(r);
  if (r->token.kind == TOKEN_STRING)
    advance(r);
  state.marks = parse_marks(r);
  while (!r->failed && (at_text(r, "[") || r->token.kind == TOKEN_NUMBER))
    parse_edge(r, &state);
  if (state.implicit > 0 &&
      (r->names.count > 20 || state.implicit != UINT64_C(1) << r->names.count))
    complain(r, "a state with implicit labels needs an edge for each letter");
}

/* One set is on states when all edges of each state are in it, or none. */
static bool marks_on_states(const struct graph *graph) {
  for (size_t i = 1; i < graph->edges.count; i++) {
    const struct graph_edge *edge = &graph->edges.items[i];
    if (edge[-1].from == edge->from && edge[-1].marks != edge->marks)
      return false;
  }
  return graph->set_count == 1;
}

/* Only the sets that the condition names count. */
static void select_marks(struct reader *r) {
  struct graph *graph = &r->graph;
  for (size_t i = 0; i < graph->edges.count; i++) {
    uint64_t marks = 0;
    uint32_t next = 0;
    for (uint32_t set = 0; set < graph->set_count; set++)
      if (r->wanted >> set & 1)
        marks |= (graph->edges.items[i].marks >> set & 1) << next++;
    graph->edges.items[i].marks = marks;
  }
  graph->set_count = (uint32_t)__builtin_popcountll(r->wanted);
  if (r->accepts_nothing)
    graph->edges.count = 0;
  graph_settle(graph);
  graph->marks_on_states = marks_on_states(graph);
}

static void parse_automaton(struct reader *r) {
  expect(r, "HOA:");
  if (!accept(r, "v1"))
    expected(r, "version v1");
  while (!r->failed && !at_text(r, "--BODY--"))
    parse_header(r);
  expect(r, "--BODY--");
  if (!r->has_acceptance)
    complain(r, "the header Acceptance: is missing");
  while (!r->failed && !at_text(r, "--END--"))
    parse_state(r);
  if (!r->failed)
    select_marks(r);
  if (bdd_exhausted(r->bdd))
    complain(r, "the automaton is too large");
}

static void finish(struct reader *r, struct hoa *out) {
  uint32_t atoms[MOST_ATOMS];
  out->names = ARENA_ARRAY(r->arena, const char *, r->names.count + 1);
  for (uint32_t i = 0; i < r->names.count; i++) {
    atoms[i] = i;
    out->names[i] = r->names.items[i];
  }
  out->automaton =
      automaton_of_graph(&r->graph, atoms, (uint32_t)r->names.count);
  if (!out->automaton)
    complain(r, "the automaton is too large");
}

enum status hoa_read(const char *name, const char *text, size_t length,
                     struct arena *arena, struct diag *diag, struct hoa *out) {
  struct reader r = {
      .text = text,
      .length = length,
      .source = sources_add(diag_sources(diag), name, text, length),
      .arena = arena,
      .diag = diag,
      .bdd = bdd_open(),
  };
  r.graph.bdd = r.bdd;
  *out = (struct hoa){0};
  advance(&r);
  parse_automaton(&r);
  if (!r.failed)
    finish(&r, out);
  graph_clear(&r.graph);
  vec_free(&r.names);
  vec_free(&r.aliases);
  bdd_close(r.bdd);
  return r.failed ? STATUS_BAD_INPUT : STATUS_OK;
}

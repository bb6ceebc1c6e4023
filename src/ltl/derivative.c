/* Derivatives of formulas over finite words, after Jard and Jéron (On-line
 * model-checking for finite linear temporal logic specifications, 1989).
 *
 * The derivative of a formula f by a letter is what the rest of the word must
 * satisfy so that the whole word satisfies f.  Its rules are the paper's:
 *
 *   D(weak next f) = f or the rest is empty
 *   D(f U g)       = D(g), or D(f) and f U g and the rest is not empty
 *
 * and D goes through boolean operators.  The states of the automaton are the
 * derivatives, the initial one is the formula, and those accept which the empty
 * word satisfies.
 *
 * Boolean equivalence, which makes the states finitely many, is decided here by
 * the numbers of decision diagrams.  A formula is a boolean function of
 * elements: atoms, nexts and untils, whose operands are such functions again;
 * equal elements are one variable.  In front of the elements stand the atoms of
 * the letter just read and the variable REST, the paper's xi: the rest of the
 * word is not empty.  So the diagram of D(f) is at once the transition function
 * of f: below the atoms its nodes are the next states.
 *
 * Invariant: a state is decided when REST is false, for then nothing follows;
 * that truth value says whether it accepts.  Thus of a state only the branch
 * where REST holds is derived.  D of a node is computed once.
 */
#include "ltl/derivative.h"

#include "ltl/bdd.h"

#include <assert.h>

enum { REST = 64, FIRST_ELEMENT };

enum element_kind { ELEMENT_ATOM, ELEMENT_NEXT, ELEMENT_UNTIL };

/* What is known of a node of the diagrams, each as a number plus one. */
struct known {
  uint32_t derivative;
  uint32_t diagram; /* of an automaton */
};

struct derivation {
  struct bdd *bdd;
  const uint32_t *atoms;
  uint32_t atom_count;
  struct triples elements;           /* (kind, operand, operand) */
  VEC(uint32_t) element_derivatives; /* plus one, or 0 */
  VEC(struct known) known;           /* of each node */
  struct triples states;             /* (node, 0, 0) */
  struct dfa *out;
};

/* ---- formulas ---- */

static bdd_node element(struct derivation *d, enum element_kind kind,
                        bdd_node first, bdd_node second) {
  const uint32_t number = triples_number(&d->elements, kind, first, second);
  while (d->element_derivatives.count <= number)
    vec_push(&d->element_derivatives, 0);
  return bdd_variable(d->bdd, FIRST_ELEMENT + number);
}

static bdd_node until(struct derivation *d, bdd_node f, bdd_node g) {
  if (g <= BDD_TRUE || f == BDD_FALSE)
    return g;
  return element(d, ELEMENT_UNTIL, f, g);
}

/* !(!f U !g) */
static bdd_node release(struct derivation *d, bdd_node f, bdd_node g) {
  return bdd_not(d->bdd, until(d, bdd_not(d->bdd, f), bdd_not(d->bdd, g)));
}

static bdd_node next(struct derivation *d, bdd_node f) {
  return f == BDD_TRUE ? f : element(d, ELEMENT_NEXT, f, 0);
}

static bdd_node atom(struct derivation *d, uint32_t of_formula) {
  uint32_t number = 0;
  while (d->atoms[number] != of_formula)
    number++;
  assert(number < d->atom_count);
  return element(d, ELEMENT_ATOM, number, 0);
}

static bdd_node unary(struct derivation *d, enum formula_kind kind,
                      bdd_node f) {
  switch (kind) {
  case FORMULA_NOT:
    return bdd_not(d->bdd, f);
  case FORMULA_NEXT:
    return next(d, f);
  case FORMULA_STRONG_NEXT:
    return bdd_not(d->bdd, next(d, bdd_not(d->bdd, f)));
  case FORMULA_ALWAYS:
    return release(d, BDD_FALSE, f);
  default:
    assert(kind == FORMULA_EVENTUALLY);
    return until(d, BDD_TRUE, f);
  }
}

static bdd_node binary(struct derivation *d, enum formula_kind kind, bdd_node f,
                       bdd_node g) {
  switch (kind) {
  case FORMULA_AND:
    return bdd_and(d->bdd, f, g);
  case FORMULA_OR:
    return bdd_or(d->bdd, f, g);
  case FORMULA_IMPLIES:
    return bdd_ite(d->bdd, f, g, BDD_TRUE);
  case FORMULA_EQUIV:
    return bdd_ite(d->bdd, f, g, bdd_not(d->bdd, g));
  case FORMULA_UNTIL:
    return until(d, f, g);
  case FORMULA_RELEASE:
    return release(d, f, g);
  default: /* f W g is g V (f || g) */
    assert(kind == FORMULA_WEAK_UNTIL);
    return release(d, g, bdd_or(d->bdd, f, g));
  }
}

static bdd_node read_formula(struct derivation *d,
                             const struct formula *formula) {
  switch (formula->kind) {
  case FORMULA_TRUE:
    return BDD_TRUE;
  case FORMULA_FALSE:
    return BDD_FALSE;
  case FORMULA_ATOM:
    return atom(d, formula->atom);
  default:
    break;
  }
  const bdd_node left = read_formula(d, formula->left);
  if (formula_is_unary(formula->kind))
    return unary(d, formula->kind, left);
  return binary(d, formula->kind, left, read_formula(d, formula->right));
}

/* ---- the empty word ---- */

/* On the empty word no atom holds, and every weak next does; the paper reads it
 * as a position that is the last one and has no letter.
 */
static bool empty_satisfies(const struct derivation *d, bdd_node f) {
  while (f > BDD_TRUE) {
    const struct triple *e =
        &d->elements.items.items[bdd_top(d->bdd, f) - FIRST_ELEMENT];
    const bool holds = e->a == ELEMENT_NEXT ||
                       (e->a == ELEMENT_UNTIL && empty_satisfies(d, e->c));
    f = holds ? bdd_high(d->bdd, f) : bdd_low(d->bdd, f);
  }
  return f == BDD_TRUE;
}

/* ---- derivatives ---- */

static struct known *known_of(struct derivation *d, bdd_node node) {
  static const struct known nothing = {0, 0};
  while (d->known.count <= node)
    vec_push(&d->known, nothing);
  return &d->known.items[node];
}

static bdd_node derive(struct derivation *d, bdd_node f);

static bdd_node derive_until(struct derivation *d, const struct triple *e,
                             bdd_node itself) {
  const bdd_node rest = bdd_variable(d->bdd, REST);
  const bdd_node later =
      bdd_and(d->bdd, derive(d, e->b), bdd_and(d->bdd, rest, itself));
  return bdd_or(d->bdd, derive(d, e->c), later);
}

static bdd_node derive_element(struct derivation *d, uint32_t number) {
  if (d->element_derivatives.items[number] > 0)
    return d->element_derivatives.items[number] - 1;
  const struct triple e = d->elements.items.items[number];
  bdd_node result;
  if (e.a == ELEMENT_ATOM)
    result = bdd_variable(d->bdd, e.b);
  else if (e.a == ELEMENT_NEXT)
    result = bdd_ite(d->bdd, bdd_variable(d->bdd, REST), e.b, BDD_TRUE);
  else
    result = derive_until(d, &e, bdd_variable(d->bdd, FIRST_ELEMENT + number));
  d->element_derivatives.items[number] = result + 1;
  return result;
}

static bdd_node derive(struct derivation *d, bdd_node f) {
  if (f <= BDD_TRUE)
    return f;
  if (known_of(d, f)->derivative > 0)
    return known_of(d, f)->derivative - 1;
  const bdd_node condition =
      derive_element(d, bdd_top(d->bdd, f) - FIRST_ELEMENT);
  const bdd_node high = derive(d, bdd_high(d->bdd, f));
  const bdd_node low = derive(d, bdd_low(d->bdd, f));
  const bdd_node result = bdd_ite(d->bdd, condition, high, low);
  known_of(d, f)->derivative = result + 1;
  return result;
}

/* ---- the automaton ---- */

/* The diagram of a derivative: what lies below the atoms are states. */
static uint32_t diagram_of(struct derivation *d, bdd_node f) {
  if (known_of(d, f)->diagram > 0)
    return known_of(d, f)->diagram - 1;
  const uint32_t top = bdd_top(d->bdd, f);
  uint32_t result;
  if (top < REST) {
    const uint32_t low = diagram_of(d, bdd_low(d->bdd, f));
    result = dfa_choice(d->out, top, low, diagram_of(d, bdd_high(d->bdd, f)));
  } else {
    result = dfa_leaf(d->out, triples_number(&d->states, f, 0, 0));
  }
  known_of(d, f)->diagram = result + 1;
  return result;
}

static void add_state(struct derivation *d, bdd_node state) {
  bdd_node goal = state, accepts = state;
  if (state > BDD_TRUE) {
    assert(bdd_top(d->bdd, state) == REST || bdd_exhausted(d->bdd));
    goal = bdd_high(d->bdd, state);
    accepts = bdd_low(d->bdd, state);
  }
  const uint32_t root = diagram_of(d, derive(d, goal));
  vec_push(&d->out->roots, root);
  vec_push(&d->out->accepting, accepts == BDD_TRUE);
}

static bool derive_all(struct derivation *d, const struct formula *formula) {
  const bdd_node goal = read_formula(d, formula);
  if (bdd_exhausted(d->bdd))
    return false;
  const bdd_node start =
      bdd_ite(d->bdd, bdd_variable(d->bdd, REST), goal,
              empty_satisfies(d, goal) ? BDD_TRUE : BDD_FALSE);
  (void)triples_number(&d->states, start, 0, 0);
  for (size_t i = 0; i < d->states.items.count; i++) {
    add_state(d, d->states.items.items[i].a);
    bdd_count_steps(d->bdd, 1);
    if (bdd_exhausted(d->bdd) || dfa_is_large(d->out))
      return false;
  }
  return true;
}

bool derivatives_of(const struct formula *formula, const uint32_t *atoms,
                    uint32_t atom_count, struct effort *effort,
                    struct dfa *out) {
  struct derivation d = {
      .bdd = bdd_open(), .atoms = atoms, .atom_count = atom_count, .out = out};
  *out = (struct dfa){0};
  bdd_set_limit(d.bdd, effort->limit, 0);
  const bool done = effort_goes_on(effort, 1) && derive_all(&d, formula);
  effort->stopped |= bdd_stopped(d.bdd);
  bdd_close(d.bdd);
  triples_clear(&d.elements);
  vec_free(&d.element_derivatives);
  vec_free(&d.known);
  triples_clear(&d.states);
  return done;
}

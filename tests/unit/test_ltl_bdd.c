/* ltl/bdd: equal functions are equal numbers, and products cover exactly. */
#include "ltl/bdd.h"

#include "base/rng.h"
#include "tap.h"

enum { ATOMS = 6, LETTERS = 1 << ATOMS };

static bool value(const struct bdd *bdd, bdd_node f, uint64_t letter) {
  return bdd_restrict(bdd, f, letter) == BDD_TRUE;
}

/* A function from its table of values. */
static bdd_node function(struct bdd *bdd, uint64_t table) {
  bdd_node f = BDD_FALSE;
  for (uint64_t letter = 0; letter < LETTERS; letter++) {
    bdd_node minterm = table >> letter & 1 ? BDD_TRUE : BDD_FALSE;
    for (uint32_t atom = 0; atom < ATOMS; atom++) {
      bdd_node variable = bdd_variable(bdd, atom);
      minterm = letter >> atom & 1 ? bdd_and(bdd, minterm, variable)
                                   : bdd_minus(bdd, minterm, variable);
    }
    f = bdd_or(bdd, f, minterm);
  }
  return f;
}

TEST(laws_of_boolean_functions_hold_as_identities) {
  struct bdd *bdd = bdd_open();
  bdd_node a = bdd_variable(bdd, 0), b = bdd_variable(bdd, 1);
  bdd_node not_a = bdd_not(bdd, a), not_b = bdd_not(bdd, b);
  CHECK(bdd_not(bdd, bdd_and(bdd, a, b)) == bdd_or(bdd, not_a, not_b));
  CHECK(bdd_or(bdd, a, not_a) == BDD_TRUE);
  CHECK(bdd_and(bdd, a, not_a) == BDD_FALSE);
  CHECK(bdd_ite(bdd, a, b, b) == b);
  CHECK(bdd_minus(bdd, a, b) == bdd_and(bdd, a, not_b));
  CHECK(!bdd_exhausted(bdd));
  bdd_close(bdd);
  bdd_close(NULL);
}

TEST(operations_agree_with_tables_of_values) {
  struct rng rng;
  rng_seed(&rng, 5);
  struct bdd *bdd = bdd_open();
  for (int round = 0; round < 50; round++) {
    uint64_t x = rng_next(&rng), y = rng_next(&rng), z = rng_next(&rng);
    bdd_node f = function(bdd, x), g = function(bdd, y), h = function(bdd, z);
    CHECK(bdd_and(bdd, f, g) == function(bdd, x & y));
    CHECK(bdd_or(bdd, f, g) == function(bdd, x | y));
    CHECK(bdd_not(bdd, f) == function(bdd, ~x));
    CHECK(bdd_ite(bdd, f, g, h) == function(bdd, (x & y) | (~x & z)));
  }
  bdd_close(bdd);
}

struct cover {
  uint64_t table; /* letters in some product */
  size_t products;
};

static bool add_product(void *context, const struct bdd_literal *literals,
                        size_t count) {
  struct cover *cover = context;
  cover->products++;
  for (uint64_t letter = 0; letter < LETTERS; letter++) {
    bool inside = true;
    for (size_t i = 0; i < count; i++)
      inside = inside &&
               (letter >> literals[i].variable & 1) != literals[i].negative;
    if (inside)
      cover->table |= UINT64_C(1) << letter;
  }
  return true;
}

TEST(products_cover_the_function_and_nothing_else) {
  struct rng rng;
  rng_seed(&rng, 6);
  struct bdd *bdd = bdd_open();
  for (int round = 0; round < 50; round++) {
    uint64_t table = rng_next(&rng);
    table &= rng_next(&rng); /* sparse */
    struct cover cover = {0};
    bdd_products(bdd, function(bdd, table), add_product, &cover);
    CHECK(cover.table == table);
    CHECK(value(bdd, function(bdd, table), 3) == (table >> 3 & 1));
  }
  bdd_close(bdd);
}

TEST(a_disjunction_of_atoms_has_one_product_each) {
  struct bdd *bdd = bdd_open();
  struct cover cover = {0};
  bdd_node any = BDD_FALSE;
  for (uint32_t atom = 0; atom < ATOMS; atom++)
    any = bdd_or(bdd, any, bdd_variable(bdd, atom));
  bdd_products(bdd, any, add_product, &cover);
  CHECK(cover.products == ATOMS);
  bdd_close(bdd);
}

RUN_TESTS(RUN(laws_of_boolean_functions_hold_as_identities),
          RUN(operations_agree_with_tables_of_values),
          RUN(products_cover_the_function_and_nothing_else),
          RUN(a_disjunction_of_atoms_has_one_product_each))

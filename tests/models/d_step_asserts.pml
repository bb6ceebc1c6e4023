/* A d_step goes on after an assertion that fails, so one step may violate more
 * than one, and a run-time error may end it all the same.  Each is reported,
 * those in a loop once.
 *
 * options: --keep-going
 * expect: violated assertion at line 19
 * expect: prints 1 of 4: assert(g == 0)
 * expect: prints 2 of 4: assert(g == 2)
 * expect: prints 3 of 4: assert(g < 3)
 * expect: prints 4 of 4: a statement inside a d_step blocks
 */
chan q = [1] of { byte };
byte g;

active proctype A() {
  d_step {
    g = 1;

    assert(g == 0);
    assert(g == 2);
    do
    :: g < 6 -> g++; assert(g < 3)
    :: else -> break
    od;
    q?g
  }
}

/* What each receiver of a message violates in its d_step is its own.
 *
 * options: --keep-going
 * expect: violated assertion
 * expect: prints assert(g == 1)
 * expect: prints assert(g == 2)
 */
chan c = [0] of { byte };
byte g;

active proctype A() {
  d_step { c?_; assert(g == 1) }
}

active proctype B() {
  d_step { c?_; assert(g == 2) }
}

active proctype S() {
  c!1
}

/* Names of an mtype are numbered backwards from 1, later declarations on top;
 * each subtype has numbers of its own.
 *
 * expect: holds
 * expect: 7 states
 * expect: 7 transitions
 */
mtype = { a, b, c };
mtype = { d, e };
mtype:fruit = { apple, pear };
mtype:fruit = { plum };

mtype plain = a;
mtype:fruit f = pear;
chan bowl = [1] of { mtype:fruit, mtype };

active proctype P() {
  assert(a == 3 && b == 2 && c == 1 && d == 5 && e == 4);
  assert(apple == 2 && pear == 1 && plum == 3);
  bowl!apple, e;
  bowl?f, plain;
  assert(f == apple && plain == e)
}

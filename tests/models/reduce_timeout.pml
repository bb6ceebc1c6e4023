/* A timeout comes only when everything else has stopped, also what was put off.
 *
 * expect: late holds with --reduce
 * expect: soon violated acceptance-cycle with --reduce
 * expect: violated assertion with --reduce --property safety
 */
byte x, y;
chan c = [1] of { byte };

active proctype P() {
  y = 1;
  y = 2;
  c!y
}

active proctype Q() {
  if
  :: timeout -> x = 1
  :: x == 2
  fi;
  assert(len(c) == 0)
}

ltl late { [] (x == 1 -> len(c) == 1) }
ltl soon { <> [] (x == 0) }

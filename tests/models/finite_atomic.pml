/* The statements of an atomic sequence are letters of their own, also where two
 * ways through it meet in one state; but a run does not stop inside.  Without
 * events the sequence is one letter.
 *
 * expect: finite violated claim with --finite '[]!executes(P, 22)'
 * expect: finite violated claim with --finite '[]!executes(P, 19)'
 * expect: finite holds with --finite '[](executes(P, 18) -> X[!]executes(P, 19))'
 * expect: finite holds with --finite '[](executes(P, 21) -> X[!]executes(P, 22))'
 * expect: finite holds with --finite '[](executes(P, 21) -> X !executes(P, 19))'
 * expect: finite violated claim with --finite '[](executes(P, 18) -> X executes(P, 22))'
 * expect: finite holds with --finite '[](x == 0 -> X(x == 1))'
 * expect: finite holds with --finite '[](executes(P, 22) -> x == 0)'
 */
byte x, y;
active proctype P() {
  atomic {
    if
    :: x = 1;
       y = 1
    ::
       y = 1;
       x = 1
    fi
  }
}

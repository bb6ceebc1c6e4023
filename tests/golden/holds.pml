/* Nothing is wrong here, but one statement is never executed. */
byte x;

active [2] proctype P() {
  atomic { x < N -> x++ };
  if
  :: x > 7 -> x = 0
  :: else
  fi
}

/* Nobody looks at the rounds, and what is printed makes no difference.
 * expect: holds
 * expect: prints sliced: 2 variables that the property does not see (rounds, log)
 * expect: prints write-only: 1 variable (B:last)
 * expect: prints unused: 1 variable (spare)
 * expect: prints constant: 1 variable (LIMIT = 2)
 * expect: unreached line 19
 */
byte turn, spare;
byte rounds, log[2];
byte LIMIT = 2;

active proctype A() {
  do
  :: turn == 0 ->
    rounds++;
    log[rounds % 2] = log[0];
    turn = 1
  :: turn == LIMIT && LIMIT > 2 -> assert(false)
  od
}

active proctype B() {
  byte last;
  do
  :: turn == 1 -> last = rounds; printf("round %d\n", rounds); turn = 0
  od
}

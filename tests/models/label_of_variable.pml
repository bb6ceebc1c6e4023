/* Labels and variables are apart: a name may be both, with a warning.  (SPIN
 * says "bad label-name" and forgets the variable.)
 *
 * expect: 13 states
 * expect: safety holds
 * expect: seen holds
 * expect: wrong violated claim
 * expect: prints label 'done' has the name of a variable
 */
byte done = 3;
mtype = { again };

active proctype P() {
  byte twice;

  do
  :: goto done
  :: twice < 2 -> goto twice
  od;
twice:
  twice++;
  goto again;
again:
  assert(again == 1 && done == 3);
done:
  done = twice + 4;
end:
  twice == 9
}

active proctype Q() {
  done > 3;
  assert(done == P:twice + 4)
}

ltl seen { [] (P@done -> done == 3) }
ltl wrong { [] (P@again -> P:twice == 0) }

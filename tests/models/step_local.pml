/* Channels of processes: each P brings one along, named from outside by its
 * process, or as a number in a variable.
 *
 * expect: own holds
 * expect: other violated claim
 * expect: named violated claim
 * expect: not_yet holds
 */
chan known;

proctype P(byte me) {
  chan mine = [1] of { byte };
  if
  :: me == 1 -> known = mine
  :: else
  fi;
  mine ! me;
  mine ? _
}

init {
  atomic { run P(1); run P(2) }
}

ltl own { [] (sends(P[1]:mine) -> moves(1) && sends(P[1]:mine, 1)) }
ltl other { [] !receives(P[2]:mine, 2) }
ltl named { [] !sends(known) }
ltl not_yet { !sends(known) W (known != 0) }

/* A channel that only its process and what it starts know comes and goes
 * without others noticing; one more process at a time is all that they can see.
 *
 * expect: violated assertion at line 23 with --reduce
 * expect: violated assertion at line 23 with --reduce --search bfs
 * expect: violated assertion at line 23 with --no-reduce
 */
byte sum;

proctype Child(byte depth; chan parent) {
  chan mine = [0] of { byte };
  byte got;
  if
  :: depth > 0 -> run Child(depth - 1, mine); mine?got; parent!got + 1
  :: else -> parent!1
  fi
}

active [2] proctype Root() {
  chan mine = [0] of { byte };
  byte got;
  run Child(2, mine); mine?got; sum = sum + got;
  assert(sum < 6)
}

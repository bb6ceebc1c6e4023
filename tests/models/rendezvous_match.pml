/* A rendezvous happens only where the constants of both sides agree.
 *
 * expect: holds
 * expect: 11 states
 * expect: 11 transitions
 */
mtype = { ask, tell };

chan c = [0] of { mtype, byte };
byte asked, told;

active proctype sender() {
  if
  :: c!ask(1)
  :: c!tell(2)
  fi
}

active proctype receiver() {
  byte x;

  if
  :: c?ask(x) -> asked = x
  :: c?tell(2) -> told = 2
  fi;
  assert((asked == 1) != (told == 2))
}

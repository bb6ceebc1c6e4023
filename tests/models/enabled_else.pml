/* A process that stands before an else is enabled, whatever the asking process
 * could do before.  SPIN counts 7 transitions: its else looks at the asker.
 *
 * expect: holds
 * expect: 4 states
 * expect: 9 transitions
 */
byte x;

active proctype P() {
  if
  :: x == 7
  :: else
  fi;
end:
  x == 7
}

active proctype Q() {
end:
  do
  :: x = 1 - x
  :: enabled(0)
  od
}

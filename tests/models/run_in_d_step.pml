/* A process may be started in a d_step, and control may come into one from the
 * end of a loop.  SPIN refuses both.
 *
 * expect: holds
 */
byte n;
proctype P() { d_step { n++; n++ } }
init {
  byte i;
  d_step { run P(); i = 1 }
  do
  :: i < 3 -> i++
  :: else -> break
  od;
  d_step { i = 0; n = n + 3 }
  (n == 5)
}

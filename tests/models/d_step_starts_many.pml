/* One step may start as many processes as there may be.
 * expect: holds
 */
proctype P() { skip }

init {
  byte i;
  d_step {
    i = 0;
    do
    :: i < 20 -> run P(); i++
    :: else -> break
    od
  }
}

/* The escape of an unless is tried before every step of its body, and wins.
 *
 * expect: holds
 * expect: 57 states
 * expect: 87 transitions
 */
bool stop;
byte done;

active proctype worker() {
  {
    do
    :: done < 5 -> done++
    :: else -> break
    od
  } unless {
    stop -> done = 10
  };
  assert(done == 5 || done == 10)
}

active proctype killer() {
  stop = true
}

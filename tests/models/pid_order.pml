/* Active processes and init get their numbers in the order of the text.
 *
 * expect: holds
 * expect: 31 states
 * expect: 65 transitions
 */
active [2] proctype A() {
  assert(_pid == 0 || _pid == 1)
}

init {
  assert(_pid == 2)
}

active proctype B() {
  assert(_pid == 3)
}

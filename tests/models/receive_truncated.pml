/* A receive into a variable too small for the message cuts the value.  SPIN
 * does too, but then undoes the receive with the cut value and so meets states
 * that cannot be reached: it says that the assertion of whole is violated.
 *
 * expect: holds
 */
chan c = [1] of { byte };
bit small;
byte large;

active proctype whole() {
  c?large;
  assert(large == 2);
  c!2
}

active proctype part() {
  c!2;
end:
  do
  :: c?small; assert(small == 0); c!2
  od
}

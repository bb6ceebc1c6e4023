/* Which element a process waits for may depend on a variable that others write:
 * who writes that may let the process go on, too.
 *
 * options: --property safety --no-slice
 * expect: violated assertion at line 14
 * expect: violated assertion at line 14 with --reduce --no-merge
 * expect: violated assertion at line 14 with --no-reduce
 */
byte a[3] = { 0, 1, 0 }, b[3];

active proctype Spoiler() { a[1] = 0 }
active proctype Waiter() {
  byte n = 0;
end: a[b[n]] == 1 -> assert(false)
}
active proctype Guide() { b[0] = 1 }

/* The elements of an array of bit or bool are bytes, a single one is a bit.
 *
 * expect: holds
 * expect: 8 states
 */
bit array[2], single;
bool flags[2];

active proctype P() {
  array[0] = 2;
  single = 2;
  flags[1] = 3;
  assert(array[0] == 2 && single == 0 && flags[1] == 3);
  array[0] = 256;
  assert(array[0] == 0)
}

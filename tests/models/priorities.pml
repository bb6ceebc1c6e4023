/* Only the enabled processes of the highest priority move.
 *
 * expect: holds
 * expect: 18 states
 * expect: 24 transitions
 */
byte x;

active proctype low() priority 1 {
  x == 2 || x == 3;
  assert(x == 3);
  x = 4
}

active proctype high() priority 5 {
  x = 1;
  x = 2;
  x = 3;
  assert(_priority == 5 && get_priority(_pid) == 5);
  set_priority(_pid, 1);
  assert(get_priority(_pid) == 1)
}

/* A process that stands at an accept label when everything has stopped is there
 * for ever.
 *
 * expect: acceptance violated acceptance-cycle
 */
byte x;

active proctype P() {
  x = 1;
accept:
  x == 2
}

/* The output of a run stands in its counterexample, where it happens.
 *
 * expect: violated assertion
 * expect: prints count 3 hex ff red !
 */
mtype = { red, green };

active proctype P() {
  byte x = 3;

  printf("count %d hex %x %e %c\n", x, 255, red, 33);
  printm(green);
  assert(false)
}

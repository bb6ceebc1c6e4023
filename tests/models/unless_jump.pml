/* A jump may be all that an escape interrupts.  Where such an unless follows in
 * an atomic sequence, SPIN gets stuck in front of it: an invalid end state.
 *
 * expect: holds
 */
bool stop;
byte x;

active proctype P() {
  atomic {
    x = 1;
    {
      goto done
    } unless {
      stop -> x = 2
    };
    x = 3
  };
done:
  assert(x == 1)
}

/* Two tellers move money between two accounts at the same time.
 *
 * Each reads both balances and then writes both, as a program would that has no
 * lock and no transaction: an update of the other teller in between is lost and
 * the bank's total is no longer what it was.  With LOCKED a transfer is done
 * under a lock, and the total is kept.
 *
 * LOCKED  transfers exclude each other
 *
 * expect: violated assertion
 * expect: 307 states
 * expect: 488 transitions
 * expect: holds with -DLOCKED
 */
#define TOTAL 20

byte account[2] = 10;
bool locked;
byte finished;

proctype teller(byte from; byte to; byte amount) {
  byte source, target;

#ifdef LOCKED
  atomic { !locked -> locked = true };
#endif
  source = account[from];
  target = account[to];
  account[from] = source - amount;
  account[to] = target + amount;
  locked = false;
  finished++
}

init {
  atomic {
    run teller(0, 1, 3);
    run teller(1, 0, 5)
  };
  finished == 2;
  printf("balances: %d and %d\n", account[0], account[1]);
  assert(account[0] + account[1] == TOTAL)
}

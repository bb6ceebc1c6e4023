/* for over a channel looks at each message and leaves them all in order.
 *
 * expect: holds
 * expect: 23 states
 * expect: 23 transitions
 */
typedef message {
  byte kind;
  byte load
}

chan c = [3] of { message };

active proctype P() {
  message x;
  byte sum;

  x.kind = 1; x.load = 10; c!x;
  x.kind = 2; x.load = 20; c!x;
  for (x in c) {
    sum = sum + x.kind * x.load
  }
  assert(sum == 50 && len(c) == 2);
  c?x;
  assert(x.kind == 1 && x.load == 10)
}

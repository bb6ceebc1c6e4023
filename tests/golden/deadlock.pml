/* Both wait for the other at the end. */
chan a = [0] of { byte };
chan b = [0] of { byte };

active proctype A() {
  byte x;
  a!1;
  b?x;
  a?x
}

active proctype B() {
  byte x;
  a?x;
  b!x + 1;
  b?x
}

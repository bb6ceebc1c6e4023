/* A counter that two processes share, and a failing claim about it. */
mtype = { req, ack };
chan q = [2] of { mtype, byte };
byte x;

active proctype P() {
  byte i;
  do
  :: i < 2 -> q!req, i; i++; x = x + 1
  :: i == 2 -> break
  od;
  printf("sent %d\n", i);
  assert(x < 2)
}

active proctype Q() {
  byte v;
  q?req, v;
  if
  :: v > 7 -> x = 9
  :: else
  fi
}

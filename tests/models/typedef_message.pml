/* A record travels through a channel field by field.
 *
 * expect: holds
 * expect: 8 states
 * expect: 8 transitions
 */
typedef packet {
  byte number;
  bool last;
  short load
}

chan c = [1] of { packet, byte };

active proctype P() {
  packet sent, got;
  byte tag;

  sent.number = 3;
  sent.last = true;
  sent.load = -5;
  c!sent, 9;
  c?got, tag;
  assert(got.number == 3 && got.last && got.load == -5 && tag == 9)
}

/* A sender that is never told to wait, and an accountant that notes each message
 * twice.
 *
 * expect: channels unbounded with --channel mail
 * expect: channels unbounded notes with --channel notes
 * expect: channels unbounded
 */
mtype = { letter, parcel };
chan mail = [1] of { mtype, byte };
chan notes = [2] of { byte };

active proctype sender() {
  byte weight;
  do
  :: mail!letter, weight; weight = (weight + 1) % 3
  :: mail!parcel, 9
  od
}

active proctype accountant() {
  byte w;
  do
  :: mail?_, w -> notes!w; notes!w; w = 0
  od
}

active proctype reader() {
  do
  :: notes?_
  od
}

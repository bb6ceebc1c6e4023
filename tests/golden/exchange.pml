/* Two neighbours hand over three items each before they take any. */
chan east = [1] of { byte };
chan west = [1] of { byte };

proctype neighbour(chan out; chan in) {
  byte i;
  do
  :: i < 3 -> out!i; i++
  :: else -> break
  od;
  do
  :: i > 0 -> in?_; i--
  :: else -> break
  od
}

init {
  atomic { run neighbour(east, west); run neighbour(west, east) }
}

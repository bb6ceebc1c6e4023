/* The third process ends, and another one takes its number, to which the second
 * can then send: what it could do before must not be what it can do now.
 */
chan link = [0] of { byte };
byte seen;

proctype Receiver() {
  byte got;
end: do
  :: link ? got -> seen = got
  od
}

active proctype Starter() {
  _nr_pr < 3 -> run Receiver()
}

active proctype Sender() {
end: do
  :: seen = 0 ->
     if
     :: link ! 1
     :: seen = 2
     fi
  od
}

active proctype First() {
  skip
}

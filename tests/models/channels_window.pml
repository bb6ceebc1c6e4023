/* A sliding window over channels that lose nothing: of messages there are never
 * more under way than the window allows, and of acknowledgements not either.
 *
 * expect: channels bounded data=2 acks=2
 * expect: channels bounded data=5 acks=5 with -DWINDOW=5
 * expect: channels bounded data=9 acks=9 with -DWINDOW=9
 */
#ifndef WINDOW
#define WINDOW 2
#endif

chan data = [1] of { byte };
chan acks = [1] of { byte };

active proctype sender() {
  byte next, oldest;
  do
  :: (next + 2 * WINDOW - oldest) % (2 * WINDOW) < WINDOW ->
     data!next;
     next = (next + 1) % (2 * WINDOW)
  :: acks?eval(oldest) -> oldest = (oldest + 1) % (2 * WINDOW)
  od
}

active proctype receiver() {
  byte number;
  do
  :: data?number -> acks!number
  od
}

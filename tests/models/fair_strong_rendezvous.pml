/* The receiver of a rendezvous moves too.  A server can move only while the
 * client speaks, so only strong fairness has each of them listen.
 * expect: both violated acceptance-cycle
 * expect: both violated acceptance-cycle with --fair weak
 * expect: both holds with --fair strong */
chan line = [0] of { bit };
bool heard[2], which;

active proctype client() {
  do
  :: line!which;
     which = !which
  od
}

active [2] proctype server() {
  do
  :: line?_ -> heard[_pid - 1] = true
  od
}

ltl both { <> (heard[0] && heard[1]) }

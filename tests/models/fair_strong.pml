/* The semaphore is free again and again, but the rival may be the one to take
 * it each time: weak fairness does not help, strong fairness does.
 * expect: served violated acceptance-cycle
 * expect: served violated acceptance-cycle with --fair weak
 * expect: served holds with --fair strong */
bool taken, entered;

active proctype patient() {
  atomic { !taken -> taken = true }
  entered = true;
  taken = false
}

active proctype rival() {
  do
  :: atomic { !taken -> taken = true }
     taken = false
  od
}

ltl served { <> entered }

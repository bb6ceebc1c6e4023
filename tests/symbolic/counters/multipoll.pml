/* Polling: one server goes round two queues of any length.
 *
 * unbounded: one holds
 */
int q1 = 0, q2 = 0, served = 0;
byte at = 0;

active proctype net() {
  do
  :: q1 = q1 + 1
  :: q2 = q2 + 1
  :: d_step { at == 0 && q1 > 0 -> q1 = q1 - 1; at = 1 }
  :: d_step { at == 0 && q1 == 0 -> at = 2 }
  :: d_step { at == 1 -> served = served + 1; at = 2 }
  :: d_step { at == 2 && q2 > 0 -> q2 = q2 - 1; at = 3 }
  :: d_step { at == 2 && q2 == 0 -> at = 0 }
  :: d_step { at == 3 -> served = served + 1; at = 0 }
  od
}

ltl one { [] (q1 >= 0 && q2 >= 0 && served >= 0) }

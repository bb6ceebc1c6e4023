/* Fischer's protocol for two, with a clock each: delay K after writing.
 *
 * options: --assume 'K >= 1'
 * expect: mutex holds
 * unbounded: mutex holds
 */
int K, c1 = 0, c2 = 0;
byte turn = 0, p1 = 0, p2 = 0;

#define TICK(p, c) (p != 1 || c < K)

active proctype system() {
  do
  :: d_step { TICK(p1, c1) && TICK(p2, c2) ->
              if :: c1 <= K -> c1 = c1 + 1 :: else fi;
              if :: c2 <= K -> c2 = c2 + 1 :: else fi }
  :: d_step { p1 == 0 && turn == 0 -> p1 = 1; c1 = 0 }
  :: d_step { p1 == 1 -> p1 = 2; turn = 1; c1 = 0 }
  :: d_step { p1 == 2 && turn == 1 && c1 > K -> p1 = 3 }
  :: d_step { p1 == 2 && turn != 1 && c1 > K -> p1 = 0 }
  :: d_step { p1 == 3 -> p1 = 0; turn = 0 }
  :: d_step { p2 == 0 && turn == 0 -> p2 = 1; c2 = 0 }
  :: d_step { p2 == 1 -> p2 = 2; turn = 2; c2 = 0 }
  :: d_step { p2 == 2 && turn == 2 && c2 > K -> p2 = 3 }
  :: d_step { p2 == 2 && turn != 2 && c2 > K -> p2 = 0 }
  :: d_step { p2 == 3 -> p2 = 0; turn = 0 }
  od
}

ltl mutex { [] (p1 != 3 || p2 != 3) }

/* Nobody ever sends a reset, and the counter stays below 8: what is promised for
 * these cases is never asked for.
 *
 * expect: holds
 * expect: prints reset_answered: holds, but vacuously: `RESET` never happens
 * expect: prints overflow_kept: holds, but vacuously: `count == 8 && !done` never happens
 * expect: prints both: holds, but vacuously: `count > 9` never happens
 * expect: prints nested: holds, but vacuously: `RESET` is never true where it matters
 * expect: prints from_start: holds, but vacuously: `done` does not hold in the initial state
 * expect: prints again: holds, but vacuously: no run satisfies `[]<> (count == 9)`
 * expect: prints in_macro: holds, but vacuously: `count == 9` never happens
 * expect: prints counted: holds
 * expect: prints stopped: holds
 */
#define RESET (signal == 3)
#define LATER(p, q) [] ((p) -> <> (q))
byte count, signal;
bool done;

active proctype Counter() {
  do
  :: count < 7 -> count++
  :: count == 7 -> count = 0; done = true
  :: done -> signal = 1 - signal; done = false
  od
}

ltl reset_answered { [] (RESET -> <> (count == 0)) }
ltl overflow_kept { [] (!(count == 8 && !done) || X done) }
ltl both { [] (count == 7 -> X (count <= 7)) && [] (count > 9 -> <> done) }
ltl nested { [] (count == 3 -> (RESET -> done)) }
ltl from_start { done -> [] done }
ltl again { []<> (count == 9) -> [] done }
ltl in_macro { LATER(count == 9, done) }
ltl counted { [] (count == 7 -> count != 8) }
ltl stopped { [] (done -> (count >= 0)) && <> (count >= 0) }

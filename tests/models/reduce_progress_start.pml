/* A process that is started at a progress label is noticed.
 *
 * expect: goes holds with --reduce
 * expect: stays violated claim with --reduce
 */
byte n;

proctype C() {
progress:
  n == 2
}

active proctype P() {
  n = 1;
  run C()
}

ltl goes { <> !np_ }
ltl stays { [] np_ }

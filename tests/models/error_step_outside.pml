/* An event is a proposition of a formula or of a never claim, nothing else.
 *
 * expect: error 7:8 moves(...) is about a step
 */
active proctype P() {
  do
  :: !(moves(0)) -> skip
  od
}

/* An assertion of a claim is about a state.
 *
 * expect: error 10:16 this is about a step
 */
active proctype P() {
  skip
}

never {
  do :: assert(moves(0)) od
}

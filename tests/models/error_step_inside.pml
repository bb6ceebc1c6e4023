/* An event has no value to compute with.
 *
 * expect: error 9:21 this is true or false of a step
 */
active proctype P() {
  skip
}

ltl wrong { [] (1 + moves(0) == 2) }

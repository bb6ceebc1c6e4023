/* A parameter that is declared twice is told once.
 *
 * expect: error 5:20 declared twice
 */
proctype P(byte a, a) {
  skip
}

init {
  run P(1, 2)
}

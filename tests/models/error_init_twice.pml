/* A model has one init, or none.
 *
 * expect: error 11:1 init is declared twice
 */
byte x;

init {
  x = 1
}

init {
  x = 2
}

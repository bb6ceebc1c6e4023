/* A process that does not exist.
 *
 * expect: error 6:7 Q
 */
init {
  run Q()
}

/* A jump to a label that is not there.
 *
 * expect: error 6:8 nowhere
 */
active proctype P() {
  goto nowhere
}

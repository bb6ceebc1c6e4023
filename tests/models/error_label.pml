/* A jump to a label that is not there.
 *
 * expect: error 6:3 nowhere
 */
active proctype P() {
  goto nowhere
}

/* There is no room for a 256th process.
 *
 * expect: violated runtime
 */
bool go;

proctype P() { go }

init {
  do
  :: run P()
  od
}

/* There is no room for a 256th channel.
 *
 * expect: violated runtime
 */
bool go;

proctype P() {
  chan a = [1] of { bit };
  chan b = [1] of { bit };

  go
}

init {
  do
  :: run P()
  od
}

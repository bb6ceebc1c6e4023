/* A send to a channel that was never made.
 *
 * expect: violated runtime
 */
chan made = [1] of { byte };
chan c;

active proctype P() {
  if
  :: c = made
  :: skip
  fi;
  c!1
}

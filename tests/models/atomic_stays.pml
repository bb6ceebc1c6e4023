/* An atomic that goes on for ever: the run stops there.  With -DLEAVES it ends
 * after a few rounds; with -DMAY_LEAVE it need not, but it can, and what it does
 * for ever is nothing that anybody outside could see.
 *
 * expect: f violated acceptance-cycle
 * expect: f unknown with --symbolic
 * expect: f holds with -DLEAVES
 * expect: f holds with -DLEAVES --symbolic
 * expect: f holds with -DMAY_LEAVE
 * expect: f holds with -DMAY_LEAVE --symbolic
 */
int n;
bool p;

active proctype P() {
  atomic {
    n = 3;
    do
#ifdef LEAVES
    :: n > 0 -> n--
    :: else -> break
#else
    :: n = 3 - n
#ifdef MAY_LEAVE
    :: break
#endif
#endif
    od
  }
  p = true
}

ltl f { <> p }

/* A run takes 256 arguments; the parts of a record are one each.
 *
 * expect: error 8:12 'P' takes too many arguments (over 256)
 */
typedef R { byte a[257] };
proctype P(R r) { r.a[256] == 0 }
R v;
init { run P(v) }

/* A channel inside a record may be set to a number, as SPIN has it.
 *
 * expect: holds
 * expect: 6 states
 */
typedef T { chan c };
chan x = [1] of { byte };
T foo;

active proctype P() {
  foo.c = x;
  foo.c!1;
  foo.c = 0;
  x?1
}

/* A channel variable may hold a channel with other messages than a statement
 * was written for.
 *
 * expect: violated runtime at line 13
 * expect: violated runtime at line 16 with -DRECEIVE
 */
chan pairs = [1] of { byte, byte };
chan c;

active proctype P() {
  c = pairs;
#ifndef RECEIVE
  c!1;
#endif
  pairs!1, 2;
  c?_
}

/* A notrace lists an order that must not happen to its end.
 *
 * expect: violated trace
 * expect: holds with -DVALUE=3
 */
#ifndef VALUE
#define VALUE 2
#endif

chan a = [2] of { byte };

notrace {
  a!1;
  a!2
}

active proctype P() {
  a!1;
  a!VALUE
}

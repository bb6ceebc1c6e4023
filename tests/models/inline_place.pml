/* A statement of an inline has the place of the call and that in the inline,
 * also where it begins with an argument, or stands in an inline inside another.
 *
 * options: --no-merge --no-slice
 * expect: violated assertion at line 29
 * expect: prints assert(n < 2) (inline_place.pml:29, in check_low:20)
 * expect: prints n = t + 1  in bump:16
 * expect: prints k = n  in keep:24
 * expect: prints , in check_low:20  assert(n < 2)
 */
byte n, k;

inline bump(x) {
  byte t;
  t = x;
  x = t + 1
}

inline check_low(limit) {
  assert(n < limit)
}

inline keep(x, y) {
  x = y
}

active proctype P() {
  bump(n); keep(k, n); bump(n);
  check_low(2)
}

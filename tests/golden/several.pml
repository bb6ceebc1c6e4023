/* Three ways to go wrong. */
byte a[2];
byte i;
active proctype P() {
  if
  :: assert(i == 1)
  :: i = 2; a[i] = 1
  :: false
  :: i = 0; a[0] = 5 / i
  fi
}

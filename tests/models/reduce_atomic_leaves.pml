/* A test inside an `atomic` takes P to where it no longer receives, so Q can
 * tell whether it came early: only then is there nobody to send to.
 *
 * expect: safety violated assertion
 */
chan a = [0] of { byte };
chan b = [0] of { byte };

active proctype P() {
  byte x;
  if
  :: atomic { x < 2; a!1 }
  :: b?x
  fi
}

active proctype Q() {
  byte i;
  i = 1;
  if
  :: b!i
  :: a?i
  :: else -> assert(false)
  fi
}

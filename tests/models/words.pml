/* true, false and skip are shown as they are written, and so are numbers.
 *
 * options: --keep-going
 * expect: violated assertion at line 16
 * expect: prints done = true
 * expect: prints assert(false)
 * expect: prints A  assert(0)
 * expect: prints A  true
 * expect: prints A  skip
 */
bool done;

active proctype A() {
  done = true;
  if
  :: done -> assert(false)
  :: !done -> true; skip; assert(0)
  fi
}

/* A byte and a short wrap around; the answer knows.
 *
 * expect: safety holds
 * unbounded: safety holds
 */
byte b = 0;
short s = 0;

active proctype p() {
  do
  :: b = b + 5; assert(b <= 255)
  :: s = s - 3; assert(s >= -32768)
  od
}

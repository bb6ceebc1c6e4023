/* A condition that the text itself refuses.
 *
 * expect: error 7:2 N is too small
 */
#define N 1
#if N < 2
#error N is too small
#endif
active proctype P() { skip }

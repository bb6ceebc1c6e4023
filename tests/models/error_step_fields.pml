/* A message has no more fields than its channel.
 *
 * expect: error 10:23 2 fields are given, but the messages of 'q' have 1
 */
chan q = [1] of { byte };
active proctype P() {
  q ! 1
}

ltl wrong { <> (sends(q, 1, 2)) }

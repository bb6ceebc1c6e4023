/* A receive into the variable that selects the channel: the channel is the one
 * before.  SPIN's verifier undoes the receive on the one after, says `bad queue`
 * and leaves half of the states out.
 *
 * expect: holds
 * expect: 16 states
 * expect: 24 transitions
 */
byte g;
chan ca[2] = [1] of { byte };

active proctype R() {
  ca[g & 1]?g;
  g = 0
}

active proctype S() {
  ca[0]!1
}

active proctype T() {
  ca[1]!0
}

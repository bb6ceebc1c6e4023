/* A sorted send puts a message before the first larger one, all fields
 * compared in turn; equal messages keep their order of arrival.
 *
 * expect: holds
 * expect: 12 states
 * expect: 12 transitions
 */
chan c = [6] of { byte, byte };

active proctype P() {
  c!!3, 1;
  c!!1, 2;
  c!!3, 0;
  c!!2, 9;
  c!!1, 1;
  c?1, 1;
  c?1, 2;
  c?2, 9;
  c?3, 0;
  c?3, 1
}

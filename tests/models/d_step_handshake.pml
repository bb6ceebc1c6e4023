/* A handshake takes two processes; a d_step that begins with a send on a
 * rendezvous channel is an error, not a statement that never happens.
 *
 * expect: violated runtime at line 9
 */
chan q = [0] of { byte };
byte y;

active proctype P() { end: d_step { q!1; y = 1 } }
active proctype Q() { end: q?y; assert(false) }

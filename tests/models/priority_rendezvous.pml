/* A high priority does not help a send that nobody receives: the process of
 * low priority moves on until it is ready to receive.
 *
 * expect: holds
 */
chan q = [0] of { byte };
byte x;

active proctype H() priority 5 { q!1 }
active proctype L() priority 1 { x = 1; q?x }

/* Each process waits for the other to speak first.
 *
 * expect: violated end-state
 * expect: deadlock after 0 steps
 * expect: 1 state
 * expect: 1 transition
 */
chan a = [0] of { bit };
chan b = [0] of { bit };

active proctype P() { a?1; b!1 }
active proctype Q() { b?1; a!1 }

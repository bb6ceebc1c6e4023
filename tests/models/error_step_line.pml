/* The line named must have a statement of that process.
 *
 * expect: error 9:17 P has no statement on line 8
 */
active proctype P() {
  skip
}

ltl wrong { [] !executes(P, 8) }

/* A remote reference does not choose one of several variables of a name.
 *
 * expect: error 16:16 proctype 'P' has several variables 'i'
 * expect: prints 12:10: note: declared here
 * expect: prints 13:10: note: declared here
 */
byte x;

active proctype P() {
  byte j;

  { byte i = 3; x = i };
  { byte i = 4; x = i }
}

ltl { [] (P[0]:i != 4) }

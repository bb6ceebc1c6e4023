/* With priorities nothing is left out, but states with one successor are.
 *
 * expect: holds
 * expect: prints 2 states
 * expect: prints all interleavings are explored: the model has priorities
 * expect: violated assertion with -DWRONG
 */
byte n;

active proctype High() priority 5 { n = 1; n = 2; n = 3 }

#ifdef WRONG
active proctype Low() priority 1 { assert(n != 3) }
#else
active proctype Low() priority 1 { assert(n == 3) }
#endif

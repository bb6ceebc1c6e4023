/* passes(P@label): a statement at the label is executed, by any process of that
 * type or by one of them; executes(P, line) names a statement by its line.
 *
 * expect: leaves holds
 * expect: any violated claim
 * expect: first violated claim
 * expect: third holds
 * expect: line holds
 * expect: one_of_them holds
 * expect: the_second violated acceptance-cycle
 * expect: the_second holds with --fair weak
 * expect: init_too violated claim
 */
byte inside;

proctype P(byte me) {
  do
  :: skip;
     critical: inside = me
  od
}

init {
  atomic { run P(1); run P(2) }
  last: skip
}

ltl leaves { [] (P[1]@critical && X !P[1]@critical -> passes(P[1]@critical)) }
ltl any { [] !passes(P@critical) }
ltl first { [] !passes(P[1]@critical) }
ltl third { [] !passes(P[3]@critical) }
ltl line { [] (executes(P, 19) <-> passes(P@critical)) }
ltl one_of_them { <> (passes(P[1]@critical) || passes(P[2]@critical)) }
ltl the_second { <> passes(P[2]@critical) }
ltl init_too { [] !(passes(init@last) || executes(init, 23)) }

/* Three processes count, each for itself: many states, short paths.  The
 * verdicts are the same in every store; one that may miss states says so,
 * unless that is accepted.
 *
 * options: --no-reduce
 *
 * expect: holds
 * expect: holds with --store cache
 * expect: holds with --store cache --cache-states 250
 * expect: holds with --store cache --cache-states 250 --no-sleep
 * expect: holds with --store cache --cache-states 250 --replace subtree
 * expect: holds with --store cache --cache-states 250 --replace random
 * expect: holds with --store cache --cache-states 250 --replace oldest
 * expect: holds with --store cache --cache-states 250 --replace arrivals
 * expect: holds with --store cache --cache-states 250 --replace depth
 * expect: holds with --store cache --cache-states 250 --search magic
 * expect: holds with --store cache --cache-states 250 --search buchi-det
 * expect: holds with --store cache --cache-states 250 --reduce
 * expect: unknown with --store cache --cache-states 8
 * expect: unknown with --store compact
 * expect: unknown with --store compact --accept-loss 1e-16
 * expect: holds with --store compact --accept-loss 1e-6
 * expect: holds with --store compact --accept-loss 1e-6 --search bfs
 * expect: holds with --store compact --fingerprint-bits 128 --accept-loss 1e-20
 * expect: unknown with --store bitstate --bit-memory 64k
 * expect: holds with --store bitstate --bit-memory 1M --accept-loss 0.01
 * expect: holds with --store bitstate --bit-memory 1M --repeat 3 --accept-loss 1e-6
 * expect: violated acceptance-cycle with -DTURNS --store cache --cache-states 250
 * expect: violated acceptance-cycle with -DTURNS --store compact
 * expect: violated acceptance-cycle with -DTURNS --store bitstate --bit-memory 1M
 * expect: violated acceptance-cycle with -DTURNS --store bitstate --bit-memory 1M --bits line --search nested-b
 * expect: violated assertion with -DWRONG --store cache --cache-states 250
 * expect: violated assertion with -DWRONG --store compact --search bfs
 * expect: violated assertion with -DWRONG --store bitstate --bit-memory 1M --repeat 2 --keep-going
 */
#define MOST 8

byte count[3];

active [3] proctype Counter() {
  do
  :: atomic { count[_pid] < MOST -> count[_pid]++ }
#ifdef TURNS
  :: atomic { _pid == 2 && count[2] == MOST -> count[2] = MOST - 1 }
#endif
  :: count[_pid] == MOST -> break
  od
#ifdef WRONG
  assert(count[0] != 3 || count[1] != 5)
#endif
}

ltl ends { <> (count[2] == MOST) }
#ifdef TURNS
ltl stays { <> [] (count[2] == MOST) }
#endif

/* Readers and writers, N of them, where a writer looks at readers only.
 *
 * options: --assume 'N >= 1'
 * expect: excl violated
 * unbounded: excl violated
 */
bool ready = false;
int N, idle, readers = 0, writers = 0;

active proctype clients() {
  d_step { idle = N; ready = true };
  do
  :: d_step { idle > 0 && writers == 0 -> idle = idle - 1; readers = readers + 1 }
  :: d_step { readers > 0 -> readers = readers - 1; idle = idle + 1 }
  :: d_step { idle > 0 && readers == 0 -> idle = idle - 1; writers = writers + 1 }
  :: d_step { writers > 0 -> writers = writers - 1; idle = idle + 1 }
  od
}

ltl excl { [] (!ready || writers <= 1 && (writers == 0 || readers == 0) && idle + readers + writers == N) }

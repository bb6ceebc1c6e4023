"""Runs a command and says what it cost."""
import contextlib
import ctypes
import os
import pathlib
import subprocess
import threading
import time

PR_SET_CHILD_SUBREAPER = 36


class Failed(Exception):
    """A tool did not run to its end, or said something unreadable."""


class Declined(Exception):
    """A tool says that it cannot do this in this way."""


# On Linux a process starts its peak memory at that of the process that spawned
# it, so a direct child of this interpreter would seem to need ten megabytes.
# A shell is small: it forks the command and ends, and as the reaper of orphans
# we get the command's own figures.  The command waits for a word from us until
# the shell has gone: the shell could reap it otherwise, and the clock would
# include the shell's work.
SMALL_PARENT = ["sh", "-c",
                'out=$1; shift; exec 3<&0; '
                '{ read -r go <&3; exec 3<&-; exec "$@"; } '
                '>"$out" 2>"$out.err" & echo $!', "sh"]
CANNOT_RUN = (126, 127)


def become_reaper():
    """Orphans below this process become its children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def environment(folder):
    """A home of its own: nothing that an earlier run has kept counts."""
    home = pathlib.Path(folder, "home")
    home.mkdir(exist_ok=True)
    return os.environ | {"HOME": str(home), "XDG_CACHE_HOME": str(home)}


@contextlib.contextmanager
def waiting(command, folder, out):
    """A process that is about to run a command: its number, and the start."""
    become_reaper()
    shell = subprocess.Popen([*SMALL_PARENT, str(out), *command], cwd=folder,
                             env=environment(folder), stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
    with shell:
        pid = int(shell.stdout.readline())
        shell.wait()

        def start():
            shell.stdin.write(b"go\n")
            shell.stdin.close()

        yield pid, start


def await_end(pid, limit):
    killer = threading.Timer(limit, os.kill, (pid, 9))
    killer.start()
    try:
        _, status, usage = os.wait4(pid, 0)
    except BaseException:
        with contextlib.suppress(OSError):
            os.kill(pid, 9)
        raise
    finally:
        killer.cancel()
    return os.waitstatus_to_exitcode(status), usage


def measure(command, folder, limit):
    """Runs a command; returns its exit status, output and what it cost."""
    out = pathlib.Path(folder, "out")
    command = [str(word) for word in command]
    with waiting(command, folder, out) as (pid, start):
        started = time.perf_counter()
        start()
        code, usage = await_end(pid, limit)
        seconds = time.perf_counter() - started
    name = pathlib.Path(command[0]).name
    if code in CANNOT_RUN:
        raise Failed(f"cannot run {name}")
    if code == -9:
        raise Failed(f"{name} was killed (limit {limit:g} s)")
    return {
        "code": code,
        "output": out.read_text(errors="replace"),
        "errors": pathlib.Path(f"{out}.err").read_text(errors="replace"),
        "seconds": seconds,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss * 1024,
    }

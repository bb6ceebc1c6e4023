"""Lariat, in each of the ways the program at hand has.

The help of `lariat check` names the words of --engine, --store and --search;
one run on a tiny model tells whether a word is accepted, and means something of
its own, for safety and for a formula.  So a new engine, store or search is
measured without a change here.
"""
import json
import pathlib
import re
import tempfile

from benchlib.process import Declined, Failed, measure

# Two processes that know nothing of each other: reduction leaves states out.
TINY = ("byte x, y;\n"
        "active proctype a() { x = 1; x = 2 }\n"
        "active proctype b() { y = 1; y = 2 }\n")
TINY_FORMULA = "<> (x == 2)"
CHOICES = ("engine", "store", "search")
PROBE_LIMIT = 60  # seconds
# As many bits as pan gets (benchlib/spin.py).
MORE_OPTIONS = {"bitstate": ["--bit-memory", "2M"]}


def question(case):
    """What is asked: one property."""
    if case.formula:
        return ["--ltl", case.formula]
    return ["--property", "safety"]


def read_answer(result):
    try:
        return json.loads(result["output"])["properties"][0]
    except (ValueError, LookupError, TypeError) as error:
        said = (result["errors"] or result["output"]).strip()[-200:]
        raise Failed(f"lariat: exit {result['code']}: {said}") from error


class Lariat:
    """One way to run one program."""
    tool = "lariat"

    def __init__(self, program, name, options, kinds):
        self.program = program
        self.name = name
        self.options = options
        self.kinds = kinds

    def prepare(self, case, folder, limit):
        return 0.0

    def depth(self, case):
        return 0  # there is nothing to set

    def check(self, case, folder, limit):
        """One check: verdict, states and what it cost.

        The report's CPU time is that of the search without a compiler in the
        background, its memory the peak without that of child processes.
        """
        result = measure(
            [self.program, "check", "--json", "--trace-file",
             pathlib.Path(folder, "trace.json"), *question(case),
             *self.options, *case.options, case.path],
            folder, limit)
        answer = read_answer(result)
        try:
            return {
                "verdict": answer["verdict"],
                "states": answer["states"],
                "seconds": result["seconds"],
                "cpu_seconds": answer["cpu_seconds"],
                "memory": answer["memory_bytes"],
                "store_bytes": answer["bytes_per_state"] * answer["states"],
                "packets": answer.get("packets"),
                "engine": answer["engine"],
            }
        except KeyError as error:
            raise Declined(answer.get("reason") or "no figures") from error


class Probe:
    """Asks a program what it can do."""

    def __init__(self, program):
        self.program = program

    def ask(self, *options):
        """The answer on the tiny model, or None when it is refused."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "tiny.pml")
            path.write_text(TINY)
            result = measure([self.program, "check", "--json", *options, path],
                             folder, PROBE_LIMIT)
            try:
                answer = read_answer(result)
            except Failed:
                return None
            return answer if "states" in answer else None

    def words(self, choice):
        with tempfile.TemporaryDirectory() as folder:
            text = measure([self.program, "check", "--help"], folder,
                           PROBE_LIMIT)["output"]
        found = re.search(rf"^  --{choice} ([a-z|-]+)", text, re.MULTILINE)
        return found[1].split("|") if found else []

    def reduces(self):
        asked = ("--property", "safety")
        every = self.ask(*asked, "--no-reduce")
        fewer = self.ask(*asked, "--reduce")
        return bool(every and fewer and fewer["states"] < every["states"])

    def alternatives(self, asked):
        """Words that change a choice, beside the default way."""
        default = self.ask(*asked, "--no-reduce")
        if not default:
            raise Failed(f"{self.program} does not check a tiny model")
        for choice in CHOICES:
            for word in self.words(choice):
                answer = self.ask(*asked, "--no-reduce", f"--{choice}", word)
                if answer and answer[choice] == word and (
                        choice == "engine" or word != default[choice]):
                    yield choice, word


def ways(program, label="lariat"):
    """Every way a program has; the first is the default without reduction."""
    probe = Probe(program)
    yield Lariat(program, label, ["--no-reduce"], {"small", "large", "ltl"})
    asked = {"large": ("--property", "safety"), "ltl": ("--ltl", TINY_FORMULA)}
    found = {}
    for kind, options in asked.items():
        for choice, word in probe.alternatives(options):
            found.setdefault((choice, word), set()).add(kind)
    for (choice, word), kinds in found.items():
        yield Lariat(program, f"{label} {word}",
                     ["--no-reduce", f"--{choice}", word,
                      *MORE_OPTIONS.get(word, [])], kinds)
    if ("store", "bitstate") in found:
        for word, size in (("plain", MORE_OPTIONS["bitstate"]),
                           ("usual", ["--bit-memory", "16M"])):
            yield Lariat(program, f"{label} bitstate {word}",
                         ["--spin-counts", "--store", "bitstate", *size],
                         {"large"})
    if probe.reduces():
        yield Lariat(program, f"{label} reduced", ["--reduce"],
                     {"small", "large", "ltl"})

"""When memory is scarce: what the stores cost that do not keep all states.

Two tables, of models of a second folder (benchlib/cases.py).

The first has state spaces of five million states and more, without reduction:
an exact search, then `--store cache` with room for a quarter of the states and
for a twentieth, and `--store compact`.  A cost is the CPU time of the search in
relation to the exact one.

The second has SPIN's verifier with -DBITSTATE beside `--store bitstate`, with as
many bits, both over the same states (no merging, no reduction) and to the end,
whatever is found on the way.  Here the whole process counts on both sides, for
that is all that is known of pan; of several runs the fastest one.  A
counterexample is not printed: pan writes none either.
"""
import fnmatch
import re
import tempfile

from benchlib import cases, spin, tables
from benchlib.lariat import read_answer
from benchlib.process import Failed, measure

# So many states and more; what takes the model there, and what is refused to it.
LARGE = (
    ("german", ["N=5"], []),
    ("leader", ["N=11"], []),
    ("phils", ["N=11"], []),
    ("ring", ["N=12"], []),
    ("slide", ["W=4", "Q=8"], []),
    ("bakery", ["N=4", "MAX=7"], []),
    ("petersonN", ["N=4"], ["--no-merge"]),
)
LEAST_STATES = 5_000_000
SHARES = (25, 5)  # per cent of the states for which there is room
MOST_COST = 3.0   # times the exact search
ENOUGH = {25: 5, 5: 3}  # models, for each share

BITS = (20, 22, 24, 27)  # as logarithms, as with pan's -w
WHOLE = ["--spin-counts", "--keep-going", "--trace", "off"]
LEAST_RATE = 2.0
LUCK = 0.001  # of the states, that hash functions lose or find by chance


def available():
    return (cases.second_folder() / "peers.tsv").exists()


class Asker:
    """One program, asked for the safety of models."""

    def __init__(self, program, folder, limit):
        self.program = program
        self.folder = folder
        self.limit = limit

    def ask(self, path, defines, options):
        """The answer, with the CPU time of the whole process beside it."""
        result = measure(
            [self.program, "check", "--json", "--property", "safety",
             *options, *[f"-D{define}" for define in defines], path],
            self.folder, self.limit)
        return read_answer(result) | {"process_seconds": result["cpu_seconds"]}


# ---- replacement and fingerprints ----

def cost(asker, path, defines, options, exact):
    try:
        answer = asker.ask(path, defines, options)
    except Failed as failure:
        return {"failure": str(failure)}
    return {"verdict": answer["verdict"], "complete": answer["complete"],
            "states": answer["states"],
            "cost": answer["cpu_seconds"] / exact["cpu_seconds"],
            "proves": answer["complete"]
            and answer["verdict"] == exact["verdict"]}


def measure_large(asker, path, defines, refused):
    common = ["--no-reduce", "--keep-going", "--trace", "off", *refused]
    exact = asker.ask(path, defines, common)
    row = {"name": " ".join([path.stem, *[f"-D{one}" for one in defines],
                             *refused]),
           "verdict": exact["verdict"], "states": exact["states"],
           "cpu_seconds": exact["cpu_seconds"], "ways": {}}
    for share in SHARES:
        room = exact["states"] * share // 100
        row["ways"][f"cache {share} %"] = cost(
            asker, path, defines,
            [*common, "--store", "cache", "--cache-states", str(room)], exact)
    row["ways"]["compact"] = cost(asker, path, defines,
                                  [*common, "--store", "compact"], exact)
    return row


WAYS = [f"cache {share} %" for share in SHARES] + ["compact"]
LARGE_HEADINGS = ("model", "verdict", "states", "exact, CPU",
                  *[f"{way}, x CPU" for way in WAYS], "compact, states lost")


def show_way(row, way):
    figures = row["ways"][way]
    if "failure" in figures:
        return "no end"
    mark = "" if figures["proves"] or way == "compact" else " (unknown)"
    return f"{figures['cost']:.2f}{mark}"


def large_rows(found):
    return [(row["name"], row["verdict"], str(row["states"]),
             tables.show_seconds(row["cpu_seconds"]),
             *[show_way(row, way) for way in WAYS],
             str(row["states"] - row["ways"]["compact"].get("states", 0)))
            for row in found]


# ---- bits ----

def run_pan(folder, limit, bits, depth):
    result = measure(["./pan", "-n", "-c0", f"-m{depth}", f"-w{bits}"], folder,
                     limit)
    states = re.search(r"(\d+) states, stored", result["output"])
    if not states:
        raise Failed(f"pan: exit {result['code']}")
    cut = "max search depth too small" in result["output"]
    return {"states": int(states[1]), "cpu_seconds": result["cpu_seconds"],
            "cut": cut}


def find_depth(folder, limit, bits):
    for depth in spin.DEPTHS:
        if not run_pan(folder, limit, bits, depth)["cut"]:
            break
    return depth


def fastest(runs):
    return min(runs, key=lambda run: run["cpu_seconds"])


def measure_bits(asker, case, folder, bits, repeats):
    """Both in turn; the stack of pan is the smallest power of ten."""
    depth = find_depth(folder, asker.limit, bits)
    ours, theirs = [], []
    for _ in range(repeats):
        theirs.append(run_pan(folder, asker.limit, bits, depth))
        answer = asker.ask(case.path, case.defines,
                           [*WHOLE, "--store", "bitstate", "--bit-memory",
                            str(2 ** bits // 8)])
        ours.append({"states": answer["states"],
                     "cpu_seconds": answer["process_seconds"]})
    us, pan = fastest(ours), fastest(theirs)
    return {"name": case.name.removeprefix("+"), "bits": bits,
            "states": us["states"], "pan_states": pan["states"],
            "cpu_seconds": us["cpu_seconds"],
            "pan_cpu_seconds": pan["cpu_seconds"],
            "coverage": us["states"] / pan["states"],
            "rate": (us["states"] / us["cpu_seconds"])
            / (pan["states"] / pan["cpu_seconds"])}


def measure_all_bits(asker, case, repeats):
    with tempfile.TemporaryDirectory() as folder:
        spin.Spin("pan bitstate plain").prepare(case, folder, asker.limit)
        return [measure_bits(asker, case, folder, bits, repeats)
                for bits in BITS]


BITS_HEADINGS = ("model", "-w", "states", "pan's", "share", "CPU", "pan's",
                 "rate, x pan")


def bits_rows(found):
    return [(row["name"], str(row["bits"]), str(row["states"]),
             str(row["pan_states"]), f"{row['coverage']:.4f}",
             tables.show_seconds(row["cpu_seconds"]),
             tables.show_seconds(row["pan_cpu_seconds"]),
             f"{row['rate']:.2f}") for row in found]


# ---- all of it ----

def judge_large(found):
    judged = []
    for share in SHARES:
        ways = [row["ways"][f"cache {share} %"] for row in found]
        good = sum(way.get("proves", False) and way["cost"] <= MOST_COST
                   for way in ways)
        judged.append((f"models for which room for {share} % of the states "
                       f"costs at most {MOST_COST:g}x, of {len(found)}",
                       f">= {ENOUGH[share]}", str(good),
                       good >= ENOUGH[share]))
    lost = max(row["states"] - row["ways"]["compact"].get("states", 0)
               for row in found)
    small = min(row["states"] for row in found)
    return judged + [
        ("states that fingerprints of 64 bits lose, worst model", "<= 0",
         str(lost), lost <= 0),
        ("states of the smallest of these models", f">= {LEAST_STATES}",
         str(small), small >= LEAST_STATES)]


def judge_bits(found):
    least = min(row["coverage"] for row in found)
    slowest = min(row["rate"] for row in found)
    return [("share of the states found with the same bits, to pan's, worst",
             f">= {1 - LUCK:g}x", f"{least:.4f}x", least >= 1 - LUCK),
            ("states a CPU-second with the same bits, worst",
             f">= {LEAST_RATE:g}x", f"{slowest:.2f}x", slowest >= LEAST_RATE)]


def is_asked_for(model, patterns):
    return not patterns or any(fnmatch.fnmatch(model, pattern)
                               for pattern in patterns)


def measure_scarce(program, repeats, limit, only):
    """Both tables and the targets; without SPIN the first one alone."""
    document = {"large": [], "bits": [], "repeats": repeats}
    with tempfile.TemporaryDirectory() as folder:
        asker = Asker(program, folder, limit)
        for model, defines, refused in LARGE:
            if is_asked_for(model, only):
                document["large"].append(
                    measure_large(asker, cases.second_folder() / f"{model}.pml",
                                  defines, refused))
        for case in cases.from_second_folder():
            if not spin.missing() and is_asked_for(case.path.stem, only):
                document["bits"] += measure_all_bits(asker, case, repeats)
    document["targets"] = (
        (judge_large(document["large"]) if document["large"] else [])
        + (judge_bits(document["bits"]) if document["bits"] else []))
    return document


def print_document(document):
    for headings, rows in (
            (LARGE_HEADINGS, large_rows(document["large"])),
            (BITS_HEADINGS, bits_rows(document["bits"])),
            (tables.TARGET_HEADINGS,
             tables.target_rows(document["targets"]))):
        if rows:
            print(tables.text(headings, rows), end="\n\n")

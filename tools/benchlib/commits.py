"""Two commits side by side.

Each is taken out of the repository into a folder of its own (git archive, so
that nothing is left behind in the repository), built there, and measured in
turn with the other.  A program stands for itself.
"""
import os
import pathlib
import statistics
import subprocess
import sys

from benchlib import tables
from benchlib.cases import ROOT
from benchlib.lariat import Lariat
from benchlib.rounds import Bench

HEADINGS = ("second against first", "CPU", "second's", "spread", "faster",
            "to verdict", "second's", "faster", "bytes", "second's", "smaller")


def unpack(commit, folder):
    archive = folder / "archive.tar"
    found = subprocess.run(["git", "-C", ROOT, "archive", "-o", archive,
                            commit], stderr=subprocess.DEVNULL, check=False)
    if found.returncode != 0:
        sys.exit(f"bench: there is no commit {commit}")
    subprocess.run(["tar", "-x", "-f", archive, "-C", folder], check=True)


def build(commit, folder):
    """The program of a commit."""
    if os.access(commit, os.X_OK) and pathlib.Path(commit).is_file():
        return pathlib.Path(commit).resolve()
    folder.mkdir()
    unpack(commit, folder)
    print(f"building {commit}", file=sys.stderr, flush=True)
    made = subprocess.run(["make", "-C", folder], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    program = folder / "build/lariat"
    if made.returncode != 0 or not program.exists():
        sys.exit(f"bench: {commit} cannot be built:\n{made.stdout[-2000:]}")
    return program


def show_bytes(figures):
    return f"{figures['bytes']:.1f}" if "bytes" in figures else "-"


def row(result):
    first, second = (result["contenders"][name] for name in ("first", "second"))
    noisier = max(first, second,
                  key=lambda figures: figures["spread"]["cpu_seconds"])
    gains = {key: first[key] / max(second[key], 1e-9)
             for key in ("cpu_seconds", "seconds", "memory")}
    result["gains"] = gains
    return (result["name"],
            tables.show_seconds(first["cpu_seconds"]),
            tables.show_seconds(second["cpu_seconds"]),
            tables.show_spread(noisier),
            f"{gains['cpu_seconds']:.2f}x",
            tables.show_seconds(first["seconds"]),
            tables.show_seconds(second["seconds"]), f"{gains['seconds']:.2f}x",
            show_bytes(first), show_bytes(second),
            f"{gains['memory']:.2f}x")


def mean_row(results):
    means = {key: statistics.geometric_mean(result["gains"][key]
                                            for result in results)
             for key in ("cpu_seconds", "seconds", "memory")}
    return ("geometric mean", "", "", "", f"{means['cpu_seconds']:.2f}x", "",
            "", f"{means['seconds']:.2f}x", "", "", f"{means['memory']:.2f}x")


def compare(commits, cases, folder, repeats, limit, options):
    """Prints the table; returns the results, and whether all went well."""
    kinds = {"small", "large", "ltl"}
    contenders = [
        Lariat(build(commit, pathlib.Path(folder, name)), name, options, kinds)
        for name, commit in zip(("first", "second"), commits)]
    bench = Bench(contenders, repeats, limit)
    results, rows, fine = [], [], True
    for case in cases:
        result = bench.measure(case)
        for name, failure in result["failures"].items():
            print(f"{case.name}: {name}: FAILED: {failure.splitlines()[-1]}")
        if result["disagreement"]:
            print(f"{case.name}: FAILED: {result['disagreement']}")
        fine = fine and not (result["failures"] or result["disagreement"])
        if len(result["contenders"]) == 2:
            rows.append(row(result))
            results.append(result)
            print(f"measured {case.name}", file=sys.stderr, flush=True)
    if results:
        rows.append(mean_row(results))
    print(tables.text(HEADINGS, rows))
    return results, fine

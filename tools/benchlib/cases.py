"""What is checked: models, defines, formulas.

tools/bench.json lists the cases of the bundled models, and formulas for models
of a second folder.  That folder may lie outside this repository: LARIAT_BENCH
names it, or it is ../shared/bench.  Its peers.tsv lists more cases, by model and
defines.  Without it they are left out.
"""
import csv
import dataclasses
import fnmatch
import json
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TRIVIAL = "active proctype trivial() { skip }\n"


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    path: pathlib.Path
    kind: str            # small, large or ltl
    defines: tuple = ()
    formula: str = ""    # of kind ltl
    quick: bool = False  # also measured in a hurry

    @property
    def options(self):
        return [f"-D{define}" for define in self.defines]


def second_folder():
    return pathlib.Path(os.environ.get("LARIAT_BENCH",
                                       ROOT.parent / "shared/bench"))


def from_list():
    for row in json.loads((ROOT / "tools/bench.json").read_text()):
        folder = second_folder() if row.get("second") else ROOT / "models"
        path = folder / row["model"]
        if path.exists() or not row.get("second"):
            yield Case(row["name"], path, row["class"],
                       tuple(row.get("defines", [])), row.get("formula", ""),
                       row.get("quick", row["class"] == "small"))


def from_second_folder():
    listing = second_folder() / "peers.tsv"
    if not listing.exists():
        return
    with open(listing, newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            defines = [word.removeprefix("-D") for word in row["defs"].split()]
            yield Case("+" + "-".join([row["model"], *defines]),
                       second_folder() / f"{row['model']}.pml", "large",
                       tuple(defines))


def read_cases(patterns, quick):
    cases = [*from_list(), *from_second_folder()]
    if quick:
        cases = [case for case in cases if case.quick]
    if patterns:
        cases = [case for case in cases
                 if any(fnmatch.fnmatch(case.name, pattern)
                        for pattern in patterns)]
    return cases


def trivial(case, folder):
    """The same case without work: what a tool needs before its first state."""
    path = pathlib.Path(folder, "trivial.pml")
    path.write_text(TRIVIAL)
    return dataclasses.replace(case, path=path, defines=(),
                               formula="<> true" if case.formula else "")

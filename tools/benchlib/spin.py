"""SPIN's verifier, called pan here, compiled in several ways."""
import pathlib
import re
import shutil

from benchlib.process import Failed, measure

PROGRAMS = ("spin", "gcc")
GCC = ["gcc", "-O2", "-w"]
FLAGS = {
    "pan": ["-DNOREDUCE"],
    "pan reduced": [],
    "pan collapse": ["-DNOREDUCE", "-DCOLLAPSE"],
    "pan bitstate": ["-DNOREDUCE", "-DBITSTATE"],
    "pan bitstate plain": ["-DNOREDUCE", "-DBITSTATE"],
    "pan bitstate usual": ["-DNOREDUCE", "-DBITSTATE"],
}
# No merging, no dead variables, no slicing: as lariat --spin-counts.
PLAIN = ["-o1", "-o2", "-o3"]
SPIN_OPTIONS = {"pan bitstate plain": PLAIN, "pan bitstate usual": PLAIN}
LARGE_RUN = set(SPIN_OPTIONS)
SMALL_RUN = {"pan", "pan reduced"}
KIND_FLAGS = {"small": ["-DSAFETY", "-DNOCLAIM"],
              "large": ["-DSAFETY", "-DNOCLAIM"], "ltl": []}
TABLE = {"small": "-w20", "large": "-w22", "ltl": "-w22"}
BITSTATE_TABLE = "-w24"  # bits: 2 MB
BITSTATE_TABLES = {"pan bitstate usual": "-w27"}  # 16 MB, as without -w
DEPTHS = (10_000, 100_000, 1_000_000, 10_000_000)  # the first that suffices
PROPERTY = "asked"


def missing():
    return [name for name in PROGRAMS if not shutil.which(name)]


def version(folder):
    said = measure(["spin", "-V"], folder, 60)["output"]
    found = re.search(r"Version ([\d.]+)", said)
    return found[1] if found else "unknown"


class Spin:
    """One way to compile the verifier."""
    tool = "spin"

    def __init__(self, name):
        self.name = name
        self.kinds = ({"large"} if name in LARGE_RUN else {"large", "ltl"}
                      ) | ({"small"} if name in SMALL_RUN else set())
        self.depths = {}  # by case: the one to begin with

    def prepare(self, case, folder, limit):
        """Makes the verifier; returns the seconds it took."""
        path = case.path
        if case.formula:
            path = pathlib.Path(folder, "asked.pml")
            path.write_text(f"{case.path.read_text()}\n"
                            f"ltl {PROPERTY} {{ {case.formula} }}\n")
        spin = measure(["spin", "-a", *SPIN_OPTIONS.get(self.name, []),
                        *case.options, path], folder, limit)
        if spin["code"] != 0:
            raise Failed(f"spin: {spin['output'].strip()[-200:]}")
        gcc = measure([*GCC, *KIND_FLAGS[case.kind], *FLAGS[self.name],
                       "-o", "pan", "pan.c"], folder, limit)
        if gcc["code"] != 0:
            raise Failed(f"gcc: {gcc['errors'].strip()[-200:]}")
        return spin["seconds"] + gcc["seconds"]

    def depth(self, case):
        return self.depths.get(case.name, DEPTHS[0])

    def command(self, case):
        table = (BITSTATE_TABLES.get(self.name, BITSTATE_TABLE)
                 if "bitstate" in self.name else TABLE[case.kind])
        asked = ["-a", "-N", PROPERTY] if case.formula else []
        return ["./pan", "-n", *asked, f"-m{self.depth(case)}", table]

    def run(self, case, folder, limit):
        """Runs the verifier, with a larger stack while it is too small: that
        is zeroed first, so a large one would cost time on a small model.
        """
        for depth in DEPTHS[DEPTHS.index(self.depth(case)):]:
            self.depths[case.name] = depth
            result = measure(self.command(case), folder, limit)
            if "max search depth too small" not in result["output"]:
                return result, False
        return result, True

    def check(self, case, folder, limit):
        """One check, with the same keys as Lariat.check()."""
        result, cut = self.run(case, folder, limit)
        states = re.search(r"(\d+) states, stored", result["output"])
        errors = re.search(r"errors: (\d+)", result["output"])
        if not states or not errors:
            said = result["output"].strip()[-200:]
            raise Failed(f"pan: exit {result['code']}: {said}")
        found = int(errors[1]) > 0
        lossy = cut or "bitstate" in self.name
        return {
            "verdict": "violated" if found else "unknown" if lossy else "holds",
            "states": int(states[1]),
            "seconds": result["seconds"],
            "cpu_seconds": result["cpu_seconds"],
            "memory": result["memory"],
        }


def ways():
    return [Spin(name) for name in FLAGS]

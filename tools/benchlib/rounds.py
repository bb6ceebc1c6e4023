"""Repeats in turn; medians and spread.

The machine may be busy with other things, now more, now less.  So the
contenders take turns, each once a round and the other way round in every second
one, and a figure is the median over the rounds.  The spread is half the
range of the samples, as a part of the median.
"""
import statistics
import tempfile

from benchlib import cases
from benchlib.process import Declined, Failed

FIXED_BASE = 64 << 20  # bytes of a process that are not counted
MEASURED = ("seconds", "cpu_seconds", "memory")
LEAST_SECONDS = 1e-6


def summarise(samples):
    """The medians of several checks; a verdict may change, and then says so."""
    figures = {key: statistics.median(sample[key] for sample in samples)
               if isinstance(value, (int, float)) else value
               for key, value in samples[0].items()}
    figures["verdict"] = " or ".join(sorted({sample["verdict"]
                                             for sample in samples}))
    figures["rounds"] = len(samples)
    figures["spread"] = {}
    for key in MEASURED:
        values = [sample[key] for sample in samples]
        half = (max(values) - min(values)) / 2
        figures["spread"][key] = half / max(figures[key], LEAST_SECONDS)
    return figures


def add_memory(figures, base):
    """Memory a state; of a small case it would be fixed costs alone."""
    states = max(figures["states"], 1)
    figures["base_memory"] = base
    figures["bytes"] = max(figures["memory"] - base, 0) / states
    figures["bytes_above_64M"] = max(figures["memory"] - FIXED_BASE, 0) / states


class Bench:
    """Contenders, and what they need before they have anything to do."""

    def __init__(self, contenders, repeats, limit):
        self.contenders = contenders
        self.repeats = repeats
        self.limit = limit
        self.bases = {}

    def base(self, contender, case):
        """Memory on a trivial model, with the settings that the case needed."""
        key = (contender.name, case.kind, contender.depth(case))
        if key not in self.bases:
            with tempfile.TemporaryDirectory() as folder:
                idle = cases.trivial(case, folder)
                contender.prepare(idle, folder, self.limit)
                self.bases[key] = contender.check(idle, folder,
                                                  self.limit)["memory"]
        return self.bases[key]

    def figures(self, contender, case, samples):
        figures = summarise(samples)
        figures["tool"] = contender.tool
        figures["rate"] = figures["states"] / max(figures["cpu_seconds"],
                                                  LEAST_SECONDS)
        if case.kind != "small":
            add_memory(figures, self.base(contender, case))
        return figures

    def sample(self, contender, case, folder, state):
        """One check; small cases pay for their compilation each time."""
        if case.kind == "small" or "build" not in state:
            state["build"] = contender.prepare(case, folder, self.limit)
        sample = contender.check(case, folder, self.limit)
        sample["seconds"] += state["build"]
        return sample

    def rounds(self, case, contenders, folders):
        """The samples, the failures and the refusals, by contender's name."""
        samples = {contender.name: [] for contender in contenders}
        states = {contender.name: {} for contender in contenders}
        failures, declined = {}, {}
        warm_up = case.kind == "small"
        for number in range(self.repeats + warm_up):
            turns = contenders if number % 2 == 0 else contenders[::-1]
            for contender in turns:
                name = contender.name
                if name in failures or name in declined:
                    continue
                try:
                    sample = self.sample(contender, case, folders[name],
                                         states[name])
                except Failed as failure:
                    failures[name] = str(failure)
                    continue
                except Declined as refusal:
                    declined[name] = str(refusal)
                    continue
                if number >= warm_up:
                    samples[name].append(sample)
        return samples, failures, declined

    def measure(self, case):
        """All contenders on one case."""
        contenders = [contender for contender in self.contenders
                      if case.kind in contender.kinds]
        result = {"name": case.name, "model": case.path.name,
                  "kind": case.kind, "defines": list(case.defines),
                  "formula": case.formula, "contenders": {}}
        with tempfile.TemporaryDirectory() as root:
            folders = {contender.name: tempfile.mkdtemp(dir=root)
                       for contender in contenders}
            samples, failures, declined = self.rounds(case, contenders,
                                                      folders)
        for contender in contenders:
            name = contender.name
            try:
                if name not in failures and name not in declined:
                    result["contenders"][name] = self.figures(contender, case,
                                                              samples[name])
            except Failed as failure:
                failures[name] = str(failure)
        result["failures"] = failures
        result["declined"] = declined
        result["disagreement"] = disagreement(result)
        return result

def disagreement(result):
    """Who says what, when two do not say the same."""
    said = {}
    for name, figures in result["contenders"].items():
        if figures["verdict"] != "unknown":
            said.setdefault(figures["verdict"], []).append(name)
    if len(said) < 2:
        return None
    return "; ".join(f"{verdict}: {', '.join(names)}"
                     for verdict, names in said.items())

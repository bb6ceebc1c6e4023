#!/usr/bin/env python3
"""Writes small random models with variables that nobody sees, or hardly.

    tests/slicing/models.py SEED [COUNT]

The models are those of tests/reduction/models.py with more variables: some
feed only each other, some are set from what matters or come into a subscript,
a divisor, a message or a process, some keep their first value.  Options as
there.
"""
import importlib.util
import pathlib
import sys

BESIDE = pathlib.Path(__file__).resolve().parent.parent / "reduction/models.py"
SPEC = importlib.util.spec_from_file_location("models", BESIDE)
models = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(models)


class Maker(models.Maker):
    """Makes one model."""

    def ghost(self):
        choices = ["h0", "h1", "lh", f"ha[{self.pick('012')}]",
                   f"ha[{self.pick(['h0', 'lh', 'h1']) } % 3]"]
        return self.pick(choices)

    def shadow(self):
        """What goes into a ghost."""
        return self.pick([f"({self.ghost()} + 1) % 3", f"{self.ghost()} % 2",
                          f"{self.value()} % 3", "_pid % 2", "k1", "ka[1]",
                          f"(h0 > 1 -> {self.ghost()} : 1)"])

    def haunt(self):
        """A statement about ghosts; few can fail, few let one be seen."""
        if self.maybe(.12):
            return self.pick(["h0 = h0 / (2 - h1)", "h1 = 5 % (k0g + lh)",
                              "ha[h1 + g0] = 1", "h0 = ha[g1 * 2]",
                              "ha[lh + 1] = h1", "h1 = 1 << (h0 - 1)",
                              "ha[g1 + 1]++", "h1 = ha[g0 + 1] / (2 - g1)",
                              "h0 = (h1 -> ha[g0 * 2] : lh)",
                              "h0 = (g0 && lh / g1 > 0)",
                              "h1 = -(h0 << (g0 - 1))"])
        if self.maybe(.06):
            return self.pick(["g1 = h0", "x = lh % 2", "(h1 < 2)",
                              "assert(h0 < 3)", "g0 = ha[1] % 3"])
        if self.maybe(.2):
            return self.pick(['printf("%d\\n", h0)', 'printf("%d\\n", ha[h0])',
                              'printf("%d\\n", g0)'])
        return f"{self.ghost()} = {self.shadow()}"

    def assign(self):
        return self.haunt() if self.maybe(.45) else super().assign()

    def condition(self):
        if self.maybe(.2):
            return self.pick(["(k1 == 1)", "(k0g > 1)", "(k1 > g0)",
                              "(ka[1] == 2 || g1 == 0)", "(k2 + k1 == 3)",
                              "(k1 && g0 < 2)", "(ka[g0 % 3] > 0)"])
        return super().condition()

    def io(self):
        made = super().io()
        if "?" in made and made[-1] == "x" and self.maybe(.5):
            return made[:-1] + self.pick(["h0", "lh", "ha[1]", "ha[h0]"])
        return made

    def declarations(self):
        return super().declarations() + [
            "byte h0, h1 = 1, never_used;", "byte ha[3];",
            "byte k0g; byte k1 = 1; byte k2 = k1 + 1;",
            "byte ka[3] = 2;"]

    def process(self, head, name, statements):
        lines = super().process(head, name, statements)
        return [lines[0], "  byte lh = 1;", *lines[1:]]


models.make_model = lambda seed: Maker(seed).model()

if __name__ == "__main__":
    sys.exit(models.main())

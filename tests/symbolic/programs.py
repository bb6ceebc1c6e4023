"""Random counter programs whose variables keep to small ranges."""
import random

LEAST, MOST = -4, 9


class Program:
    """Text of one random model."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.variables = ["x", "y", "a[1]"][: self.rng.randint(1, 3)]
        self.has_channel = self.rng.random() < 0.3

    def pick(self, *choices):
        return self.rng.choice(choices)

    def variable(self):
        return self.rng.choice(self.variables)

    def number(self):
        return self.rng.randint(0, 5)

    def term(self):
        return self.pick(
            self.variable(),
            str(self.number()),
            f"{self.variable()} + {self.number()}",
            f"{self.variable()} - {self.variable()}",
            f"2 * {self.variable()}",
            f"{self.variable()} % {self.rng.randint(2, 3)}",
            f"{self.variable()} / {self.rng.randint(2, 3)}",
        )

    def condition(self, depth=0):
        compare = f"{self.term()} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.term()}"
        if depth > 1 or self.rng.random() < 0.6:
            return compare
        return self.pick(
            f"({self.condition(depth + 1)} && {self.condition(depth + 1)})",
            f"({self.condition(depth + 1)} || {self.condition(depth + 1)})",
            f"!({self.condition(depth + 1)})",
        )

    def temporal(self):
        p, q = f"({self.condition()})", f"({self.condition()})"
        return self.pick(f"<> {p}", f"[] <> {p}", f"<> [] {p}", f"{p} U {q}",
                         f"{p} W {q}", f"[] ({p} -> <> {q})", f"[] ({p} -> X {q})",
                         f"[] <> {p} -> [] <> {q}")

    def update(self):
        """A guarded assignment that stays in range."""
        target = self.variable()
        value = self.pick(
            f"{target} + {self.rng.randint(1, 3)}",
            f"{target} - {self.rng.randint(1, 3)}",
            self.term(),
            f"{target} + {self.variable()}",
        )
        return f"({value} >= {LEAST} && {value} <= {MOST}) -> {target} = {value}"

    def statement(self, depth):
        kind = self.rng.random()
        if kind < 0.45:
            return self.pick("atomic", "d_step") + f" {{ {self.update()} }}"
        if kind < 0.6:
            first, second = self.variable(), self.variable()
            return f"d_step {{ h = {first}; {first} = {second}; {second} = h; h = 0 }}"
        if kind < 0.66:
            return f"flag = {self.rng.randint(0, 1)}"
        if kind < 0.7 and self.has_channel and depth == 0:
            return self.pick(f"c!{self.number()}", f"c?{self.variable()}",
                             f"r!{self.number()}", f"r?{self.variable()}")
        if kind < 0.78:
            return f"assert({self.condition()} || flag == {self.rng.randint(0, 1)})"
        if kind < 0.88 and depth < 2:
            return (
                f"atomic {{ {self.condition()} -> {self.choice('if', depth + 1)} }}"
            )
        return self.update()

    def choice(self, word, depth):
        end = {"if": "fi", "do": "od"}[word]
        options = [
            f":: {self.condition()} -> {self.statement(depth)}"
            if self.rng.random() < 0.5
            else f":: {self.statement(depth)}"
            for _ in range(self.rng.randint(1, 3))
        ]
        if self.rng.random() < 0.4:
            options.append(f":: else -> {self.pick('skip', 'break' if word == 'do' else 'skip')}")
        return f"{word} {' '.join(options)} {end}"

    def process(self, name):
        mine = self.rng.random() < 0.5
        local = f"int own = {self.number()};\n  " if mine else ""
        self.variables += ["own"] * mine
        body = "; ".join(
            self.choice(self.pick("do", "do", "if"), 0)
            for _ in range(self.rng.randint(1, 2))
        )
        self.variables = [each for each in self.variables if each != "own"]
        return f"active proctype {name}() {{\n  {local}{body}\n}}\n"

    def text(self):
        kind = self.pick("int", "int", "short")
        declarations = "".join(
            f"{kind} {name.replace('[1]', '[2]')} = {self.rng.randint(0, 3)};\n"
            for name in self.variables
        )
        if self.has_channel:
            declarations += "chan c = [1] of { byte };\nchan r = [0] of { byte };\n"
        processes = "".join(
            self.process(name) for name in ["P", "Q"][: self.rng.randint(1, 2)]
        )
        return (
            f"{declarations}{kind} h = 0;\nbit flag = 0;\n{processes}"
            f"ltl inv {{ [] ({self.condition()} || {self.condition()}) }}\n"
            f"ltl runs {{ {self.temporal()} }}\n"
        )

"""Random counter automata: their reachable vectors, location by location.

An automaton is a process of labels and guarded d_steps.  What can be reached
is enumerated here, one vector at a time and without the program under test.
"""
import random

LEAST, MOST = -3, 8


def quotient(a, b):
    """As in C: towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a - b * quotient(a, b)


class Automaton:
    """A random process `name` over the variables given."""

    def __init__(self, rng, name, variables):
        self.rng, self.name, self.variables = rng, name, variables
        self.size = rng.randint(2, 4)
        self.edges = [self.edge(at) for at in range(self.size)
                      for _ in range(rng.randint(1, 3))]

    def term(self):
        variable, other = self.rng.choice(self.variables), self.rng.choice(self.variables)
        number = self.rng.randint(0, 4)
        return self.rng.choice([
            (variable, variable),
            (str(number), str(number)),
            (f"{variable} + {number}",) * 2,
            (f"{variable} - {other}",) * 2,
            (f"2 * {variable}",) * 2,
            (f"{variable} % 3", f"remainder({variable}, 3)"),
            (f"{variable} / 2", f"quotient({variable}, 2)"),
        ])

    def condition(self):
        (a, a2), (b, b2) = self.term(), self.term()
        sign = self.rng.choice(["<", "<=", "==", "!=", ">=", ">"])
        first = f"{a} {sign} {b}", f"{a2} {sign} {b2}"
        kind = self.rng.random()
        if kind < 0.6:
            return first
        second = self.condition()
        if kind < 0.8:
            return f"({first[0]} || {second[0]})", f"({first[1]} or {second[1]})"
        return f"({first[0]} && {second[0]})", f"({first[1]} and {second[1]})"

    def update(self):
        """Assignments, one after the other, and the values they must have."""
        target = self.rng.choice(self.variables)
        kind = self.rng.random()
        if kind < 0.2 and len(self.variables) > 1:
            other = self.rng.choice([v for v in self.variables if v != target])
            return f"h = {target}; {target} = {other}; {other} = h; h = 0", \
                   f"{target}, {other} = {other}, {target}", ("1 == 1",) * 2
        step = self.rng.choice([-2, -1, 1, 1, 2])
        value = (f"{target} + {step}",) * 2 if kind < 0.75 else self.term()
        fits = (f"{value[0]} >= {LEAST} && {value[0]} <= {MOST}",
                f"{LEAST} <= {value[1]} <= {MOST}")
        return f"{target} = {value[0]}", f"{target} = {value[1]}", fits

    def edge(self, at):
        guard, (text, code, fits) = self.condition(), self.update()
        return (at, self.rng.randrange(self.size),
                f"{guard[0]} && {fits[0]}", f"({guard[1]}) and {fits[1]}", text, code)

    def text(self):
        lines = [f"active proctype {self.name}() {{", "  goto L0;"]
        for at in range(self.size):
            lines.append(f"L{at}:\n  if")
            lines += [f"  :: d_step {{ {guard} -> {text} }}; goto L{to}"
                      for from_, to, guard, _, text, _ in self.edges if from_ == at]
            lines.append("  fi;")
        return "\n".join(lines + ["}"]) + "\n"


class System:
    """One or two automata over the same variables."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.variables = ["x", "y", "z"][:rng.randint(1, 3)]
        self.start = [rng.randint(0, 3) for _ in self.variables]
        self.kind = rng.choice(["int", "int", "short"])
        self.automata = [Automaton(rng, name, self.variables)
                         for name in "PQ"[:rng.randint(1, 2)]]

    def text(self):
        declarations = "".join(f"{self.kind} {name} = {value};\n"
                               for name, value in zip(self.variables, self.start))
        return (declarations + f"{self.kind} h = 0;\n"
                + "".join(each.text() for each in self.automata))

    def successors(self, places, vector):
        for i, automaton in enumerate(self.automata):
            for at, to, _, guard, _, code in automaton.edges:
                values = dict(zip(self.variables, vector), quotient=quotient,
                              remainder=remainder)
                if at == places[i] and eval(guard, values):
                    exec(code, values)
                    yield (places[:i] + (to,) + places[i + 1:],
                           tuple(values[name] for name in self.variables))

    def reachable(self):
        """{label of the first automaton: set of vectors}"""
        first = ((0,) * len(self.automata), tuple(self.start))
        seen, waiting = {first}, [first]
        while waiting:
            for state in self.successors(*waiting.pop()):
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
        return {f"L{at}": {vector for places, vector in seen if places[0] == at}
                for at in range(self.automata[0].size)}


def shown_points(shown, variables):
    """The vectors that --show lists at each label; None: some are not listed."""
    at = {}
    for each in shown:
        if "points" not in each:
            return None
        order = [each["variables"].index(name) if name in each["variables"] else None
                 for name in variables]
        fixed = dict(part.split(" = ") for part in each["values"].split(", ") if " = " in part)
        at.setdefault(each["where"].split("@")[1], set()).update(
            tuple(int(fixed[name]) if i is None else point[i]
                  for name, i in zip(variables, order))
            for point in each["points"])
    return at

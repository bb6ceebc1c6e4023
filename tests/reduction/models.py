#!/usr/bin/env python3
"""Writes small random models in which processes meet in many ways.

    tests/reduction/models.py SEED [COUNT]

Made for comparing searches with and without reduction: three or four short
processes; whatever makes the order of statements matter (shared variables,
arrays by process number, buffered and rendezvous channels, channels in
messages, or known to a process and its descendants, `else`, `timeout`, `unless`,
atomic sequences that block, loops that nobody else can notice, processes that
start and end, remote references, `enabled()`, `pc_value()`, `provided`,
priorities, `trace`); and few errors, so that there is something to miss.  Next-free formulas are part of each model.  The same seed
gives the same model.  With COUNT, that many from SEED on, each after a line
`model SEED LENGTH`.
"""
import random
import sys

INDENT = "  "
FEATURES = {"buffered": .7, "rendezvous": .5, "atomic": .6, "d_step": .3,
            "unless": .3, "timeout": .25, "else": .6, "array": .5, "run": .4,
            "names": .25, "local_channel": .2, "channel_array": .25,
            "remote": .25, "sorted": .2, "random": .25, "poll": .25,
            "number": .2, "loop": .6, "error": .3, "labels": .5, "goto": .2,
            "record": .15, "provided": .08, "priority": .08, "trace": .15,
            "born": .3, "family": .3, "committed": .3,
            "nameless": .25, "waits": .35, "private": .4, "enabled": .06,
            "place": .06}


class Maker:
    """Makes one model."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.features = {name for name, chance in FEATURES.items()
                         if self.maybe(chance)}
        if self.has("nameless"):
            self.features -= {"remote", "enabled", "place"}
        self.labels = {}     # of processes with a known number
        self.buffered = []
        self.handshakes = []
        self.fresh = 0
        self.name = None     # of the process under way
        self.depth = 0
        self.indivisible = False

    # ---- chances ----

    def maybe(self, chance):
        return self.random.random() < chance

    def pick(self, items):
        return self.random.choice(list(items))

    def few(self, low, high):
        return self.random.randint(low, high)

    def has(self, feature):
        return feature in self.features

    # ---- expressions ----

    def element(self):
        return self.pick(["_pid % 3", "x % 3", "0", "1", "i", "k", "_pid",
                          "g0 % 3"])

    def shared(self):
        """One of many: few processes share one."""
        numbered = [] if self.has("nameless") \
            else ["w[_pid]", "w[(_pid + 1) % 4]"]
        return self.pick(["v0", "v1", "v2", "v3", "v4", "v5", "w[2]"]
                         + numbered)

    def place(self):
        if self.has("waits") and self.maybe(.8):
            return self.shared()
        choices = ["x", "g0", "g1", "g2"]
        if self.has("array"):
            choices += [f"a[{self.element()}]"] * 2
        if self.has("record"):
            choices += ["t.f", "t.h[1]"]
        return self.pick(choices)

    def value(self):
        kind = self.few(0, 11)
        if kind == 0 and self.has("number"):
            return self.pick(["_nr_pr", "_pid"])
        if kind == 1 and self.buffered and not self.indivisible:
            return f"len({self.channel(self.buffered)})"
        return self.pick([str(self.few(0, 2)), self.place(), self.place()])

    def small(self):
        return self.pick([str(self.few(0, 2)), f"({self.value()} + 1) % 3",
                          f"{self.value()} % 3", f"1 - {self.value()} % 2"])

    def outlook(self):
        """What a process can do, or where it is: not always there is one."""
        kinds = ["enabled", "place"]
        kind = self.pick([kind for kind in kinds if self.has(kind)])
        number = self.few(0, 3)
        if kind == "enabled":
            return f"enabled({number})"
        return f"(pc_value({number}) {self.pick(['==', '>', '<'])} " \
               f"{self.few(0, 6)})"

    def has_outlook(self):
        return self.has("enabled") or self.has("place")

    def condition(self):
        if self.has_outlook() and self.maybe(.4):
            return self.pick(["", "", "!"]) + self.outlook()
        if self.has("remote") and self.maybe(.3) and self.labels:
            other = self.pick(self.labels)
            if other != self.name:
                if self.labels[other] and self.maybe(.6):
                    return f"({other}@{self.pick(self.labels[other])})"
                return f"({other}:x > 0)"
        operator = self.pick(["==", "!=", "<", ">"])
        return f"({self.value()} {operator} {self.few(0, 2)})"

    def wait(self):
        """For another process, as for a lock."""
        operator = self.pick(["==", "==", "!=", ">", "<="])
        test = f"{self.shared()} {operator} {self.few(0, 2)}"
        return self.pick([test, test, f"!{self.shared()}", self.shared(),
                          f"{test} && {self.condition()}",
                          f"{self.condition()} && {test}"])

    def lock(self):
        """Sets what others wait for."""
        return f"{self.shared()} = {self.few(0, 2)}"

    def guard(self):
        if self.has("waits") and self.maybe(.7):
            return self.wait()
        if self.has("timeout") and self.maybe(.15):
            return self.pick(["timeout", "timeout", f"(timeout && {self.condition()})"])
        if self.has("poll") and self.buffered and self.maybe(.4):
            channel = self.channel(self.buffered)
            return self.pick([f"empty({channel})", f"nempty({channel})",
                              f"full({channel})", f"nfull({channel})",
                              f"{channel}?[{self.few(0, 2)}]",
                              f"{channel}??[{self.few(0, 2)}]"])
        return self.condition()

    # ---- statements ----

    def channel(self, among):
        channel = self.pick(among)
        if channel == "qa":
            return f"qa[{self.pick(['0', '1', '_pid % 2', 'x % 2', 'i % 2'])}]"
        return channel

    def io(self):
        channels = self.buffered + self.handshakes
        if not channels:
            return self.assign()
        channel = self.channel(channels)
        buffered = channel.split("[")[0] in self.buffered
        if self.maybe(.5):
            arrow = "!!" if buffered and self.has("sorted") \
                and self.maybe(.4) else "!"
            return f"{channel}{arrow}{self.small()}"
        arrow = "??" if buffered and self.has("random") and self.maybe(.5) \
            else "?"
        pattern = self.pick(["x", "g0", "_", "x", self.place(),
                             str(self.few(0, 2)), "eval(g1)"])
        if buffered and self.maybe(.15):
            pattern = f"<{pattern}>"
        return f"{channel}{arrow}{pattern}"

    def pass_name(self):
        return self.pick(["cc!lc", "cc?lc", "cc!q0", f"lc!{self.small()}",
                          "lc?x", "lc = q0", "lc?g1"]
                         + ["cc!c", "lc = c"] * self.has("local_channel"))

    def talk(self):
        """Over a channel of its own, or of the process that started it."""
        channel = self.pick(["mine", "yours"] if self.name == "C"
                            else ["mine"])
        return channel + self.pick([f"!{self.small()}", "?x", "?g1", "?g0"])

    def start(self):
        """Starts a process."""
        given = ", mine" * self.has("family")
        if self.name == "C":
            return f"if :: k0 > 0 -> run C(k0 - 1{given}) :: else fi"
        if self.maybe(.5) and not self.has("family"):
            return f"if :: _nr_pr < 5 -> run C({self.few(0, 2)}) :: else fi"
        return f"run C({self.few(0, 2)}{given})" if self.depth == 0 else "skip"

    def assign(self):
        if self.maybe(.15):
            return self.pick(["i = (i + 1) % 2", "x++", "x = _pid"])
        if self.has("error") and self.maybe(.15):
            return self.pick(["a[g0 + 5] = 1", "g1 = 1 / (1 - g0)",
                              "a[x + g2 + 3] = 0"])
        return f"{self.place()} = {self.small()}"

    def claim(self):
        if self.name == "C" and self.maybe(.6):  # which number did it get?
            return f"assert(_pid != {self.few(2, 5)})"
        return f"assert({self.pick(['g0 < 3', 'g0 != 2 || g1 != 2'])})" \
            if self.maybe(.2) else f"assert({self.condition()} || " \
            f"{self.condition()} || {self.condition()})"

    def simple(self):
        """One statement."""
        kinds = [self.assign] * 4 + [self.io] * 5 + [self.guard, self.claim]
        if self.has("waits"):
            kinds += [self.wait] * 5 + [self.lock] * 6
        if self.has("names") and not self.indivisible:
            kinds += [self.pass_name] * 3
        if self.has("run") and not self.indivisible \
                and (self.name != "C" or self.has("family")):
            kinds += [self.start] * (1 + self.has("family"))
        if self.has("run") and self.has("family") and not self.indivisible:
            kinds += [self.talk] * 4
        if self.has("goto") and self.labels.get(self.name) and self.depth:
            kinds.append(lambda: f"goto {self.pick(self.labels[self.name])}")
        kinds.append(lambda: "skip")
        return self.pick(kinds)()

    def options(self, word, inside):
        lines = [word]
        for _ in range(self.few(1, 2)):
            guard = self.pick([self.guard, self.io, self.io, self.assign])()
            if self.has("committed") and not self.indivisible \
                    and self.maybe(.4):
                guard = self.committed()
            body = self.sequence(0, 2)
            if inside and self.maybe(.5):
                body.append("break")
            lines.append(f":: {guard}" + (" ->" if body else ""))
            lines += [INDENT + line + ";" for line in body]
        if self.has("else") and self.maybe(.5):
            lines.append(":: else" + (" -> break" if inside else ""))
        return lines + ["fi" if word == "if" else "od"]

    def committed(self):
        """A choice that shows in the state only when what follows blocks."""
        own = self.pick(["x < 2", "x != 1", "x >= 0", "i == 0", "skip"])
        return f"atomic {{ {own}; {self.pick([self.io, self.guard])()}; " \
               f"{self.simple()} }}"

    def round(self):
        """A loop that nobody else can notice, but for where it leads."""
        way = self.pick([
            "do :: m < 2 -> m++ :: else -> m = 0; break od",
            "do :: m == k -> m = (m + 1) % 3 :: m != k -> break od",
            "do :: m = 1 - m :: break od",
            "do :: m = 1 - m :: m == 1 -> break od",
            "do :: m < 3 -> if :: m == 1 -> m = m + 2 :: else -> m++ fi "
            ":: m >= 3 -> break od",
            "do :: m != k -> {}; m = (m + 1) % 3 :: m == k -> m++; break od",
            "do :: m = (m + 1) % 2 od"])
        return [way.replace("{}", self.simple()) + "; m = 0"]

    def within(self, head, tail, low, high, **changes):
        kept = self.depth, self.indivisible
        self.depth += 1
        self.indivisible = changes.get("indivisible", self.indivisible)
        body = self.sequence(low, high)
        self.depth, self.indivisible = kept
        return [head, *[INDENT + line + ";" for line in body], tail]

    def compound(self):
        kinds = [lambda: self.options("if", False)]
        if self.has("loop"):
            kinds.append(lambda: self.options("do", True))
        if self.has("atomic"):
            kinds += [lambda: self.within("atomic {", "}", 2, 4)] * 3
        if self.has("private"):
            kinds += [self.round] * 3
        if self.has("unless"):
            kinds += [lambda: self.within("{", "", 1, 2)[:-1]
                      + ["} unless {", INDENT + self.pick(
                          [self.guard, self.io])() + ";",
                         INDENT + self.assign(), "}"]]
        self.depth += 1
        made = self.pick(kinds)()
        self.depth -= 1
        return made

    def block(self):
        """A d_step."""
        self.indivisible = True
        first = self.pick([self.assign, self.condition])()
        body = [self.assign() for _ in range(self.few(1, 2))]
        if self.buffered and self.maybe(.4):
            channel = self.pick(self.buffered)
            if channel != "qa":
                first = f"nfull({channel})"
                body.append(f"{channel}!{self.few(0, 2)}")
        self.indivisible = False
        return ["d_step {", *[INDENT + line + ";" for line in [first, *body]],
                "}"]

    def statement(self):
        if self.depth < 3 and self.maybe(.3):
            return self.compound()
        if self.has("d_step") and not self.indivisible and self.maybe(.15):
            return self.block()
        return [self.simple()]

    def sequence(self, low, high):
        made = []
        for index in range(self.few(low, high)):
            lines = self.statement()
            if self.has("labels") and self.depth == 0 and self.maybe(.35):
                self.fresh += 1
                label = self.pick(["L", "L", "L", "end", "accept", "progress"]
                                  ) + str(self.fresh)
                self.labels.setdefault(self.name, []).append(label)
                lines[0] = f"{label}: {lines[0]}"
            made.append("\n    ".join(lines))
        return made

    # ---- the model ----

    def declarations(self):
        lines = ["byte g0, g1, g2;"]
        if self.has("waits"):
            lines.append(f"byte v0, v1, v2 = {self.few(0, 1)}, v3, v4 = 1, v5;")
            lines.append("bit w[4];")
        if self.has("array") or self.has("error"):
            lines.append("byte a[6];")
        if self.has("record"):
            lines += ["typedef T { byte f; byte h[2] }", "T t;"]
        if self.has("buffered") or self.has("names"):
            lines.append(f"chan q0 = [{self.few(1, 2)}] of {{ byte }};")
            self.buffered.append("q0")
            if self.maybe(.5):
                lines.append(f"chan q1 = [{self.few(1, 2)}] of {{ byte }};")
                self.buffered.append("q1")
        if self.has("rendezvous"):
            lines += ["chan r0 = [0] of { byte };", "chan r1 = [0] of { byte };"]
            self.handshakes += ["r0", "r1"]
        if self.has("channel_array"):
            capacity = self.few(0, 1)
            lines.append(f"chan qa[2] = [{capacity}] of {{ byte }};")
            (self.buffered if capacity else self.handshakes).append("qa")
        if self.has("names"):
            lines.append(f"chan cc = [{self.few(0, 1)}] of {{ chan }};")
        return lines + self.trace()

    def event(self, channels):
        channel = self.pick(channels)
        if channel == "qa":
            channel = f"qa[{self.few(0, 1)}]"
        return f"{channel}{self.pick('!?')}" \
            f"{self.pick(['_', '_', '0', '1', '2'])}"

    def trace(self):
        channels = self.buffered + self.handshakes
        if not self.has("trace") or not channels:
            return []
        events = [self.event(channels) for _ in range(self.few(1, 4))]
        if self.maybe(.5):
            return ["notrace { " + "; ".join(events) + " }"]
        split = self.few(0, len(events) - 1)
        first = "; ".join(events[:split]) + "; " if split else ""
        ways = " ".join(f":: {event}" for event in dict.fromkeys(events[split:]))
        return [f"trace {{ {first}do {ways} od }}"]

    def manner(self):
        """What is said in the head of a process."""
        said = ""
        if self.has("priority") and self.maybe(.7):
            said += f" priority {self.few(1, 3)}"
        if self.has("provided") and self.maybe(.6):
            said += f" provided (g{self.few(0, 2)} " \
                    f"{self.pick(['<', '!='])} {self.few(1, 2)})"
        return said

    def process(self, head, name, statements):
        self.name = name
        own = ["byte x;", f"byte i = {self.few(0, 1)};",
               f"byte k = {self.few(0, 2)};"]
        if self.has("private"):
            own.append("byte m;")
        if self.has("local_channel"):
            own.append(f"chan c = [{self.few(0, 1)}] of {{ byte }};")
        if self.has("run") and self.has("family"):
            own.append(f"chan mine = [{self.few(0, 1)}] of {{ byte }};")
        if self.has("names"):
            own += ["chan lc;", "lc = q0;"]
        if self.has("born"):  # what a process depends on may be its number
            own.append("byte n = _pid;")
        body = self.sequence(1, statements)
        if self.has("born"):
            body.append(self.pick([f"assert(n != {self.few(2, 4)})",
                                   f"g{self.few(0, 2)} = n % 3", "skip"]))
        if self.has("loop") and name != "C" and self.maybe(.35):
            body = ["do", *[f":: {line}" if i == 0 else f"  {line}" for i, line
                            in enumerate(body)], "od"]
            joined = "\n  ".join([body[0], ";\n  ".join(body[1:-1]), body[-1]])
        else:
            joined = ";\n  ".join(body)
        return [head, *[INDENT + line for line in own], INDENT + joined, "}"]

    def atom(self, processes):
        kind = self.few(0, 9)
        if kind == 0 and self.buffered:
            channel = self.pick(self.buffered)
            return f"(len({channel}{'[0]' * (channel == 'qa')}) > 0)"
        if kind == 9 and self.has_outlook():
            return self.outlook()
        labelled = [p for p in processes if self.labels.get(p)]
        if self.has("nameless") and kind in (1, 2, 3):
            return "(g0 > g1)"
        if kind in (1, 2) and labelled:
            process = self.pick(labelled)
            return f"({process}@{self.pick(self.labels[process])})"
        if kind == 3:
            return f"({self.pick(processes)}:x {self.pick(['==', '>'])} " \
                   f"{self.few(0, 1)})"
        if kind == 4 and self.has("array"):
            return f"(a[{self.few(0, 2)}] == {self.few(0, 1)})"
        if kind == 5 and self.has("labels"):
            return "np_"
        return f"({self.pick(['g0', 'g1', 'g2'])} {self.pick(['==', '!=', '>'])}" \
               f" {self.few(0, 2)})"

    def formula(self, processes, depth):
        if depth == 0 or self.maybe(.1):
            return self.pick(["", "!"]) + self.atom(processes)
        one = self.formula(processes, depth - 1)
        if self.maybe(.5):
            return f"({self.pick(['[]', '<>', '[] <>', '<> []', '!'])} {one})"
        two = self.formula(processes, depth - 1)
        return f"({one} {self.pick(['U', 'W', '&&', '||', '->'])} {two})"

    def model(self):
        lines = self.declarations()
        count = self.few(2, 3 if self.has("run") else 4)
        names = [f"P{number}" for number in range(count)]
        if self.has("run"):
            yours = "; chan yours" * self.has("family")
            lines += self.process(f"proctype C(byte k0{yours}) {{", "C",
                                  2 + self.has("family"))
            self.labels.pop("C", None)
        for name in names:
            lines += self.process(
                f"active proctype {name}(){self.manner()} {{", name,
                5 - (count + 1) // 2)
        for number in range(2):
            text = self.formula(names, self.few(1, 3))
            lines.append(f"ltl f{number} {{ {text} }}")
        made = "\n".join(lines) + "\n"
        if self.has("nameless"):  # nobody knows a number
            made = made.replace("_pid", "1").replace("_nr_pr", "k")
        return made


def make_model(seed):
    return Maker(seed).model()


def main():
    if len(sys.argv) < 2 or not all(a.isdigit() for a in sys.argv[1:]):
        sys.exit(__doc__)
    first = int(sys.argv[1])
    if len(sys.argv) == 2:
        sys.stdout.write(make_model(first))
        return
    for seed in range(first, first + int(sys.argv[2])):
        text = make_model(seed)
        sys.stdout.write(f"model {seed} {len(text)}\n{text}")


if __name__ == "__main__":
    main()

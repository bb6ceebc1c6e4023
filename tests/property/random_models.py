#!/usr/bin/env python3
"""Writes small random models in Promela.

    tests/property/random_models.py SEED [WITHOUT...]

The same seed gives the same model.  A model draws on a random part of the
language (see FEATURES; those named in WITHOUT are left out), keeps its values
small and its loops short, so that its states can be counted.  What SPIN leaves
undefined is avoided: wrong indexes, division by zero, channels that were never
made, and a d_step that blocks after its first statement.

A body is made as a list of lines, one statement each.  Jumps are written as
`goto ?` and get one of the labels of their process when its body is complete.
"""
import random
import sys

FEATURES = {  # and how likely each is to be part of a model
    "buffered": .7, "rendezvous": .5, "message": .3, "choice": .95, "goto": .4,
    "atomic": .6, "d_step": .4, "unless": .35, "run": .4, "record": .25,
    "array": .35, "loop": .3, "select": .25, "timeout": .2, "else_io": .3,
    "remote": .15, "last": .05, "enabled": .08, "provided": .1, "priority": .1,
    "inline": .2, "declaration": .3, "end": .5, "trace": .08, "print": .2,
    "channel_array": .2, "channel_value": .2, "several": .2, "numbers": .4,
}
CONFLICTS = [("priority", "rendezvous"), ("enabled", "priority"),
             ("trace", "channel_value"), ("enabled", "unless"),
             ("provided", "enabled")]
COLOURS = ["red", "green"]
INDENT = "  "


class Channel:
    """A channel that statements may name."""

    def __init__(self, name, capacity, fields):
        self.name = name
        self.capacity = capacity
        self.fields = fields


class Process:
    """A proctype while its body is made."""

    def __init__(self, name):
        self.name = name
        self.pid = None  # where it is known
        self.labels = []
        self.locals = []
        self.channels = []
        self.channel_variable = None
        self.is_child = False


class Place:
    """Where a statement stands."""

    def __init__(self, process, depth=0, in_loop=False, within=None,
                 can_jump=True):
        self.process = process
        self.depth = depth
        self.in_loop = in_loop
        self.within = within  # None, "atomic" or "d_step"
        self.can_jump = can_jump

    def inside(self, **changes):
        fields = dict(vars(self), depth=self.depth + 1)
        fields.update(changes)
        return Place(**fields)


def indented(lines):
    return [INDENT + line for line in lines]


def block(head, lines, tail="}"):
    return [head, *indented(lines), tail]


class Generator:
    """Makes one model."""

    def __init__(self, seed, without=()):
        self.random = random.Random(seed)
        self.features = {name for name, chance in FEATURES.items()
                         if self.maybe(chance)} - set(without)
        for first, second in CONFLICTS:
            if {first, second} <= self.features:
                self.features.discard(self.pick([first, second]))
        self.numbers = 0
        self.channels = []
        self.record_channel = None
        self.child = None
        self.processes = []
        self.variables = []

    # ---- chances ----

    def maybe(self, chance):
        return self.random.random() < chance

    def pick(self, items):
        return self.random.choice(list(items))

    def few(self, low, high):
        return self.random.randint(low, high)

    def has(self, feature):
        return feature in self.features

    def fresh(self, prefix):
        self.numbers += 1
        return f"{prefix}{self.numbers}"

    # ---- expressions ----

    def index(self):
        return self.pick(["0", "1", "g0 % 2", "1 - g1 % 2"])

    def reference(self, place):
        choices = [self.pick(self.variables + place.process.locals)]
        if self.has("array"):
            choices.append(f"a[{self.index()}]")
        if self.has("record"):
            choices += ["t.f", f"t.h[{self.index()}]",
                        f"ts[{self.index()}].f"]
        return self.pick(choices)

    def value(self, place):
        """A small integer."""
        simple = [str(self.few(0, 2)), str(self.few(0, 2)),
                  self.reference(place), self.reference(place)]
        kind = self.few(0, 9)
        if kind == 0:
            return (f"({self.condition(place)} -> {self.pick(simple)} : "
                    f"{self.pick(simple)})")
        if kind == 1:
            return f"({self.pick(simple)} {self.pick('+-*&|^')} " \
                   f"{self.pick(simple)})"
        if kind == 2:
            return self.pick([f"{self.pick(simple)} << 1",
                              f"({self.pick(simple)} + 1) % 3",
                              f"-{self.reference(place)}",
                              f"~{self.reference(place)}",
                              f"({self.reference(place)} >> 1)", "_pid"])
        if kind == 3 and place.within != "d_step":
            buffered = [c for c in self.usable(place) if c.capacity > 0]
            if buffered:
                return f"len({self.pick(buffered).name})"
        if kind == 4 and self.has("run"):
            return "_nr_pr"
        if kind == 4 and self.has("last"):
            return "_last"
        if kind == 4 and self.has("priority"):
            return "get_priority(_pid)"
        return self.pick(simple)

    def cut(self, place):
        """A value between -2 and 2."""
        return self.pick([str(self.few(0, 2)), self.reference(place),
                          f"({self.value(place)}) % {self.few(2, 3)}",
                          f"{self.reference(place)} & 1",
                          self.condition(place)])

    def comparison(self, place):
        operator = self.pick(["==", "!=", "<", "<=", ">", ">=", "==", "!="])
        return f"{self.value(place)} {operator} {self.few(0, 2)}"

    def condition(self, place):
        kind = self.few(0, 9)
        if kind == 0:
            return (f"({self.comparison(place)} {self.pick(['&&', '||'])} "
                    f"{self.comparison(place)})")
        if kind == 1:
            return f"!({self.comparison(place)})"
        if kind == 2 and self.has("remote"):
            reference = self.remote(place)
            if reference:
                return reference
        return f"({self.comparison(place)})"

    def remote(self, place):
        others = [p for p in self.processes
                  if p.pid is not None and p is not place.process]
        if not others:
            return None
        other = self.pick(others)
        if other.labels and self.maybe(.6):
            return f"({other.name}[{other.pid}]@{self.pick(other.labels)})"
        if other.locals:
            return f"({other.name}[{other.pid}]:{self.pick(other.locals)} > 0)"
        return None

    def channel_test(self, place):
        """A test of a buffered channel, which must not be negated."""
        buffered = [c for c in self.usable(place) if c.capacity > 0]
        if not buffered:
            return self.condition(place)
        channel = self.pick(buffered)
        if self.maybe(.4):
            arrow = self.pick(["?", "??"])
            return f"{channel.name}{arrow}[{self.patterns(place, channel)}]"
        return f"{self.pick(['empty', 'nempty', 'full', 'nfull'])}" \
               f"({channel.name})"

    def guard(self, place):
        if self.maybe(.2) and place.within != "d_step":
            return self.channel_test(place)
        if self.has("timeout") and not place.within and self.maybe(.15):
            return "timeout"
        return self.condition(place)

    # ---- channel operations ----

    def usable(self, place):
        return self.channels + place.process.channels

    def argument(self, place, kind):
        if kind == "mtype":
            return self.pick([*COLOURS, "colour"])
        if kind == "bit":
            return self.pick(["0", "1", f"{self.reference(place)} & 1"])
        return self.cut(place)

    def arguments(self, place, channel):
        values = [self.argument(place, kind) for kind in channel.fields]
        if len(values) > 1 and self.maybe(.3):
            return f"{values[0]}({', '.join(values[1:])})"
        return ", ".join(values)

    def room(self, place):
        """For a byte: SPIN forgets what a receive has cut off when it undoes
        the receive.
        """
        return self.pick(["g0", "g1", *[name for name in place.process.locals
                                        if name in "xyp"]])

    def pattern(self, place, kind):
        if self.maybe(.15):
            return "_"
        if kind == "mtype":
            return self.pick([*COLOURS, "colour", "eval(colour)"])
        choice = self.few(0, 4)
        if choice == 0:
            return str(self.few(0, 2))
        if choice == 1:
            return f"eval({self.reference(place)})"
        return self.room(place)

    def patterns(self, place, channel):
        """A variable that receives is not used twice: SPIN would refuse it, or
        not undo the receive.
        """
        while True:
            made = [self.pattern(place, kind) for kind in channel.fields]
            rest = ", ".join(made[1:])
            if made[0] == "_" or made[0] not in rest and (
                    len(made) == 1 or made[1] == "_"
                    or made[1] not in made[0]):
                return ", ".join(made)

    def send(self, place):
        channel = self.pick(self.usable(place))
        if channel.capacity > 0 and self.maybe(.2):
            return self.sorted_send(place, channel)
        return f"{channel.name}!{self.arguments(place, channel)}"

    def sorted_send(self, place, channel):
        """Of values that fit: SPIN sorts by what is cut off, too."""
        values = [self.pick(COLOURS) if kind == "mtype" else
                  self.pick(["0", "1"]) if kind == "bit" else
                  self.pick(["0", "1", "2", "g0", "g1"])
                  for kind in channel.fields]
        return f"{channel.name}!!{', '.join(values)}"

    def receive(self, place):
        channel = self.pick(self.usable(place))
        arrow, patterns = "?", self.patterns(place, channel)
        if channel.capacity > 0:
            arrow = self.pick(["?", "?", "?", "??"])
            if self.maybe(.2):
                patterns = f"<{patterns}>"
        return f"{channel.name}{arrow}{patterns}"

    # ---- statements: each gives its lines ----

    def statement(self, place):
        return self.pick(self.choices(place))(place)

    def labelled(self, place, lines):
        """Perhaps puts a label in front."""
        chances = {"L": .2 * self.has("goto"), "end": .15 * self.has("end")}
        prefix = self.pick(chances)
        is_jump = lines[0] == "goto ?" and self.maybe(.9)
        is_declaration = lines[0].split()[0] in ("byte", "bit", "short")
        if not place.can_jump or is_jump or is_declaration \
                or not self.maybe(chances[prefix]):
            return lines
        label = self.fresh(prefix)
        place.process.labels.append(label)
        return [f"{label}: {lines[0]}", *lines[1:]]

    def choices(self, place):
        basic = [self.assign] * 5 + [self.check_assert, self.skip]
        if place.within != "d_step":
            basic += [self.wait] * self.maybe(.5) + self.io_choices(place)
            if place.in_loop:
                basic.append(self.leave)
            if self.has("goto") and place.can_jump:
                basic += [self.jump] * 2
            if self.child and not place.process.is_child:
                basic.append(self.start)
        optional = [("print", self.write), ("declaration", self.declare),
                    ("inline", self.call), ("priority", self.reprioritise)]
        basic += [make for name, make in optional if self.has(name)]
        if place.depth >= 3:
            return basic
        return basic + self.compound_choices(place)

    def io_choices(self, place):
        made = []
        if self.usable(place):
            made += [self.io] * 5
        if place.process.channel_variable:
            made.append(self.use_channel_variable)
        if self.record_channel:
            made += [self.record_io] * 2
        return made

    def compound_choices(self, place):
        made = []
        if self.has("choice"):
            made += [self.selection] * 2 + [self.repetition]
        optional = [("loop", self.count), ("select", self.choose),
                    ("array", self.visit_array)]
        made += [make for name, make in optional if self.has(name)]
        if place.within == "d_step":
            return made
        made.append(self.group)
        optional = [("atomic", self.atomic), ("atomic", self.atomic),
                    ("d_step", self.d_step), ("unless", self.unless)]
        made += [make for name, make in optional if self.has(name)]
        if self.record_channel and self.has("loop"):
            made.append(self.visit_channel)
        return made

    def sequence(self, place, low=1, high=3, is_block=False):
        """Declarations of a sequence are seen in the rest of it alone.  No
        label may stand first in a block.
        """
        known = list(place.process.locals)
        lines = []
        for _ in range(self.few(low, high)):
            made = self.statement(place)
            if lines or not is_block:
                made = self.labelled(place, made)
            lines += [*made[:-1], made[-1] + ";"]
        place.process.locals = known
        return lines

    def assign(self, place):
        if self.maybe(.1):
            return [self.pick(["u++", "u--", "b++"])]
        return [f"{self.reference(place)} = {self.cut(place)}"]

    def check_assert(self, place):
        if self.maybe(.6):
            return [f"assert({self.reference(place)} < {self.few(2, 4)})"]
        return [f"assert({self.condition(place)})"]

    def skip(self, place):
        return [self.pick(["skip", "skip", "true", "1"])]

    def write(self, place):
        return [f'printf("%d\\n", {self.value(place)})']

    def test(self, place):
        return [self.guard(place)]

    def wait(self, place):
        """A statement of its own: in a choice SPIN's enabled() depends on what
        was tried before.
        """
        if self.has("enabled") and place.process.pid is not None:
            others = {0, 1, 2} - {place.process.pid}
            return [f"enabled({self.pick(sorted(others))})"]
        return [self.guard(place)]

    def io(self, place):
        return [self.pick([self.send, self.receive])(place)]

    def record_io(self, place):
        arrow = self.pick(["!", "?", "!", "?", "!!", "??"])
        return [f"{self.record_channel}{arrow}m"]

    def use_channel_variable(self, place):
        name = place.process.channel_variable
        return [self.pick([f"{name}!{self.cut(place)}",
                           f"{name}?{self.room(place)}",
                           f"cc!{self.pick(['q0', 'q2', name])}",
                           f"cc?{name}", f"cc?{name}",
                           f"{name} = {self.pick(['q0', 'q2'])}"])]

    def leave(self, place):
        return ["break"]

    def jump(self, place):
        return ["goto ?"]

    def start(self, place):
        arguments = [self.cut(place)]
        if self.child.channels:
            buffered = self.child.channels[0].capacity > 0
            fitting = [c.name for c in self.usable(place)
                       if c.fields == ["byte"]
                       and (c.capacity > 0) == buffered]
            if not fitting:
                return ["skip"]
            arguments.append(self.pick(fitting))
        call = f"run {self.child.name}({', '.join(arguments)})"
        if self.maybe(.3):
            call = f"{self.reference(place)} = {call}"
        lines = [f"_nr_pr < {self.few(3, 4)} ->", call + ";"]
        if self.maybe(.5):
            return block("atomic {", lines)
        return ["if", ":: " + lines[0], *indented(lines[1:]), ":: else", "fi"]

    def reprioritise(self, place):
        return [f"set_priority(_pid, {self.few(1, 3)})"]

    def declare(self, place):
        name = self.fresh("v")
        kind = self.pick(["byte", "bit", "short"])
        value = self.pick(["", f" = {self.few(0, 1)}",
                           f" = {self.reference(place)}"])
        place.process.locals = place.process.locals + [name]
        return [f"{kind} {name}{value}"]

    def call(self, place):
        return [f"I0({self.reference(place)}, {self.few(0, 2)})"]

    def option(self, place, others):
        """One option; `others` says that an else must not meet channels."""
        if place.within == "d_step":
            guard = [self.condition(place)]
        else:
            guard = self.pick(self.guard_choices(place, others))(place)
        body = self.sequence(place, 0, 2)
        if self.maybe(.3) and place.in_loop and place.within != "d_step":
            body.append(self.pick(["break", "break", "goto ?"])
                        if self.has("goto") and place.can_jump else "break")
        if len(guard) > 1:
            return [f":: {guard[0]}", *indented([*guard[1:-1],
                                                 guard[-1] + ";", *body])]
        return [f":: {guard[0]}" + (" ->" if body else ""), *indented(body)]

    def guard_choices(self, place, others):
        made = [self.test] * 4 + [self.assign]
        if not place.in_loop:  # SPIN refuses an endless loop of skips
            made.append(self.skip)
        if not others or self.has("else_io"):
            made += self.io_choices(place)
        if place.depth < 3:
            if self.has("atomic"):
                made.append(self.atomic)
            if self.has("d_step"):
                made.append(self.d_step)
            if self.has("several"):
                made += [self.selection, self.group, self.repetition]
        return made

    def selection(self, place):
        inner = place.inside()
        others = place.within == "d_step" or self.maybe(.5)
        options = [self.option(inner, others) for _ in range(self.few(1, 3))]
        if others:
            body = self.sequence(inner, 0, 1)
            last = [":: else" + (" ->" if body else ""), *indented(body)]
            if place.within != "d_step" and self.has("d_step") \
                    and self.maybe(.1):
                last = [":: d_step { else; g0 = 1 }"]
            options.insert(self.pick([0, len(options), len(options)]), last)
        return ["if", *[line for option in options for line in option], "fi"]

    def repetition(self, place):
        if place.within == "d_step":
            name = self.pick(["g0", "g1"])
            return ["do", f":: {name} < 2 -> {name}++", ":: else -> break",
                    "od"]
        inner = place.inside(in_loop=True)
        others = self.maybe(.4)
        options = [self.option(inner, others) for _ in range(self.few(1, 2))]
        if others:
            options.append([":: else -> break"])
        elif self.maybe(.6):
            options.append([f":: {self.condition(place)} -> break"])
        return ["do", *[line for option in options for line in option], "od"]

    def count(self, place):
        inner = place.inside(in_loop=place.within != "d_step")
        counter = self.pick(["k", "k", "g1"])
        top = self.pick(["1", "2", "g0 % 3"])
        return block(f"for ({counter} : {self.few(0, 1)} .. {top}) {{",
                     self.sequence(inner, 1, 2, True))

    def visit_array(self, place):
        inner = place.inside(in_loop=place.within != "d_step")
        return block("for (k in a) {",
                     [*self.sequence(inner, 0, 1, True), "a[k % 2] = 1;"])

    def visit_channel(self, place):
        inner = place.inside(in_loop=True)
        return block(f"for (m in {self.record_channel}) {{",
                     self.sequence(inner, 1, 2, True))

    def choose(self, place):
        name = self.pick(["k", "g0", "g1"])
        return [f"select({name} : "
                + self.pick(["0 .. 2", "1 .. 2", "0 .. g1 % 3", "0 .. 40"])
                + ")"] if place.within != "d_step" else [f"{name} = 1"]

    def group(self, place):
        return block("{", self.sequence(place.inside(), 1, 2, True))

    def atomic(self, place):
        inner = place.inside(within="atomic")
        return block("atomic {", self.sequence(inner, 1, 4, True))

    def d_step(self, place):
        inner = place.inside(within="d_step", can_jump=False, in_loop=False)
        first = self.pick([self.assign, self.test, self.io] if
                          self.usable(place) else [self.assign, self.test])
        guard = first(inner)
        if "!" in guard[0] and self.usable(place):
            guard = [self.condition(inner)]
        return block("d_step {", [guard[0] + ";", *self.sequence(inner, 1, 2)])

    def unless(self, place):
        inner = place.inside()
        body = block("{", self.sequence(inner, 1, 3, True))
        if self.has("atomic") and self.maybe(.3):
            body = self.atomic(place)
        elif self.has("d_step") and self.maybe(.1):
            body = self.d_step(place)
        if body[1].split()[0].rstrip(";") in ("goto", "break"):
            body.insert(1, INDENT + "skip;")  # SPIN gets stuck at a bare jump
        guard = self.pick([self.test, self.test, *self.io_choices(place)])
        escape = [guard(inner)[0] + ";", *self.sequence(inner, 0, 1)]
        return [*body[:-1], *block("} unless {", escape)]

    # ---- the parts of a model ----

    def declarations(self):
        lines = ["mtype = { red, green };", "mtype colour = red;",
                 "byte g0, g1;", "bit b;", "unsigned u : 2;"]
        self.variables = ["g0", "g1", "b", "u"]
        if self.has("numbers"):
            lines += ["short s = -1;", "int n = 1;", "bool o = true;"]
            self.variables += ["s", "n", "o"]
        if self.has("array"):
            lines.append("byte a[2] = { 1, 0 };")
        if self.has("record"):
            lines += ["typedef R { byte f; short h[2] }", "R t;", "R ts[2];"]
        return lines + self.channel_declarations()

    def channel_declarations(self):
        lines = []

        def add(name, capacity, fields, array=""):
            lines.append(f"chan {name}{array} = [{capacity}] of "
                         f"{{ {', '.join(fields)} }};")
            names = [f"{name}[{i}]" for i in range(2)] if array else [name]
            for each in names:
                self.channels.append(Channel(each, capacity, fields))

        if self.has("buffered") or self.has("channel_value"):
            add("q0", self.few(1, 2), ["byte"])
        if self.has("buffered") and self.maybe(.5):
            add("q1", self.few(1, 2), self.pick([["mtype", "byte"],
                                                 ["byte", "byte"],
                                                 ["bit", "byte"]]))
        if self.has("rendezvous"):
            add("r0", 0, ["byte"])
            if self.maybe(.4):
                add("r1", 0, ["mtype", "byte"])
        if self.has("channel_value"):
            add("q2", 1 - self.has("rendezvous"), ["byte"])
            capacity = self.few(0, 1) if self.has("rendezvous") else 1
            lines.append(f"chan cc = [{capacity}] of {{ chan }};")
        if self.has("channel_array"):
            add("qa", self.few(0, 1) if self.has("rendezvous") else 1,
                ["byte"], "[2]")
        if self.has("message") and self.has("record"):
            self.record_channel = "mq"
            lines += ["typedef M { byte f; bit g }",
                      f"chan mq = [{self.few(1, 2)}] of {{ M }};"]
        return lines

    def inline(self):
        nobody = Process("inline")
        place = Place(nobody, depth=2, can_jump=False)
        known, self.variables = self.variables, self.variables + ["v", "v"]
        self.features.discard("inline")
        lines = ["v = w;", *self.sequence(place, 0, 2)]
        self.features.add("inline")
        self.variables = known
        return block("inline I0(v, w) {", lines)

    def trace(self):
        if not any(c.name == "q0" for c in self.channels):
            return []
        events = self.pick([
            ["do", ":: q0!_; q0?_", "od"],
            ["do", ":: q0!0; q0?_", ":: q0!1", ":: q0!2", "od"],
            ["q0!_; q0?_; q0!1;"],
            ["do", ":: q0!0", ":: q0!1", "od"],
            ["if", ":: q0!0", ":: q0!1; q0?1", ":: q0!2", "fi; q0!_;"]])
        if not self.has("end") and self.maybe(.4):
            return block("notrace {", events)  # at an end label SPIN wants it
        return block("trace {", events)        # to be complete

    def local_declarations(self, process):
        lines = ["byte x;", "byte k;"]
        process.locals = [*process.locals, "x"]
        if self.maybe(.3):
            lines.append(f"short y = {self.pick(['1', '-1', 'g0'])};")
            process.locals.append("y")
        if self.record_channel:
            lines.append("M m;")
        if self.has("channel_value"):
            process.channel_variable = "lc"
            lines += ["chan lc;", "lc = q0;"]
        if self.has("channel_array") and self.maybe(.4):
            capacity = 0 if self.has("rendezvous") and self.maybe(.4) else 1
            lines.append(f"chan c = [{capacity}] of {{ byte }};")
            process.channels.append(Channel("c", capacity, ["byte"]))
        lines.sort(key=lambda line: line == "lc = q0;")
        return lines

    def body(self, process, low, high):
        lines = self.local_declarations(process)
        if not process.is_child and self.maybe(.35):
            lines += self.server(process)
        else:
            lines += self.sequence(Place(process), low, high)
        process.locals = [name for name in process.locals if name in ("x", "y")]
        jumps = [label for label in process.labels if label.startswith("L")]
        return [line.replace("goto ?", f"goto {self.pick(jumps)}" if jumps
                             else "skip") for line in lines]

    def server(self, process):
        """A body that goes on for ever."""
        place = Place(process, depth=1, in_loop=True)
        options = [self.option(place, False) for _ in range(self.few(1, 3))]
        head = "endless: do" if self.has("end") and self.maybe(.7) else "do"
        return [head, *[line for option in options for line in option], "od"]

    def suffix(self):
        text = ""
        if self.has("priority") and self.maybe(.7):
            text += f" priority {self.few(1, 3)}"
        if self.has("provided") and self.maybe(.5):
            text += f" provided ({self.pick(['g0 != 1', 'b == 0', 'u < 2'])})"
        return text

    def child_process(self):
        process = Process("C")
        process.is_child = True
        process.locals = ["p"]
        parameters = "byte p"
        kinds = [c.capacity for c in self.channels if c.fields == ["byte"]]
        if kinds and self.maybe(.6):
            process.channels.append(Channel("d", self.pick(kinds), ["byte"]))
            parameters += "; chan d"
        head = f"proctype C({parameters}){self.suffix()} {{"
        return process, block(head, self.body(process, 1, 3))

    def active_process(self, number, pid, copies):
        process = Process(f"P{number}")
        process.pid = pid if copies == 1 else None
        many = f" [{copies}]" if copies > 1 else ""
        head = f"active{many} proctype P{number}(){self.suffix()} {{"
        lines = block(head, self.body(process, 2, 4))
        self.processes.append(process)
        return lines

    def first_process(self):
        process = Process("init")
        process.pid = None
        body = self.body(process, 0, 1)
        for _ in range(self.few(1, 2)):
            lines = self.start(Place(process))
            body += [*lines[:-1], lines[-1] + ";"]
        return block("init {", body)

    def model(self):
        lines = self.declarations()
        if self.has("inline"):
            lines += self.inline()
        if self.has("run"):
            process, child = self.child_process()
            lines += child
            self.child = process
        pid = 0
        for number in range(self.few(1, 3) if self.child else self.few(2, 3)):
            copies = 2 if self.maybe(.1) else 1
            lines += self.active_process(number, pid, copies)
            pid += copies
        if self.child:
            lines += self.first_process()
        if self.has("trace"):  # SPIN confuses a trace before all processes
            lines += self.trace()  # with its first process
        return "\n".join(lines) + "\n"


def make_model(seed, without=()):
    return Generator(seed, without).model()


def main():
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    sys.stdout.write(make_model(int(sys.argv[1]), sys.argv[2:]))


if __name__ == "__main__":
    main()

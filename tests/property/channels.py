"""What must be true of the answers of `lariat channels`.

An answer `bounded` is compared with what `check` sees when every channel has
more room than was found to be needed; an answer `unbounded` is unrolled here,
into one long trace that a replay must be able to execute.
"""
import json
import pathlib
import random
import re

ROOM = 64        # messages, when a channel is filled
MOST_STEPS = 3000


class Wrong(Exception):
    """An answer that is not true, and how."""


class Nothing(Exception):
    """There is no answer to compare with."""


def make_machines(seed):
    """Two or three finite machines that send to each other."""
    rng = random.Random(seed)
    machines = rng.choice([2, 2, 3])
    pairs = [(a, b) for a in range(machines) for b in range(machines) if a != b]
    lines = ["mtype = { x, y };"]
    lines += [f"chan c{a}{b} = [1] of {{ mtype }};" for a, b in pairs]
    for me in range(machines):
        states = rng.randint(2, 4)
        lines.append(f"active proctype M{me}() {{")
        for state in range(states):
            lines += [f"end{state}:", "  if"]
            for _ in range(rng.choice([1, 1, 2])):
                a, b = rng.choice([pair for pair in pairs if me in pair])
                operator = "!" if a == me else "?"
                lines.append(f"  :: c{a}{b}{operator}{rng.choice('xy')} -> "
                             f"goto end{rng.randrange(states)}")
            lines.append("  fi;")
        lines.append("}")
    return "\n".join(lines) + "\n"


def read(answer):
    """The JSON that the tool printed."""
    try:
        return json.loads(answer.stdout)
    except ValueError:
        raise Wrong(f"exit status {answer.returncode} and no JSON: "
                    f"{answer.stderr[-300:]}") from None


def examine(lariat):
    """Asks about the model of a folder, and doubts the answer."""
    answer = lariat.run("channels", "--json", "--time", "2", "--memory", "200M",
                        "--max-capacity", "32", "model.pml")
    found = read(answer)
    if found["status"] == "error" or not found["channels"]:
        raise Nothing("no channels")
    wanted = {"bounded": 0, "unbounded": 1, "unknown": 3}[found["status"]]
    if answer.returncode != wanted:
        raise Wrong(f"{found['status']}, but exit status {answer.returncode}")
    if found["status"] == "bounded":
        doubt_bounds(lariat, found["channels"])
    elif found["status"] == "unbounded":
        doubt_growth(lariat, found)
    else:
        raise Nothing("unknown")
    return found


# --------------------------------------------------------------------- bounded

def with_room(channels, more):
    """Options that give each channel what it needs and more."""
    longest = {}
    for channel in channels:
        name = channel["declaration"]
        longest[name] = max(longest.get(name, 0), channel["longest"])
    return [f"--capacity={name}={length + more}"
            for name, length in longest.items()]


def doubt_bounds(lariat, channels):
    """More room than the bound makes no difference, and is never used."""
    text = (pathlib.Path(lariat.folder) / "model.pml").read_text()
    figures = []
    for more in 1, 3:
        found = lariat.check("--keep-going", "--spin-counts", "--time", "3",
                             *with_room(channels, more))
        if found["verdict"] == "unknown":
            raise Nothing("too large")
        figures.append([found[key] for key in ("verdict", "states",
                                               "transitions")])
    # a statement that asks for the capacity itself sees a difference
    if figures[0] != figures[1] and not re.search(r"\bn?full\b", text):
        raise Wrong(f"bounded, but with more room {figures}")
    for channel in channels:
        if ":" not in channel["name"]:
            doubt_length(lariat, channels, channel, text)


def doubt_length(lariat, channels, channel, text):
    length = f"len({channel['name']})"
    rooms = with_room(channels, 3)
    if decide(lariat, f"[] ({length} <= {channel['longest']})", rooms) != "holds":
        raise Wrong(f"{channel['name']} becomes longer than "
                    f"{channel['longest']}")
    is_seen = "atomic" not in text and "d_step" not in text
    if is_seen and channel["longest"] > 0 and \
            decide(lariat, f"[] ({length} < {channel['longest']})",
                   rooms) != "violated":
        raise Wrong(f"{channel['name']} is never as long as "
                    f"{channel['longest']}")


def decide(lariat, formula, options):
    found = lariat.answer("--ltl", formula, "--time", "3", "--no-vacuity",
                          *options)
    if found["verdict"] == "unknown":
        raise Nothing("too large")
    return found["verdict"]


# ------------------------------------------------------------------- unbounded

def replay(lariat, document):
    path = pathlib.Path(lariat.folder) / "unrolled.json"
    path.write_text(json.dumps(document))
    return lariat.run("replay", "--json", "model.pml", path.name)


def doubt_growth(lariat, found):
    """The saved run replays; and with the loop written out, as often as there
    is room for, the channels really fill up."""
    path = pathlib.Path(lariat.folder) / found["trace"]
    trace = json.loads(path.read_text())
    again = lariat.run("replay", "--json", "model.pml", path.name)
    if again.returncode != 1:
        raise Wrong(f"unbounded, but: {again.stderr[-200:]}")
    start = trace["loop_start"]
    stem, loop = trace["steps"][:start], trace["steps"][start:]
    growing = {c["name"]: sum(len(re.findall(r"\[", text)) for text in c["adds"])
               for c in found["channels"] if c["unbounded"]}
    rounds = min(ROOM // max(growing.values()),
                 MOST_STEPS // max(len(loop), 1))
    longest = max(c["longest"] for c in found["channels"])
    room = longest + rounds * max(growing.values()) + len(loop) + 1
    long = dict(trace, violation=None, loop_start=None,
                capacities=[re.sub(r"=.*", f"={room}", text)
                            for text in trace["capacities"]],
                steps=stem + loop * rounds)
    played = replay(lariat, long)
    if played.returncode != 0:
        raise Wrong(f"{rounds} rounds cannot be executed: "
                    f"{played.stderr[-200:]}")
    contents = json.loads(played.stdout)["initial"]
    for step in json.loads(played.stdout)["steps"]:
        contents.update({change["name"]: change["after"]
                         for change in step["changes"]})
    for name, added in growing.items():
        if ":" not in name and messages(contents[name]) < rounds * added:
            raise Wrong(f"{name} has {contents[name]} after {rounds} rounds")


def messages(contents):
    """How many messages a channel holds: [] is none."""
    depth = count = 0
    for letter in "" if contents == "[]" else contents:
        depth += {"[": 1, "]": -1}.get(letter, 0)
        count += letter == "]" and depth == 0
    return count

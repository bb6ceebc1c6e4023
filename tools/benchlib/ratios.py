"""Who is compared with whom; geometric means; targets.

A ratio is above 1 where Lariat is better.  Each way of Lariat is compared
with pan in the corresponding way:

    rate   states a CPU-second of the search, each tool by its own states
           (SPIN merges more statements than Lariat may)
    work   CPU-seconds of the search: the same job, whatever the states
    time   from start to verdict, wall clock; for SPIN that is spin -a, gcc and
           pan
"""
import statistics

RIVALS = {"reduced": "pan reduced", "plain": "pan bitstate plain",
          "usual": "pan bitstate usual", "bitstate": "pan bitstate"}
KINDS = {"small": "small models", "large": "large models",
         "ltl": "temporal properties"}
RATIOS = ("rate", "work", "time")
SMALL_RATIOS = ("time",)  # the search itself is over before it can be timed
MEMORY_MATTERS = 1_000_000  # states; below, fixed costs still show
MOST_BYTES = 10
SMALL_SECONDS = 0.020
LUCK = 0.001  # of the states, that hash functions lose or find by chance

# What is aimed at: what, of which way, on which cases, at least or at most.
# Speed is counted in pan's states a CPU-second, so it is the ratio of work.
TARGETS = (
    ("pan's states a second, native engine, geometric mean", "lariat native",
     "large", "work", "mean", ">=", 5.0),
    ("pan's states a second, native engine, worst model", "lariat native",
     "large", "work", "least", ">=", 2.0),
    ("pan's states a second, interpreter, geometric mean", "lariat bytecode",
     "large", "work", "mean", ">=", 1.5),
    ("pan's states a second, bitstate, worst model", "lariat bitstate",
     "large", "work", "least", ">=", 2.0),
    ("states a second, bitstate, the same states for both, worst model",
     "lariat bitstate plain", "large", "rate", "least", ">=", 2.0),
    ("states a second, bitstate as large as SPIN's is by itself, worst model",
     "lariat bitstate usual", "large", "rate", "least", ">=", 2.0),
    ("pan's states a second, temporal properties, native engine",
     "lariat native", "ltl", "work", "mean", ">=", 5.0),
    ("time to verdict, large models, worst", "lariat", "large",
     "time", "least", ">=", 1.0),
    ("time to verdict, small models, worst", "lariat", "small",
     "time", "least", ">=", 20.0),
)


def rival(name):
    """Pan's name for a way of Lariat."""
    for word, answer in RIVALS.items():
        if word in name.split():
            return answer
    return "pan"


def ratios(mine, theirs):
    return {"rate": mine["rate"] / theirs["rate"],
            "work": max(theirs["cpu_seconds"], 1e-6)
                    / max(mine["cpu_seconds"], 1e-6),
            "time": theirs["seconds"] / mine["seconds"]}


def keys(kind):
    return SMALL_RATIOS if kind == "small" else RATIOS


def add_ratios(result):
    """Gives each way of Lariat its ratios, where its rival has figures."""
    contenders = result["contenders"]
    for name, figures in contenders.items():
        theirs = contenders.get(rival(name))
        if figures["tool"] == "lariat" and theirs:
            found = ratios(figures, theirs)
            figures["ratios"] = {key: found[key]
                                 for key in keys(result["kind"])}


def summary(results):
    """For each kind of case and way of Lariat: means and worst ratios."""
    rows = []
    for kind in KINDS:
        by_way = {}
        for result in results:
            if result["kind"] != kind:
                continue
            for name, figures in result["contenders"].items():
                if "ratios" in figures:
                    by_way.setdefault(name, []).append(
                        (result["name"], figures["ratios"]))
        for way, found in by_way.items():
            row = {"kind": kind, "way": way, "rival": rival(way),
                   "cases": len(found)}
            for key in keys(kind):
                least = min(found, key=lambda pair: pair[1][key])
                row[key] = {
                    "mean": statistics.geometric_mean(
                        pair[1][key] for pair in found),
                    "least": least[1][key], "least_case": least[0]}
            rows.append(row)
    return rows


def judge(rows, results):
    """(target, bound, value, met) for every target there are figures for."""
    judged = []
    for text, way, kind, key, which, relation, bound in TARGETS:
        for row in rows:
            if (row["way"], row["kind"]) == (way, kind):
                value = row[key][which]
                judged.append((text, f"{relation} {bound:g}x", f"{value:.2f}x",
                               value >= bound))
    judged += (judge_bitstate(results) + judge_memory(results)
               + judge_small(results))
    return judged


def found_share(contenders, name):
    """The states found with few bits, of all that there are."""
    return (contenders[f"{name} bitstate"]["states"]
            / contenders[name]["states"])


def judge_bitstate(results):
    """Each tool by its own states, with as many bits, where no violation ends
    the search."""
    needed = {"lariat", "lariat bitstate", "pan", "pan bitstate"}
    shares = [found_share(result["contenders"], "lariat")
              / found_share(result["contenders"], "pan")
              for result in results if result["kind"] == "large"
              and needed <= result["contenders"].keys()
              and result["contenders"]["lariat"]["verdict"] == "holds"]
    if not shares:
        return []
    return [("share of the states that bitstate finds, to pan's, worst model",
             f">= {1 - LUCK:g}x", f"{min(shares):.4f}x",
             min(shares) >= 1 - LUCK)]


def judge_memory(results):
    """Over the fixed base, as the target is stated, and over a trivial run:
    a process that stays below the fixed base says little."""
    judged = []
    for key, base in (("bytes_above_64M", "64 MB"), ("bytes", "a trivial run")):
        used = [result["contenders"]["lariat"][key] for result in results
                if result["kind"] == "large"
                and result["contenders"].get("lariat", {}).get("states", 0)
                >= MEMORY_MATTERS]
        if used:
            judged.append((f"memory above {base}, a million states, worst",
                           f"<= {MOST_BYTES} bytes a state", f"{max(used):.1f}",
                           max(used) <= MOST_BYTES))
    return judged


def judge_small(results):
    times = [result["contenders"]["lariat"]["seconds"] for result in results
             if result["kind"] == "small" and "lariat" in result["contenders"]]
    if not times:
        return []
    worst = max(times)
    return [("time to verdict, small models, worst",
             f"<= {1000 * SMALL_SECONDS:g} ms", f"{1000 * worst:.1f} ms",
             worst <= SMALL_SECONDS)]

"""Hybrid against classical storage: table 1 of Godefroid and Holzmann (On the
verification of temporal properties, PSTV 1993) for Dekker's algorithm.

As in the paper, the memory of a row is the number of states, or packets, times
their size rounded up to bytes.  A packet is a state of the program and two bits
a tail: a tail is a state of the claim and, under fairness, a copy; the two bits
are the demon's.  Classical storage adds the number of the tail instead; but
Lariat keeps the demon as two bits there too, where the paper stores a state
once more when it is visited again with magic = 1.

The formula is violated.  The paper goes on to the end; Lariat stops at the
violation, so that row covers less.  The row after it has the same claim, with
its acceptance put out of reach: the whole product.  Its sizes are those of the
row above, for it reaches the same states of the claim.
"""
import math
import pathlib
import tempfile

from benchlib.cases import ROOT
from benchlib.lariat import read_answer
from benchlib.process import measure

MODEL = ROOT / "models/papers/dekker.pml"
FORMULA = "[] (P1@l1 -> <> P1@l7)"
MOVES = "[] <> moves(P1) && [] <> moves(P2)"
# The automaton of the negated formula; nobody is at two labels at once, so its
# accepting state is never reached.
WHOLE_PRODUCT = """HOA: v1
States: 3
Start: 0
AP: 3 "P1@l1" "P1@l7" "P1@l0 && P1@l1"
acc-name: Buchi
Acceptance: 1 Inf(0)
--BODY--
State: 0
[t] 0
[0 & !1] 1
State: 1
[!1] 1
[2] 2
State: 2 {0}
[!1] 2
--END--
"""
DEMON_BITS = 2
LIMIT = 60

# What is checked, and the paper's figures: states, bits added to 20 bytes.
PAPER_STATE_BYTES = 20
WHOLE_ROW = "f, the whole product"
ROWS = (
    ("the program alone", ["--property", "safety"], ((101, 0), (101, 0))),
    ("f", ["--ltl", FORMULA], ((243, 2), (101, 4))),
    (WHOLE_ROW, ["--automaton", "WHOLE"], None),
    ("f, every process moves for ever (--fair weak)",
     ["--ltl", FORMULA, "--fair", "weak"], ((670, 5), (101, 32))),
    ("f, the same as a formula (--assume)",
     ["--ltl", FORMULA, "--assume", MOVES], ((670, 5), (101, 32))),
)
STORES = ("exact", "hybrid")


def memory(count, state_bytes, bits):
    """As the paper computes it."""
    return count * (state_bytes + math.ceil(bits / 8))


def entry(count, state_bytes, bits):
    return {"count": count, "state_bytes": state_bytes, "bits": bits,
            "memory": memory(count, state_bytes, bits)}


def added_bits(store, tails):
    if tails == 0:
        return 0
    if store == "hybrid":
        return DEMON_BITS * tails
    return math.ceil(math.log2(tails)) + DEMON_BITS


def ask(lariat, options, store):
    with tempfile.TemporaryDirectory() as folder:
        whole = pathlib.Path(folder, "whole.hoa")
        whole.write_text(WHOLE_PRODUCT)
        options = [whole if word == "WHOLE" else word for word in options]
        return read_answer(measure(
            [lariat, "check", "--json", "--no-reduce", "--no-merge",
             "--store", store,
             "--trace-file", pathlib.Path(folder, "trace.json"), *options,
             MODEL], folder, LIMIT))


def measure_row(answers, tails):
    """What each store keeps; the sizes are those of hybrid storage, whose heads
    are the states of the program."""
    measured = {}
    for store, answer in answers.items():
        measured[store] = entry(answer.get("packets", answer["states"]),
                                answers["hybrid"]["state_bytes"],
                                added_bits(store, tails))
        measured[store]["store_bytes"] = round(
            answer["bytes_per_state"] * answer["states"])
    return {"verdict": answers["hybrid"]["verdict"],
            "complete": all(answer["complete"] for answer in answers.values()),
            "measured": measured}


def measure_table(lariat):
    table, tails = [], 0
    for name, options, paper in ROWS:
        answers = {store: ask(lariat, options, store) for store in STORES}
        if name != WHOLE_ROW:
            tails = answers["hybrid"].get("tails", 0)
        row = {"name": name, **measure_row(answers, tails)}
        if paper:
            row["paper"] = {
                store: entry(count, PAPER_STATE_BYTES, bits)
                for store, (count, bits) in zip(STORES, paper)}
        table.append(row)
    return table


# -------------------------------------------------------------------- the table

HEADINGS = ("Dekker", "storage", "verdict", "stored", "size", "memory",
            "paper: stored", "size", "memory", "store, all of it")
NAMES = {"exact": "classical", "hybrid": "hybrid"}


def show_size(figures):
    bits = f"+{figures['bits']}b" if figures["bits"] else ""
    return f"{figures['state_bytes']}B{bits}"


def show_entry(figures):
    if not figures:
        return ("-", "-", "-")
    return (str(figures["count"]), show_size(figures),
            f"{figures['memory']}B")


def rows(table):
    shown = []
    for row in table:
        verdict = row["verdict"] + ("" if row["complete"] else ", stopped")
        for store in STORES:
            measured = row["measured"][store]
            shown.append((row["name"], NAMES[store], verdict,
                          *show_entry(measured),
                          *show_entry(row.get("paper", {}).get(store)),
                          f"{measured['store_bytes'] / 1000:.1f} kB"))
    return shown

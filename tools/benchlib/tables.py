"""Figures as text: rows of cells, aligned for a terminal or for Markdown."""
from benchlib import ratios

HEADINGS = ("", "verdict", "states", "CPU", "spread", "states/s", "x pan",
            "work x", "to verdict", "x SPIN", "bytes", "over 64 MB")

MEMORY_SHOWN = 100_000  # states; below, memory a state means little


def show_seconds(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def show_ratio(figures, key):
    ratio = figures.get("ratios", {}).get(key)
    return f"{ratio:.2f}" if ratio else "-"


def show_spread(figures):
    spread = figures["spread"]["cpu_seconds"]
    return f"±{100 * spread:.0f} %" if figures["rounds"] > 1 else "-"


def cells(name, figures):
    bytes_known = "bytes" in figures and figures["states"] >= MEMORY_SHOWN
    return (
        name,
        figures["verdict"],
        f"{figures['states']:.0f}",
        show_seconds(figures["cpu_seconds"]),
        show_spread(figures),
        f"{figures['rate'] / 1e6:.2f} M",
        show_ratio(figures, "rate"),
        show_ratio(figures, "work"),
        show_seconds(figures["seconds"]),
        show_ratio(figures, "time"),
        f"{figures['bytes']:.1f}" if bytes_known else "-",
        f"{figures['bytes_above_64M']:.1f}" if bytes_known else "-",
    )


def case_rows(result):
    return [cells(name, figures)
            for name, figures in result["contenders"].items()]


def text(headings, rows):
    """Columns: the first to the left, the others to the right."""
    table = [headings, *rows]
    widths = [max(len(row[i]) for row in table) for i in range(len(headings))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]),
                   *(cell.rjust(width)
                     for cell, width in zip(row[1:], widths[1:]))]).rstrip()
        for row in table)


def markdown(headings, rows):
    lines = [headings, ["---"] + ["---:"] * (len(headings) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def title(result):
    words = [result["name"], f"({result['model']}",
             *[f"-D{define}" for define in result["defines"]]]
    return " ".join(words) + (f": {result['formula']})" if result["formula"]
                              else ")")


def print_case(result):
    print(title(result))
    print(text(HEADINGS, case_rows(result)))
    for name, reason in result["declined"].items():
        print(f"{name}: left out: {reason}")
    for name, failure in result["failures"].items():
        print(f"{name}: FAILED: {failure.splitlines()[-1]}")
    if result["disagreement"]:
        print(f"FAILED: {result['disagreement']}")
    print(flush=True)


SUMMARY_HEADINGS = ("Lariat against SPIN", "rival", "cases", "rate", "worst",
                    "work", "worst", "to verdict", "worst")


def summary_rows(rows):
    return [(f"{ratios.KINDS[row['kind']]}: {row['way']}", row["rival"],
             str(row["cases"]),
             *(f"{row[key][which]:.2f}x" if key in row else "-"
               for key in ratios.RATIOS for which in ("mean", "least")))
            for row in rows]


TARGET_HEADINGS = ("target", "bound", "measured", "")


def target_rows(judged):
    return [(text_of, bound, value, "met" if met else "MISSED")
            for text_of, bound, value, met in judged]

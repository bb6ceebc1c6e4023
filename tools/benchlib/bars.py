"""Figures as pictures: horizontal bars in groups, as SVG."""
import math
from xml.sax.saxutils import escape

COLOURS = ("#1b6ca8", "#5fa8d3", "#c0392b", "#e59866", "#7f8c8d", "#58a55c",
           "#8e6bbf", "#d4ac0d")
FONT = "font-family='sans-serif' font-size='12'"
LABELS, BARS, VALUES = 190, 520, 90  # widths
BAR, GAP, TOP, LEGEND = 13, 12, 34, 20  # heights


def scale(value, greatest, least):
    """The length of a bar; with `least`, on a logarithmic scale from there."""
    if least:
        span = max(math.log10(greatest / least), 1e-9)
        return BARS * max(math.log10(max(value, least) / least) / span, 0.004)
    return BARS * value / greatest if greatest else 0


def text(x, y, words, anchor="start", weight="normal"):
    return (f"<text x='{x:.0f}' y='{y:.0f}' {FONT} text-anchor='{anchor}' "
            f"font-weight='{weight}'>{escape(words)}</text>")


def bar(y, length, colour, shown):
    return [f"<rect x='{LABELS}' y='{y}' width='{length:.1f}' "
            f"height='{BAR - 2}' fill='{colour}'/>",
            text(LABELS + length + 4, y + BAR - 3, shown)]


def legend(series, y):
    parts, x = [], LABELS
    for name, colour in zip(series, COLOURS):
        parts.append(f"<rect x='{x}' y='{y - 10}' width='11' height='11' "
                     f"fill='{colour}'/>")
        parts.append(text(x + 16, y, name))
        x += 30 + 7 * len(name)
    return parts


def draw(title, series, groups, show, logarithmic=False):
    """groups: (name, {series: value}) pairs; show turns a value into words."""
    values = [value for _, row in groups for value in row.values() if value > 0]
    if not values:
        return None
    greatest = max(values)
    least = min(values) / 2 if logarithmic else 0
    parts = [text(10, 18, title, weight="bold"),
             *legend(series, TOP + 6)]
    y = TOP + LEGEND
    for name, row in groups:
        present = [one for one in series if one in row]
        middle = y + BAR * len(present) / 2 + 4
        parts.append(text(LABELS - 8, middle, name, anchor="end"))
        for one in present:
            colour = COLOURS[series.index(one) % len(COLOURS)]
            parts += bar(y, scale(row[one], greatest, least), colour,
                         show(row[one]))
            y += BAR
        y += GAP
    width, height = LABELS + BARS + VALUES, y
    return "\n".join([
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' "
        f"height='{height}' viewBox='0 0 {width} {height}'>",
        f"<rect width='{width}' height='{height}' fill='white'/>",
        *parts, "</svg>", ""])


# ------------------------------------------------------------------ the pictures

def collect(results, kinds, series, value):
    groups = []
    for result in results:
        if result["kind"] in kinds:
            row = {name: value(result["contenders"][name]) for name in series
                   if name in result["contenders"]}
            groups.append((result["name"], row))
    return groups


def ways_present(results, kinds, wanted):
    return [name for name in wanted
            if any(name in result["contenders"] for result in results
                   if result["kind"] in kinds)]


def show_rate(rate):
    return f"{rate / 1e6:.2f} M"


def show_time(seconds):
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def pictures(results):
    """(file name, title, SVG) for what there are figures for."""
    wanted = (
        ("benchmarks-rate.svg", "States a CPU-second, without reduction",
         ("large", "ltl"),
         ("lariat native", "lariat", "lariat bytecode", "pan"),
         lambda figures: figures["rate"], show_rate, False),
        ("benchmarks-time.svg",
         "From start to verdict, small models (logarithmic)", ("small",),
         ("lariat", "pan"), lambda figures: figures["seconds"], show_time,
         True),
        ("benchmarks-memory.svg",
         "Bytes a state, whole process less a trivial run (logarithmic)",
         ("large", "ltl"), ("lariat", "pan", "pan collapse"),
         lambda figures: max(figures["bytes"], 0.1), "{:.1f}".format, True),
    )
    for file, title, kinds, names, value, show, logarithmic in wanted:
        series = ways_present(results, kinds, names)
        drawn = draw(title, series, collect(results, kinds, series, value),
                     show, logarithmic)
        if drawn:
            yield file, title, drawn

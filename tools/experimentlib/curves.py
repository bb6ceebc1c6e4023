"""Figures as pictures: curves over a share of memory, as SVG."""
import math

from benchlib.bars import COLOURS, FONT, text

LEFT, RIGHT, TOP, BOTTOM = 70, 170, 34, 46  # margins
WIDTH, HEIGHT = 460, 260  # of the plot itself


def axis(values, logarithmic):
    """A function from values to 0..1, and the places of the marks."""
    least, greatest = min(values), max(values)
    if logarithmic:
        low = math.floor(math.log10(least))
        high = max(math.ceil(math.log10(greatest)), low + 1)
        return (lambda value: (math.log10(value) - low) / (high - low),
                [10.0 ** power for power in range(low, high + 1)])
    least = min(least, 0)
    step = 10 ** math.floor(math.log10((greatest - least) or 1))
    if (greatest - least) / step < 4:
        step /= 4
    high = math.ceil(greatest / step) * step
    count = round((high - least) / step)
    return (lambda value: (value - least) / (high - least),
            [least + step * i for i in range(count + 1)])


def show(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:g}"


def grid(place_x, place_y, marks_x, marks_y):
    parts = []
    for mark in marks_x:
        x = place_x(mark)
        parts.append(f"<line x1='{x:.1f}' y1='{TOP}' x2='{x:.1f}' "
                     f"y2='{TOP + HEIGHT}' stroke='#dddddd'/>")
        parts.append(text(x, TOP + HEIGHT + 16, show(mark), anchor="middle"))
    for mark in marks_y:
        y = place_y(mark)
        parts.append(f"<line x1='{LEFT}' y1='{y:.1f}' x2='{LEFT + WIDTH}' "
                     f"y2='{y:.1f}' stroke='#dddddd'/>")
        parts.append(text(LEFT - 6, y + 4, show(mark), anchor="end"))
    return parts


def curve(points, colour, place_x, place_y):
    path = " ".join(f"{place_x(x):.1f},{place_y(y):.1f}" for x, y in points)
    dots = [f"<circle cx='{place_x(x):.1f}' cy='{place_y(y):.1f}' r='2.5' "
            f"fill='{colour}'/>" for x, y in points]
    return [f"<polyline points='{path}' fill='none' stroke='{colour}' "
            f"stroke-width='1.5'/>", *dots]


def draw(title, below, beside, curves, logarithmic=False):
    """curves: (name, [(x, y)]) pairs; `below` and `beside` name the axes."""
    points = [point for _, row in curves for point in row]
    if not points:
        return None
    scale_x, marks_x = axis([x for x, _ in points], False)
    scale_y, marks_y = axis([y for _, y in points], logarithmic)

    def place_x(x):
        return LEFT + WIDTH * scale_x(x)

    def place_y(y):
        return TOP + HEIGHT * (1 - scale_y(y))

    parts = [text(10, 18, title, weight="bold"),
             *grid(place_x, place_y, marks_x, marks_y),
             text(LEFT + WIDTH / 2, TOP + HEIGHT + 36, below, anchor="middle"),
             f"<text x='14' y='{TOP + HEIGHT / 2}' {FONT} text-anchor='middle' "
             f"transform='rotate(-90 14 {TOP + HEIGHT / 2})'>{beside}</text>"]
    for number, (name, row) in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        parts += curve(row, colour, place_x, place_y)
        y = TOP + 14 + 18 * number
        parts.append(f"<rect x='{LEFT + WIDTH + 12}' y='{y - 10}' width='11' "
                     f"height='11' fill='{colour}'/>")
        parts.append(text(LEFT + WIDTH + 28, y, name))
    width, height = LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM
    return "\n".join([
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' "
        f"height='{height}' viewBox='0 0 {width} {height}'>",
        f"<rect width='{width}' height='{height}' fill='white'/>",
        *parts, "</svg>", ""])

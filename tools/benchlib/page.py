"""Figures as a page: docs/benchmarks.md.

The text of the page is written by hand.  What lies between the lines
<!-- figures: NAME --> and <!-- end --> is made from the results, and so are the
pictures beside it.
"""
import re

from benchlib import bars, scarce, table1, tables
from benchlib.cases import ROOT

PAGE = ROOT / "docs/benchmarks.md"


def machine_text(document, chosen="medians"):
    machine, repeats = document["machine"], document["repeats"]
    spin = f"SPIN {document['spin']}" if document["spin"] else "without SPIN"
    load = (f"load {machine['load']:.1f} before it began" if "load" in machine
            else "load not recorded")
    rounds = f"{chosen} of {repeats} rounds" if repeats > 1 else "one round"
    return (f"Measured on {machine['processor']}, {machine['cores']} cores, "
            f"{machine['memory_gb']:.0f} GB, {load}; {spin}; {rounds}"
            f"{' of the quick set' if document['quick'] else ''}.")


def cases_text(document):
    parts = []
    for result in document["results"]:
        parts += [f"**{tables.title(result)}**", "",
                  tables.markdown(tables.HEADINGS, tables.case_rows(result)),
                  ""]
    return "\n".join(parts).rstrip()


def summary_text(document):
    return tables.markdown(tables.SUMMARY_HEADINGS,
                           tables.summary_rows(document["summary"]))


def targets_text(document):
    return tables.markdown(tables.TARGET_HEADINGS,
                           tables.target_rows(document["targets"]))


def scarce_machine_text(document):
    return machine_text(document, "the fastest runs")


def scarce_large_text(document):
    return tables.markdown(scarce.LARGE_HEADINGS,
                           scarce.large_rows(document["large"]))


def scarce_bits_text(document):
    return tables.markdown(scarce.BITS_HEADINGS,
                           scarce.bits_rows(document["bits"]))


def table1_text(document):
    return tables.markdown(table1.HEADINGS, table1.rows(document["table1"]))


SECTIONS = {"machine": machine_text, "summary": summary_text,
            "targets": targets_text, "table1": table1_text,
            "cases": cases_text}
SCARCE_SECTIONS = {"scarce-machine": scarce_machine_text,
                   "scarce-large": scarce_large_text,
                   "scarce-bits": scarce_bits_text,
                   "scarce-targets": targets_text}


def replace(text, name, content):
    pattern = rf"(<!-- figures: {name} -->\n).*?(<!-- end -->)"
    changed, count = re.subn(pattern, lambda m: f"{m[1]}{content}\n{m[2]}",
                             text, flags=re.DOTALL)
    if count != 1:
        raise SystemExit(f"bench: {PAGE.name} has no place for {name}")
    return changed


def fill(text, sections, document):
    for name, section in sections.items():
        text = replace(text, name, section(document))
    return text


def render(text, document):
    """The page with new figures, and its pictures by file name."""
    if "large" in document:
        return fill(text, SCARCE_SECTIONS, document), {}
    pictures, images = {}, []
    for file, title, drawn in bars.pictures(document["results"]):
        pictures[file] = drawn
        images.append(f"![{title}]({file})")
    text = fill(text, SECTIONS, document)
    return replace(text, "pictures", "\n\n".join(images)), pictures


def write(document):
    """Renews the page and the pictures beside it."""
    text, pictures = render(PAGE.read_text(), document)
    for file, drawn in pictures.items():
        (PAGE.parent / file).write_text(drawn)
    PAGE.write_text(text)

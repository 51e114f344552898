# SPDX-License-Identifier: GPL-3.0-or-later
"""What the building guide says, and what the sources say, as values that tests compare."""
import pathlib
import re
import sys
import xml.etree.ElementTree

SOURCES = pathlib.Path(__file__).resolve().parents[2]
IMAGE = SOURCES / "image"
README = IMAGE / "README.md"
DRAWINGS = IMAGE / "drawings"
WORDS = SOURCES / "Sources/Core/Words/english.txt"
SVG = "{http://www.w3.org/2000/svg}"

sys.path.insert(0, str(DRAWINGS))
import facts
import make


def text(path=README):
    return path.read_text(encoding="utf-8")


def tables(markdown):
    """Each table as rows of cells, its heading first."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", markdown, re.M):
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
        found.append([row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)])
    return found


def table(*heading):
    """The rows of the guide's table whose heading begins so."""
    for rows in tables(text()):
        if tuple(rows[0][:len(heading)]) == heading:
            return rows[1:]
    raise AssertionError(f"the guide has no table {heading}")


def anchors(markdown):
    """The places that a link can lead to, as the code hosts name them."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in re.findall(r"^#+ (.*)$", markdown, re.M)}


def links(markdown):
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", markdown, flags=re.S))


def svg(name):
    return xml.etree.ElementTree.parse(DRAWINGS / name).getroot()


def view(root):
    return [float(number) for number in root.get("viewBox").split()]


# Words that the sources can put on the TV. They are patterns, since some words are filled in.

HOLE = r"\{\w+\}"

# Keys of the lines that stand under a title.
CONDITIONS = "# Conditions and notices, with advice\n"
NO_TITLES = ("-advice", ".line-of-file", ".or", ".stream", ".put-one-in", ".wait-for-a-card.one", ".wait-for-a-card.other",
             "frames-lost-at-the-smallest", "clips-saved.one")


def pattern(literal, hole):
    return re.compile(".+".join(re.escape(part) for part in re.split(hole, literal)))


def words(lines=None):
    """Everything that the program shows in English, or these lines of it, by its key."""
    lines = text(WORDS) if lines is None else lines
    return dict(line.split(" = ", 1) for line in lines.splitlines() if line and not line.startswith(("#", "language.")))


def condition_titles():
    """The titles of what stands at the left of the TV: those words that aren't a sentence. Words to pattern."""
    block = text(WORDS).partition(CONDITIONS)[2].partition("\n\n")[0]
    return {literal: pattern(literal, HOLE) for key, literal in words(block).items()
            if not key.removesuffix(".plain").endswith(NO_TITLES) and not literal.endswith(".")}


def core_patterns():
    """All that Core's own words can be, but for those that are nothing except what is filled in, or one word besides."""
    return [pattern(literal, HOLE) for literal in words().values()
            if not re.search(HOLE, literal) or len(re.sub(HOLE, "", literal).split()) > 1]


def system_titles():
    """What the scripts of the image say: the titles of their notices, and why nothing starts."""
    found = {}
    for script in sorted((IMAGE / "root/usr/lib/vir").glob("*")):
        for literal in re.findall(r'\bnotice "?[0-9]+-[\w$-]+"? "([^"]+)"', text(script)):
            found[literal] = pattern(literal, r"\$\w+")
        for key in re.findall(r'\bnotice "?[0-9]+-[\w$-]+"? (box\.[a-z0-9-]+)', text(script)):
            found[words()[key]] = pattern(words()[key], HOLE)
    for literal in re.findall(r'give_up "([^"]+)"', text(IMAGE / "initramfs/init")):
        found[literal] = re.compile(r"VIR can't start: .+")
    return found


def signals():
    """The rhythms, in milliseconds, of each signal by name: {"lamp": [250], "buzzer": [40]}."""
    source = text(SOURCES / "Sources/Devices/Panel/GPIO/SignalPattern.swift")
    found = {}
    for indicator in ("lamp", "buzzer"):
        body = source.split(f"static func {indicator}(", 1)[1].split("\n    }\n", 1)[0]
        for name, beats in re.findall(r"case \.(\w+): SignalPattern\(milliseconds: ([\d, ]+)\)", body):
            found.setdefault(name, {})[indicator] = [int(beat) for beat in beats.split(",")]
    return found

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints SOURCES.txt: where the source of everything on a card is, with exact versions. If somebody gives a card away, whoever gets it may
ask for its sources (GPL-2 section 3, GPL-3 section 6), so this list lies on the card and beside the image.

usage: sources.py VERSION COMMIT PACKAGE-SWIFT PACKAGES
PACKAGES: the Debian packages as paragraphs with Package, Source and Version, such as dpkg's status; - is standard input"""
import pathlib
import re
import sys

HEAD = """The sources of VIR {version}

This card's programs are free software; their licences are in the folder `licences`. Whoever gave you this card, or its image,
owes you their sources on request, for at least three years. They are:

VIR itself: commit {commit} of its sources.
"""
DEBIAN = """
Debian's packages, by the name and the version of their source; each version is kept at snapshot.debian.org. A version with
`+rpt` is Raspberry Pi's: archive.raspberrypi.com/debian.
"""
SWIFT = """
Swift packages, compiled into the program:
"""


def debian(paragraphs):
    """The sources of the packages, each once, in order: [(name, version)]."""
    found = set()
    for paragraph in paragraphs.split("\n\n"):
        fields = dict(re.findall(r"^(Package|Source|Version): (.*)$", paragraph, re.M))
        if "Package" not in fields:
            continue
        # `Source: name (version)`: only if they differ from the package's own.
        name, _, version = fields.get("Source", fields["Package"]).partition(" (")
        found.add((name, version.rstrip(")") or fields["Version"]))
    return sorted(found)


def swift(package):
    """The Swift packages that Package.swift names, in order: [(address, version)]."""
    return sorted(re.findall(r'\.package\(url: "([^"]+)", exact: "([^"]+)"\)', package))


def text(version, commit, package, paragraphs):
    """The whole text."""
    rows = [[f"  {name} {number}\n" for name, number in found] for found in (debian(paragraphs), swift(package))]
    return "".join([HEAD.format(version=version, commit=commit), DEBIAN, *rows[0], SWIFT, *rows[1]])


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    given = sys.stdin.read() if sys.argv[4] == "-" else pathlib.Path(sys.argv[4]).read_text(encoding="utf-8")
    sys.stdout.write(text(sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).read_text(encoding="utf-8"), given))

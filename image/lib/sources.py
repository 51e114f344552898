#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints SOURCES.txt: where the source of everything on a card is, with exact versions. Who gives a card away owes its sources to whoever
gets it (GPL-2 section 3, GPL-3 section 6), so this list lies on the card and beside the image.

usage: sources.py VERSION COMMIT DPKG-STATUS [PACKAGE-RESOLVED]"""
import json
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


def debian(status):
    """The sources of the packages in dpkg's status, each once: {(name, version)}."""
    found = set()
    for block in status.split("\n\n"):
        fields = dict(re.findall(r"^(Package|Source|Version): (.*)$", block, re.M))
        if "Package" not in fields:
            continue
        # `Source: name (version)`: only if they differ from the package's own.
        name, _, version = fields.get("Source", fields["Package"]).partition(" (")
        found.add((name, version.rstrip(")") or fields["Version"]))
    return sorted(found)


def swift(resolved):
    """The Swift packages of Package.resolved: (address, version, commit)."""
    pins = json.loads(resolved)["pins"]
    return sorted((pin["location"], pin["state"].get("version", ""), pin["state"]["revision"]) for pin in pins)


def text(version, commit, status, resolved=None):
    """The whole text."""
    lines = [HEAD.format(version=version, commit=commit), DEBIAN]
    lines += [f"  {name} {number}\n" for name, number in debian(status)]
    if resolved:
        lines += [SWIFT] + [f"  {address} {number} {revision}\n" for address, number, revision in swift(resolved)]
    return "".join(lines)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    files = [pathlib.Path(name).read_text(encoding="utf-8") for name in sys.argv[3:] if pathlib.Path(name).exists()]
    sys.stdout.write(text(sys.argv[1], sys.argv[2], *files))

# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies the kernel modules that a list names, with what those depend on.

usage: modules.py FROM TO LIST BASE

FROM is a folder lib/modules/VERSION. A line of LIST is a path in its `kernel` folder, without suffix; * and ? match within
one folder, ** matches folders too. A line that matches nothing is named and ends the copying: the kernel has moved on.
A line that begins with ? may match nothing, and one that begins with another base than BASE and a colon neither.
"""

import pathlib
import re
import shutil
import subprocess
import sys


def pattern(line):
    parts = re.split(r"(\*\*|\*|\?)", line)
    words = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("kernel/" + "".join(words.get(part, re.escape(part)) for part in parts) + r"\.ko(\.\w+)?")


def dependencies(folder):
    """What each module needs, by path; made by depmod where the package leaves that to its script."""
    listing = folder / "modules.dep"
    if not listing.exists():
        version = folder.name
        base = folder.parent.parent
        if base.name == "usr":
            raise SystemExit("modules.py: unexpected layout")
        subprocess.run(["depmod", "-b", str(base.parent if base.name == "lib" else base), version], check=True)
    needs = {}
    for line in listing.read_text().splitlines():
        module, _, rest = line.partition(":")
        needs[module] = rest.split()
    return needs


def is_needed(line, base):
    """Whether the kernel of this base has to have what the line names."""
    return not line.startswith("?") and (":" not in line or line.partition(":")[0] == base)


def main(source, target, listing, base):
    source, target = pathlib.Path(source), pathlib.Path(target)
    there = sorted(str(path.relative_to(source)) for path in source.glob("kernel/**/*.ko*"))
    builtin = set((source / "modules.builtin").read_text().split())
    chosen, missing = set(), []
    for line in pathlib.Path(listing).read_text().splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        matcher = pattern(line.lstrip("?").rpartition(":")[2])
        found = [path for path in there if matcher.fullmatch(path)]
        chosen.update(found)
        if not found and is_needed(line, base) and not any(matcher.fullmatch(path) for path in builtin):
            missing.append(line)
    if missing:
        sys.exit("image: the kernel has no module " + ", ".join(missing))
    needs = dependencies(source)
    waiting = list(chosen)
    while waiting:
        for other in needs.get(waiting.pop(), []):
            if other not in chosen:
                chosen.add(other)
                waiting.append(other)
    for path in chosen:
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / path, target / path)


if __name__ == "__main__":
    main(*sys.argv[1:])

# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/root.md says of every file what it trusts: of all that is laid over the box's root, and of what else runs as root."""

import pathlib
import re
import unittest

SOURCES = pathlib.Path(__file__).resolve().parents[2]
PAGE = SOURCES / "docs/root.md"
#: Files in these folders are on the box, on its boot partition, or are run as root.
FOLDERS = ("root", "initramfs", "still", "developer", "deploy", "boot")


def rows():
    """The page's table rows of three cells."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and len(cells) == 3:
            yield cells


def links(text):
    """The files, from the top of the tree, that a text links to."""
    for bracketed, plain in re.findall(r"\]\((?:<([^>]+)>|([^)#]+))", text):
        name = bracketed or plain
        if "://" not in name:
            # Not resolved, since some of the files are links themselves.
            yield str(pathlib.PurePosixPath(*pathlib.PurePosixPath(name).parts[1:]) if name.startswith("../") else pathlib.PurePosixPath("docs", name))


class ThePage(unittest.TestCase):
    def test_has_a_line_for_each_file(self):
        said = {file for first, trusts, why in rows() if trusts and why for file in links(first)}
        # Not git's list, since everything in the folder is copied onto the image.
        there = {str(path.relative_to(SOURCES)) for folder in FOLDERS for path in (SOURCES / "image" / folder).rglob("*")
                 if path.is_symlink() or path.is_file()}
        self.assertGreater(len(there), 50)
        self.assertEqual(sorted(there - said), [], "docs/root.md doesn't say what these trust")

    def test_names_no_file_that_there_isn_t(self):
        named = set(links(PAGE.read_text(encoding="utf-8")))
        self.assertEqual([file for file in sorted(named) if not (SOURCES / file).exists() and not (SOURCES / file).is_symlink()], [])

    def test_names_no_test_that_there_isn_t(self):
        files = list(pathlib.Path(__file__).parent.glob("test_*.py"))
        known = {path.stem for path in files} | {name for path in files for name in re.findall(r"def test_(\w+)", path.read_text(encoding="utf-8"))}
        faults = PAGE.read_text(encoding="utf-8").split("## What was there before")[1]
        named = {name for line in faults.splitlines() if line.count("|") == 4 for name in re.findall(r"`(\w{8,})`", line.split("|")[3])}
        self.assertGreater(len(named), 10)
        self.assertEqual(sorted(named - known), [])


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""The page about dependencies names each one, once, with a reason and a licence."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def listed():
    """The rows of the page: (name, reason, licence)."""
    page = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    rows = [tuple(cell.strip() for cell in line.strip("| ").split("|")) for line in page.splitlines() if line.startswith("| ")]
    return [row for row in rows if row[0] not in ("package", "---")]


def used():
    """The packages of Package.swift and of the Makefile's lists."""
    swift = re.findall(r'\.package\(url: "https://[^"]*/([^/"]+)"', (ROOT / "Package.swift").read_text(encoding="utf-8"))
    make = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    lists = re.findall(r"^[A-Z_]*PACKAGES := (.*)$", make, re.M)
    names = [name for words in lists for name in re.sub(r"\$\(if \$\(wildcard [^)]*\),([^)]*)\)", r"\1", words).split()]
    return set(swift) | set(names)


class Dependencies(unittest.TestCase):
    def test_each_dependency_has_its_row(self):
        names = [name for name, _, _ in listed()]
        self.assertGreater(len(names), 50)
        self.assertEqual(sorted(names), sorted(used()))

    def test_each_row_says_why_and_under_which_licence(self):
        for name, *rest in listed():
            self.assertEqual([bool(cell) for cell in rest], [True, True], name)

    def test_each_version_is_exact(self):
        package = (ROOT / "Package.swift").read_text(encoding="utf-8")
        self.assertEqual(len(re.findall(r"\.package\(url:", package)), len(re.findall(r'\.package\(url: "[^"]*", exact: "[0-9.]+"\)', package)))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""image/root/usr/lib/vir/newer: which of two versions is the later one."""

import subprocess
import unittest

from world import SOURCES


class Order(unittest.TestCase):
    LATER = [  # version, made, than, made
        ("1.10", 0, "1.9", 9), ("1.2.1", 5, "1.2", 5), ("2.0", 1, "1.99", 9), ("1.3-4-gabc", 1, "1.3", 9), ("b", 2, "a", 1), ("a", 2, "b", 1),
        ("7e7de24-next", 5, "7e7de24", 5), ("1.3", 9, "7e7de24", 1), ("7e7de24", 9, "1.3", 1),
    ]

    def is_newer(self, *words):
        script = SOURCES / "image/root/usr/lib/vir/newer"
        return subprocess.run(["sh", "-euc", f'. {script}; if is_newer "$@"; then exit 0; else exit 9; fi', "_", *map(str, words)], check=False).returncode

    def test_later_is_later_and_never_both_ways(self):
        for later, made, than, than_made in self.LATER:
            with self.subTest(later=later, than=than):
                self.assertEqual(self.is_newer(later, made, than, than_made), 0)
                self.assertEqual(self.is_newer(than, than_made, later, made), 9)
        self.assertEqual(self.is_newer("1.3", 5, "1.3", 5), 9)


if __name__ == "__main__":
    unittest.main()

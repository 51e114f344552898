# SPDX-License-Identifier: GPL-3.0-or-later
"""What `make bare` runs: every target that a stranger is told of, on a machine that has nothing."""

import os
import pathlib
import shlex
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def would_do(target):
    """The commands that make would run for it."""
    # Without the variables of the make that runs this test.
    environment = {key: value for key, value in os.environ.items() if key not in ("BARE", "MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(["make", "--no-print-directory", "-n", target], cwd=ROOT, check=True, capture_output=True, text=True, env=environment).stdout


class TheTargets(unittest.TestCase):
    def test_make_bare_proves_every_one(self):
        line = next(line for line in would_do("bare").splitlines() if "Tests/Bare/run " in line)
        proven = {word for words in shlex.split(line.split("Tests/Bare/run ")[1]) for word in words.split()}
        self.assertEqual(proven, {"commands", "run", "bench", "test", "machine", "image-test"})

    def test_the_image_is_made_before_it_is_tested(self):
        made, tested = (would_do("image-test").find(word) for word in ("image/build.sh --base", "Tests/Image/all"))
        self.assertGreater(made, -1)
        self.assertLess(made, tested)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs classes of tests in the machine and writes down each outcome at once, so that it counts even if the machine dies.

`inside.py OUTCOMES NAME …`: a line in OUTCOMES for each test, `passed NAME`, `failed NAME` or `skipped NAME (reason)`.
"""
import os
import sys
import unittest


class Outcomes(unittest.TextTestResult):
    """Prints as unittest does, and keeps one line a test."""

    path = None

    def note(self, outcome, test, reason=""):
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(f"{outcome} {test.id()}{reason}\n")
            file.flush()
            os.fsync(file.fileno())

    def startTest(self, test):
        super().startTest(test)
        os.environ["VIR_TEST"] = test.id()

    def addSuccess(self, test):
        super().addSuccess(test)
        self.note("passed", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.note("failed", test)

    def addError(self, test, err):
        super().addError(test, err)
        self.note("failed", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note("skipped", test, f" ({reason})")


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    Outcomes.path = sys.argv[1]
    suite = unittest.defaultTestLoader.loadTestsFromNames(sys.argv[2:])
    result = unittest.TextTestRunner(resultclass=Outcomes, verbosity=2, failfast=False).run(suite)
    sys.exit(not result.wasSuccessful())

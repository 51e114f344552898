# SPDX-License-Identifier: GPL-3.0-or-later
"""What every test of deploy.sh and a box begins with."""
import os
import unittest

from fake_box import GOOD, Box, program


class BoxTest(unittest.TestCase):
    room = "64m"

    def setUp(self):
        self.box = Box(self.room)
        self.addCleanup(self.box.close)
        self.box.wait_for_start()

    def tearDown(self):
        self.box.wait_until(lambda: not self.box.connections(), "every connection is closed", 60)

    def program(self, name="new", script=None, **options):
        """A program's file here."""
        return self.box.file(name, program(script or GOOD.format(name=name), **options))

    def deploy(self, file, *words, host="box"):
        return self.box.run("--no-follow", "--program", file, *words, host)

    def assertRuns(self, name):
        """`name` is the program that runs, and the one that a restart would start; nothing half-made lies about."""
        self.box.wait_for_rest()
        state = self.box.show()
        self.assertEqual((state["program"], state["ActiveState"], state["alive"]), (name, "active", True))
        self.assertEqual(self.box.current(), name)
        self.assertEqual([one for one in os.listdir(self.box.programs) if one.startswith(".current")], [])

    def assertOldRuns(self):
        self.assertRuns("image")
        self.assertEqual(self.box.folders(), [])

    def refused(self, result, status, words):
        """It ended with `status`, and its complaint says `words`."""
        self.assertEqual(result[0], status, result)
        self.assertIn(words, result[2])

# SPDX-License-Identifier: GPL-3.0-or-later
"""The version of the program, in every place where somebody who reports a fault looks for it."""
import glob
import json
import os
import subprocess
import unittest

import vir


class Version(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        status, out, _ = vir.run("--version")
        cls.status, cls.version = status, out.strip()

    def test_it_is_that_of_the_checkout(self):
        self.assertEqual(self.status, 0)
        self.assertRegex(self.version, r"^VIR [0-9]+\.[0-9]+\.[0-9]+(-dev\+[0-9a-f]{8}(\.changed)?)?$")
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/version")
        number = subprocess.run([script], capture_output=True, text=True, check=True, env={**os.environ, "VIR_VERSION": "1.2.3"}).stdout
        self.assertEqual(number, "1.2.3\n")

    def test_the_card_the_log_and_the_survey_say_it(self):
        session = vir.Session("6 mark tap\n9 stop tap\n", seconds=12, size="320x180")
        self.assertEqual(session.status, 0, session.err)
        self.assertIn(self.version, session.err.splitlines()[0])
        [record] = glob.glob(os.path.join(session.card, "*_S01", "session.json"))
        with open(record, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["writtenBy"], self.version)
        for page in (os.path.join(os.path.dirname(record), "index.html"), os.path.join(session.card, "index.html")):
            with open(page, encoding="utf-8") as file:
                self.assertIn(f"Written by {self.version}", file.read())
        _, out, _ = vir.run("devices", "--card", session.card)
        self.assertEqual(out.splitlines()[0], self.version)
        _, out, _ = vir.run("devices", "--json", "--card", session.card)
        self.assertEqual(f"VIR {json.loads(out)['version']}", self.version)

# SPDX-License-Identifier: GPL-3.0-or-later
"""Two programs have the same card: whatever either of them acknowledged is there afterwards."""
import glob
import json
import os
import re
import signal
import subprocess
import unittest

import vir

RUN = ["run", "--camera", "synthetic", "--display", "headless", "--size", "320x180", "--fps", "30", "--delay", "1"]
# Three of these count; see vir.A_MARK.
MARKS = 3


class OneCard(unittest.TestCase):
    def setUp(self):
        folder = vir.new_folder()
        self.card, self.script = os.path.join(folder, "card"), os.path.join(folder, "script")
        with open(self.script, "w", encoding="utf-8") as file:
            file.write("".join(f"{second} mark tap\n" for second in (2, 4, 6, 30, 60, 120)))
        self.said = []
        self.first = subprocess.Popen([vir.PROGRAM, *RUN, "--card", self.card, "--panel", f"script:{self.script}"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.first.stderr.close)
        self.addCleanup(self.first.wait)
        self.addCleanup(self.first.kill)
        vir.limit(self, self.first)

    def wait_for(self, words):
        for line in self.first.stderr:
            self.said.append(line)
            if re.search(words, line):
                return
        self.fail("".join(self.said))

    def marks(self, session):
        path, = glob.glob(os.path.join(self.card, f"*_{session}", "session.json"))
        with open(path, encoding="utf-8") as file:
            return sorted(mark["number"] for mark in json.load(file)["marks"])

    def kill_the_first_after_its_last_mark(self):
        self.wait_for(f"mark {MARKS} acknowledged")
        self.first.send_signal(signal.SIGKILL)
        self.said += self.first.stderr
        self.first.wait()
        status, out, err = vir.run("card", "rebuild", self.card)
        self.assertEqual(status, 0, out + err)
        marks = self.marks("S01")
        said = "".join(self.said)
        # A tap that a stall turned into a hold is taken back, and set again.
        back = re.findall("mark ([0-9]+) taken back", said)
        acknowledged = [int(number) for number in re.findall("mark ([0-9]+) acknowledged", said) if number not in back]
        self.assertEqual(marks, acknowledged, said)
        self.assertGreaterEqual(len(acknowledged), MARKS - len(back), said)
        status, out, err = vir.run("card", "check", self.card)
        self.assertEqual(status, 0, out + err)

    def test_rebuilding_beside_a_run_is_refused(self):
        self.wait_for("mark 1 acknowledged")
        status, out, err = vir.run("card", "rebuild", self.card)
        name = os.path.basename(glob.glob(os.path.join(self.card, "*_S*"))[0])
        self.assertEqual((status, out, err), (74, "", f"vir: {self.card}: can't rebuild {name}: another program is recording it\n"))
        self.assertIn(f"{name}: another program is recording it", vir.run("card", "check", self.card)[1])
        self.kill_the_first_after_its_last_mark()

    def test_a_second_run_leaves_the_session_of_the_first_alone(self):
        self.wait_for("clip written")
        # It records a session of its own.
        with open(f"{self.script}2", "w", encoding="utf-8") as file:
            file.write("2 mark tap\n")
        status, out, err = vir.run(*RUN, "--clock", "virtual", "--for", "8", "--card", self.card, "--panel", f"script:{self.script}2")
        self.assertEqual(status, 0, err)
        self.assertRegex(err, "_S01: another program is recording it; it is left alone")
        self.assertEqual(self.marks("S02"), [1], err)
        self.kill_the_first_after_its_last_mark()


if __name__ == "__main__":
    unittest.main()

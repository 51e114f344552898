# SPDX-License-Identifier: GPL-3.0-or-later
"""The box switched off by hand, in real time: how the program ends, what the system is told, and what is on the card."""
import glob
import json
import os
import subprocess
import unittest

import strip
import vir


class SwitchingOff(unittest.TestCase):
    def run_box(self, script, *, runtime=True, seconds=60):
        """Runs the box; its runtime folder gets a word of an earlier run, which is no word of this one."""
        self.folder = vir.new_folder()
        self.card = os.path.join(self.folder, "card")
        self.runtime = os.path.join(self.folder, "runtime")
        os.makedirs(self.runtime)
        path = os.path.join(self.folder, "panel.script")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script)
        environment = dict(os.environ)
        environment.pop("RUNTIME_DIRECTORY", None)
        if runtime:
            environment["RUNTIME_DIRECTORY"] = f"{self.runtime}:/nowhere"
            open(self.note, "w").close()
        report = os.path.join(self.folder, "report.json")
        done = subprocess.run([vir.PROGRAM, "run", "--camera", "synthetic", "--display", "headless", "--panel", f"script:{path}",
                               "--size", "320x180", "--fps", "30", "--delay", "1", "--card", self.card, "--for", str(seconds),
                               "--report", report], capture_output=True, text=True, timeout=120, env=environment)
        with open(report, encoding="utf-8") as file:
            self.report = json.load(file)
        return done

    @property
    def note(self):
        return os.path.join(self.runtime, "power-off")

    def events(self):
        return [event["what"] for event in self.report["events"]]

    def test_stop_held_ends_the_program_and_tells_the_system(self):
        # The second mark's clip is ordered only by the end itself.
        done = self.run_box("1.8 mark tap\n2.3 mark tap\n2.5 stop hold 5.2\n30 mark tap\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(os.path.getsize(self.note), 0)
        self.assertIn("switched off by hand", self.events())
        self.assertEqual(len(self.report["marks"]), 2)
        self.assertEqual(len(self.report["clips"]), 2)
        for clip in self.report["clips"]:
            frames = strip.frame_indices(os.path.join(self.card, clip["file"]), 320, 180)
            self.assertEqual((frames[0], frames[-1]), (clip["firstFrame"], clip["lastFrame"]))
        records = glob.glob(self.card + "/*/session.json")
        self.assertEqual(len(records), 1)
        self.assertEqual(vir.run("card", "check", self.card)[0], 0)

    def test_without_a_folder_for_it_the_program_just_ends(self):
        done = self.run_box("1 stop hold 5.2\n", runtime=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("switched off by hand", self.events())
        self.assertFalse(os.path.exists(self.note))

    def test_a_program_that_is_told_to_end_takes_nothing_down(self):
        done = self.run_box("1 stop hold 2\n", seconds=4)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(os.path.exists(self.note))
        self.assertNotIn("switched off by hand", self.events())

    def test_a_card_that_is_pulled_meanwhile_is_waited_for(self):
        # If the box notices before the hold is full that the card is away, it asks first. It checks once a second, so the card is pulled as
        # late as possible. A box that did notice is held again once the card is back.
        done = self.run_box("1.8 mark tap\n2 stop hold 5.2\n6.98 card unplug\n11 card plug\n20 stop hold 5.2\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((len(self.report["marks"]), len(self.report["clips"])), (1, 1), self.events())
        self.assertFalse(any(event.startswith("switched off without") for event in self.events()), self.events())
        self.assertTrue(os.path.exists(self.note))

    def test_a_loss_that_was_accepted_is_no_failure_of_the_program(self):
        done = self.run_box("1 card unplug\n2 mark tap\n2.5 stop hold 5.2\n8.5 stop hold 5.2\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(self.note))
        self.assertTrue(any(event.startswith("switched off without 1 clip") for event in self.events()), self.events())


if __name__ == "__main__":
    unittest.main()

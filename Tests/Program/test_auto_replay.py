# SPDX-License-Identifier: GPL-3.0-or-later
"""The replay that comes by itself: nobody presses, and every picture on the TV is the one that the closed form says."""
import math
import unittest

import strip
from vir import Session

FPS = 30
DISPLAY = (1280, 720)
# A second after the moment's footage; then the moment comes, from two seconds before it to one after it.
TRIGGERS = [20.01, 45.01, 80.01]
SCRIPT = """20.01 trigger tap
45.01 trigger tap
60 mark tap
70 left tap
79 knob push
80.01 trigger tap
90 stop tap
"""


class ByItself(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = Session(
            SCRIPT, seconds=95, size="640x360", fps=FPS, snapshot_every=0.5, display=f"headless:{DISPLAY[0]}x{DISPLAY[1]}@60",
            settings="auto-replay = true\nauto-replay-movement = 0\nscoring = false\ntail = false\nback-to-live = 0\n")
        cls.shown = {time: strip.read(strip.picture(path, *DISPLAY), *DISPLAY) for path, time in cls.session.snapshot_times() if time >= 6}

    def expect(self, first, last, seconds):
        """Between these times every picture is that of the second of the line that `seconds` says for its time."""
        times = [time for time in self.shown if first <= time <= last]
        self.assertGreater(len(times), 2)
        for time in times:
            self.assertEqual(self.shown[time], math.floor(seconds(time) * FPS + 1e-6), f"at {time} s")

    def delayed(self, first, last):
        self.expect(first, last, lambda time: time - 5)

    def test_it_ran_and_nothing_was_lost(self):
        report = self.session.report
        self.assertEqual(self.session.status, 0, self.session.err)
        self.assertEqual(report["camera"]["lost"], 0)
        self.assertEqual((report["player"]["late"], report["player"]["waits"]), (0, 0))

    def test_a_moment_comes_at_full_speed_at_half_and_at_a_quarter(self):
        for moment, until in ((20, 45), (45, 60.5)):
            start = moment + 2
            self.expect(start + 0.5, start + 2.5, lambda time: moment - 2 + (time - start))
            self.expect(start + 3.5, start + 8.5, lambda time: moment - 2 + (time - start - 3) / 2)
            self.expect(start + 9.5, until - 0.5, lambda time: moment - 2 + ((time - start - 9) / 4) % 3)

    def test_the_next_moment_ends_it(self):
        self.delayed(7, 21.5)
        self.delayed(45.5, 46.5)

    def test_a_mark_ends_nothing_and_is_what_the_delayed_picture_showed(self):
        pressed = [mark for mark in self.session.report["marks"] if mark["source"] == "script"]
        self.assertEqual([mark["frame"] for mark in pressed], [(60 - 5) * FPS])
        # Then it comes in its turn, as when somebody looks back at it.
        self.expect(61.5, 68.5, lambda time: 52 + (time - 61))

    def test_a_press_only_ends_it(self):
        self.delayed(70.5, 78.5)

    def test_over_the_menu_nothing_comes(self):
        self.delayed(90.5, 94)
        triggers = [mark["frame"] for mark in self.session.report["marks"] if mark["source"] == "trigger"]
        self.assertEqual(triggers, [math.floor(seconds * FPS) for seconds in TRIGGERS])


if __name__ == "__main__":
    unittest.main()

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


class Watched(unittest.TestCase):
    """A run whose pictures on the TV are read by their strips."""

    SCRIPT, SECONDS, SETTINGS = "", 0, ""
    # The places of further pictures on the TV, in shares of it.
    TILES = []

    @classmethod
    def setUpClass(cls):
        if not cls.SCRIPT:
            raise unittest.SkipTest("the runs are below")
        cls.session = Session(
            cls.SCRIPT, seconds=cls.SECONDS, size="640x360", fps=FPS, snapshot_every=0.5, display=f"headless:{DISPLAY[0]}x{DISPLAY[1]}@60",
            settings="auto-replay = true\nauto-replay-movement = 0\ntail = false\nback-to-live = 0\n" + cls.SETTINGS)
        cls.shown, cls.tiles = {}, {}
        for path, time in cls.session.snapshot_times():
            if time >= 6:
                grey = strip.picture(path, *DISPLAY)
                cls.shown[time] = strip.read(grey, *DISPLAY)
                cls.tiles[time] = [strip.read(grey, *DISPLAY, **tile) for tile in cls.TILES]

    def expect(self, first, last, seconds):
        """Between these times every picture is that of the second of the line that `seconds` says for its time."""
        times = [time for time in self.shown if first <= time <= last]
        self.assertGreater(len(times), 2)
        for time in times:
            self.assertEqual(self.shown[time], math.floor(seconds(time) * FPS + 1e-6), f"at {time} s")


class ByItself(Watched):
    SCRIPT, SECONDS, SETTINGS = SCRIPT, 95, "scoring = false\n"

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


def tile(column, row):
    """The place of a tile of three: two in a row of the room below the head and the small picture (AutoReplayDrawing), 740 units high."""
    height, gap = (740 - 16) / 2, 16
    width = height * 16 / 9
    x, y = 960 - gap / 2 - width + column * (width + gap), 286 + row * (height + gap)
    return {"x0": x / 1920, "x1": (x + width) / 1920, "y0": y / 1080, "y1": (y + height) / 1080}


class AnEnd(Watched):
    """An end of three arrows, which nobody marks: after the last one they stand side by side, and play one after the other."""

    SCRIPT, SECONDS = "20.01 trigger tap\n30.01 trigger tap\n40.01 trigger tap\n75 stop tap\n", 80
    SETTINGS = "scoring = true\nround = \"vegas_300\"\nauto-replay-end = true\n"
    SHOTS = (20, 30, 40)
    TILES = [tile(column, row) for column, row in ((0, 0), (1, 0), (0, 1))]

    def test_an_arrow_that_is_not_the_last_comes_alone(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        self.expect(32.5, 34.5, lambda time: 28 + (time - 32))
        self.expect(35.5, 39.5, lambda time: 28 + (time - 35) / 2)

    def test_after_the_last_one_each_plays_in_its_place_at_full_speed_and_then_at_half_in_a_loop(self):
        begin = 42
        for speed, shot in [(1, 0), (1, 1), (1, 2), (0.5, 0), (0.5, 1), (0.5, 2), (0.5, 0)]:
            length = min(3 / speed, 75 - begin)
            times = [time for time in self.tiles if begin + 0.5 <= time <= begin + length - 0.5]
            self.assertGreater(len(times), 2)
            for time in times:
                wanted = [moment * FPS for moment in self.SHOTS]
                wanted[shot] = math.floor((self.SHOTS[shot] - 2 + (time - begin) * speed) * FPS + 1e-6)
                self.assertEqual(self.tiles[time], wanted, f"at {time} s")
            begin += length


if __name__ == "__main__":
    unittest.main()

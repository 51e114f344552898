# SPDX-License-Identifier: GPL-3.0-or-later
"""The delay line looked at again while it goes on recording: every picture on the TV is the one that the closed form says."""
import math
import random
import unittest

import strip
from vir import Session

DISPLAY = (1280, 720)
# A button that can be held acts when it is released: a script's tap lasts this long.
TAP = 0.08


def shown(session, size, since=0):
    """The frame in each picture of the TV from this second on, by its time."""
    return {time: strip.read(strip.picture(path, *size), *size) for path, time in session.snapshot_times() if time >= since}


class LookingAgain(unittest.TestCase):
    FPS = 60

    @classmethod
    def setUpClass(cls):
        lines = ["10 mark tap", "16 mark tap", "22 mark tap", "30.004 down tap"]
        # Forty pictures back, over keyframes, and ten forward.
        lines += [f"{31.108 + 0.25 * step:.3f} knob turn -1" for step in range(40)]
        lines += [f"{41.608 + 0.25 * step:.3f} knob turn +1" for step in range(10)]
        lines += ["45.108 stop tap", "46.108 left tap", "48.108 left tap", "50.108 left tap", "51.604 mark tap", "53.108 stop tap"]
        cls.session = Session(
            "\n".join(lines) + "\n", seconds=60, size="1280x720", fps=cls.FPS, snapshot_every=0.25,
            display=f"headless:{DISPLAY[0]}x{DISPLAY[1]}@60")
        cls.shown = shown(cls.session, DISPLAY)

    def expect(self, first, last, frame):
        """Between these times every picture is the frame that `frame` says for its time."""
        times = [time for time in self.shown if first <= time <= last]
        self.assertGreater(len(times), 2)
        for time in times:
            self.assertEqual(self.shown[time], frame(time), f"at {time} s")

    def test_it_ran(self):
        self.assertEqual(self.session.status, 0, self.session.err)

    def test_frozen_it_stands_and_steps_by_single_pictures(self):
        frozen = 25 * self.FPS
        self.expect(30.25, 31, lambda time: frozen)
        self.expect(31.25, 41, lambda time: frozen - 1 - round((time - 31.25) / 0.25))
        self.expect(41.75, 44, lambda time: frozen - 40 + 1 + round((time - 41.75) / 0.25))

    def test_three_moments_come_again_from_three_seconds_before_their_marks(self):
        # After the 250 ms in which one screen slides over the other.
        for pressed, mark in [(46.108, 17), (48.108 + TAP, 11), (50.108 + TAP, 5)]:
            self.expect(pressed + 0.3, pressed + 1.95, lambda time: math.floor((mark - 3 + time - pressed) * self.FPS))

    def test_the_delayed_picture_is_exact_before_and_after(self):
        for first, last in [(6, 30), (45.5, 46.1), (53.5, 60)]:
            self.expect(first, last, lambda time: math.floor((time - 5) * self.FPS + 1e-6))

    def test_nothing_is_lost_or_late(self):
        report = self.session.report
        self.assertEqual(report["camera"]["lost"], 0)
        self.assertEqual((report["delay"]["skipped"], report["delay"]["repeated"]), (0, 0))
        self.assertEqual((report["player"]["late"], report["player"]["waits"]), (0, 0))

    def test_a_mark_set_while_looking_back_is_the_picture_that_was_shown(self):
        mark = math.floor((2 + 51.604 - 50.108 - TAP) * self.FPS)
        self.assertEqual([mark["frame"] for mark in self.session.report["marks"]], [300, 660, 1020, mark])
        clips = [clip for clip in self.session.report["clips"] if clip["firstFrame"] <= mark <= clip["lastFrame"]]
        own = next(clip for clip in clips if clip["file"].endswith("04.mp4"))
        self.assertEqual(own["lastFrame"], mark + 2 * self.FPS, "its post-roll, and nothing of what came while somebody looked")

    def test_the_marks_clips_are_exact(self):
        for clip in self.session.report["clips"]:
            frames = strip.frame_indices(self.session.clip_path(clip), 1280, 720)
            self.assertEqual(frames, list(range(clip["firstFrame"], clip["lastFrame"] + 1)), clip["file"])


class TheWholeLine(unittest.TestCase):
    """Anywhere in a line that loses its oldest footage all the while."""

    MINUTES, JUMPS = 1, 16
    SIZE, FPS = "320x180", 30
    DISPLAY = (640, 360)

    @classmethod
    def setUpClass(cls):
        chance = random.Random(16)
        begin = 60 * cls.MINUTES + 15.004
        lines = [f"{begin:.3f} down tap"]
        at = cls.first = begin + 1
        for _ in range(cls.JUMPS):
            x = chance.randint(260, 1700)
            lines += [f"{at:.3f} touch down {x} 928", f"{at + 0.1:.3f} touch up", f"{at + 1:.3f} mark tap"]
            at += 1.5
        cls.end = at
        # The picture stays on the screen, however long somebody looks at it.
        lines += [f"{at:.3f} touch down 240 928", f"{at + 0.1:.3f} touch up", f"{at + 70:.3f} knob turn +1", f"{at + 71:.3f} mark tap"]
        cls.session = Session(
            "\n".join(lines) + "\n", seconds=round(at + 75), size=cls.SIZE, fps=cls.FPS, snapshot_every=0.5, snapshot_at=[(begin, at + 75)],
            display=f"headless:{cls.DISPLAY[0]}x{cls.DISPLAY[1]}@60", settings=f"buffer = {cls.MINUTES}\ntail = false\nlongest = 1\n",
            timeout=600 * cls.MINUTES)
        cls.shown = shown(cls.session, cls.DISPLAY, begin)

    def test_what_is_marked_is_what_was_on_the_tv(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        marks = self.session.report["marks"]
        self.assertEqual(len(marks), self.JUMPS + 1)
        self.assertGreater(max(m["frame"] for m in marks) - min(m["frame"] for m in marks), 30 * self.MINUTES * self.FPS)
        at = self.first
        for mark in marks[:-1]:
            time = math.floor((at + 1) * 2) / 2
            self.assertEqual(self.shown[time], mark["frame"], f"at {time} s")
            at += 1.5

    def test_it_stands_for_as_long_as_somebody_looks(self):
        first, last = math.ceil(self.end * 2) / 2 + 0.5, math.floor((self.end + 70) * 2) / 2
        frames = {self.shown[time] for time in self.shown if first <= time <= last}
        self.assertEqual(len(frames), 1)
        self.assertEqual(self.session.report["marks"][-1]["frame"], frames.pop() + 1)

    def test_each_mark_has_its_clip(self):
        report = self.session.report
        for mark in report["marks"]:
            self.assertTrue(any(clip["firstFrame"] <= mark["frame"] <= clip["lastFrame"] for clip in report["clips"]), mark)
        self.assertEqual(report["player"]["late"], 0)


if __name__ == "__main__":
    unittest.main()

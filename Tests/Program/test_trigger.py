# SPDX-License-Identifier: GPL-3.0-or-later
"""The trigger line, by script: marks on every screen, windows that change no other clip, and arrows once they are liked."""
import json
import os
import unittest

import strip
import vir

SETTINGS = 'after-stop = "review"\nreview-help = false\nback-to-live = 0\n'
# Two marks, and four seconds after the second STOP.
PRESSED = "9.1 mark tap\n15 knob push\n17.5 stop tap\n20 mark tap\n24 stop tap\n"
# In Live, with a bounce within the lock-out; in the menu, held; in Review.
TRIGGERED = "12.37 trigger tap\n12.9 trigger tap\n16.2 trigger hold 7\n26.5 trigger tap\n"


def frame(seconds):
    """The camera's newest picture at this instant."""
    return int(seconds * 30 + 1e-6)


def clips(session):
    return {os.path.basename(clip["file"]): (clip["firstFrame"], clip["lastFrame"]) for clip in session.report["clips"]}


def record(session):
    folder = next(name for name in os.listdir(session.card) if "_S01" in name)
    with open(os.path.join(session.card, folder, "session.json"), encoding="utf-8") as file:
        return json.load(file)


class OnEveryScreen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.plain = vir.Session(PRESSED, seconds=32, settings=SETTINGS)
        cls.session = vir.Session(PRESSED + TRIGGERED, seconds=32, settings=SETTINGS, snapshot_at=[12.6, 16.5, 22, 23])

    def test_each_mark_is_the_live_picture_at_the_lines_own_time(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        marks = [(mark["frame"], mark["source"]) for mark in self.session.report["marks"]]
        self.assertEqual(marks, [
            (frame(9.1 - 5), "script"), (frame(12.37), "trigger"), (frame(16.2), "trigger"), (frame(20 - 5), "script"), (frame(26.5), "trigger")])

    def test_the_report_has_each_moment_of_the_line(self):
        detections = [(round(found["seconds"], 2), found["source"], found["taken"]) for found in self.session.report["detections"]]
        self.assertEqual(detections, [(12.37, "trigger", True), (16.2, "trigger", True), (26.5, "trigger", True)])
        self.assertNotIn("detections", self.plain.report)

    def test_each_clip_is_a_window_read_from_its_own_pictures(self):
        found = clips(self.session)
        for number, seconds in enumerate((12.37, 16.2, 26.5), 1):
            name = f"detected_{number:02}.mp4"
            with self.subTest(name):
                window = (frame(seconds) - 8 * 30, frame(seconds) + 2 * 30)
                self.assertEqual(found[name], window)
                [path] = [self.session.clip_path(clip) for clip in self.session.report["clips"] if clip["file"].endswith(name)]
                seen = strip.frame_indices(path, 640, 360)
                self.assertEqual((seen[0], seen[-1], len(seen)), (*window, 10 * 30 + 1))

    def test_the_other_clips_are_as_they_would_be_without_it(self):
        found, plain = clips(self.session), clips(self.plain)
        self.assertEqual(sorted(plain), ["01.mp4", "02.mp4", "unmarked_01.mp4"])
        self.assertEqual({name: found[name] for name in plain}, plain)
        # The last trigger begins an end of its own, whose tail is written when the run ends.
        self.assertEqual(sorted(set(found) - set(plain)), ["detected_01.mp4", "detected_02.mp4", "detected_03.mp4", "unmarked_02.mp4"])

    def test_nothing_is_an_arrow_that_nobody_liked(self):
        kept = record(self.session)
        self.assertEqual([mark["source"] for mark in kept["marks"]].count("trigger"), 3)
        self.assertEqual([end["clips"] for end in kept["ends"]], [[1, 2]])
        self.assertEqual([end["detected"] for end in kept["ends"]], [[60001, 60002]])
        self.assertFalse(any(clip.get("isConfirmed") for clip in kept["clips"]))


class Liked(unittest.TestCase):
    def test_a_liked_clip_is_an_arrow_in_its_place_and_can_be_taken_back(self):
        # The clips lie as 1, detected 1, detected 2, 2: the middle two are liked, and the second of them is taken back.
        likes = "27 up tap\n28.5 mark tap\n30 mark tap\n31.5 down tap\n"
        session = vir.Session(PRESSED + TRIGGERED + likes, seconds=36, settings=SETTINGS)
        self.assertEqual(session.status, 0, session.err)
        kept = record(session)
        confirmed = [clip["number"] for clip in kept["clips"] if clip.get("isConfirmed")]
        self.assertEqual(confirmed, [60001])
        self.assertEqual([(end["clips"], end["detected"]) for end in kept["ends"]], [([1, 60001, 2], [60002])])


if __name__ == "__main__":
    unittest.main()

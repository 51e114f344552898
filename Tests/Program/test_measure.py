# SPDX-License-Identifier: GPL-3.0-or-later
"""What is measured on a clip, against the frame numbers in its pictures: the stopwatch, the strip, the trail."""
import glob
import json
import os
import subprocess
import unittest
from fractions import Fraction

import strip
from vir import Session, new_folder, shot, to_tool

SETTINGS = "scoring = false\ntail = false\n"
# "No" to the question whether the session goes on; the sessions, the first one, its first clip, paused.
TO_CLIP = ["0.5 stop tap", "1 knob push", "1.6 knob turn +2", "1.7 knob push", "2.6 knob push", "4 knob push", "5.5 knob push"]
CLIP = "A clip that is paused"


def film(rate):
    """A film of the range at this rate, each picture with its number."""
    folder = new_folder()
    made = Session("8.2 mark tap\n", seconds=12, size="640x360", fps=30, settings=SETTINGS, delay=2)
    path = os.path.join(folder, "range.mp4")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-i", glob.glob(f"{made.card}/*/clips/01.mp4")[0], "-vf", f"setpts=N/({rate})/TB", "-r", str(rate), "-an",
         "-c:v", "libx264", "-crf", "12", "-g", "15", path], check=True)
    return path


class Measured(unittest.TestCase):
    # The areas of a strip's pictures at 100 %, on the canvas of 1920 x 1080: left, top, width, height.
    PICTURES = [(96 + 217.25 * index, 131.76, 207.25, 318.12) for index in range(8)]
    SHOTS = [(96 + 289.67 * index, 563.88, 279.67, 318.12) for index in range(6)]

    def shoot(self, camera="synthetic", fps=30, size="640x360"):
        session = shot("8.2 mark tap\n14 mark tap\n20 stop tap\n", seconds=22, size=size, fps=fps, camera=camera, settings=SETTINGS)
        self.assertEqual(session.status, 0, session.err)
        return session

    def look(self, session, lines, seconds, at, *, size="640x360", **more):
        """The pictures of the TV at these seconds, by them."""
        shown = Session("\n".join(TO_CLIP + lines) + "\n", seconds=seconds, folder=session.folder, size=size, snapshot_at=at, **more)
        self.assertEqual(shown.status, 0, shown.err)
        return {round(when * 2) / 2: path for path, when in shown.snapshot_times()}

    def record(self, session):
        with open(glob.glob(f"{session.card}/*/session.json")[0], encoding="utf-8") as file:
            return json.load(file)

    def number(self, path):
        return strip.read(strip.picture(path), 1920, 1080)

    def test_the_stopwatch_is_exact_to_a_frame_at_any_rate(self):
        for rate in (Fraction(60000, 1001), Fraction(25)):
            with self.subTest(rate=str(rate)):
                session = self.shoot(camera=f"file:{film(rate)}", fps=None)
                clip = glob.glob(f"{session.card}/*/clips/01.mp4")[0]
                numbers = strip.frame_indices(clip, 640, 360)
                rates = {stream["r_frame_rate"] for stream in strip.probe(clip)["streams"] if stream["codec_type"] == "video"}
                self.assertEqual(rates, {f"{rate.numerator}/{rate.denominator}"})
                lines, splits, at = to_tool("Stopwatch", CLIP, 7), [], 9
                for pictures in (0, 5, 8, 3):
                    for step in range(pictures):
                        lines.append(f"{at + 0.3 * step:.2f} right tap")
                    at += 0.3 * pictures + 1
                    at = round(at * 2 + 0.5) / 2
                    lines.append(f"{at + 0.1:.2f} knob push")
                    splits.append(at)
                    at += 0.5
                shown = self.look(session, lines, at + 2, splits, camera="synthetic", fps=30)
                wanted = [self.number(shown[split]) for split in splits]
                self.assertNotIn(None, wanted)
                self.assertEqual([after - before for before, after in zip(wanted, wanted[1:])], [5, 8, 3])
                phases = self.record(session)["clips"][0]["phases"]
                self.assertEqual([phase["name"] for phase in phases], ["Set up", "Wind up", "Action", "Finish"])
                for phase, number in zip(phases, wanted):
                    # The picture's own timestamp, counted from the clip's first, to a microsecond of the file's ticks.
                    self.assertAlmostEqual(phase["seconds"], float(numbers.index(number) / rate), delta=2e-5)

    def test_what_is_timed_in_the_line_is_on_the_clip_at_the_same_pictures(self):
        lines, splits, at = ["8.2 mark tap", "9 left tap", "9.6 knob push", *to_tool("Stopwatch", "A moment of the line, looked at again", 10)], [], 12
        for pictures in (0, 6, 9):
            lines += [f"{at + 0.2 * step:.2f} left tap" for step in range(pictures)]
            at = round((at + 0.2 * pictures + 1) * 2 + 0.5) / 2
            lines.append(f"{at + 0.1:.2f} knob push")
            splits.append(at)
            at += 0.5
        lines += [f"{at + 0.5} mark tap", f"{at + 1} stop tap", f"{at + 2} stop tap"]
        session = Session("\n".join(lines) + "\n", seconds=at + 4, size="640x360", settings=SETTINGS, snapshot_at=splits)
        self.assertEqual(session.status, 0, session.err)
        shown = {round(when * 2) / 2: path for path, when in session.snapshot_times()}
        # Timing went backwards: the phase that was set first is the last one.
        wanted = [self.number(shown[split]) for split in splits][::-1]
        self.assertEqual([after - before for before, after in zip(wanted, wanted[1:])], [9, 6])
        numbers = strip.frame_indices(glob.glob(f"{session.card}/*/clips/01.mp4")[0], 640, 360)
        phases = self.record(session)["clips"][0]["phases"]
        self.assertEqual([phase["name"] for phase in phases], ["Action", "Wind up", "Set up"])
        for phase, number in zip(phases, wanted):
            self.assertAlmostEqual(phase["seconds"], numbers.index(number) / 30, delta=2e-5)
        self.assertEqual(len(glob.glob(f"{session.card}/*/pictures/*")), 1, "and as a picture")

    def test_the_strip_shows_the_pictures_that_its_words_say(self):
        # Portrait pictures are shown whole, including the strip with their number.
        session = self.shoot(size="360x640")
        record = self.record(session)
        folder = os.path.dirname(glob.glob(f"{session.card}/*/session.json")[0])
        numbers = [strip.frame_indices(os.path.join(folder, clip["file"]), 360, 640) for clip in record["clips"][:2]]
        moments = [found.index(mark["stamp"]["frame"]) for found, mark in zip(numbers, record["marks"])]
        display = (3840, 2160)
        # Two steps of two pictures on from the moment, with the same offset in every shot.
        lines = [*to_tool("Frames", CLIP, 7), "10 knob turn +1", "11 right tap", "11.5 right tap", "14 mark tap"]
        shown = self.look(session, lines, 17, (9.5, 13.0), size="360x640", display=f"headless:{display[0]}x{display[1]}@60")
        for second, step in ((9.5, 1), (13.0, 2)):
            gray = strip.picture(shown[second], *display)
            found = [self.on_tile(gray, display, tile) for tile in range(8)]
            self.assertEqual(found, [numbers[0][moments[0] + step * (tile - 4)] for tile in range(8)])
        below = [self.on_shot(gray, display, shot) for shot in range(2)]
        self.assertEqual(below, [found[moment + 4] for found, moment in zip(numbers, moments)])
        self.assertEqual(len(glob.glob(f"{folder}/pictures/*")), 1)
        # Two compared clips have a row each, around their own moments.
        lines = [*to_tool("Compare", CLIP, 7), *to_tool("Frames", "Two clips, one over the other", 9)]
        shown = self.look(session, lines, 14, [13.0], size="360x640", display=f"headless:{display[0]}x{display[1]}@60")
        gray = strip.picture(shown[13.0], *display)
        for clip, top in enumerate((self.PICTURES[0][1], self.SHOTS[0][1])):
            found = [self.number_in(gray, display, left, top, width, height) for left, _, width, height in self.PICTURES]
            self.assertEqual(found, [numbers[clip][moments[clip] + tile - 4] for tile in range(8)])

    def number_in(self, gray, display, left, top, width, height):
        """The number of a picture of 9:16 that lies in the middle of a place on the canvas."""
        across = height * 9 / 16
        left += (width - across) / 2
        edges = {"x0": left / 1920, "x1": (left + across) / 1920, "y0": top / 1080, "y1": (top + height) / 1080}
        return strip.read(gray, *display, **edges)

    def on_tile(self, gray, display, tile):
        return self.number_in(gray, display, *self.PICTURES[tile])

    def on_shot(self, gray, display, shot):
        return self.number_in(gray, display, *self.SHOTS[shot])

    def test_a_trail_has_what_its_pictures_had(self):
        session = self.shoot()
        shown = self.look(session, [*to_tool("Trail", CLIP, 7), "10 knob turn -100", "12 up tap", "14 mark tap"], 17, (11.5, 13.5))
        pairs = list(zip(strip.picture(shown[11.5]), strip.picture(shown[13.5])))
        # The darker of two pictures is nowhere lighter than the other; compression and another scaler change a few levels.
        self.assertLess(sum(one > other + 12 for one, other in pairs) / len(pairs), 0.002)
        self.assertGreater(sum(one + 40 < other for one, other in pairs), 500, "something moved between them")
        self.assertEqual(len(glob.glob(f"{session.card}/*/pictures/*")), 1)

    def test_movement_is_seen_on_a_clip_and_live(self):
        session = self.shoot()
        begin = ["7.4 right tap", "7.8 right tap"]
        still = strip.picture(self.look(session, begin, 11, [10.5])[10.5])
        shown = self.look(session, [*to_tool("Movement", CLIP, 6.2), "7.3 stop tap", *begin], 11, [10.5])
        moving = strip.picture(shown[10.5])
        self.assertEqual(strip.read(still, 1920, 1080), strip.read(moving, 1920, 1080))
        lit = sum(one != other for one, other in zip(still, moving))
        # The grid and its cells cover only a part of the picture.
        self.assertGreater(lit, 10_000)
        self.assertLess(lit, 1920 * 1080 // 2)
        live = Session(
            "\n".join(to_tool("Movement", "Live", 7)) + "\n8.2 stop tap\n", seconds=20, size="640x360", settings=SETTINGS, delay=2, snapshot_every=0.5, snapshot_at=[(12, 17.5)])
        self.assertEqual(live.status, 0, live.err)
        plain = Session("", seconds=20, size="640x360", settings=SETTINGS, delay=2, snapshot_every=0.5, snapshot_at=[(12, 17.5)])
        pairs = [
            (strip.picture(one[0]), strip.picture(other[0]))
            for one, other in zip(live.snapshot_times(), plain.snapshot_times())]
        for one, other in pairs:
            self.assertEqual(strip.read(one, 1920, 1080), strip.read(other, 1920, 1080), "the delayed picture is the same")
        self.assertTrue(any(sum(a != b for a, b in zip(one, other)) > 20_000 for one, other in pairs))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""What is drawn on the box, judged by the TV's pixels, by the record, and after the plug was pulled."""
import glob
import json
import os
import shutil
import subprocess
import unittest

from vir import PROGRAM, Session, shot, to_tool

SETTINGS = "scoring = false\ntail = false\ndrawing-time = 0\n"
SHOTS = "8.21 mark tap\n20 stop tap\n"
DISPLAY = (1920, 1080)
# "No" to the question whether the session goes on; the sessions, the first one, its first clip, paused.
TO_CLIP = ["0.5 stop tap", "1 knob push", "1.6 knob turn +2", "1.7 knob push", "2.6 knob push", "4 knob push", "5.5 knob push"]
CLIP = "A clip that is paused"
# The ends of a line, well inside a picture of 4:3 and one on its side, and away from the strip and all words.
ENDS = [(860, 420), (1090, 600)]


def in_the_middle(at, *more):
    """Twice as large, from the top left corner back to the middle in steps of a twentieth of what is seen: zoom begins at the person."""
    steps = ["left hold 3", "up hold 3", *["right tap"] * 10, *["down tap"] * 10, *more, "mark tap"]
    times = [at + 1.7, at + 4.9, *(at + 8.1 + 0.15 * step for step in range(len(steps) - 2))]
    return [*to_tool("Zoom", CLIP, at), f"{at + 1.5:.2f} knob turn +2", *(f"{time:.2f} {step}" for time, step in zip(times, steps))]


def draw(at, ends=ENDS):
    """The tools, Draw; a line (one on from the angle) by two taps of a finger; done."""
    taps = []
    for index, (x, y) in enumerate(ends):
        taps += [f"{at + 2 + 0.4 * index:.2f} touch down {x} {y}", f"{at + 2.1 + 0.4 * index:.2f} touch up"]
    return [*to_tool("Draw", CLIP, at), f"{at + 1.6:.2f} knob turn +1", *taps, f"{at + 3.2:.2f} mark tap"]


def is_yellow(pixel):
    red, green, blue = pixel
    return red > 190 and green > 150 and blue < 110


def pixels(path):
    """The RGB pixels of a picture of the TV."""
    done = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True, capture_output=True)
    return done.stdout


def at(data, x, y):
    place = (int(y) * DISPLAY[0] + int(x)) * 3
    return tuple(data[place:place + 3])


def centre(data, x, y, across):
    """Where the middle of the line lies that crosses this place, along a direction in pixels; None where there is none."""
    (dx, dy), found = across, []
    for step in range(-30, 31):
        if is_yellow(at(data, x + dx * step, y + dy * step)):
            found.append(step)
    return sum(found) / len(found) if found else None


class Drawing(unittest.TestCase):
    def assert_line(self, path, ends):
        """A line of yellow lies between these places of the TV, to a pixel."""
        data = pixels(path)
        (x1, y1), (x2, y2) = ends
        for share in (0.15, 0.35, 0.5, 0.65, 0.85):
            x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            across = (0, 1) if abs(x2 - x1) > abs(y2 - y1) else (1, 0)
            middle = centre(data, x, y, across)
            self.assertIsNotNone(middle, f"{path}: nothing at {x}, {y}")
            self.assertLessEqual(abs(middle), 1.0, f"{path} at {x}, {y}")

    def record(self, session):
        with open(glob.glob(f"{session.card}/*/session.json")[0], encoding="utf-8") as file:
            return json.load(file)

    def shoot(self, size="640x360"):
        session = shot(SHOTS, seconds=24, size=size, settings=SETTINGS)
        self.assertEqual(session.status, 0, session.err)
        return session

    def look(self, session, lines, seconds, **more):
        shutil.rmtree(session.snapshots, ignore_errors=True)
        shown = Session(
            "\n".join(TO_CLIP + lines) + "\n", seconds=seconds, folder=session.folder, snapshot_at=[seconds - 0.5],
            display=f"headless:{DISPLAY[0]}x{DISPLAY[1]}@60", **more)
        self.assertEqual(shown.status, 0, shown.err)
        return shown

    def last(self, session):
        return session.snapshot_times()[-1][0]

    def test_a_line_lies_where_the_finger_was_and_stays_there_turned_mirrored_and_zoomed(self):
        session = self.shoot()
        drawn = self.look(session, draw(7), 13)
        self.assert_line(self.last(drawn), ENDS)
        clip = self.record(drawn)["clips"][0]
        self.assertEqual([(note["kind"], note["colour"]) for note in clip["annotations"]], [("line", "yellow")])
        for stored, (x, y) in zip(zip(*[iter(clip["annotations"][0]["points"])] * 2), ENDS):
            self.assertLess(abs(stored[0] * 1920 - x), 0.2)
            self.assertLess(abs(stored[1] * 1080 - y), 0.2)
        self.assertEqual(len(glob.glob(f"{drawn.card}/*/pictures/*")), 1)

        # A quarter turn clockwise: the picture is then 607.5 wide, and the part to the right of its centre lies below it.
        turned = self.look(session, to_tool("Turn", CLIP, 7), 10)
        scale = 1080 / 1920
        on_its_side = [(960 - (y - 540) * scale, 540 + (x - 960) * scale) for x, y in ENDS]
        self.assert_line(self.last(turned), on_its_side)

        # Mirrored as it is seen, on its side.
        mirrored = self.look(session, to_tool("Mirror", CLIP, 7), 10)
        self.assert_line(self.last(mirrored), [(1920 - x, y) for x, y in on_its_side])

        # Upright again and twice as large: the centre stays in place.
        # Mirror and Turn are neighbours in the row of tools, and leave it open.
        pushes = [f"{8.6 + 0.3 * turn:.1f} knob push" for turn in range(3)]
        self.look(session, [*to_tool("Mirror", CLIP, 7), "8.30 knob turn +1", *pushes, "10 stop tap"], 12)
        zoomed = self.look(session, in_the_middle(7), 20)
        self.assert_line(self.last(zoomed), [(960 + (x - 960) * 2, 540 + (y - 540) * 2) for x, y in ENDS])

        # Four times as large, which is the maximum.
        nearest = self.look(session, in_the_middle(7, "knob turn +20"), 20)
        self.assert_line(self.last(nearest), [(960 + (x - 960) * 4, 540 + (y - 540) * 4) for x, y in ENDS])

    def test_on_a_picture_of_4_3_and_on_a_part_of_the_clip(self):
        session = self.shoot(size="640x480")
        lines = draw(7) + [*to_tool("Trim", CLIP, 12), "14 mark tap"]
        drawn = self.look(session, lines, 18, size="640x480")
        clips = self.record(drawn)["clips"]
        whole, part = clips[0], next(clip for clip in clips if clip["kind"] == "part")
        self.assertEqual(whole["annotations"][0]["points"], part["annotations"][0]["points"])
        # 1440 units of the canvas are the picture.
        for stored, (x, y) in zip(zip(*[iter(part["annotations"][0]["points"])] * 2), ENDS):
            self.assertLess(abs(240 + stored[0] * 1440 - x), 0.2)
            self.assertLess(abs(stored[1] * 1080 - y), 0.2)
        self.assert_line(self.last(self.look(session, [], 8, size="640x480")), ENDS)
        # The part itself is the next clip: there the line lies on the same pixels.
        self.assert_line(self.last(self.look(session, ["7 right tap", "8.5 knob push"], 11, size="640x480")), ENDS)
        # On its side a picture of 4:3 is 810 wide.
        scale = 810 / 1080
        on_its_side = [(960 - (y - 540) * scale, 540 + (x - 960) * scale) for x, y in ENDS]
        self.assert_line(self.last(self.look(session, to_tool("Turn", CLIP, 7), 10, size="640x480")), on_its_side)


class ThePlug(unittest.TestCase):
    """Drawn and drawn, until the plug is pulled; what was acknowledged is there, and what is there is whole."""

    KILLS = 4

    def acknowledged(self, card):
        """The drawings that the card has just now: those of the journal's last whole line about them, else the record's."""
        folder = os.path.dirname(glob.glob(f"{card}/*/session.json")[0])
        with open(f"{folder}/session.json", encoding="utf-8") as file:
            notes = json.load(file)["clips"][0].get("annotations", [])
        for path in glob.glob(f"{folder}/journal.jsonl"):
            with open(path, encoding="utf-8", errors="replace") as file:
                for line in file.read().split("\n")[:-1]:
                    notes = self.find(json.loads(line), "annotations") or notes
        return notes

    def find(self, value, key):
        """What a key of a JSON value, or of one in it, has."""
        if isinstance(value, dict):
            if key in value:
                return value[key]
            value = list(value.values())
        return next((found for found in (self.find(item, key) for item in value) if found), None) if isinstance(value, list) else None

    def test_what_was_drawn_outlasts_the_plug(self):
        session = shot(SHOTS, seconds=24, size="640x360", settings=SETTINGS)
        path = os.path.join(session.folder, "draw.script")
        lines = TO_CLIP + to_tool("Draw", CLIP, 7) + ["8.6 knob turn +1"]
        for index in range(40):
            x, y = 300 + index * 30, 300 + (index * 97) % 400
            # No line begins so close to the end of an older line that the older line would be moved instead.
            for end, (dx, dy) in enumerate([(0, 0), (60, -70)]):
                when = 9 + index * 0.3 + end * 0.12
                lines += [f"{when:.2f} touch down {x + dx} {y + dy}", f"{when + 0.05:.2f} touch up"]
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        before = 0
        for number in range(self.KILLS):
            words = [PROGRAM, "run", "--camera", "synthetic", "--display", "headless", "--panel", f"script:{path}", "--size", "640x360", "--for", "60",
                     "--card", session.card]
            with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as box:
                try:
                    box.wait(timeout=10.5 + 2.3 * number)
                except subprocess.TimeoutExpired:
                    pass
                box.kill()
            kept = self.acknowledged(session.card)
            again = Session("", seconds=3, folder=session.folder)
            self.assertEqual(again.status, 0, again.err)
            with open(glob.glob(f"{session.card}/*/session.json")[0], encoding="utf-8") as file:
                notes = json.load(file)["clips"][0].get("annotations", [])
            self.assertEqual(notes[:len(kept)], kept)
            self.assertGreaterEqual(len(notes), before)
            before = len(notes)
            for note in notes:
                self.assertEqual((note["kind"], len(note["points"])), ("line", 4))
        self.assertGreater(before, 3)
        # The lines lie where they were drawn, to a pixel.
        shutil.rmtree(again.snapshots, ignore_errors=True)
        shown = Session(
            "\n".join(TO_CLIP) + "\n", seconds=8, folder=session.folder, snapshot_at=[7.5], settings=SETTINGS,
            display=f"headless:{DISPLAY[0]}x{DISPLAY[1]}@60")
        first = [(x * 1920, y * 1080) for x, y in zip(*[iter(notes[0]["points"])] * 2)]
        Drawing().assert_line(shown.snapshot_times()[-1][0], first)
        self.assertLess(max(abs(a - b) for pair, known in zip(first, [(300, 300), (360, 230)]) for a, b in zip(pair, known)), 1)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""An end's clips, on each other and side by side, judged by the strips on the TV, and by what is on the card afterwards."""
import contextlib
import glob
import json
import math
import os
import random
import signal
import subprocess
import time
import unittest

import strip
import vir
from vir import Session

# Small, and large enough for a readable strip in the top clip.
DISPLAY = (640, 360)
SETTINGS = 'scoring = false\ntail = false\nafter-stop = "review"\nreview-help = false\nback-to-live = 0\n'
SHOTS = "3.21 mark tap\n6.43 mark tap\n9.64 mark tap\n11.5 stop tap\n"
# The area of the top clip, and the distance of a drag that judges it, in canvas units.
CLIP = (256, 72, 1408, 792)
STEP, THRESHOLD = 10 * 1080 / 393, 200 * 1080 / 393


def place(depth=0.0, clip=CLIP, canvas=(1920, 1080)):
    """Where a clip lies that is so deep in the stack, as parts of the canvas."""
    scale = 1 - 0.05 * depth
    bottom = clip[1] + clip[3] + STEP * depth
    half, middle = clip[2] * scale / 2, canvas[0] / 2
    return {
        "x0": (middle - half) / canvas[0], "x1": (middle + half) / canvas[0], "y0": (bottom - clip[3] * scale) / canvas[1],
        "y1": bottom / canvas[1]}


def seen(path, depth=0.0):
    """The frame of the clip so deep in the stack."""
    return strip.read(strip.picture(path, *DISPLAY), DISPLAY[0], DISPLAY[1], **place(depth))


def entry(card, clip, fps, moment):
    """The frame that a clip comes up with: the keyframe at or before two seconds before its moment."""
    path = f"{card}/{clip['file']}" if os.path.exists(f"{card}/{clip['file']}") else glob.glob(f"{card}/*/{clip['file']}")[0]
    words = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0", path]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    keyframes = [float(line.split(",")[0]) for line in lines if "K" in line.split(",")[1] and "D" not in line.split(",")[1]]
    keyframes = [time for time in keyframes if time >= -1e-6]
    wanted = max(0, moment - 2)
    return round(([time for time in keyframes if time <= wanted + 1e-6] or keyframes[:1])[-1] * fps) + clip["firstFrame"]


class UnderTheFinger(unittest.TestCase):
    """The clip stands, so that nothing changes on the TV but where it lies."""

    def test_each_movement_is_on_the_very_next_picture_of_the_tv(self):
        # Between the refreshes, each time at a different phase.
        moves = [16 + 0.0503 * step for step in range(1, 21)]
        lines = ["15 knob tap", "16 touch down 960 820"]
        lines += [f"{at:.4f} touch move 960 {820 - 20 * (step + 1)}" for step, at in enumerate(moves)]
        session = Session(
            SHOTS + "\n".join([*lines, "17.5 touch up"]) + "\n", seconds=19, fps=60, delay=1, settings=SETTINGS, snapshot_every=1 / 60,
            snapshot_at=[(moves[4], 17.3)], display="headless:480x270@60")
        self.assertEqual(session.status, 0, session.err)
        changed, before = [], None
        # The first movements are still within the slop, before the touch becomes a drag.
        for path, at in session.snapshot_times():
            if moves[4] < at < 17.3:
                picture = strip.picture(path, 480, 270)
                if before is not None and picture != before:
                    changed.append(round(at * 60))
                before = picture
        self.assertEqual(changed, [math.ceil(at * 60) for at in moves[5:] if at < 17.28])


class WithoutACard(unittest.TestCase):
    """The clips of an end are reviewed all the same, from memory, whenever the card went."""

    PULLED = {"before the session": 0.5, "between two shots": 5, "after the last shot": 11, "never": None}

    def run_box(self, pulled):
        lines = [SHOTS + "14 right tap\n16.5 left tap"] + ([f"{pulled} card unplug", "21 card plug"] if pulled else [])
        session = Session(
            "\n".join(lines) + "\n", seconds=27, delay=1, settings=SETTINGS, snapshot_every=0.1, snapshot_at=[(12.6, 13.6), (15.2, 16.2), (18, 19)],
            display=f"headless:{DISPLAY[0]}x{DISPLAY[1]}@60")
        self.assertEqual(session.status, 0, session.err)
        return session

    def test_the_same_pictures_play_and_the_same_is_decided(self):
        shown, decided = {}, {}
        for when, pulled in self.PULLED.items():
            session = self.run_box(pulled)
            shown[when] = [seen(path) for path, _ in session.snapshot_times()]
            with open(glob.glob(f"{session.card}/*/session.json")[0], encoding="utf-8") as file:
                record = json.load(file)
            decided[when] = [(clip["number"], clip.get("liked", False), clip.get("deleted", False)) for clip in record["clips"]]
            self.assertEqual(len(record["clips"]), 3, when)
            for clip in record["clips"]:
                self.assertTrue(glob.glob(f"{session.card}/*/{clip['file']}"), f"{when}: {clip}")
        for when in self.PULLED:
            self.assertEqual(decided[when], decided["never"], when)
            self.assertEqual(len(shown[when]), len(shown["never"]))
            for place, (frame, wanted) in enumerate(zip(shown[when], shown["never"])):
                self.assertIsNotNone(frame, f"{when}, picture {place}: {shown[when]}")
                self.assertLessEqual(abs(frame - wanted), 2, f"{when}, picture {place}: {shown[when]} {shown['never']}")


class BesideTheLine(unittest.TestCase):
    def test_peeking_takes_nothing_from_the_delay_line(self):
        # A peek is made of every clip, while the line is full.
        script = SHOTS + "".join(f"{64 + 2 * step} {('right', 'left', 'up')[step]} hold 0.45\n{65 + 2 * step} up tap\n" for step in range(3))
        buffers = []
        for peeks in ["true", "false"]:
            session = Session(script, seconds=72, delay=1, settings=SETTINGS + f"peek = {peeks}\nbuffer = 1\n")
            self.assertEqual(session.status, 0, session.err)
            self.assertEqual(session.report["losses"]["line"], 0)
            buffers.append(session.report["buffer"])
        self.assertEqual(buffers[0], buffers[1])
        self.assertAlmostEqual(buffers[0]["seconds"], 60, delta=1)


class OnATurnedTV(unittest.TestCase):
    """A TV that hangs upright has a canvas of its own shape: wide pictures are as wide as the TV."""
    TV = (1080, 1920)
    # The area of the top clip, of the clip in the middle of the row, and of a picture that has the TV for itself, in canvas units.
    CLIP = (54, 480, 972, 546.75)
    FILM = (0, 352, 1080, 607.5)

    def read(self, path, x0=0.0, x1=1.0, y0=0.0, y1=1.0):
        """The frame whose picture lies in this part of the canvas."""
        return strip.read(strip.picture(path, *self.TV), *self.TV, x0=x0, x1=x1, y0=y0, y1=y1)

    def part(self, rect):
        """A rectangle as parts of the canvas."""
        (x, y, width, height), (wide, high) = rect, self.TV
        return {"x0": x / wide, "x1": (x + width) / wide, "y0": y / high, "y1": (y + height) / high}

    def seen(self, path, depth=0.0):
        return self.read(path, **place(depth, self.CLIP, self.TV))

    def test_the_setting_turns_everything_on_a_tv_that_gets_a_wide_picture(self):
        session = Session(
            "", seconds=6, size="1280x720", delay=1, settings=SETTINGS + "tv-rotation = 270\n", snapshot_every=1, display="headless:1920x1080@60")
        self.assertEqual(session.status, 0, session.err)
        shown = [(self.read(path, **self.part(self.FILM)), at) for path, at in session.snapshot_times() if at >= 3]
        self.assertGreater(len(shown), 1)
        self.assertTrue(all(frame is not None and abs(frame - (at - 1) * 30) <= 1.5 for frame, at in shown), shown)

    def test_it_swipes_peeks_and_likes_there(self):
        # Up 400 units and held; the TV is unplugged and plugged in; then further up, and released. The next clip is liked.
        lines = ["14 touch down 960 820"] + [f"{14 + 0.02 * step:.2f} touch move 960 {820 - 20 * step}" for step in range(1, 21)]
        lines += ["15 tv unplug", "16 tv plug"] + [f"{17.2 + 0.02 * step:.2f} touch move 960 {420 - 20 * step}" for step in range(1, 11)]
        lines += ["17.45 touch up", "19 right tap"]
        session = Session(
            SHOTS + "\n".join(lines) + "\n", seconds=21, size="1280x720", delay=1, settings=SETTINGS, snapshot_every=0.25,
            snapshot_at=[(12.6, 13.6), (14.6, 14.95), (16.5, 17.1)],
            display=f"headless:{self.TV[0]}x{self.TV[1]}@60")
        self.assertEqual(session.status, 0, session.err)
        with open(glob.glob(f"{session.card}/*/session.json")[0], encoding="utf-8") as file:
            record = json.load(file)
        marks = {mark["number"]: mark["stamp"]["frame"] for mark in record["marks"]}
        second = record["clips"][1]
        wanted = entry(session.card, second, 30, (marks[second["number"]] - second["firstFrame"]) / 30)
        tv = session.snapshot_times()
        playing = [self.seen(path) for path, at in tv if 12.6 <= at <= 13.6]
        self.assertTrue(all(frame is not None and frame >= record["clips"][0]["firstFrame"] for frame in playing), playing)
        for first, last in [(14.6, 14.95), (16.5, 17.1)]:
            self.assertEqual({self.seen(path, 1 - 400 / THRESHOLD) for path, at in tv if first <= at <= last}, {wanted})
        self.assertEqual([clip.get("isLiked", False) for clip in record["clips"]], [False, True, False])

    def test_the_row_of_clips_and_the_end_of_a_review_are_there_as_well(self):
        lines = ["3.21 mark tap", "6.43 mark tap", "9.64 mark tap", "13 up tap", "15 left tap", "17 down tap", "18.5 stop tap"]
        # Each clip is skipped, and then the end page's offer is accepted: back to Live.
        lines += ["20 up tap", "21 up tap", "22 up tap", "24 knob tap"]
        session = Session(
            "\n".join(lines) + "\n", seconds=26, size="1280x720", delay=1, settings=SETTINGS, snapshot_every=0.25,
            snapshot_at=[(13.9, 14.9), (16.2, 16.9), (18, 18.4), (23.2, 23.9), (25.2, 25.9)],
            display=f"headless:{self.TV[0]}x{self.TV[1]}@60")
        self.assertEqual(session.status, 0, session.err)
        with open(glob.glob(f"{session.card}/*/session.json")[0], encoding="utf-8") as file:
            clips = json.load(file)["clips"]
        tv = session.snapshot_times()

        def frames(first, last, **part):
            return [self.read(path, **part) for path, at in tv if first <= at <= last]

        middle = self.part((108, 581.5, 864, 486))
        for first, last, clip in [(13.9, 14.9, clips[2]), (16.2, 16.9, clips[1])]:
            playing = frames(first, last, **middle)
            self.assertGreater(len(playing), 1)
            for frame in playing:
                self.assertTrue(frame is not None and clip["firstFrame"] <= frame <= clip["lastFrame"], playing)
        for first, last in [(18.0, 18.4), (25.2, 25.9)]:
            delayed = [(self.read(path, **self.part(self.FILM)), at) for path, at in tv if first <= at <= last]
            self.assertTrue(all(frame is not None and abs(frame - (at - 1) * 30) <= 1.5 for frame, at in delayed), delayed)
        # The end is a page: dark grey to the edges of the TV.
        for path in [path for path, at in tv if 23.2 <= at <= 23.9]:
            gray = strip.picture(path, *self.TV)
            for row in (2, self.TV[1] - 3):
                line = gray[row * self.TV[0]:(row + 1) * self.TV[0]]
                self.assertTrue(8 < min(line) and max(line) < 32, (min(line), max(line)))
            # A pixel is a unit of the canvas here; the title stands at the top of the safe area.
            title = [gray[row * self.TV[0] + 54:row * self.TV[0] + 700] for row in range(96, 200)]
            self.assertGreater(sum(level > 200 for row in title for level in row), 300)


class OnTheTV(unittest.TestCase):
    """720p60: the first clip plays; it is dragged up, and the next one peeks in; it goes, and that one plays."""
    FPS = 60
    # The time at which the finger goes down; it moves 400 units up, waits, moves beyond the threshold and is lifted.
    DRAG = 14.0

    @classmethod
    def setUpClass(cls):
        lines = [f"{cls.DRAG} touch down 960 820"]
        lines += [f"{cls.DRAG + 0.02 * step:.2f} touch move 960 {820 - 20 * step}" for step in range(1, 21)]
        lines += [f"{cls.DRAG + 1.2 + 0.02 * step:.2f} touch move 960 {420 - 20 * step}" for step in range(1, 11)]
        lines += [f"{cls.DRAG + 1.45:.2f} touch up"]
        # Then the second clip is liked by a tap, and comes back.
        lines += ["18 right tap", "19.3 down tap"]
        cls.session = Session(
            SHOTS + "\n".join(lines) + "\n", seconds=21, size="1280x720", fps=cls.FPS, delay=1, settings=SETTINGS, snapshot_every=1 / 30,
            snapshot_at=[(12, 21)],
            display=f"headless:{DISPLAY[0]}x{DISPLAY[1]}@60")
        record = glob.glob(f"{cls.session.card}/*/session.json")[0]
        with open(record, encoding="utf-8") as file:
            cls.record = json.load(file)
        cls.clips = cls.record["clips"]
        marks = {mark["number"]: mark["stamp"]["frame"] for mark in cls.record["marks"]}
        cls.entries = [
            entry(cls.session.card, clip, cls.FPS, (marks[clip["number"]] - clip["firstFrame"]) / cls.FPS) for clip in cls.clips]
        cls.tv = cls.session.snapshot_times()

    def between(self, first, last):
        return [(path, at) for path, at in self.tv if first <= at <= last]

    def test_it_ran(self):
        self.assertEqual(self.session.status, 0, self.session.err)

    def test_the_top_clip_comes_up_at_its_entry_and_plays_every_frame(self):
        frames = [frame for frame in (seen(path) for path, _ in self.between(12.5, 13.9)) if frame is not None]
        self.assertGreater(len(frames), 30)
        first, last = self.clips[0]["firstFrame"], self.clips[0]["lastFrame"]
        self.assertTrue(all(first <= frame <= last for frame in frames))
        steps = [after - before for before, after in zip(frames, frames[1:])]
        self.assertLessEqual(sum(step not in (1, 2, 3) for step in steps), 2, steps)

    def test_the_neighbour_peeks_in_with_its_entry(self):
        depth = 1 - 400 / THRESHOLD
        frames = {seen(path, depth) for path, _ in self.between(self.DRAG + 0.8, self.DRAG + 1.15)}
        self.assertEqual(frames, {self.entries[1]})

    def test_the_first_frame_after_it_comes_up_is_that_very_frame(self):
        frames = [seen(path) for path, _ in self.between(self.DRAG + 1.5, self.DRAG + 2.6)]
        shown = [frame for frame in frames if frame is not None]
        self.assertEqual(shown[0], self.entries[1])
        steps = [after - before for before, after in zip(shown, shown[1:])]
        self.assertLessEqual(set(steps), {0, 1, 2, 3})
        # The picture is upright from the start: no other picture and no gap in between.
        first = frames.index(shown[0])
        self.assertNotIn(None, frames[first:])

    def test_a_clip_that_comes_back_goes_on_on_a_keyframe(self):
        before = [frame for frame in (seen(path) for path, _ in self.between(17.5, 17.99)) if frame is not None][-1]
        back = [frame for frame in (seen(path) for path, _ in self.between(20.2, 20.4)) if frame is not None]
        self.assertTrue(back)
        # The keyframe is at most half a second before its old position, and it plays on from there.
        self.assertTrue(0 <= before - (back[0] - round((20.2 - 19.3) * self.FPS)) <= self.FPS * 0.7, (before, back[0]))

    def test_it_never_costs_more_than_it_may(self):
        composed = self.session.report["composed"]
        self.assertLessEqual(composed["most"]["quads"], 12)
        self.assertLessEqual(composed["most"]["texels"], 2.5 * DISPLAY[0] * DISPLAY[1])
        self.assertEqual(self.session.report["player"]["late"], 0)

    def test_what_was_decided_is_on_the_card(self):
        self.assertEqual([clip.get("isLiked", False) for clip in self.clips], [False] * 3)


class TheRowOnTheTV(unittest.TestCase):
    """720p60: the clips so far come up over Live, side by side; each comes to the middle by a tap or by a finger; the row goes out."""
    FPS = 60
    # Large enough that the blur is computed at half size, as on a real TV.
    TV = (864, 486)
    SHOTS = "1.21 mark tap\n3.03 mark tap\n5.64 mark tap\n"
    OPEN, TAP, HELD, DRAG, LIFT, OUT, END = 8.0, 8.9, 9.9, 11.2, 12.005, 13.1, 14.1
    # A tap's arrow is released after this time.
    RELEASE = 0.08
    # The area of the clip in the middle, the distance from clip to clip, and the distance of a drag that counts, in canvas units.
    CLIP, PITCH, THRESHOLD = (384, 120, 1152, 648), 1105.6, 50 * 1080 / 393
    # The distance of the finger's drag.
    WAY = 800

    @classmethod
    def setUpClass(cls):
        lines = [f"{cls.OPEN} up tap", f"{cls.TAP} left tap", f"{cls.HELD} right hold 0.5", f"{cls.DRAG} touch down 560 400"]
        lines += [f"{cls.DRAG + 0.02 * step:.2f} touch move {560 + cls.WAY * step / 20:.0f} 400" for step in range(1, 21)]
        lines += [f"{cls.LIFT} touch up", f"{cls.OUT} down tap"]
        cls.session = Session(
            cls.SHOTS + "\n".join(lines) + "\n", seconds=cls.END, size="1280x720", fps=cls.FPS, delay=1, settings=SETTINGS, snapshot_every=1 / 60,
            snapshot_at=[(cls.OPEN, cls.END)], display=f"headless:{cls.TV[0]}x{cls.TV[1]}@60")
        with open(glob.glob(f"{cls.session.card}/*/session.json")[0], encoding="utf-8") as file:
            record = json.load(file)
        marks = {mark["number"]: mark["stamp"]["frame"] for mark in record["marks"]}
        cls.entries = {
            clip["number"]: entry(cls.session.card, clip, cls.FPS, (marks[clip["number"]] - clip["firstFrame"]) / cls.FPS)
            for clip in record["clips"]}
        cls.tv = cls.session.snapshot_times()

    def between(self, first, last):
        return [(path, at) for path, at in self.tv if first <= at <= last]

    def seen(self, path, distance=0.0):
        """The frame of the clip that lies so far from the middle, in clips; None also where its strip isn't whole on the TV."""
        x, y, width, height = self.CLIP
        scale = 1 - 0.15 * min(1, abs(distance))
        middle = x + width / 2 + distance * self.PITCH
        if middle - 0.42 * width * scale < 0 or middle + 0.42 * width * scale > 1920:
            return None
        left, top = middle - width * scale / 2, y + height / 2 - height * scale / 2
        return strip.read(
            strip.picture(path, *self.TV), *self.TV, x0=left / 1920, x1=(left + width * scale) / 1920, y0=top / 1080,
            y1=(top + height * scale) / 1080)

    @staticmethod
    def spring(seconds, offset, velocity=0.0):
        """Where a spring with mass 1, stiffness 100 and damping 10 is: what is let go comes to its place by it."""
        swing = math.sqrt(75)
        along = offset * math.cos(swing * seconds) + (velocity + 5 * offset) / swing * math.sin(swing * seconds)
        return math.exp(-5 * seconds) * along

    def test_it_ran(self):
        self.assertEqual(self.session.status, 0, self.session.err)

    def test_it_comes_up_with_the_newest_clip_in_the_middle_from_its_entry(self):
        # It slides in for a quarter of a second, and plays meanwhile.
        frames = [self.seen(path) for path, _ in self.between(self.OPEN + 0.4, self.TAP - 0.02)]
        self.assertGreater(len(frames), 20)
        self.assertNotIn(None, frames)
        self.assertEqual({after - before for before, after in zip(frames, frames[1:])}, {1})
        # Opening the clip may take a little; it never begins before its entry.
        start = frames[0] - self.entries[3]
        self.assertTrue(0 < start <= math.ceil(0.45 * self.FPS), start)

    def test_by_a_tap_the_one_before_comes_to_the_middle_and_begins_with_its_entry(self):
        rest, left = 0.6 * self.THRESHOLD, 1 - self.RELEASE / 0.18
        offset, velocity = rest * (1 - left ** 3), 3 * rest * left ** 2 / 0.18
        start = self.TAP + self.RELEASE
        frames = []
        for path, at in self.between(start, self.HELD - 0.02):
            frame = self.seen(path, self.spring(at - start, offset - self.PITCH, velocity) / self.PITCH)
            if frame is not None:
                frames.append((frame - self.entries[2], (at - start) * self.FPS))
        self.assertGreater(len(frames), 35)
        # It plays from the instant at which it becomes the middle clip, already on its way there.
        self.assertLess(frames[0][1], 0.2 * self.FPS)
        for frame, elapsed in frames:
            self.assertTrue(elapsed - 1.05 <= frame <= elapsed + 0.05, (frame, elapsed))

    def test_under_a_finger_the_neighbour_shows_its_entry_and_goes_on_from_that_very_frame(self):
        # It lies still under the finger that has brought it in.
        at_rest = self.WAY / self.PITCH - 1
        frames = {self.seen(path, at_rest) for path, _ in self.between(self.DRAG + 0.55, self.LIFT - 0.01)}
        self.assertEqual(frames, {self.entries[1]})
        frames = []
        for path, at in self.between(self.LIFT, self.OUT - 0.02):
            frames.append(self.seen(path, self.spring(at - self.LIFT, self.WAY - self.PITCH) / self.PITCH))
        self.assertEqual(frames[0], self.entries[1])
        shown = [frame for frame in frames if frame is not None]
        self.assertGreater(len(shown), 50)
        self.assertLessEqual({after - before for before, after in zip(frames, frames[1:]) if None not in (before, after)}, {0, 1})

    def test_downwards_it_goes_out_and_the_delayed_picture_is_under_it(self):
        for path, at in self.between(self.OUT + 0.75, self.END):
            frame = strip.read(strip.picture(path, *self.TV), *self.TV)
            self.assertIsNotNone(frame)
            self.assertTrue(abs(frame - (at - 1) * self.FPS) <= 1.5, (frame, at))

    def test_it_is_never_black(self):
        for path, at in self.between(self.OPEN, self.END):
            gray = strip.picture(path, 48, 27)
            self.assertGreater(sum(gray) / len(gray), 35, f"{at} s")

    def test_it_never_costs_more_than_it_may(self):
        composed = self.session.report["composed"]
        self.assertLessEqual(composed["most"]["quads"], 12)
        self.assertLessEqual(composed["most"]["texels"], 2.5 * self.TV[0] * self.TV[1])
        self.assertEqual(self.session.report["player"]["late"], 0)


def deeds(seed, count=200, clips=8):
    """Random deeds and ways back: (control, state of the model after it), a state being what is decided about each clip."""
    choice = random.Random(seed)
    stack, history, state = list(range(1, clips + 1)), [], {}
    for _ in range(count):
        control = choice.choice(["right", "left", "up", "down", "mark"] if stack else ["down"])
        if control == "down":
            if history:
                clip, before = history.pop()
                stack.insert(0, clip)
                state = {**state, clip: before}
        else:
            clip = stack.pop(0)
            history.append((clip, state.get(clip, "")))
            if control != "up":
                state = {**state, clip: "deleted" if control == "left" else "liked"}
        yield control, {clip: word for clip, word in state.items() if word}


def acknowledged(journal, steps):
    """The states of the model that a card may have whose journal is this one: from the last decision on that is whole in it."""
    changes, before = [], {}
    for index, (_, state) in enumerate(steps):
        if state != before:
            clip = next(clip for clip in {**before, **state} if before.get(clip) != state.get(clip))
            changes.append((index, clip, state.get(clip, "")))
        before = state
    with open(journal, "rb") as file:
        whole = file.read().split(b"\n")[:-1]
    lines = [json.loads(line) for line in whole if b'"judged"' in line]
    words = [(line["number"], "deleted" if line["judgement"].get("isDeleted") else "liked" if line["judgement"].get("isLiked") else "")
             for line in lines]
    if words != [change[1:] for change in changes[:len(words)]]:
        raise AssertionError(f"the journal isn't what was done: {words}")
    return [state for _, state in steps[changes[len(words) - 1][0]:]], len(words)


def decided(card):
    """What the card says of each clip."""
    with open(glob.glob(f"{card}/*/session.json")[0], encoding="utf-8") as file:
        record = json.load(file)
    words = {clip["number"]: "deleted" if clip.get("isDeleted") else "liked" if clip.get("isLiked") else "" for clip in record["clips"]}
    return {number: word for number, word in words.items() if word}


class OnTheCard(unittest.TestCase):
    def script(self, seed, every):
        choice = random.Random(seed)
        lines = [f"{3 + 1.5 * shot:.2f} mark tap" for shot in range(8)] + ["17 stop tap"]
        at, steps = 19.0, list(deeds(seed))
        for control, _ in steps:
            held = control not in ("mark",) and choice.random() < 0.2
            lines.append(f"{at:.2f} {control} " + ("hold 0.9" if held else "tap"))
            at += (1.0 if held else 0) + choice.choice(every)
        return "\n".join(lines) + "\n", at, steps

    def test_two_hundred_deeds_and_ways_back_end_as_a_model_does(self):
        for seed in (1, 2):
            script, end, steps = self.script(seed, [0.15, 0.3, 0.7])
            session = Session(script, seconds=round(end + 3), size="320x180", delay=2, settings=SETTINGS)
            self.assertEqual(session.status, 0, session.err)
            self.assertEqual(decided(session.card), steps[-1][1], f"seed {seed}")
            # The session's page shows it too: a heart at each liked clip.
            with open(glob.glob(f"{session.card}/*/index.html")[0], encoding="utf-8") as file:
                self.assertEqual(file.read().count("♥</span>"), sum(word == "liked" for word in steps[-1][1].values()))

    def test_killed_at_any_moment_the_card_has_what_was_decided_until_then(self):
        counts = set()
        for seed in range(10):
            script, end, steps = self.script(seed, [0.15, 0.2])
            folder = vir.new_folder()
            card, path = os.path.join(folder, "card"), os.path.join(folder, "panel.script")
            os.makedirs(card)
            with open(path, "w", encoding="utf-8") as file:
                file.write(script)
            with open(os.path.join(card, "settings.toml"), "w", encoding="utf-8") as file:
                file.write(SETTINGS)
            words = [vir.PROGRAM, "run", "--camera", "synthetic", "--display", "headless", "--panel", f"script:{path}", "--clock", "virtual",
                     "--for", str(round(end + 3)), "--delay", "2", "--card", card, "--size", "320x180", "--fps", "30"]
            with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
                journal, wanted = None, random.Random(seed).randint(1, 8)
                # Kills it after as many decisions as the seed says, or after all of them.
                deadline, judged = time.monotonic() + 120, 0
                while judged < wanted and time.monotonic() < deadline and process.poll() is None:
                    for name in glob.glob(f"{card}/*/journal.jsonl"):
                        # The program removes the journal when its session ends, which may be right now.
                        with contextlib.suppress(FileNotFoundError), open(name, encoding="utf-8") as file:
                            judged = file.read().count('"judged"')
                        journal = name if judged else None
                    time.sleep(0.005)
                process.send_signal(signal.SIGKILL)
            self.assertIsNotNone(journal, f"seed {seed}: nothing was decided")
            # Without a journal the session had ended before the kill: the card has all that was decided.
            states, count = acknowledged(journal, steps) if os.path.exists(journal) else ([steps[-1][1]], len(steps))
            counts.add(count)
            after = Session("", seconds=2, size="320x180", delay=1, folder=folder)
            self.assertEqual(after.status, 0, after.err)
            self.assertIn(decided(card), states, f"seed {seed}: after {count} decisions")
        # The programs were killed at different moments, most of them in the middle.
        self.assertGreater(len(counts), 3, counts)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""The plug pulled again and again, and a long session."""
import glob
import json
import os
import random
import time
import unittest

import guest
from box import CANVAS_BOTTOM, CANVAS_TOP, OUT, TV_SIZE, Box

import strip
import vir


class ThePlug(unittest.TestCase):
    """Killed at any moment and started again, twenty times: the display comes back and nothing acknowledged is lost."""

    rounds = int(os.environ.get("VIR_KILLS", "20"))

    def test_nothing_is_lost(self):
        seed = int(os.environ.get("VIR_SEED", "11"))
        dice = random.Random(seed)
        tv, lines, card = guest.TV(), guest.Lines(), guest.Card()
        marks = clips = 0
        for round in range(self.rounds):
            box = Box(card=card.FOLDER, size="320x240", fps=24)
            self.addCleanup(box.kill)
            guest.wait_until(lambda: tv.planes or not box.is_running(), 20, "a picture")
            self.assertTrue(box.is_running(), f"round {round}: {box.said}")
            end = time.monotonic() + dice.uniform(0.5, 4)
            while time.monotonic() < end:
                lines.press(lines.MARK, 0.06)
                time.sleep(0.35)
            box.kill()
            # On a machine that stalls for a second a press is a hold, which takes its mark back.
            marks += box.count(r"mark \d+ acknowledged") - box.count(r"mark \d+ taken back")
            clips += box.count("clip written")
            with open(os.path.join(OUT, "plug.log"), "a" if round else "w", encoding="utf-8") as file:
                file.write(f"round {round}: {marks} marks, {clips} clips so far\n{box.said}")
            guest.wait_until(lambda: not tv.planes, 5, "the screen given up")
        status, out, err = vir.run("run", "--clock", "virtual", "--display", "headless", "--camera", "synthetic", "--size",
                                   "320x240", "--for", "0.2", "--card", card.FOLDER)
        self.assertEqual(status, 0, err)
        status, out, err = vir.run("card", "check", card.FOLDER)
        self.assertEqual(status, 0, f"seed {seed}: {out}{err}")
        held = 0
        for path in glob.glob(card.FOLDER + "/*/session.json"):
            with open(path, encoding="utf-8") as file:
                held += len(json.load(file)["marks"])
        self.assertGreaterEqual(held, marks, f"seed {seed}: a mark is lost")
        self.assertGreaterEqual(len(glob.glob(card.FOLDER + "/*/clips/*.mp4")), clips, f"seed {seed}: a clip is lost")
        self.assertGreater(marks, self.rounds / 2)
        self.assertEqual(card.check(), "")
        print(f"{self.rounds} kills: {marks} acknowledged marks, {clips} finished clips, none lost")


class TheTerminal(unittest.TestCase):
    """The console below the picture: put away while the box shows, usable afterwards, even after a kill; and given to whoever asks for it."""

    minutes = 2

    @classmethod
    def setUpClass(cls):
        cls.tv, cls.lines = guest.TV(), guest.Lines()

    def wait_for_picture(self, seconds=60):
        guest.wait_until(lambda: self.tv.planes, seconds, "a picture")

    def wait_for_text(self):
        guest.wait_until(lambda: guest.terminal_mode() == "text" and self.tv.shows_text, 5, "the terminal")

    def show(self, number, whose, ask=guest.show_terminal):
        ask(number)
        guest.wait_until(lambda: guest.shown_terminal() == number, 10, whose)

    def test_is_usable_after_an_end_and_after_a_kill(self):
        self.wait_for_text()
        for end in (Box.end, Box.kill):
            box = Box()
            self.addCleanup(box.kill)
            self.wait_for_picture()
            self.assertEqual(guest.terminal_mode(), "graphics")
            self.assertFalse(self.tv.shows_text)
            end(box)
            self.wait_for_text()

    def test_is_usable_after_an_end_and_after_a_kill_that_nobody_saw(self):
        """Another console is shown while the box ends."""
        own = guest.shown_terminal()
        self.addCleanup(guest.show_terminal, own)
        for end in (Box.end, Box.kill):
            box = Box()
            self.addCleanup(box.kill)
            self.wait_for_picture()
            self.show(own + 1, "the other console")
            end(box)
            self.wait_for_text()
            self.show(own, "VIR's own console")
            self.wait_for_text()

    def test_is_left_and_taken_again_in_the_middle_of_a_run(self):
        """Somebody at a keyboard looks at another console, twice, and comes back: each mark before, meanwhile and afterwards is one, each has
        its clip, and the picture is back. What is typed at the other console marks nothing."""
        own, keyboard = guest.shown_terminal(), guest.Keyboard()
        box = Box(snapshot_every=2)
        self.addCleanup(keyboard.close)
        self.addCleanup(guest.show_terminal, own)
        self.addCleanup(box.kill)
        box.wait_for("vir-test-keys is there")
        box.wait_for("card: ready")
        self.wait_for_picture()
        time.sleep(4)
        keyboard.press(keyboard.SPACE)
        box.wait_for("mark 1 acknowledged")
        for round in (1, 2):
            self.show(own + 1, "the other console", keyboard.show_terminal)
            box.wait_for(r"\] TV lost", times=round)
            self.wait_for_text()
            keyboard.press(keyboard.SPACE)
            self.mark(box, 2 * round)
            time.sleep(4)
            before = len(box.snapshot_times())
            self.show(own, "VIR's own console", keyboard.show_terminal)
            box.wait_for(r"\] TV back", times=round, seconds=30)
            self.assertEqual(guest.terminal_mode(), "graphics")
            self.wait_for_picture(30)
            guest.wait_until(lambda: len(box.snapshot_times()) >= before + 3, 60, "pictures of the TV")
            self.mark(box, 2 * round + 1)
        box.wait_for("clip written", times=5)
        self.assertEqual(box.end(), 0, box.said)
        self.wait_for_text()
        self.assert_whole(box)

    def mark(self, box, number):
        self.lines.press(self.lines.MARK)
        box.wait_for(f"mark {number} acknowledged")

    def assert_whole(self, box):
        """Nothing between the first mark's clip and the last one's is missing, on the card and on the TV."""
        marks, clips = box.report["marks"], [clip for clip in box.report["clips"] if "unmarked" not in clip["file"]]
        self.assertEqual((len(marks), len(clips)), (5, 5))
        # Each mark has a picture of its own, also while the TV is away.
        self.assertEqual(len({mark["frame"] for mark in marks}), 5)
        for mark, clip in zip(marks, clips):
            self.assertTrue(clip["firstFrame"] <= mark["frame"] <= clip["lastFrame"])
        for clip, following in zip(clips, clips[1:]):
            self.assertLessEqual(following["firstFrame"], clip["lastFrame"] + 1)
        self.assertEqual(sum(event.startswith("TV lost") for event in box.events), 2)
        self.assertEqual(sum(event.startswith("TV back") for event in box.events), 2)
        # The TV's pictures continue at the present position of the run; earlier pictures aren't repeated.
        shown = [strip.read(strip.picture(path, *TV_SIZE), *TV_SIZE, y0=CANVAS_TOP, y1=CANVAS_BOTTOM) for path, at in box.snapshot_times() if at > 6]
        frames = [frame for frame in shown if frame]
        self.assertEqual(frames, sorted(frames))
        self.assertGreater(frames[-1], marks[-2]["frame"])
        # A machine that can't keep up loses frames at any time; a machine that keeps up loses none because of the console.
        if box.report["camera"]["lost"] == 0:
            for clip in clips:
                _, samples, _ = strip.edited_samples(os.path.join(box.card, clip["file"]))
                self.assertEqual(samples, clip["lastFrame"] - clip["firstFrame"] + 1, clip["file"])
        else:
            print(f"{box.report['camera']['lost']} of {box.report['camera']['captured']} frames lost: this machine doesn't keep up")


class Leaks(unittest.TestCase):
    """A long session on the real devices with flat memory, descriptors, threads and framebuffers."""

    minutes = float(os.environ.get("VIR_LEAK_MINUTES", "2"))

    def test_everything_stays_flat(self):
        tv, lines = guest.TV(), guest.Lines()
        box = Box(size="640x360", fps=24)
        self.addCleanup(box.kill)
        box.wait_for("card: ready", seconds=60)
        time.sleep(20)
        readings, end = [], time.monotonic() + self.minutes * 60
        while time.monotonic() < end:
            lines.turn(1)
            lines.press(lines.LEFT)
            lines.turn(-1)
            lines.press(lines.LEFT)
            tv.unplug()
            time.sleep(1)
            tv.plug()
            time.sleep(4)
            shared = int(guest.read("/proc/meminfo").split("Shmem:")[1].split()[0]) * 1024
            readings.append((box.resident_bytes, box.descriptor_count, box.thread_count, tv.framebuffer_count, shared))
        with open(os.path.join(OUT, "leaks.csv"), "w", encoding="ascii") as file:
            file.write("resident,descriptors,threads,framebuffers,shared\n")
            file.writelines(",".join(map(str, reading)) + "\n" for reading in readings)
        self.assertEqual(box.end(), 0, box.said)
        third = len(readings) // 3
        early, late = readings[:third], readings[-third:]

        def highest(part, column):
            return max(reading[column] for reading in part)
        for column, what, slack in ((0, "memory", 8 << 20), (1, "descriptors", 0), (2, "threads", 0), (3, "framebuffers", 0),
                                    (4, "the kernel's buffers", 8 << 20)):
            self.assertLessEqual(highest(late, column), highest(early, column) + slack, what)

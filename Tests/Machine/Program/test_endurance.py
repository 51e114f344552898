# SPDX-License-Identifier: GPL-3.0-or-later
"""The plug pulled again and again, and a long session."""
import glob
import json
import os
import random
import time
import unittest

import guest
from box import OUT, Box

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
            marks += box.count(r"mark \d+ acknowledged")
            clips += box.count("clip written")
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
    """The console below the picture: put away while the box shows, usable afterwards, even after a kill."""

    def test_is_usable_after_an_end_and_after_a_kill(self):
        if guest.terminal_mode() is None:
            self.skipTest("this kernel has no virtual terminals (User Mode Linux)")
        tv = guest.TV()
        guest.Lines()
        for end in (Box.end, Box.kill):
            box = Box()
            self.addCleanup(box.kill)
            guest.wait_until(lambda: tv.planes, 60, "a picture")
            self.assertEqual(guest.terminal_mode(), "graphics")
            end(box)
            guest.wait_until(lambda: guest.terminal_mode() == "text", 5, "the terminal")


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

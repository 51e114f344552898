# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices that go and come back."""
import os
import time
import unittest

import guest
from box import Box

import vir


# The box's own log lines; devices log more about the same events.
TV_LOST, TV_BACK, CAMERA_LOST, CAMERA_BACK = (rf"\] {what}" for what in ("TV lost", "TV back", "camera lost", "camera back"))


class ThingsThatGo(unittest.TestCase):
    """TV, camera, card and sound go and come back; the box is one process throughout, and says what happened."""

    def setUp(self):
        self.lines = guest.Lines(f"panel{time.monotonic_ns()}") if not os.path.exists("/dev/gpiochip0") else type(self).lines
        type(self).lines = self.lines

    def start(self, *words, **more):
        box = Box(*words, **more)
        self.addCleanup(box.kill)
        box.wait_for("card: ready", seconds=60)
        time.sleep(3)
        return box

    def assert_told(self, box, *words, times):
        for word in words:
            self.assertEqual(sum(event.startswith(word) for event in box.events), times, word)

    def mark(self, box, number):
        self.lines.press(self.lines.MARK)
        box.wait_for(f"mark {number} acknowledged")

    def test_the_tv_twenty_times(self):
        tv = guest.TV("hall")
        box = self.start()
        for round in range(1, 21):
            tv.unplug()
            box.wait_for(TV_LOST, times=round)
            if round % 5 == 0:
                self.mark(box, round // 5)
            tv.plug()
            box.wait_for(TV_BACK, times=round, seconds=5)
        guest.wait_until(lambda: tv.planes, 2, "a picture")
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual(len(box.report["marks"]), 4)
        self.assert_told(box, "TV lost", "TV back", times=20)
        tv.disappear()

    def test_the_whole_display_card_five_times(self):
        tv = guest.TV("yard")
        box = self.start()
        for round in range(1, 6):
            tv.disappear()
            box.wait_for(TV_LOST, times=round)
            self.mark(box, round)
            tv.appear()
            box.wait_for(TV_BACK, times=round, seconds=10)
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual(len(box.report["marks"]), 5)
        tv.disappear()

    def test_no_tv_at_start(self):
        tv = guest.TV("late", connected=False)
        box = self.start()
        self.mark(box, 1)
        tv.plug()
        guest.wait_until(lambda: tv.planes, 5, "a picture")
        self.assertEqual(box.end(), 0, box.said)
        tv.disappear()

    def test_the_camera_five_times(self):
        camera = guest.camera()
        box = self.start(camera="libcamera", fps=None, display="headless")
        for round in range(1, 6):
            camera.unplug()
            box.wait_for(CAMERA_LOST, times=round)
            camera.plug()
            box.wait_for(CAMERA_BACK, times=round, seconds=30)
            time.sleep(1.5)
            self.mark(box, round)
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual(len(box.report["marks"]), 5)
        self.assert_told(box, "camera lost", "camera back", times=5)

    def test_the_card_during_a_clip(self):
        card = guest.Card()
        box = self.start(card=card.FOLDER, display="headless")
        self.mark(box, 1)
        box.wait_for("clip written")
        self.mark(box, 2)
        card.pull()
        box.wait_for("card: (?!ready)")
        self.lines.press(self.lines.MARK)
        time.sleep(4)
        card.put_back()
        box.wait_for("mark 3 acknowledged")
        box.wait_for("clip written", times=3)
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual((len(box.report["marks"]), sum("unmarked" not in clip["file"] for clip in box.report["clips"])), (3, 3))
        status, out, err = vir.run("card", "check", card.FOLDER)
        self.assertEqual(status, 0, out + err)
        self.assertEqual(card.check(), "")

    def test_the_sound_card(self):
        sound, camera = guest.sound_card(), guest.camera()
        box = self.start(camera="libcamera", fps=None, display="headless", settings="sound = true\n")
        sound.unplug()
        box.wait_for("(?i)(sound|microphone).*(lost|gone)")
        self.mark(box, 1)
        sound.plug()
        box.wait_for("(?i)(sound|microphone).*(back|again)")
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual((len(box.report["marks"]), sum("unmarked" not in clip["file"] for clip in box.report["clips"])), (1, 1))
        camera.unplug()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Buttons that bounce and a knob at speed, on the kernel's lines."""
import random
import re
import time
import unittest

import guest
from box import Box


class ThePanel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lines = guest.Lines()

    def setUp(self):
        self.box = Box(display="headless", size="320x240", fps=24, delay=30)
        self.addCleanup(self.box.kill)
        self.box.wait_for("card: ready", seconds=60)
        time.sleep(2)

    def test_thirty_presses_with_ten_bounces_each_are_thirty_marks(self):
        dice = random.Random(5)
        for _ in range(30):
            self.lines.press(self.lines.MARK, dice.uniform(0.06, 0.12), bounces=10)
            time.sleep(0.1)
        self.box.wait_for("mark 30 acknowledged", seconds=30)
        time.sleep(1)
        self.assertEqual(self.box.end(), 0, self.box.said)
        self.assertEqual(len(self.box.report["marks"]), 30)

    def test_two_hundred_detents_at_speed_end_where_they_should(self):
        # Quick detents count five, so each turn goes on to the end of the range: a detent counted in the wrong direction, or
        # a missed last one, would leave the value short of it.
        for detents, end in ((75, 60), (-75, 1), (50, 60)):
            self.lines.turn(detents)
            time.sleep(1.5)
            self.assertEqual(re.findall(r"delay ([\d.]+) s", self.box.said)[-1], f"{end}.0")
        for _ in range(5):
            time.sleep(0.6)
            self.lines.turn(-1)
        self.box.wait_for("delay 55.0 s")
        self.assertEqual(self.box.end(), 0, self.box.said)
        self.assertEqual(self.box.report["delay"]["seconds"], 55)

    def test_the_lamp_lights_when_mark_goes_down(self):
        self.assertEqual(self.lines.value(self.lines.LED), 0)
        self.lines.set(self.lines.MARK, 0)
        guest.wait_until(lambda: self.lines.value(self.lines.LED), 1, "the lamp")
        self.lines.set(self.lines.MARK, 1)
        self.box.wait_for("mark 1 acknowledged")

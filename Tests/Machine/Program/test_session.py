# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole box: every device at once, and what the machine is told of it."""
import json
import os
import signal
import socket
import time
import unittest

import guest
from box import OUT, Box, keep

import strip
import vir


class ASession(unittest.TestCase):
    """The whole box: libcamera's camera, the TV, buttons on lines, an exFAT card; two marks and a STOP."""

    @classmethod
    def setUpClass(cls):
        cls.tv, cls.lines, cls.camera, cls.card = guest.TV(), guest.Lines(), guest.camera(), guest.Card()
        cls.box = box = Box(camera="libcamera", fps=None, card=cls.card.FOLDER, snapshot_every=2)
        box.wait_for("card: ready", seconds=60)
        time.sleep(6)
        for number in (1, 2):
            cls.lines.press(cls.lines.MARK)
            box.wait_for(f"mark {number} acknowledged")
            box.wait_for("clip written", times=number)
        cls.lines.press(cls.lines.STOP)
        box.wait_for("session closed")
        cls.status = box.end()
        keep(box.report_path, "session.json")

    def test_each_press_is_a_mark_and_each_mark_a_clip_that_plays(self):
        self.assertEqual(self.status, 0, self.box.said)
        self.assertEqual((len(self.box.report["marks"]), sum("unmarked" not in clip["file"] for clip in self.box.report["clips"])), (2, 2))
        for clip, mark in zip(self.box.report["clips"], self.box.report["marks"]):
            self.assertTrue(clip["firstFrame"] <= mark["frame"] <= clip["lastFrame"])
            _, shown, _ = strip.edited_samples(os.path.join(self.box.card, clip["file"]))
            # At least two seconds; a machine that doesn't keep up loses pictures, but not most of a clip.
            self.assertGreater(shown, 3)
            stream = strip.probe(os.path.join(self.box.card, clip["file"]))["streams"][0]
            self.assertEqual((stream["codec_name"], stream["pix_fmt"]), ("h264", "yuv420p"))

    def test_the_card_is_sound(self):
        status, out, err = vir.run("card", "check", self.box.card)
        self.assertEqual(status, 0, out + err)
        self.assertEqual(self.card.check(), "")

    def test_the_tv_showed_the_camera(self):
        pictures = [path for path, seconds in self.box.snapshot_times() if seconds >= 4]
        self.assertTrue(pictures)
        keep(pictures[-1], "session.png")
        gray = strip.picture(pictures[-1], 192, 108)
        self.assertGreater(max(gray) - min(gray), 60, "one grey: nothing is shown")
        self.assertEqual(self.box.report["display"]["name"][:3].lower(), "kms", self.box.report["display"])


class TheService(unittest.TestCase):
    """What the machine hears of the box: the service manager, a second box, a person who asks for the devices."""

    @classmethod
    def setUpClass(cls):
        cls.tv, cls.lines, cls.camera = guest.TV(), guest.Lines(), guest.camera()

    def test_systemd_hears_that_it_is_ready_alive_and_stopping(self):
        path = "/tmp/notify"
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.bind(path)
        listener.settimeout(30)
        box = Box(environment={"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "2000000"})
        self.addCleanup(box.kill)
        heard = ""
        while "READY=1" not in heard or heard.count("WATCHDOG=1") < 3:
            heard += listener.recv(4096).decode() + "\n"
        self.assertLess(heard.index("READY=1"), heard.index("WATCHDOG=1"))
        box.process.send_signal(signal.SIGTERM)
        while "STOPPING=1" not in heard:
            heard += listener.recv(4096).decode() + "\n"
        self.assertEqual(box.wait(), 0, box.said)

    def test_a_second_box_says_that_there_is_one(self):
        box = Box()
        self.addCleanup(box.kill)
        box.wait_for("card: ready", seconds=60)
        second = Box()
        self.assertEqual(second.wait(), 69, second.said)
        self.assertIn(str(box.process.pid), second.said.splitlines()[-1])
        self.assertTrue(box.is_running())
        self.assertEqual(box.end(), 0, box.said)

    def test_nothing_on_the_command_line_is_the_appliance(self):
        box = Box(bare=True)
        self.addCleanup(box.kill)
        guest.wait_until(lambda: self.tv.planes, 60, "a picture")
        time.sleep(8)
        self.lines.press(self.lines.MARK)
        box.wait_for("mark 1 acknowledged")
        self.assertEqual(box.end(), 0, box.said)

    def test_devices_names_them_all(self):
        status, out, err = vir.run("devices", "--json")
        self.assertEqual(status, 0, err)
        json.loads(out)
        for word in ("vimc", "vkms", "pinctrl-bcm2711"):
            self.assertIn(word, out.lower())
        status, out, err = vir.run("devices")
        self.assertEqual(status, 0, err)
        with open(os.path.join(OUT, "devices.txt"), "w", encoding="utf-8") as file:
            file.write(out)

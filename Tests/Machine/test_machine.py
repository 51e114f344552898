"""The appliance on a real kernel: its TV, buttons, camera, sound card and memory card, seen and moved from outside."""
import glob
import math
import os
import random
import shutil
import time
import unittest

import guest
from box import Box

import strip
import vir
from test_program import due

OUT = os.environ.get("VIR_OUT", "/tmp")


def keep(path, name):
    """Leaves a picture or a report for the person who looks."""
    shutil.copyfile(path, os.path.join(OUT, name))


class ASession(unittest.TestCase):
    """The whole box: libcamera's camera, the TV, buttons on lines, an exFAT card; two marks and a STOP."""

    @classmethod
    def setUpClass(cls):
        cls.tv, cls.lines, cls.camera, cls.card = guest.TV(), guest.Lines(), guest.camera(), guest.Card()
        cls.box = box = Box(camera="libcamera", size=None, fps=None, card=cls.card.FOLDER, snapshot_every=2)
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
        self.assertEqual((len(self.box.report["marks"]), len(self.box.report["clips"])), (2, 2))
        for clip, mark in zip(self.box.report["clips"], self.box.report["marks"]):
            self.assertTrue(clip["firstFrame"] <= mark["frame"] <= clip["lastFrame"])
            _, shown, _ = strip.edited_samples(os.path.join(self.box.card, clip["file"]))
            self.assertGreater(shown, 10)
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


class ThePictureOnTheTV(unittest.TestCase):
    """Read from the writeback connector: what a TV would get, made by the kernel from the planes."""

    @classmethod
    def setUpClass(cls):
        cls.tv, cls.lines = guest.TV(), guest.Lines()

    def assert_due(self, box, delay, fps):
        """Each picture shows the frame that DESIGN's rule puts on the TV at that flip."""
        first, checked = box.report["camera"]["firstFrameSeconds"], 0
        for path, seconds in box.snapshot_times():
            # The file's name is the flip's time rounded up to a millisecond.
            expected = {due(at - first, delay, fps) for at in (seconds, seconds - 0.001)}
            if min(expected) < 1:
                continue
            self.assertIn(strip.read(strip.picture(path), 1920, 1080), expected, f"at {seconds} s")
            checked += 1
        self.assertGreater(checked, 3)

    def session(self, name, *, size, fps, seconds=14, **words):
        box = Box("--for", seconds, size=size, fps=fps, delay=2, snapshot_every=1, **words)
        self.addCleanup(box.kill)
        box.wait_for("card: ready", seconds=60)
        time.sleep(seconds / 2)
        planes = self.tv.planes
        self.assertEqual(box.wait(), 0, box.said)
        keep(box.snapshot_times()[-1][0], f"{name}.png")
        keep(box.report_path, f"{name}.json")
        return box, planes

    def test_direct_is_the_frame_due_at_its_flip_on_a_yuv_plane_with_argb_above(self):
        box, planes = self.session("direct", size="1920x1080", fps=24)
        self.assertGreater(box.report["display"]["direct"], 0)
        formats = [plane["format"] for plane in planes]
        self.assertIn(formats[0], ("NV12", "YU12"), planes)
        self.assertTrue(formats[1:] and set(formats[1:]) == {"AR24"}, planes)
        self.assertEqual((planes[0]["color-encoding"], planes[0]["color-range"]), ("ITU-R BT.709 YCbCr", "YCbCr limited range"))
        self.assert_due(box, 2, 24)

    def test_composed_is_the_frame_due_at_its_flip(self):
        box, planes = self.session("composed", size="640x360", fps=24)
        self.assertGreater(box.report["display"]["composed"], 0)
        self.assertEqual([plane["format"] for plane in planes], ["XR24"])
        self.assert_due(box, 2, 24)

    def test_direct_and_composed_are_the_same_within_two_levels(self):
        film = os.path.join(OUT, "still.mp4")
        guest.tool("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "gradients=size=1920x1080:rate=5:duration=1:speed=0.00001:seed=3",
                   "-vf", "format=yuv420p,loop=loop=20:size=1", "-c:v", "mpeg4", "-q:v", "2", "-t", "4", film)
        pictures = []
        for display in ("kms", "headless"):
            box = Box("--for", 9, camera=f"file:{film}", size=None, fps=None, delay=1, display=display, panel="auto", snapshot_every=1)
            self.addCleanup(box.kill)
            self.assertEqual(box.wait(), 0, box.said)
            path = box.snapshot_times()[-1][0]
            keep(path, f"same-{display}.png")
            pictures.append(strip.picture(path))
        # The band that the drawings keep out of.
        rows = range(int(1080 * 0.40), int(1080 * 0.60), 4)
        worst = max(abs(pictures[0][row * 1920 + x] - pictures[1][row * 1920 + x]) for row in rows for x in range(200, 1720, 3))
        self.assertLessEqual(worst, 2)


class ThePanel(unittest.TestCase):
    """Buttons that bounce and a knob at speed, on the kernel's lines."""

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

    def test_two_hundred_detents_at_speed_end_where_they_began(self):
        for _ in range(20):
            for way in (5, -5):
                self.lines.turn(way)
                time.sleep(0.4)
        self.lines.turn(1)
        self.box.wait_for("delay 31.0 s|delay 31 s")
        self.assertEqual(self.box.end(), 0, self.box.said)
        self.assertEqual(self.box.report["delay"]["seconds"], 31)

    def test_the_lamp_lights_when_mark_goes_down(self):
        self.assertEqual(self.lines.value(self.lines.LED), 0)
        self.lines.set(self.lines.MARK, 0)
        guest.wait_until(lambda: self.lines.value(self.lines.LED), 1, "the lamp")
        self.lines.set(self.lines.MARK, 1)
        self.box.wait_for("mark 1 acknowledged")


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

    def mark(self, box, number):
        self.lines.press(self.lines.MARK)
        box.wait_for(f"mark {number} acknowledged")

    def test_the_tv_twenty_times(self):
        tv = guest.TV("hall")
        box = self.start()
        for round in range(1, 21):
            tv.unplug()
            box.wait_for("TV lost", times=round)
            if round % 5 == 0:
                self.mark(box, round // 5)
            tv.plug()
            box.wait_for("TV back", times=round, seconds=5)
        guest.wait_until(lambda: tv.planes, 2, "a picture")
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual(len(box.report["marks"]), 4)
        told = " ".join(box.events)
        self.assertEqual((told.count("TV lost"), told.count("TV back")), (20, 20))
        tv.disappear()

    def test_the_whole_display_card_five_times(self):
        tv = guest.TV("yard")
        box = self.start()
        for round in range(1, 6):
            tv.disappear()
            box.wait_for("TV lost", times=round)
            self.mark(box, round)
            tv.appear()
            box.wait_for("TV back", times=round, seconds=10)
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
        box = self.start(camera="libcamera", size=None, fps=None, display="headless")
        for round in range(1, 6):
            camera.unplug()
            box.wait_for("camera lost", times=round)
            camera.plug()
            box.wait_for("camera back", times=round, seconds=30)
            time.sleep(1.5)
            self.mark(box, round)
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual(len(box.report["marks"]), 5)
        told = " ".join(box.events)
        self.assertEqual((told.count("camera lost"), told.count("camera back")), (5, 5))

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
        self.assertEqual((len(box.report["marks"]), len(box.report["clips"])), (3, 3))
        status, out, err = vir.run("card", "check", card.FOLDER)
        self.assertEqual(status, 0, out + err)
        self.assertEqual(card.check(), "")

    def test_the_sound_card(self):
        sound, camera = guest.sound_card(), guest.camera()
        box = self.start(camera="libcamera", size=None, fps=None, display="headless", settings="sound = true\n")
        sound.unplug()
        box.wait_for("(?i)(sound|microphone).*(lost|gone)")
        self.mark(box, 1)
        sound.plug()
        box.wait_for("(?i)(sound|microphone).*(back|again)")
        self.assertEqual(box.end(), 0, box.said)
        self.assertEqual((len(box.report["marks"]), len(box.report["clips"])), (1, 1))
        camera.unplug()


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
        import json
        held = 0
        for path in glob.glob(card.FOLDER + "/*/session.json"):
            with open(path, encoding="utf-8") as file:
                held += len(json.load(file)["marks"])
        self.assertGreaterEqual(held, marks, f"seed {seed}: a mark is lost")
        self.assertGreaterEqual(len(glob.glob(card.FOLDER + "/*/clips/*.mp4")), clips, f"seed {seed}: a clip is lost")
        self.assertGreater(marks, self.rounds / 2)
        self.assertEqual(card.check(), "")
        print(f"{self.rounds} kills: {marks} acknowledged marks, {clips} finished clips, none lost")


class Leaks(unittest.TestCase):
    """A long session on the real devices with flat memory, descriptors, threads and framebuffers."""

    minutes = float(os.environ.get("VIR_LEAK_MINUTES", "2"))

    def test_everything_stays_flat(self):
        tv, lines = guest.TV(), guest.Lines()
        box = Box(size="640x360", fps=24, settings="buffer = 1\n")
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


if __name__ == "__main__":
    unittest.main()

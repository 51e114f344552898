"""The picture on the TV, read from the writeback connector: what a TV would get, made by the kernel from the planes."""
import os
import time
import unittest

import guest
from box import OUT, Box, keep

import strip
from test_program import due


class ThePictureOnTheTV(unittest.TestCase):
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

# SPDX-License-Identifier: GPL-3.0-or-later
"""The picture on the TV, read from the writeback connector: what a TV would get, made by the kernel from the planes."""
import os
import time
import unittest

import guest
from box import CANVAS_BOTTOM, CANVAS_TOP, OUT, TV_SIZE, TV_WORD, Box, keep

import strip
from test_program import due


YUV, RGB = ("NV12", "YU12"), ("XR24",)


class Pictures:
    """Sessions of the box with pictures of the TV, and which frame each shows."""

    @classmethod
    def setUpClass(cls):
        cls.tv, cls.lines = guest.TV(), guest.Lines()

    # The largest number of refreshes that a picture may be ahead of its due time.
    furthest_ahead = 10

    def frames(self, box, delay, fps):
        """Of every picture: the frame it shows, and how far that is from what the delay's rule puts on the TV at that flip.

        A kernel that is behind with its own composing dates a flip some refreshes early: up to four are no error here.
        """
        latenesses = (-0.001, 4 / 60, self.furthest_ahead / 60)
        first, shown_frames, offsets = box.report["camera"]["firstFrameSeconds"], [], []
        for path, seconds in box.snapshot_times():
            # The file's name is the flip's time, rounded up to a millisecond.
            earliest, latest, limit = (due(seconds + lateness - first, delay, fps) for lateness in latenesses)
            if earliest < 2 * fps:
                continue
            shown = strip.read(strip.picture(path, *TV_SIZE), *TV_SIZE, y0=CANVAS_TOP, y1=CANVAS_BOTTOM)
            self.assertLessEqual(shown, limit, f"at {seconds} s")
            shown_frames.append(shown)
            offsets.append(min(0, shown - earliest) + max(0, shown - latest))
        print("frames off, picture by picture:", offsets)
        return shown_frames, offsets

    def wait(self, box, holds, what):
        guest.wait_until(lambda: holds() or not box.is_running(), 120, what)
        self.assertTrue(box.is_running(), box.said)

    def session(self, name, *, size, fps, first_plane):
        """A session with some pictures of the TV from well after its start, however long each takes; and its planes then.

        - first_plane: what the lowest plane has once there is a picture.
        """
        box = Box(size=size, fps=fps, delay=2, snapshot_every=1)
        self.addCleanup(box.kill)
        self.wait(box, lambda: self.tv.planes and self.tv.planes[0]["format"] in first_plane, "the picture")
        time.sleep(7)
        planes, count = self.tv.planes, len(box.snapshot_times())
        self.wait(box, lambda: len(box.snapshot_times()) >= count + 6, "pictures of the TV")
        self.assertEqual(box.end(), 0, box.said)
        keep(box.snapshot_times()[-1][0], f"{name}.png")
        keep(box.report_path, f"{name}.json")
        return box, planes


class ThePictureInTime(Pictures, unittest.TestCase):
    """What only a machine that keeps up can show: most pictures are exactly the frame due at their flip.

    Where it is too slow for every frame, one that was lost or decoded late leaves the one before it on the TV, which the report
    counts.
    """

    def assert_due(self, size, first_plane):
        box, _ = self.session(f"due-{size}", size=size, fps=24, first_plane=first_plane)
        _, offsets = self.frames(box, 2, 24)
        self.assertGreater(len(offsets), 5)
        self.assertGreater(offsets.count(0), len(offsets) / 2)

    def test_direct_is_the_frame_due_at_its_flip(self):
        self.assert_due("640x360", YUV)

    def test_composed_is_the_frame_due_at_its_flip(self):
        self.assert_due("960x540", RGB)


class ThePictureOnTheTV(Pictures, unittest.TestCase):
    """What holds on any machine, however slow."""

    # A second, half of the delay: how early the kernel dates a flip depends on how far behind it is.
    furthest_ahead = 60

    def assert_goes_on(self, box):
        shown, _ = self.frames(box, 2, 24)
        self.assertGreater(len(shown), 1)
        self.assertEqual(shown, sorted(shown))
        self.assertGreater(shown[-1], shown[0])

    def test_direct_lies_on_a_yuv_plane_with_argb_above(self):
        box, planes = self.session("direct", size="640x360", fps=24, first_plane=YUV)
        self.assertGreater(box.report["display"]["direct"], 0)
        formats = [plane["format"] for plane in planes]
        self.assertIn(formats[0], YUV, planes)
        self.assertTrue(formats[1:] and set(formats[1:]) == {"AR24"}, planes)
        self.assertEqual((planes[0]["color-encoding"], planes[0]["color-range"]), ("ITU-R BT.709 YCbCr", "YCbCr limited range"))
        self.assert_goes_on(box)

    def test_composed_lies_on_one_rgb_plane(self):
        box, planes = self.session("composed", size="960x540", fps=24, first_plane=RGB)
        self.assertGreater(box.report["display"]["composed"], 0)
        self.assertEqual([plane["format"] for plane in planes], list(RGB))
        self.assert_goes_on(box)

    def test_direct_and_composed_are_the_same_within_two_levels(self):
        film = os.path.join(OUT, "still.mp4")
        guest.tool("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "gradients=size=640x360:rate=5:duration=1:speed=0.00001:seed=3",
                   "-vf", "format=yuv420p,loop=loop=20:size=1", "-c:v", "mpeg4", "-q:v", "2", "-t", "4", film)
        sessions = []
        for display in (TV_WORD, "headless:640x480@60"):
            box = Box(camera=f"file:{film}", size=None, fps=None, delay=1, display=display, panel="auto", snapshot_every=1)
            self.addCleanup(box.kill)
            # By then no countdown is on the picture any more.
            self.wait(box, lambda: os.path.isdir(box.snapshots) and any(at > 10 for _, at in box.snapshot_times()), "pictures")
            self.assertEqual(box.end(), 0, box.said)
            paths = [path for path, at in box.snapshot_times() if at > 6]
            keep(paths[-1], f"same-{display[:3]}.png")
            sessions.append([strip.picture(path, *TV_SIZE) for path in paths[-5:]])
        # The encoder treats frames slightly differently, and each session's pictures show different frames, so the two
        # nearest pictures are compared.
        self.assertLessEqual(min(self.difference(one, other) for one in sessions[0] for other in sessions[1]), 2)

    def difference(self, one, other):
        """The worst of all samples, where no drawing lies."""
        width, height = TV_SIZE
        rows, columns = range(int(height * 0.4), int(height * 0.6), 2), range(width // 10, width * 9 // 10)
        return max(abs(one[row * width + x] - other[row * width + x]) for row in rows for x in columns)

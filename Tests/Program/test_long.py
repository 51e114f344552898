# SPDX-License-Identifier: GPL-3.0-or-later
"""Twenty minutes and more (N-08): every size and rate, nothing lost, exact to the end, and no memory, descriptor or thread more.

VIR_SOAK_MINUTES       how long each run is, in minutes (20)
VIR_SOAK_REAL_MINUTES  the same for the run in real time (20; 120 was run once)
VIR_SOAK_PROFILE       one more virtual run, `WxH@FPS:MINUTES` (320x180@30:1440 is a day)
"""
import os
import subprocess
import time
import unittest

import test_replay
from long_run import MEBIBYTE, LongRun

MINUTES = float(os.environ.get("VIR_SOAK_MINUTES", "20"))
REAL_MINUTES = float(os.environ.get("VIR_SOAK_REAL_MINUTES", "20"))
PROFILES = [(size, fps) for size in ("640x480", "1280x720", "1920x1080") for fps in (30, 60)]


def available(of_total=False):
    """Bytes of memory that programs can still take, or all there is."""
    with open("/proc/meminfo", encoding="ascii") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["MemTotal" if of_total else "MemAvailable"].split()[0]) * 1024


class TwentyMinutesOfLine(test_replay.TheWholeLine):
    """The same as in a minute of it, at the size that is asked for."""

    MINUTES, JUMPS = 20, 200
    SIZE, FPS = "1280x720", 60


class TwentyMinutes(unittest.TestCase):
    # What the allocator keeps for itself may move by this much.
    slack = 8 * MEBIBYTE

    def check(self, run):
        """Nothing lost, the delay exact to the end, a clip for each mark, and nothing that grows."""
        print(run.row(), flush=True)
        report = run.report
        self.assertEqual(run.status, 0, run.log)
        self.assertEqual((report["camera"]["lost"], report["delay"]["skipped"]), (0, 0), run.log)
        self.assertLessEqual(report["delay"]["errorMs"]["max"], 1000 / run.fps + 1000 / 60)
        # What came after the last mark is a clip too, of no mark.
        self.assertEqual(sum("/unmarked_" not in clip["file"] for clip in report["clips"]), len(report["marks"]))
        self.assertLessEqual(run.grown("resident"), self.slack + self.owed(report))
        self.assertLessEqual(run.grown("descriptors"), 0)
        self.assertLessEqual(run.grown("threads"), 0)

    @staticmethod
    def owed(report):
        """What a session's record and pages need while they are written grows with its clips, and the allocator keeps it."""
        return (16 << 10) * len(report["marks"])

    def test_every_size_and_rate(self):
        print("\n" + LongRun.HEAD, flush=True)
        for size, fps in PROFILES:
            with self.subTest(size=size, fps=fps):
                self.check(LongRun(size=size, fps=fps, minutes=MINUTES, clock="virtual", every=0.5))

    def test_a_run_of_ones_own(self):
        if "VIR_SOAK_PROFILE" not in os.environ:
            self.skipTest("VIR_SOAK_PROFILE names none")
        profile, minutes = os.environ["VIR_SOAK_PROFILE"].split(":")
        size, fps = profile.split("@")
        self.check(LongRun(size=size, fps=int(fps), minutes=float(minutes), clock="virtual", every=5))

    def test_in_real_time(self):
        """Memory is made scarce half-way: the line gives footage back, and the picture doesn't notice."""
        run = LongRun(size="1280x720", fps=30, minutes=REAL_MINUTES, clock="real", every=5, meanwhile=self.make_memory_scarce)
        self.check(run)
        self.assertIn("memory is short: the delay line gives back", run.log)

    @staticmethod
    def make_memory_scarce(process):
        """Takes memory until under a quarter of it is available, for ten seconds: the box leaves 30 % free."""
        try:
            process.wait(REAL_MINUTES * 30)
            return
        except subprocess.TimeoutExpired:
            pass
        held, wanted = [], available(of_total=True) * 0.25
        while available() > wanted and process.poll() is None:
            held.append(bytearray(b"x") * (64 * MEBIBYTE))
            time.sleep(0.02)
        time.sleep(10)


if __name__ == "__main__":
    unittest.main()

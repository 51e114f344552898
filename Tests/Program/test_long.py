# SPDX-License-Identifier: GPL-3.0-or-later
"""Twenty minutes and more (N-08): every size and rate, nothing lost, exact to the end, and no memory, descriptor or thread more.

VIR_SOAK_MINUTES       how long each run is, in minutes (20)
VIR_SOAK_REAL_MINUTES  the same for the run in real time (20; 120 was run once)
VIR_SOAK_PROFILE       only this row of the table: `WxH@FPS` or `WxH@FPS:MINUTES` in virtual time (320x180@30:1440 is a day), or `real`
"""
import os
import re
import subprocess
import time
import unittest

import test_replay
from long_run import MEBIBYTE, LongRun

MINUTES = float(os.environ.get("VIR_SOAK_MINUTES", "20"))
REAL_MINUTES = float(os.environ.get("VIR_SOAK_REAL_MINUTES", "20"))
ONLY = os.environ.get("VIR_SOAK_PROFILE")


def profiles():
    """Size, rate and minutes of each run in virtual time."""
    if ONLY == "real":
        return []
    if ONLY is None:
        return [(size, fps, MINUTES) for size in ("640x480", "1280x720", "1920x1080") for fps in (30, 60)]
    words = re.fullmatch(r"(\d+x\d+)@(\d+)(?::([\d.]+))?", ONLY)
    assert words, f"VIR_SOAK_PROFILE: {ONLY} is neither WxH@FPS[:MINUTES] nor real"
    return [(words[1], int(words[2]), float(words[3] or MINUTES))]


def available(of_total=False):
    """Bytes of memory that programs can still take, or all there is."""
    with open("/proc/meminfo", encoding="ascii") as file:
        fields = dict(line.split(":", 1) for line in file)
    return int(fields["MemTotal" if of_total else "MemAvailable"].split()[0]) * 1024


class TwentyMinutesOfLine(test_replay.TheWholeLine):
    """The same as in a minute of it, at the size that is asked for."""

    MINUTES, JUMPS = 20, 200
    SIZE, FPS = "1280x720", 60


class Scarcity:
    """Takes memory half-way through a run until under a quarter of it is available, for ten seconds: the box leaves 30 % free."""

    # The seconds that the machine may need after it has its memory back, and the seconds for which the log collects losses before it
    # reports them.
    RECOVERY, LOG = 10, 10
    # The seconds after which the line must have its size back: a minute of waiting, 1.8 GiB at 16 MiB a second, and a reserve.
    REGROWTH = 240

    def __init__(self, after):
        self.after, self.seconds = after, None

    def __call__(self, process):
        began = time.monotonic()
        try:
            process.wait(self.after)
            return
        except subprocess.TimeoutExpired:
            pass
        held, wanted = [], available(of_total=True) * 0.25
        while available() > wanted and process.poll() is None:
            held.append(bytearray(b"x") * (64 * MEBIBYTE))
            time.sleep(0.02)
        time.sleep(10)
        held.clear()
        self.seconds = (self.after, time.monotonic() - began + self.RECOVERY)

    def losses(self, run):
        """How many frames were lost while it lasted: what the log doesn't place there, isn't of it."""
        if self.seconds is None:
            return 0
        first, last = self.seconds
        told = [event["what"] for event in run.report["events"] if first <= event["seconds"] <= last + self.LOG]
        return sum(int(count) for what in told for count in re.findall(r"^(\d+) frames? lost between camera and encoder", what))


    def was_long_ago(self, run):
        """Whether the run went on for long enough to see the line grow again."""
        return self.seconds is not None and run.minutes * 60 - self.seconds[1] >= self.REGROWTH


class TwentyMinutes(unittest.TestCase):
    # The allocator's own memory may vary by this much.
    slack = 8 * MEBIBYTE
    rows, notes = [], []

    @classmethod
    def tearDownClass(cls):
        """All of it once more in one piece, for docs/measured.md."""
        if cls.rows:
            print("\n".join(["", LongRun.HEAD, *cls.rows, *cls.notes]), flush=True)

    def check(self, run, apart=None):
        """Nothing lost, the delay exact to the end, a clip for each mark, and nothing that grows.

        - apart: what was done to the machine meanwhile; its losses are told, and not held against the run.
        """
        self.assertTrue(run.report, f"status {run.status}: {run.log}")
        self.rows.append(run.row())
        print(f"\n{run.row()}", flush=True)
        report = run.report
        self.assertEqual(run.status, 0, run.log)
        lost = apart.losses(run) if apart else 0
        # The log doesn't tell when a picture was skipped, so in a run whose memory was taken the number is only reported.
        skipped = report["delay"]["skipped"] if apart else 0
        if apart and apart.seconds:
            self.notes.append(f"In real time {lost} were lost from second {apart.seconds[0]:.0f} to {apart.seconds[1]:.0f}, when memory was scarce, and "
                              f"{skipped} skipped in the whole run.")
            print(self.notes[-1], flush=True)
        self.assertEqual((report["camera"]["lost"] - lost, report["delay"]["skipped"] - skipped), (0, 0), run.log)
        # A picture that froze while memory was scarce is no error of the other seconds, which are nearly all of the run.
        self.assertLessEqual(report["delay"]["errorMs"]["p99" if lost or skipped else "max"], 1000 / run.fps + 1000 / 60)
        # The footage after the last mark is a clip too, without a mark.
        self.assertEqual(sum("/unmarked_" not in clip["file"] for clip in report["clips"]), len(report["marks"]))
        if run.minutes < 10:
            # Its buffers are still being filled.
            return
        self.assertLessEqual(run.grown("resident"), self.slack + self.owed(report))
        self.assertLessEqual(run.grown("descriptors"), 0)
        self.assertLessEqual(run.grown("threads"), 0)

    @staticmethod
    def owed(report):
        """What a session's record and pages need while they are written grows with its clips, and the allocator keeps it."""
        return (16 << 10) * len(report["marks"])

    def test_every_size_and_rate(self):
        if not profiles():
            self.skipTest(f"only the row {ONLY} is wanted")
        for size, fps, minutes in profiles():
            with self.subTest(size=size, fps=fps):
                self.check(LongRun(size=size, fps=fps, minutes=minutes, clock="virtual", every=0.5 if minutes <= 60 else 5))

    def test_in_real_time(self):
        """Memory is made scarce half-way: the line gives footage back and grows again, and the picture doesn't notice."""
        if ONLY not in (None, "real"):
            self.skipTest(f"only the row {ONLY} is wanted")
        scarcity = Scarcity(after=REAL_MINUTES * 30)
        run = LongRun(size="1280x720", fps=30, minutes=REAL_MINUTES, clock="real", every=5, meanwhile=scarcity)
        self.check(run, apart=scarcity)
        self.assertIn("memory is short: the delay line gives back", run.log)
        if scarcity.was_long_ago(run):
            self.check_grown_again(run, before=REAL_MINUTES * 30)

    def check_grown_again(self, run, before):
        """The line is as large at the end as it was in the seconds before memory was taken, and all of it is there."""
        self.assertIn("memory is free again: the delay line grows by up to", run.log)
        self.assertRegex(run.log, r"the delay line has grown by \d+ MiB: it is as large as it was")
        full = max(reading.line for reading in run.readings[:int(before / run.every)])
        self.assertGreaterEqual(run.report["buffer"]["capacityBytes"], full)
        self.assertGreaterEqual(run.readings[-2].line, full * 0.99)


if __name__ == "__main__":
    unittest.main()

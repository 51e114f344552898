# SPDX-License-Identifier: GPL-3.0-or-later
"""A run of minutes, hours or a day, watched from outside: what it holds while it runs, and what its report says."""
import json
import os
import shutil
import statistics
import subprocess
import threading
import time

import vir

MEBIBYTE = 1 << 20


class Reading:
    """What the kernel says of a process at one moment: threads, descriptors, bytes in the delay line's arena and bytes in all else.

    The arena is counted apart: in a virtual run its pages are touched as the line fills, which takes up to twenty minutes.
    """

    def __init__(self, pid):
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            self.threads = next(int(line.split()[1]) for line in file if line.startswith("Threads:"))
        self.line = self.resident = 0
        with open(f"/proc/{pid}/smaps", encoding="utf-8", errors="replace") as file:
            for text in file:
                if text.startswith("Rss:"):
                    held = int(text.split()[1]) * 1024
                elif text.startswith("VmFlags:"):
                    # The delay line's arena is the only mapping that a forked process doesn't get ("dc").
                    if "dc" in text.split():
                        self.line += held
                    else:
                        self.resident += held
        self.descriptors = len(os.listdir(f"/proc/{pid}/fd"))


class LongRun:
    """Runs the synthetic camera with a mark each twenty seconds, and reads the process every `every` seconds of the machine's time."""

    def __init__(self, *, size, fps, minutes, clock, every=1.0, delay=5, meanwhile=None):
        self.size, self.fps, self.minutes, self.clock, self.every = size, fps, minutes, clock, every
        self.folder = vir.new_folder()
        card, report, script = (os.path.join(self.folder, name) for name in ("card", "report.json", "panel.script"))
        os.makedirs(card)
        seconds = minutes * 60
        with open(script, "w", encoding="ascii") as file:
            file.writelines(f"{at} mark tap\n" for at in range(20, int(seconds) - 5, 20))
        words = ["run", "--camera", "synthetic", "--display", "headless", "--panel", f"script:{script}", "--clock", clock,
                 "--size", size, "--fps", fps, "--delay", delay, "--for", seconds, "--card", card, "--report", report]
        began = time.monotonic()
        self.readings = []
        with open(os.path.join(self.folder, "log.txt"), "w+", encoding="utf-8") as log:
            process = subprocess.Popen([vir.PROGRAM, *map(str, words)], stdout=log, stderr=log)
            ended = threading.Event()
            watch = threading.Thread(target=self._watch, args=(process.pid, every, ended))
            watch.start()
            if meanwhile:
                meanwhile(process)
            self.status = process.wait()
            ended.set()
            watch.join()
            log.seek(0)
            self.log = log.read()
        self.wall = time.monotonic() - began
        self.report = {}
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                self.report = json.load(file)
        shutil.rmtree(card)

    def _watch(self, pid, every, ended):
        while not ended.wait(every):
            try:
                self.readings.append(Reading(pid))
            except (OSError, KeyError):
                return

    def grown(self, what):
        """By how much a figure rose between the run's second quarter and its last: a leak raises the median, a clip that is being
        written at that moment doesn't."""
        # During the last reading the process may be ending.
        values = [getattr(reading, what) for reading in self.readings[:-1]]
        quarter = len(values) // 4
        if quarter == 0:
            return 0
        return int(statistics.median(values[-quarter:]) - statistics.median(values[quarter:2 * quarter]))

    HEAD = ("| size | fps | clock | minutes | frames | lost | skipped | repeated | error p99.9, max (ms) | clips "
            "| line (MiB) | all else, growth (MiB) | descriptors | threads |\n" + "| --- " * 14 + "|")

    def row(self):
        """The run as a line of the table in docs/measured.md."""
        delay, camera, last = self.report["delay"], self.report["camera"], self.readings[-2]
        return (f"| {self.size} | {self.fps} | {self.clock} | {self.minutes:g} | {camera['captured']:,} | {camera['lost']} "
                f"| {delay['skipped']} | {delay['repeated']} | {delay['errorMs']['p999']:.1f}, {delay['errorMs']['max']:.1f} "
                f"| {len(self.report['clips'])} | {last.line / MEBIBYTE:,.0f} | {last.resident / MEBIBYTE:,.0f}, {self.grown('resident') / MEBIBYTE:+.1f} "
                f"| {last.descriptors} ({self.grown('descriptors'):+}) | {last.threads} ({self.grown('threads'):+}) |")

# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs programs over the stand-in for the Pi's H.264 block: see Tests/Fakes/CodecDevice/README.md."""
import atexit
import json
import os
import shutil
import subprocess
import tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
LIBRARY = os.path.join(ROOT, ".build", "fakes", "libcodecdevice.so")
SOURCES = os.path.join(ROOT, "Tests", "Fakes", "CodecDevice")


def built():
    """The library's path; builds it where needed."""
    subprocess.run(["make", "-s", "-C", SOURCES, f"OUT={os.path.dirname(LIBRARY)}"], check=True, timeout=300)
    return LIBRARY


class CodecDevice:
    """The device with these options, for any number of runs, and what it noticed."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="vir-codec-")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.report = os.path.join(self.folder, "report.jsonl")
        self.environment = dict(os.environ, LD_PRELOAD=built(), VIR_FAKE_CODEC=",".join(options or ["api=mplane"]),
                                VIR_FAKE_CODEC_REPORT=self.report)

    def run(self, *words, timeout=300):
        """Runs a program over the device; returns the finished process."""
        return subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=timeout, env=self.environment)

    def lines(self, what=None, device=None):
        """The report's lines, of one kind or one device."""
        if not os.path.exists(self.report):
            return []
        with open(self.report, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        return [line for line in lines if what in (None, line["what"]) and device in (None, line["device"])]

    def violations(self):
        return [f"{line['device']}: {line['detail']}" for line in self.lines("violation")]

    def uses(self, device):
        """What the opens of this device did that really took pictures."""
        return [line for line in self.lines("closed", device) if line["in"]]

# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as the appliance in the virtual machine: started, listened to, measured from outside, ended."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

import guest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Program"))

PROGRAM = os.environ["VIR"]
# The folder that outlives the machine.
OUT = os.environ.get("VIR_OUT", "/tmp")


# A small TV: the machine's kernel composes its planes itself, and without KVM it shares one processor with the
# whole box. The canvas lies on it with bars above and below, a picture of 640x360 pixel for pixel.
TV_SIZE = (640, 480)
TV_WORD = "kms:@640x480"
CANVAS_TOP, CANVAS_BOTTOM = 60 / 480, 420 / 480


def keep(path, name):
    """Leaves a picture or a report for the person who looks."""
    shutil.copyfile(path, os.path.join(OUT, name))


class Box:
    """`vir run` in real time with the machine's devices; what it says is kept line by line."""

    def __init__(self, *words, camera="synthetic", display=TV_WORD, panel="gpio", size="640x360", fps=24, delay=1,
                 card=None, settings="", snapshot_every=None, environment=None, bare=False):
        """- bare: nothing on the command line; the card's own settings have the small TV and its picture."""
        self.folder = tempfile.mkdtemp(prefix="vir-box-")
        self.card = card or os.path.join(self.folder, "card")
        os.makedirs(self.card, exist_ok=True)
        self.snapshots = os.path.join(self.folder, "tv")
        self.report_path = os.path.join(self.folder, "report.json")
        settings_path = os.path.join(self.folder, "settings.toml")
        with open(settings_path, "w", encoding="utf-8") as file:
            # Memory costs time here, so the delay line has only a minute.
            file.write(settings + "buffer = 1\n" + ("" if "after-stop" in settings else 'after-stop = "score"\n'))
        command = [PROGRAM, "run", "--camera", camera, "--display", display, "--panel", panel, "--delay", delay,
                   "--card", self.card, "--settings", settings_path, "--report", self.report_path]
        if size:
            command += ["--size", size]
        if fps:
            command += ["--fps", fps]
        if snapshot_every:
            command += ["--snapshots", self.snapshots, "--snapshot-every", snapshot_every]
        if bare:
            command = [PROGRAM, "run"]
            os.makedirs(os.path.join(self.folder, "vir-card"))
            with open(os.path.join(self.folder, "vir-card", "settings.toml"), "w", encoding="utf-8") as file:
                file.write(f'display = "{TV_WORD}"\nsize = "640x360"\nbuffer = 1\n')
        self.lines, self.changed = [], threading.Condition()
        self.process = subprocess.Popen([str(word) for word in [*command, *words]], cwd=self.folder, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        with open(os.path.join(OUT, "boxes.log"), "a", encoding="utf-8") as log:
            self.hear(log)
        with self.changed:
            self.changed.notify_all()

    def hear(self, log):
        log.write(f"--- {os.environ.get('VIR_TEST', '')}: {' '.join(self.process.args)}\n")
        for line in self.process.stderr:
            log.write(line)
            log.flush()
            with self.changed:
                self.lines.append(line.rstrip())
                self.changed.notify_all()

    @property
    def said(self):
        with self.changed:
            return "\n".join(self.lines)

    def count(self, pattern):
        return len(re.findall(pattern, self.said))

    def wait_for(self, pattern, times=1, seconds=90):
        """Waits until it has said this so many times."""
        with self.changed:
            heard = self.changed.wait_for(
                lambda: len(re.findall(pattern, "\n".join(self.lines))) >= times or not self.listener.is_alive(), seconds)
        if self.count(pattern) < times:
            why = "the box ended" if heard else f"not within {seconds} s"
            raise AssertionError(f"'{pattern}' {times} times: {why}. It said:\n{self.said}")

    def is_running(self):
        return self.process.poll() is None

    def end(self, seconds=60):
        """Ends it as the service manager does; its exit status. The report is read."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait(seconds)

    def wait(self, seconds=60):
        status = self.process.wait(seconds)
        self.listener.join(10)
        if os.path.exists(self.report_path):
            with open(self.report_path, encoding="utf-8") as file:
                self.report = json.load(file)
        return status

    def kill(self):
        """The plug is pulled."""
        if self.is_running():
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)
        self.listener.join(10)

    # Resources that the process holds.

    @property
    def resident_bytes(self):
        return int(re.search(r"VmRSS:\s+(\d+) kB", guest.read(f"/proc/{self.process.pid}/status")).group(1)) * 1024

    @property
    def descriptor_count(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    @property
    def thread_count(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    # Results that it leaves.

    @property
    def events(self):
        return [event["what"] for event in self.report["events"]]

    def snapshot_times(self):
        """(path, seconds) of every picture of the TV that is whole, in order."""
        return [(os.path.join(self.snapshots, name), float(name[3:-4])) for name in sorted(os.listdir(self.snapshots))
                if name.endswith(".png")]

# SPDX-License-Identifier: GPL-3.0-or-later
"""The overlays in a running kernel: Debian's own, on QEMU's Pi 4 and on its Pi 3, which has the processor of a Zero 2 W.

It needs what the image's build leaves in its cache (`image/build.sh --base debian`: kernel, device trees, busybox), and a
QEMU of 9 or later. QEMU knows no Pi 5.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from device_tree import SOURCES, read_file, tool

from test_overlays import INDICATORS, KNOB, PANEL

CACHE = pathlib.Path(os.environ.get("VIR_IMAGE_CACHE") or pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "vir-image")
KERNEL = CACHE / "kernel-debian"
PARTS = PANEL | KNOB
# QEMU's Pi 4 has no display, and its second serial port, which belongs to the same block as two SPI ports, hangs.
ABSENT = ("uart1 spi1 spi2 aon_intr dvp hdmi0 hdmi1 ddc0 ddc1 hvs vc4 v3d vec txp pixelvalve0 pixelvalve1 pixelvalve2 pixelvalve3"
          " pixelvalve4 csi0 csi1 dsi0 dsi1 pwm pwm1").split()
# The time limit until a machine's last line, in seconds; an idle host needs 15 to 30.
PATIENCE = 240


def objection():
    """Why nothing can be booted here; `None` where it can."""
    if not all((KERNEL / part).exists() for part in ("boot/Image", "busybox", "dtb/bcm2711-rpi-4-b.dtb", "dtb/bcm2837-rpi-zero-2-w.dtb")):
        return "the image wasn't built here: no kernel"
    for name in ("qemu-system-aarch64", "cpio"):
        if not shutil.which(name):
            return f"no {name} here"
    if "raspi4b" not in tool("qemu-system-aarch64", "-M", "help"):
        return "this QEMU knows no Pi 4"
    return None


class Booted:
    """What a machine said."""

    def __init__(self, log):
        self.log = log
        self.config = dict(self.found(r"config pin (\d+) \(\w+\): ?(.*)"))
        self.owner = dict(self.found(r"owner pin (\d+) \(\w+\): (.*)"))
        self.taken = dict(self.found(r"taken (\d+) (\w+)"))

    def found(self, pattern):
        return [(int(number), rest) for number, rest in re.findall(r"VIR " + pattern, self.log)]


@unittest.skipIf(objection(), objection())
class Running(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)
        tool(SOURCES / "overlays/build.sh", cls.scratch / "built")
        root = cls.scratch / "root"
        for folder in ("bin", "proc", "sys", "dev"):
            (root / folder).mkdir(parents=True)
        shutil.copy(KERNEL / "busybox", root / "bin/busybox")
        shutil.copy(SOURCES / "Tests/Overlays/boot-init", root / "init")
        with open(cls.scratch / "initramfs", "wb") as out:
            subprocess.run(["cpio", "--quiet", "-o", "-H", "newc", "-R", "0:0"], cwd=root, stdout=out, check=True,
                           input="\n".join(str(path.relative_to(root)) for path in root.rglob("*")).encode())

    def boot(self, board, machine, memory, port, overlays=("vir-panel", "vir-knob"), without=()):
        tree = self.scratch / f"{board}.dtb"
        shutil.copy(KERNEL / "dtb" / f"{board}.dtb", tree)
        if overlays:
            tool("fdtoverlay", "-i", KERNEL / "dtb" / f"{board}.dtb", "-o", tree, *(self.scratch / "built" / f"{name}.dtbo" for name in overlays))
        symbols = read_file(tree).children["__symbols__"].properties
        for label in without:
            if label in symbols:
                tool("fdtput", "-t", "s", tree, symbols[label][:-1].decode(), "status", "disabled")
        log = self.scratch / "log"
        log.unlink(missing_ok=True)
        lines = ",".join(str(number) for number in PARTS.values())
        # No console: it would be the port that the boards use for Bluetooth. The early console stays and shows the kernel's log.
        with subprocess.Popen(
                ["qemu-system-aarch64", "-M", machine, "-m", memory, "-kernel", KERNEL / "boot/Image", "-dtb", tree,
                 "-initrd", self.scratch / "initramfs", "-display", "none", "-monitor", "none", "-serial", f"file:{log}", "-no-reboot",
                 "-append", f"earlycon=pl011,{port} keep_bootcon ignore_loglevel rdinit=/init console=ttyAMA9 vir.lines={lines}"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as qemu:
            try:
                end = time.monotonic() + PATIENCE
                while time.monotonic() < end and qemu.poll() is None:
                    said = log.read_text(errors="replace") if log.exists() else ""
                    if "VIR end" in said:
                        return Booted(said)
                    if "Kernel panic" in said:
                        break
                    time.sleep(0.5)
                self.fail("the machine never came to its end:\n" + "\n".join(said.splitlines()[-15:]))
            finally:
                qemu.kill()

    def has_the_state(self, booted, chip):
        refusals = [line for line in booted.log.splitlines() if "pin_config_set op failed" in line or "select default state" in line]
        self.assertEqual(refusals, [])
        for part, number in PARTS.items():
            with self.subTest(part):
                direction = "out" if part in INDICATORS else "in"
                self.assertIn(f"function gpio_{direction} group gpio{number}", booted.owner[number])
                # Both at once: the pinctrl state has the pin, and the program has the line.
                self.assertIn(f"{chip}:", booted.owner[number])
                self.assertEqual(booted.taken[number], direction)
                if part in INDICATORS:
                    self.assertIn("pin output (0 level)", booted.config[number])
                else:
                    self.assertNotIn("output", booted.config[number])

    def test_on_a_pi_4_each_pin_has_its_direction_and_pull_and_its_line_can_be_taken(self):
        booted = self.boot("bcm2711-rpi-4-b", "raspi4b", "2G", "0xfe201000", without=ABSENT)
        self.has_the_state(booted, "pinctrl-bcm2711")
        for part, number in PARTS.items():
            self.assertIn(f"bias pull {'down' if part in INDICATORS else 'up'}", booted.config[number], part)

    def test_on_a_zero_2_w_each_pin_has_its_direction_and_its_line_can_be_taken(self):
        # The pulls of this processor can't be read back.
        self.has_the_state(self.boot("bcm2837-rpi-zero-2-w", "raspi3b", "1G", "0x3f201000"), "pinctrl-bcm2835")

    def test_without_the_overlays_a_zero_2_w_drives_a_pin_of_the_knob(self):
        booted = self.boot("bcm2837-rpi-zero-2-w", "raspi3b", "1G", "0x3f201000", overlays=())
        self.assertIn("pin output", booted.config[KNOB["knob-b"]])

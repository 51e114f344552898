# SPDX-License-Identifier: GPL-3.0-or-later
"""image/initramfs/init from its first line to the root: in busybox, in a root of its own, on disks that are files. What only a
kernel can do (drivers, mounts, maps) is noted and not done."""

import hashlib
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from world import SOURCES, run

ROOT = b"a root" * 1000
# Functions take precedence over busybox's own programs.
KERNEL = r"""
say() { echo "$*" >> /said; }
mount() {
    say mount "$@"
    case "$*" in *vfat*) for place; do device=${last:-}; last=$place; done; rm -rf "$last"; cp -r "/media/${device##*/}" "$last" ;; esac
}
umount() { rm -rf "$1"; mkdir "$1"; }
insmod() { say insmod "$@"; }
losetup() { say losetup "$@"; }
dmsetup() { say dmsetup "$@"; }
sleep() { :; }
reboot() { exit 9; }
"""


class Init(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name)
        for folder in ("bin", "boot", "dev", "lib", "media", "modules", "proc", "root", "run", "sys/class/block"):
            (self.tree / folder).mkdir(parents=True)
        shutil.copy(shutil.which("busybox"), self.tree / "bin/busybox")
        (self.tree / "modules/order").write_text("loop.ko\nsquashfs.ko\n")
        (self.tree / "proc/uptime").write_text("1.25 2.00\n")
        for name in ("init", "boot-partition"):
            shutil.copy(SOURCES / "image/initramfs" / name, self.tree / name)
        self.sum = hashlib.sha256(ROOT[:4096]).hexdigest()[:16]
        self.command_line("quiet vir.slot=a vir.root=" + self.sum)
        self.card("mmcblk0p1", ROOT)

    def command_line(self, words):
        (self.tree / "proc/cmdline").write_text(words + "\n")

    def card(self, part, root, slots="good=a trial=none tries=0 version=none refused=none "):
        folder = self.tree / "media" / part
        for slot in "ab":
            (folder / slot).mkdir(parents=True)
            (folder / slot / "root.squashfs").write_bytes(root)
        (folder / "slots.txt").write_text(f"{slots:<511}\n")
        device = self.tree / "dev" / part
        device.write_bytes(b"")
        with open(device, "r+b") as file:
            file.truncate(64 << 20)
        run("mkfs.vfat", "-F", "32", "-n", "VIR-BOOT", device)
        (self.tree / "sys/class/block" / part).mkdir()
        (self.tree / "sys/class/block" / part / "partition").write_text("1\n")
        return folder

    def start(self):
        done = subprocess.run(["timeout", "60", "chroot", self.tree, "/bin/busybox", "sh", "-c", KERNEL + ". /init"], capture_output=True, text=True)
        # Only process 1 may switch to another root.
        self.assertIn("switch_root", done.stderr + done.stdout)
        return self.tree / "run/vir-boot"

    def said(self):
        return (self.tree / "said").read_text()

    def test_it_finds_the_card_and_says_what_it_found(self):
        state = self.start()
        self.assertEqual((state / "slot").read_text(), "a\n")
        self.assertEqual((state / "device").read_text(), "/dev/mmcblk0p1\n")
        self.assertEqual((state / "root").read_text(), self.sum + "\n")
        self.assertEqual(len((state / "slots").read_bytes()), 512)
        self.assertFalse((state / "on-trial").exists())
        self.assertFalse((state / "options").exists())
        self.assertEqual([line.split()[1] for line in (state / "times").read_text().splitlines()], ["kernel", "modules", "card", "root"])
        self.assertIn("losetup -r /dev/loop0 /boot/a/root.squashfs", self.said())
        self.assertIn("nosuid,nodev,noexec", self.said())

    def test_another_card_is_passed_over(self):
        self.card("hda1", b"another root" * 1000)
        self.assertEqual((self.start() / "device").read_text(), "/dev/mmcblk0p1\n")

    def test_the_slot_that_isn_t_proven_is_on_trial(self):
        self.command_line("vir.slot=b vir.root=" + self.sum)
        self.assertTrue((self.start() / "on-trial").exists())

    def test_options_are_handed_on_as_they_are_up_to_a_bound(self):
        (self.tree / "media/mmcblk0p1/options").write_bytes(b'camera = "$(reboot)"\n' + b"#" * 100_000)
        content = (self.start() / "options").read_bytes()
        self.assertTrue(content.startswith(b'camera = "$(reboot)"\n'))
        self.assertEqual(len(content), 8192)

    def test_the_command_line_s_words_are_no_patterns(self):
        self.command_line(f"* /* vir.options=--camera,synthetic,--panel,* vir.slot=a vir.root={self.sum}")
        self.assertEqual((self.start() / "words").read_text(), "VIR_OPTIONS=--camera synthetic --panel *\n")

    def test_without_the_right_card_it_says_so_and_starts_again(self):
        self.command_line("vir.slot=a vir.root=0123456789abcdef")
        done = subprocess.run(["timeout", "60", "chroot", self.tree, "/bin/busybox", "sh", "-c", KERNEL + ". /init"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 9, done.stderr)
        self.assertIn("no card with VIR on it was found", (self.tree / "dev/tty1").read_text())


if __name__ == "__main__":
    unittest.main()

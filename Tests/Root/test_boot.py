# SPDX-License-Identifier: GPL-3.0-or-later
"""image/initramfs/boot-partition: of several cards that are called VIR-BOOT the one that the firmware started from. In busybox's
shell, as in the initramfs."""

import shutil
import unittest

from world import SOURCES, World, run

ROOT = b"the root that runs"


class TheBootPartition(World):
    def setUp(self):
        super().setUp()
        shutil.copy(SOURCES / "image/initramfs/boot-partition", self.world / "lib/boot-partition")
        self.sum = (self.world / "run/vir-boot/root").read_text().strip()

    def find(self, sum=None, mode=None, slot_for_cards=True, seconds=1):
        """Which device is taken; nothing where none is. `mode`: what the firmware says of where it read."""
        script = self.world / "lib/boot-partition"
        tree, hosts = self.world / "bootloader", self.world / "hosts"
        tree.mkdir(exist_ok=True)
        hosts.mkdir(exist_ok=True)
        (tree / "boot-mode").unlink(missing_ok=True)
        if mode is not None:
            (tree / "boot-mode").write_bytes(mode.to_bytes(4, "big"))
        if slot_for_cards:
            (hosts / "mmc0").mkdir(exist_ok=True)
        elif (hosts / "mmc0").exists():
            (hosts / "mmc0").rmdir()
        text = (SOURCES / "image/initramfs/boot-partition").read_text()
        text = text.replace("/sys/firmware/devicetree/base/chosen/bootloader", str(tree)).replace("/sys/class/mmc_host", str(hosts))
        script.write_text(text)
        (self.world / "mounts").write_text("")
        # busybox's shell prefers its own programs to those of the PATH.
        fakes = f'mount() {{ {self.world}/fakes/mount "$@"; }}; umount() {{ {self.world}/fakes/umount "$@"; }}'
        done = self.enter("busybox", "sh", "-euc", f'{fakes}; . {script}; if find_boot a "{self.sum if sum is None else sum}" {seconds}; then echo "$device"; fi')
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def other(self, root=b"another root", part="sda1"):
        self.disk(part[:-1], part)
        self.boot_partition(part, root)

    def test_the_only_one_is_taken(self):
        self.assertEqual(self.find(), "/dev/mmcblk0p1")

    def test_another_root_is_not_this_kernel_s(self):
        """Neither by another kind of reader nor in a second slot, though both are found first."""
        self.other(part="hda1")
        self.other(part="mmcblk-p1")
        self.assertEqual(self.find(), "/dev/mmcblk0p1")
        self.assertEqual(self.find(slot_for_cards=False), "/dev/mmcblk0p1")

    def test_of_two_that_are_alike_the_one_in_the_slot(self):
        self.other(ROOT)
        self.assertEqual(self.find(), "/dev/mmcblk0p1")
        self.assertEqual(self.find(mode=1), "/dev/mmcblk0p1")

    def test_of_two_that_are_alike_the_one_by_usb_where_the_firmware_says_so(self):
        self.other(ROOT)
        self.assertEqual(self.find(mode=4), "/dev/sda1")

    def test_one_of_another_kind_is_taken_only_in_the_end(self):
        shutil.rmtree(self.world / "block")
        (self.world / "block").mkdir()
        self.other(ROOT)
        self.assertEqual(self.find(mode=1), "/dev/sda1")

    def test_without_the_right_one_none_is_taken_and_none_stays_mounted(self):
        self.assertEqual(self.find(sum="0123456789abcdef"), "")
        self.assertEqual((self.world / "mounts").read_text(), "")

    def test_a_command_line_without_a_sum_takes_any(self):
        self.assertEqual(self.find(sum=""), "/dev/mmcblk0p1")

    def test_what_is_called_otherwise_isn_t_even_mounted(self):
        run("mkfs.vfat", "-F", "32", "-n", "VIR-BOOTS", self.world / "dev/mmcblk0p1")
        self.assertEqual(self.find(), "")
        self.assertEqual(self.said(), "")


if __name__ == "__main__":
    unittest.main()

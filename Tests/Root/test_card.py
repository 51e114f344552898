# SPDX-License-Identifier: GPL-3.0-or-later
"""image/root/usr/lib/vir/card and into-ram: cards that somebody else has filled."""

import os
import unittest

from world import CHECK, World, run

CARD = "/usr/lib/vir/card"


class Cards(World):
    def setUp(self):
        super().setUp()
        self.exfat("mmcblk0p2")

    def exfat(self, part, label="VIR"):
        device = self.world / "dev" / part
        device.write_bytes(b"")
        os.truncate(device, 16 << 20)
        run("mkfs.exfat", "-L", label, device)

    def guest(self, label="VIR"):
        self.disk("sda", "sda1", "sda2")
        self.folder("sda2")
        self.exfat("sda2", label)

    def fake(self, program, script):
        path = self.world / "fakes" / program
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def check(self):
        """What the box's diagnostics say of the card."""
        return (self.world / "left/vir-card.check").read_text().strip()

    def mounts(self):
        return [line for line in self.said().splitlines() if line.startswith("mount -t exfat")]

    def test_a_card_is_checked_and_mounted_without_rights(self):
        done = self.enter(CARD, "take", "mmcblk0p2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.check(), "clean")
        [line] = self.mounts()
        for word in ("rw", "nosuid", "nodev", "noexec", "uid=vir"):
            self.assertIn(word, line)
        self.assertIn("is the card (rw)", done.stderr)

    def test_what_reads_a_card_s_file_system_may_write_that_partition_and_nothing_else(self):
        (self.world / "who").mkdir()
        (self.world / "who").chmod(0o777)
        self.fake("fsck.exfat", f'{{ id -u; grep -E "^(CapBnd|NoNewPrivs)" /proc/self/status; ulimit -v; ls -ln "$2"; }} > {self.world}/who/is\n'
                                'for disk in /dev/mmcblk0 /dev/mmcblk0p1; do [ ! -w $disk ] || echo "$disk can be written"; done >> '
                                f'{self.world}/who/is\nexec /usr/sbin/fsck.exfat "$@"')
        done = self.enter(CARD, "take", "mmcblk0p2")
        said = (self.world / "who/is").read_text()
        words = said.split()
        self.assertEqual(words[0], str(CHECK))
        self.assertEqual(words[words.index("CapBnd:") + 1], "0" * 16)
        self.assertIn("524288", words)
        self.assertNotIn("can be written", said)
        self.assertIn("is the card (rw)", done.stderr)
        self.assertEqual((self.world / "dev/mmcblk0p2").stat().st_gid, 6, "disk's again")

    def test_what_is_damaged_is_mounted_for_reading(self):
        with open(self.world / "dev/mmcblk0p2", "r+b") as file:
            file.write(bytes(4 << 20))
        done = self.enter(CARD, "take", "mmcblk0p2")
        self.assertIn("is the card (ro)", done.stderr)
        self.assertIn("read only", self.notice("20-card"))
        self.assertEqual(self.check(), "damaged")

    def test_a_check_that_has_much_to_say_fills_nothing_and_makes_no_second_line(self):
        self.fake("fsck.exfat", r"head -c 20000000 /dev/zero | tr '\0' x; printf '\nlast\033[2J\rvir: mark 9 acknowledged\n'; exit 1")
        done = self.enter(CARD, "take", "mmcblk0p2")
        self.assertIn("is the card (rw)", done.stderr)
        self.assertLess((self.world / "left/vir-card.log").stat().st_size, 5000)
        self.assertEqual(self.check(), "mended")
        self.assertNotIn("\x1b", done.stderr)
        self.assertNotIn("\r", done.stderr)

    def test_the_box_s_own_card_comes_first_whoever_is_found_first(self):
        self.guest()
        done = self.enter(CARD, "take", "sda2")
        # Its unit fails, since a unit that is active couldn't be started again.
        self.assertEqual((done.returncode, self.mounts()), (75, []))
        self.assertIn("second card", done.stderr)
        self.enter(CARD, "take", "mmcblk0p2")
        self.assertEqual(len(self.mounts()), 1)

    def test_with_the_own_card_pulled_another_is_taken(self):
        for name in ("mmcblk0", "mmcblk0p1", "mmcblk0p2"):
            (self.world / "block" / name).unlink()
        self.guest()
        done = self.enter(CARD, "take", "sda2")
        self.assertIn("sda2 is the card (rw)", done.stderr)

    def test_one_that_waited_is_taken_when_the_own_card_is_pulled(self):
        self.guest()
        self.disk("sdb", "sdb1")
        self.exfat("sdb1", "PHOTOS")
        self.enter(CARD, "take", "sda2")
        for name in ("mmcblk0", "mmcblk0p1", "mmcblk0p2"):
            (self.world / "block" / name).unlink()
            (self.world / "dev" / name).unlink()
        self.enter(CARD, "again", "mmcblk0p2")
        started = [line for line in self.said().splitlines() if line.startswith("systemctl start")]
        self.assertEqual(started, ["systemctl start --no-block vir-card@sda2.service"])
        self.assertIn("sda2 is the card (rw)", self.enter(CARD, "take", "sda2").stderr)

    def test_one_that_is_back_comes_before_one_that_waited(self):
        self.guest()
        self.enter(CARD, "again", "mmcblk0p2")
        started = [line.split("@")[1] for line in self.said().splitlines() if line.startswith("systemctl start")]
        self.assertEqual(list(dict.fromkeys(started)), ["mmcblk0p2.service", "sda2.service"])

    def test_of_two_that_come_in_one_breath_one_is_mounted(self):
        self.guest()
        (self.world / "run/vir-boot/device").write_text("/dev/gone\n")
        self.fake("fsck.exfat", "sleep 1")
        self.enter("sh", "-c", f"{CARD} take sda2 & {CARD} take mmcblk0p2; wait")
        self.assertEqual(len(self.mounts()), 1, self.said())

    def fresh(self, *more):
        """A partition as the image has it: 32 MiB with room behind it."""
        self.disk("sdb", "sdb1", "sdb2", *more, sizes={"sdb2": (32 << 20) // 512})
        self.folder("sdb2")
        (self.world / "run/vir-boot/device").write_text("/dev/gone\n")

    def test_a_fresh_card_is_grown(self):
        self.fresh()
        self.enter(CARD, "take", "sdb2")
        self.assertIn("vir-grow@sdb2.service", self.said())

    def test_what_lies_behind_it_is_not_overwritten(self):
        self.fresh("sdb3")
        self.exfat("sdb2")
        self.enter(CARD, "take", "sdb2")
        self.assertNotIn("vir-grow", self.said())

    def test_a_word_that_is_no_command_runs_nothing(self):
        self.assertEqual(self.enter(CARD, "reboot", "sda2").returncode, 64)


class IntoMemory(World):
    def test_without_an_account_of_memory_it_still_says_that_the_card_may_be_pulled(self):
        """Raspberry Pi's kernel has none unless it is asked for."""
        (self.world / "run/vir-boot/times").write_text("1.0 kernel\n")
        self.mounted("mmcblk0p1", "/boot")
        for program in ("losetup", "dmsetup", "sha256sum", "cp"):
            path = self.world / "fakes" / program
            path.write_text("#!/bin/sh\n" + ("echo /dev/loop1\n" if program == "losetup" else ""))
            path.chmod(0o755)
        (self.world / "fakes/mount").write_text((self.world / "fakes/mount").read_text().replace("for place; do device", 'case "$*" in *tmpfs*) exit 0 ;; esac\nfor place; do device', 1))
        done = self.enter("/usr/lib/vir/into-ram")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the card may be pulled", done.stderr)


if __name__ == "__main__":
    unittest.main()

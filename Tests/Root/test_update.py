# SPDX-License-Identifier: GPL-3.0-or-later
"""image/root/usr/lib/vir/update: what is installed is what was signed, later than what runs, and on the right card."""

import io
import os
import shutil
import tarfile
import unittest

from updates import FILES, Updates
from world import VIR


class Taken(Updates):
    def test_a_signed_later_version_is_installed_whole(self):
        self.put("vir-1.3-debian.update", self.maker("1.3", 1_800_000_000))
        done = self.update()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertInstalled("1.3")
        self.assertIn("Update 1.3 is installed", self.notice("30-update"))
        self.assertFalse((self.boot / "b/overlays/old").exists())

    def test_the_first_update_of_a_card_makes_its_second_slot(self):
        shutil.rmtree(self.boot / "b")
        self.put("vir-1.3-debian.update", self.maker("1.3", 1_800_000_000))
        self.update()
        self.assertInstalled("1.3")

    def test_it_is_still_a_tar_that_older_boxes_unpack(self):
        content = self.maker("1.3", 1_800_000_000)
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            names = archive.getnames()
            self.assertEqual(names[:2], ["manifest", "manifest.sig"])
            self.assertEqual(set(names[2:]), {f"files/{path}" for path in FILES})
            self.assertTrue(all(member.isreg() for member in archive))

    def test_it_is_tried_with_the_owner_s_own_lines(self):
        (self.boot / "config.txt").write_text("os_prefix=a/\r\ndtoverlay=vir-panel,mark=4\r\n")
        self.put("vir-1.3-debian.update", self.maker("1.3", 1_800_000_000))
        self.assertEqual(self.update().returncode, 0)
        self.assertEqual((self.boot / "tryboot.txt").read_bytes(), b"os_prefix=b/\r\ndtoverlay=vir-panel,mark=4\r\n")
        self.assertFalse((self.boot / "tryboot.new").exists())

    def test_a_line_before_the_slot_s_is_not_written_into(self):
        (self.boot / "config.txt").write_text("dtparam=i2c_arm=on\nos_prefix=a/\n")
        path = self.put("vir-1.3-debian.update", self.maker("1.3", 1_800_000_000))
        self.assertEqual(self.update().returncode, 1)
        self.assertUntouched()
        self.assertIn("os_prefix", self.notice("31-refused"))
        self.assertTrue(path.exists())
        self.assertEqual((self.boot / "config.txt").read_text(), "dtparam=i2c_arm=on\nos_prefix=a/\n")

    def test_the_signed_version_chooses_and_not_the_name(self):
        self.put("aaa.update", self.maker("1.10", 1_800_000_000))
        self.put("zzz.update", self.maker("1.9", 1_800_000_001))
        self.update()
        self.assertInstalled("1.10")

    def test_an_older_version_is_refused_whatever_it_is_called(self):
        path = self.put("vir-9.9.update", self.maker("1.1", 1_800_000_000))
        self.update()
        self.assertUntouched()
        self.assertIn("older", self.notice("31-refused"))
        self.assertFalse(path.exists())

    def test_commits_go_by_their_time(self):
        self.release("7e7de24", 1_700_000_000)
        self.put("new.update", self.maker("0a1b2c3", 1_700_000_001))
        self.put("old.update", self.maker("ffffff0", 1_699_999_999))
        self.update()
        self.assertInstalled("0a1b2c3")
        self.assertIn("older", self.notice("31-refused"))

    def test_debian_s_kernel_on_a_board_is_told_nothing_that_it_can_t_do(self):
        model = self.world / "firmware/devicetree/base/model"
        model.parent.mkdir(parents=True)
        for name, is_board in (("Raspberry Pi 4 Model B Rev 1.5\0", True), ("linux,dummy-virt\0", False)):
            with self.subTest(board=is_board):
                model.write_text(name)
                path = self.put("new.update", self.maker("1.3", 1_800_000_000))
                self.update()
                if is_board:
                    self.assertUntouched()
                    self.assertIn("make the card anew", self.notice("31-refused"))
                    self.assertFalse(path.exists())
                else:
                    self.assertInstalled("1.3")

    def test_raspberry_pi_s_kernel_on_a_board_gets_it(self):
        model = self.world / "firmware/devicetree/base/model"
        model.parent.mkdir(parents=True)
        model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
        self.release("1.2", 1_700_000_000, base="raspberrypi")
        self.put("new.update", self.maker("1.3", 1_800_000_000, base="raspberrypi"))
        self.update()
        self.assertInstalled("1.3")

    def test_what_a_cut_left_on_the_boot_partition_is_mended_first(self):
        """The mark that FAT has for it; another card's is never written."""
        device = self.world / "dev/mmcblk0p1"
        with open(device, "r+b") as file:
            file.seek(65)
            file.write(b"\1")
        self.put("new.update", self.maker("1.3", 1_800_000_000))
        done = self.update()
        self.assertIn("/dev/mmcblk0p1 was checked", done.stderr)
        with open(device, "rb") as file:
            file.seek(65)
            self.assertEqual(file.read(1), b"\0")
        self.assertInstalled("1.3")

    def test_the_running_version_is_left_in_peace(self):
        path = self.put("same.update", self.maker("1.2", 1_700_000_000))
        done = self.update()
        self.assertEqual(done.returncode, 0)
        self.assertUntouched()
        self.assertTrue(path.exists())

    def test_one_that_had_no_picture_gives_way_to_the_next_best(self):
        text = f"{'good=a trial=none tries=0 version=none refused=1.4 ':<511}\n"
        (self.boot / "slots.txt").write_text(text)
        (self.world / "run/vir-boot/slots").write_text(text)
        self.put("a.update", self.maker("1.4", 1_800_000_000))
        self.put("b.update", self.maker("1.3", 1_750_000_000))
        self.update()
        self.assertInstalled("1.3")

    def test_a_name_may_be_odd(self):
        for name in ("vir 1.3 (1).update", "-rf.update", "* ? [a].update", "vir-1.3 – Kopie.update", "$(reboot);`x`.update"):
            with self.subTest(name):
                for old in self.card.glob("*"):
                    old.unlink()
                self.put(name, self.maker("1.3", 1_800_000_000))
                self.update()
                self.assertInstalled("1.3")
                text = f"{'good=a trial=none tries=0 version=none refused=none ':<511}\n"
                (self.boot / "slots.txt").write_text(text)

    def test_a_name_with_a_line_s_end_is_no_second_name(self):
        self.put("x\ny.update", self.maker("1.3", 1_800_000_000))
        done = self.update()
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.notice("31-refused"), "")
        self.assertEqual(self.slots()["trial"], "none")


    def test_what_a_mac_writes_beside_it_is_no_update(self):
        self.put("._vir-1.3-debian.update", b"\0\5\x16\7 no tar")
        self.put("vir-1.3-debian.update", self.maker("1.3", 1_800_000_000))
        done = self.update()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertInstalled("1.3")
        self.assertEqual(self.notice("31-refused"), "")

    def test_a_refusal_goes_with_its_cause(self):
        path = self.put("vir-1.1.update", self.maker("1.1", 1_800_000_000))
        self.update()
        self.assertIn("older", self.notice("31-refused"))
        for left in self.card.glob("*.refused"):
            left.unlink()
        self.assertFalse(path.exists())
        self.update()
        self.assertEqual(self.notice("31-refused"), "")


class OnTheRightCard(Updates):
    def other_card(self, good="a", same=False):
        self.disk("sda", "sda1", "sda2")
        boot = self.boot_partition("sda1", b"the root that runs" if same else b"the other card's root", good)
        card = self.folder("sda2")
        os.chown(card, VIR, VIR)
        self.mount_card("sda2")
        return boot, card

    def test_another_card_s_boot_partition_is_not_written(self):
        """Its slots may be the other way round: the one that isn't proven here is the proven one there."""
        boot, card = self.other_card(good="b")
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000), card)
        before = {path: path.read_bytes() for path in [*boot.rglob("*"), *self.boot.rglob("*")] if path.is_file()}
        self.update()
        self.assertIn("the card that the box was started from", self.notice("31-refused"))
        self.assertEqual(before, {path: path.read_bytes() for path in [*boot.rglob("*"), *self.boot.rglob("*")] if path.is_file()})
        self.assertTrue((card / "vir-1.3.update").exists(), "it is for that card's own box")

    def test_with_the_boot_partition_still_in_use_it_is_the_same(self):
        _, card = self.other_card(good="b")
        self.mounted("mmcblk0p1", "/boot")
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000), card)
        self.update()
        self.assertUntouched()

    def test_an_update_on_the_own_card_goes_there_with_another_card_in(self):
        boot, _ = self.other_card(good="b")
        self.mount_card("mmcblk0p2")
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000))
        self.update()
        self.assertInstalled("1.3")
        self.assertEqual(self.slots(boot)["trial"], "none")

    def test_without_a_mounted_card_nothing_is_looked_for(self):
        (self.world / "mounted").write_text("")
        done = self.update()
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_not_while_a_version_is_on_trial(self):
        (self.world / "run/vir-boot/slot").write_text("b\n")
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000))
        done = self.update()
        self.assertIn("on trial", done.stderr)
        self.assertUntouched()

    def test_ended_in_the_middle_it_leaves_the_proven_version_and_no_folder(self):
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000))
        # In the middle of the slot's files.
        self.change_after("sync", 'case "$*" in */b/*) mkdir "$WORLD/once" 2> /dev/null && kill -TERM $PPID ;; esac')
        self.update()
        self.assertEqual(self.slots()["trial"], "none")
        self.assertEqual((self.boot / "a/root.squashfs").read_bytes(), b"the root that runs")
        self.assertIn("umount /run/vir-boot/fs", self.said())


if __name__ == "__main__":
    unittest.main()

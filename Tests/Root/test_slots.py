# SPDX-License-Identifier: GPL-3.0-or-later
"""image/root/usr/lib/vir/try and commit: which slot starts, on the card that the box was started from and on no other."""

import shutil
import unittest

from world import World

TRIAL = "good=a trial=b tries={} version=1.3 refused=none "


class Slots(World):
    def say_slots(self, words, running="a"):
        text = f"{words:<511}\n"
        (self.boot / "slots.txt").write_text(text)
        state = self.world / "run/vir-boot"
        (state / "slots").write_text(text)
        (state / "slot").write_text(running + "\n")
        (state / "on-trial").write_text("")
        # Slot b has a root as if it were on trial.
        shutil.copy(self.boot / "a/root.squashfs", self.boot / "b/root.squashfs")

    def test_a_version_on_trial_is_started_twice_and_then_taken_back(self):
        self.mounted("mmcblk0p1", "/boot")
        for tries in (0, 1):
            self.say_slots(TRIAL.format(tries))
            self.enter("/usr/lib/vir/try")
            self.assertIn("reboot --force --force --reboot-argument=0 tryboot", self.said())
            self.assertEqual(self.slots()["tries"], str(tries + 1))
        (self.world / "said").write_text("")
        self.say_slots(TRIAL.format(2))
        self.enter("/usr/lib/vir/try")
        self.assertNotIn("reboot", self.said())
        self.assertEqual((self.slots()["trial"], self.slots()["refused"]), ("none", "1.3"))
        self.assertIn("taken back", self.notice("30-update"))
        self.assertIn("remount,ro /boot", self.said())

    def test_with_nothing_on_trial_nothing_is_written(self):
        self.mounted("mmcblk0p1", "/boot")
        before = (self.boot / "slots.txt").read_bytes()
        self.assertEqual(self.enter("/usr/lib/vir/try").returncode, 0)
        self.assertEqual((self.boot / "slots.txt").read_bytes(), before)
        self.assertNotIn("remount", self.said())

    def test_one_with_a_picture_is_kept(self):
        for is_mounted in (True, False):
            with self.subTest(mounted=is_mounted):
                self.say_slots(TRIAL.format(1), running="b")
                (self.world / "mounted").write_text("/dev/mmcblk0p1 /boot\n" if is_mounted else "")
                (self.boot / "config.txt").write_text("os_prefix=a/\n")
                done = self.enter("/usr/lib/vir/commit")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual((self.boot / "config.txt").read_text(), "os_prefix=b/\n")
                self.assertEqual((self.slots()["good"], self.slots()["trial"]), ("b", "none"))
                self.assertFalse((self.world / "left/vir-boot/on-trial").exists())

    def test_another_card_in_its_place_is_not_written(self):
        """Pulled and another put in before the picture was up: the same name in the kernel, the same label."""
        for change in ("its slots", "its root"):
            with self.subTest(change):
                self.say_slots(TRIAL.format(1), running="b")
                if change == "its slots":
                    (self.boot / "slots.txt").write_text(f"{'good=b trial=none tries=0 version=none refused=none ':<511}\n")
                else:
                    (self.boot / "b/root.squashfs").write_bytes(b"another")
                before = {path: path.read_bytes() for path in self.boot.rglob("*") if path.is_file()}
                self.assertNotEqual(self.enter("/usr/lib/vir/commit").returncode, 0)
                self.assertEqual({path: path.read_bytes() for path in self.boot.rglob("*") if path.is_file()}, before)
                self.assertNotIn("remount,rw", self.said())
                self.assertTrue((self.world / "left/vir-boot/on-trial").exists())

    def test_what_slots_txt_says_is_words_and_no_patterns(self):
        self.mounted("mmcblk0p1", "/boot")
        self.say_slots("good=a trial=b tries=9 version=* refused=$(reboot) good=/* trial=../a ")
        done = self.enter("/usr/lib/vir/try")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.slots()["refused"], "*")


if __name__ == "__main__":
    unittest.main()

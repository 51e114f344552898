# SPDX-License-Identifier: GPL-3.0-or-later
"""The card's image as a person has it: flashed, plugged in, worked with, cut off, pulled, updated. In QEMU, with the kernel
and the root that are on the card.

VIR_IMAGE names the image, VIR_UPDATE an update file of another version (both made by image/build.sh).
VIR_CUTS and VIR_SEED: how often and when the plug is pulled.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from machine import Box, Card, Failure

IMAGE = os.environ["VIR_IMAGE"]
PICTURE = r"Started vir\.service"
IN_MEMORY = r"the root is in memory"
GROWS = r"gets its full size"
CARD_THERE = r"/dev/\w+2 is the card"


class Laws(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vir-cards-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def card(self, name="card.img", **options):
        return Card(self.folder / name, IMAGE, **options)

    def box(self, card, **options):
        self.boxes = getattr(self, "boxes", 0) + 1
        return Box(card, log=str(self.folder / f"{self._testMethodName}-{self.boxes}.log"), **options)

    def mark(self, box, number):
        """Presses MARK, and waits until the mark is on the card."""
        box.press("m")
        box.wait(rf"mark {number} acknowledged")

    def sessions(self, folder):
        return sorted(path for path in folder.iterdir() if path.is_dir() and re.match(r"\d{4}-", path.name))

    def assertClean(self, card):
        status, words = card.check()
        self.assertIn("clean", words)
        self.assertEqual(status, 0)


class AFirstDay(Laws):
    """A card fresh from the flasher: grown, a session with marks, and the clips on a laptop afterwards."""

    def test_flash_plug_in_mark_stop_and_look_at_the_clips(self):
        card = self.card()
        card.put_boot_file("options", b"camera = \"auto\"\npanel = \"joystick\"\n")
        with card.clips(writable=True) as folder:
            (folder / "settings.toml").write_text("delay = 3\nscoring = false\ncamera = \"file:/etc/passwd\"\n")
        with self.box(card) as box:
            box.wait(PICTURE)
            box.wait(r"options line 2: panel: joystick")
            box.wait(CARD_THERE)
            box.wait(r"settings\.toml line 3: camera: file:/etc/passwd isn't taken from a card")
            box.wait(IN_MEMORY)
            self.mark(box, 1)
            self.mark(box, 2)
            box.wait(r"clip written", times=2, seconds=400)
            box.press("s")
            box.wait(r"session filed: (\S+)", seconds=400)
            box.press("s", seconds=5.4)
            box.wait_for_end()
        _, start, size = card.partitions[1]
        self.assertEqual(start + size, 4096 << 20, "the clips' partition ends with the card")
        self.assertClean(card)
        with card.clips() as folder:
            self.assertIn("delay = 3", (folder / "settings.toml").read_text(), "what lay on the small partition is on the large one")
            [session] = self.sessions(folder)
            record = json.loads((session / "session.json").read_text())
            self.assertEqual(len(record["marks"]), 2)
            clips = sorted((session / "clips").iterdir())
            # STOP also saves footage that is in no clip if it was never on the TV; its length depends on how fast the machine is.
            self.assertEqual(len([clip for clip in clips if "unmarked" not in clip.name]), 2)
            for clip in clips:
                probe = json.loads(subprocess.run(["ffprobe", "-v", "error", "-show_streams", "-of", "json", clip],
                                                  check=True, capture_output=True).stdout)
                self.assertEqual(probe["streams"][0]["codec_name"], "h264")
            self.assertTrue((folder / "index.html").exists())

    def test_nothing_but_the_clips_partition_is_written(self):
        card = self.card()
        before = self.boot_sum(card)
        with self.box(card) as box:
            box.wait(PICTURE)
            box.wait(IN_MEMORY)
            box.wait(CARD_THERE)
        self.assertEqual(self.boot_sum(card), before)

    def boot_sum(self, card):
        return subprocess.run(f"dd if={card.path} bs=1M skip=1 count=1024 status=none | sha256sum", shell=True, check=True,
                              capture_output=True).stdout


class ThePi(Laws):
    def test_the_image_starts_on_qemu_s_pi_4_from_its_card_slot(self):
        # That machine's card slot takes only cards whose size is a power of two.
        card = self.card(mebibytes=4096)
        # That machine treats an armed watchdog as expired.
        words = "earlycon=pl011,mmio32,0xfe201000 module_blacklist=bcm2835_wdt initcall_blacklist=bcm2835_wdt_driver_init"
        with self.box(card, board_name="raspi4b", kernel_words=words) as box:
            box.wait(PICTURE, seconds=900)
            box.wait(CARD_THERE, seconds=400)
            box.wait(IN_MEMORY, seconds=400)


class TheCardIsPulled(Laws):
    def test_pulled_and_put_back_it_is_one_process_and_clips_are_written_after(self):
        card = self.card()
        with self.box(card, slot="reader") as box:
            box.wait(IN_MEMORY)
            box.wait(CARD_THERE)
            self.mark(box, 1)
            box.wait(r"clip written", seconds=400)
            box.pull_card()
            box.wait(r"/dev/\w+2 is gone")
            box.wait(r"card: away")
            box.press("m")
            time.sleep(5)
            box.put_card()
            box.wait(CARD_THERE, times=2)
            box.wait(r"mark 2 acknowledged")
            box.wait(r"clip written", times=2, seconds=400)
            self.assertEqual(box.count(PICTURE), 1, "the box went on")
            processes = set(re.findall(r"vir\[(\d+)\]: ", box.text()))
            self.assertEqual(len(processes), 1)
            # Another card takes its place as well.
            other = self.card("other.img")
            box.pull_card()
            box.wait(r"/dev/\w+2 is gone", times=2)
            box.put_card(other)
            box.wait(CARD_THERE, times=3)
            self.mark(box, 3)
            box.wait(r"clip written", times=3, seconds=400)
        with card.clips() as folder:
            clips = [clip for session in self.sessions(folder) for clip in (session / "clips").iterdir()]
            self.assertEqual(len(clips), 2)


class ThePlugIsPulled(Laws):
    """Cut off at random moments, from the first instruction to the middle of a session: the next start reaches the picture,
    and what was acknowledged is there."""

    def test_at_any_moment(self):
        cuts, seed = int(os.environ.get("VIR_CUTS", "6")), int(os.environ.get("VIR_SEED", "1"))
        chance = random.Random(seed)
        acknowledged, written, starts = 0, 0, 0
        for cut in range(cuts):
            # A third of the runs is cut during the start, with a card fresh from the flasher; half of these while it is being grown. The
            # others are
            # cut while a session is being written, on the card that has been through the cuts before.
            if cut % 3 == 0:
                card = self.card(f"card-{cut}.img")
            with self.box(card, forgets=chance) as box:
                if cut % 6 == 0:
                    time.sleep(chance.uniform(0.5, 45))
                elif cut % 6 == 3:
                    box.wait(GROWS, seconds=400)
                    box.wait_for_writes(2 ** chance.uniform(9, 22), seconds=60)
                else:
                    box.wait(PICTURE, seconds=400)
                    starts += 1
                    box.wait(CARD_THERE, seconds=400)
                    # Half of them in a running session, half perhaps while the last cut is being repaired.
                    if cut % 2 == 0:
                        self.press_until_taken(box)
                    end = time.monotonic() + chance.uniform(5, 40)
                    number = 0
                    while time.monotonic() < end:
                        number += 1
                        box.press("m")
                        time.sleep(chance.uniform(0.5, 4))
                    # The last mark's lines and clip are being written.
                    box.press("m")
                    box.wait_for_writes(2 ** chance.uniform(9, 22), seconds=5)
                box.cut()
                # In a slow emulator a short press can look as long as a second, which takes its mark back.
                back = re.findall(r"mark (\d+) taken back", box.text())
                marks = [int(word) for word in re.findall(r"mark (\d+) acknowledged", box.text()) if word not in back]
                clips = re.findall(r"clip written: ([^,\s]+)", box.text())
                print(f"cut {cut}: {time.monotonic() - box.begun:.0f} s after the start, {len(marks)} marks, {len(clips)} clips, {len(back)} taken back; "
                      "writes: {} up to the last flush, {} after it kept, {} lost".format(*box.left), flush=True)
            acknowledged += len(marks)
            written += len(clips)
            status, words = card.check()
            self.assertIn(status, (0, 1, 4), words)
            self.look_again(card, marks, clips)
        print(f"{cuts} cuts, seed {seed}: {acknowledged} marks and {written} clips acknowledged, none lost")
        self.assertGreater(acknowledged, cuts // 3, "hardly any mark was there to be lost")

    def press_until_taken(self, box):
        """A new mark is written when what the cut left has been made good."""
        end = time.monotonic() + 400
        while not box.count(r"mark 1 acknowledged"):
            self.assertLess(time.monotonic(), end, "no mark is taken:\n" + box.text()[-4000:])
            box.press("m")
            time.sleep(2)

    def look_again(self, card, marks, clips):
        """The next start: to the picture, to a card that is mended and mounted for writing, and with everything on it."""
        with self.box(card.copy(self.folder / "again.img")) as box:
            box.wait(PICTURE, seconds=400)
            box.wait(CARD_THERE + r" \(rw\)", seconds=400)
            self.press_until_taken(box)
            self.assertEqual(box.count(PICTURE), 1)
        again = Card(self.folder / "again.img")
        with again.clips() as folder:
            # The last session is the one of this start; the one before it was cut.
            sessions = sorted(self.sessions(folder), key=lambda session: int(session.name.rsplit("_S", 1)[1]))
            for clip in clips:
                self.assertTrue((folder / clip).exists(), f"{clip} is lost: {sessions}")
            if marks:
                known = [mark["number"] for mark in json.loads((sessions[-2] / "session.json").read_text())["marks"]]
                self.assertLessEqual(set(marks), set(known), f"marks of {sessions[-2].name} are lost")


class Updates(Laws):
    def setUp(self):
        super().setUp()
        self.update = os.environ.get("VIR_UPDATE")
        if not self.update:
            self.skipTest("VIR_UPDATE names no update")

    def with_update(self, change=None, name="vir-2.update"):
        card = self.card(mebibytes=4096)
        # The card after its first start, so that an update fits.
        with self.box(card) as box:
            box.wait(CARD_THERE, seconds=400)
        with card.clips(writable=True) as folder:
            shutil.copy(self.update, folder / name)
            if change:
                change(folder / name)
        return card

    def restart(self, card, is_trial=False, until=PICTURE):
        with self.box(card, is_trial=is_trial) as box:
            box.wait(until, seconds=500)
            return box.slot, box.text(), box.asked_for_trial()

    def test_installed_tried_and_kept(self):
        card = self.with_update()
        with self.box(card) as box:
            box.wait(r"it comes with the next start", seconds=600)
            self.assertEqual(box.slot, "a")
        with self.box(card) as box:
            box.wait_for_end(300)
            self.assertTrue(box.asked_for_trial())
        with self.box(card, is_trial=True) as box:
            self.assertEqual(box.slot, "b")
            box.wait(r"has a picture: it is the one that starts now", seconds=500)
        slot, *_ = self.restart(card)
        self.assertEqual(slot, "b")

    def test_one_without_a_picture_is_taken_back_after_two_tries(self):
        card = self.with_update()
        with self.box(card) as box:
            box.wait(r"it comes with the next start", seconds=600)
        for _ in range(2):
            with self.box(card) as box:
                box.wait_for_end(300)
                self.assertTrue(box.asked_for_trial())
            with self.box(card, is_trial=True, kernel_words="systemd.mask=vir.service") as box:
                time.sleep(20)      # and the plug
        with self.box(card) as box:
            box.wait(r"it isn't tried again", seconds=300)
            box.wait(PICTURE, seconds=500)
            self.assertEqual(box.slot, "a")

    def test_a_changed_byte_and_a_cut_file_are_refused(self):
        def cut(path):
            os.truncate(path, path.stat().st_size // 2)

        def change(path):
            with open(path, "r+b") as file:
                file.seek(60 << 20)
                file.write(b"x")

        def forge(path):
            with open(path, "r+b") as file:
                file.seek(512)
                file.write(b"V")

        for name, harm, words in (("cut", cut, r"cut"), ("byte", change, r"changed"), ("manifest", forge, r"unsigned")):
            with self.subTest(name):
                card = self.with_update(harm)
                with self.box(card) as box:
                    box.wait(rf"refused: .*{words}", seconds=600)
                slot, *_ = self.restart(card)
                self.assertEqual(slot, "a")


if __name__ == "__main__":
    unittest.main(verbosity=2)

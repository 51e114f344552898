# SPDX-License-Identifier: GPL-3.0-or-later
"""image/root/usr/lib/vir/update: files on a card that somebody made who wants in, or that a bad card made."""

import gzip
import io
import os
import tarfile
import unittest

from updates import FILES, Updates
from world import CHECK


class Zeros(io.RawIOBase):
    """So many zeros."""

    def __init__(self, count):
        self.left = count

    def read(self, count=-1):
        count = self.left if count < 0 else min(count, self.left)
        self.left -= count
        return bytes(count)


class Refused(Updates):
    def assertRefused(self, words, name="vir-1.3.update"):
        done = self.update()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(self.notice("31-refused"), words)
        self.assertEqual(self.slots()["trial"], "none")
        self.assertFalse((self.card / name).exists())
        self.assertTrue((self.card / f"{name}.refused").exists(), "the card's user gave it another name")

    def test_another_s_signature_is_refused(self):
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000, key="stranger"))
        self.assertRefused("not signed")
        self.assertUntouched()

    def test_a_changed_byte_is_refused_wherever_it_is(self):
        content = self.maker("1.3", 1_800_000_000)
        at = {"the manifest": 530, "the kernel": content.index(b"kkkk") + 100, "the root": content.index(b"rrrr") + 69_000,
              "its size": 124 + 5, "the signature": content.index(b"untrusted comment") + 80}
        for where, place in at.items():
            with self.subTest(where):
                changed = bytearray(content)
                changed[place] ^= 1
                self.put("vir-1.3.update", bytes(changed))
                self.assertRefused("not signed|no update|not as it was made|cut short")
                (self.card / "vir-1.3.update.refused").unlink()

    def test_wherever_it_is_cut_it_is_refused(self):
        content = self.maker("1.3", 1_800_000_000)
        # The bytes after the last file's last byte are padding.
        for length in (0, 1, 124, 511, 512, 700, 1024, 3000, 9000, content.rindex(b"rrrr") + 3):
            with self.subTest(length):
                self.put("vir-1.3.update", content[:length])
                self.assertRefused("cut short|no update|not signed|not as it was made")
                (self.card / "vir-1.3.update.refused").unlink()

    def test_a_small_file_that_unpacks_to_a_large_one_fills_nothing(self):
        """300 kB that gzip, and so tar, makes 300 MB of."""
        data = io.BytesIO()
        with gzip.open(data, "wb") as packed, tarfile.open(fileobj=packed, mode="w") as archive:
            member = tarfile.TarInfo("manifest")
            member.size = 300 << 20
            archive.addfile(member, Zeros(member.size))
        self.assertLess(len(data.getvalue()), 400_000)
        self.put("vir-1.3.update", data.getvalue())
        self.assertRefused("no update")
        self.assertUntouched()

    def test_sizes_are_no_promise(self):
        for size in (b"77777777777", b"00001000001", b"-0000000001", b"\x80\0\0\0\0\0\0\0\0\0\1", b"0x1ffffffff"):
            with self.subTest(size):
                content = bytearray(self.maker("1.3", 1_800_000_000))
                content[124:124 + 11] = size
                self.put("vir-1.3.update", bytes(content) + bytes(1 << 20))
                self.assertRefused("no update|not signed")
                (self.card / "vir-1.3.update.refused").unlink()

    def test_members_that_are_no_files_are_not_made(self):
        for kind, target in ((tarfile.FIFOTYPE, ""), (tarfile.SYMTYPE, "/etc/passwd"), (tarfile.LNKTYPE, "/etc/passwd"), (tarfile.CHRTYPE, ""),
                             (tarfile.DIRTYPE, "")):
            with self.subTest(kind):
                data = io.BytesIO()
                with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
                    for name in ("manifest", "manifest.sig"):
                        member = tarfile.TarInfo(name)
                        member.type, member.linkname, member.devmajor, member.devminor = kind, target, 1, 5
                        archive.addfile(member)
                self.put("vir-1.3.update", data.getvalue())
                self.assertRefused("no update")
                (self.card / "vir-1.3.update.refused").unlink()

    def test_links_and_pipes_on_a_card_are_not_opened(self):
        elsewhere = self.world / "elsewhere"
        elsewhere.write_bytes(self.maker("1.3", 1_800_000_000))
        (self.card / "a.update").symlink_to(elsewhere)
        os.mkfifo(self.card / "b.update")
        (self.card / "c.update").mkdir()
        done = self.update()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertUntouched()

    def test_a_file_that_becomes_a_pipe_behind_the_look_holds_nothing_up(self):
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000))
        self.change_after("find", 'rm "$WORLD"/media/mmcblk0p2/vir-1.3.update; mkfifo "$WORLD"/media/mmcblk0p2/vir-1.3.update')
        self.update()
        self.assertUntouched()

    def test_what_changes_after_the_check_of_the_signature_is_not_started(self):
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000))
        self.put("other", self.maker("1.3", 1_800_000_000, key="stranger", files={**FILES, "root.squashfs": b"R" * 70_000}))
        self.change_after("signify-openbsd", 'mv "$WORLD"/media/mmcblk0p2/other "$WORLD"/media/mmcblk0p2/vir-1.3.update')
        (self.world / "media").chmod(0o777)
        self.update()
        self.assertEqual(self.slots()["trial"], "none")
        self.assertIn("not as it was made", self.notice("31-refused"))

    def test_what_reads_the_unsigned_is_not_root(self):
        path = self.world / "fakes/signify-openbsd"
        path.write_text(f'#!/bin/sh\n{{ id -u; grep -E "^(CapBnd|CapEff|NoNewPrivs)" /proc/self/status; }} > {self.world}/who/is\nexec /usr/bin/signify-openbsd "$@"\n')
        path.chmod(0o755)
        (self.world / "who").mkdir()
        (self.world / "who").chmod(0o777)
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000))
        self.update()
        words = (self.world / "who/is").read_text().split()
        self.assertEqual(words[0], str(CHECK))
        self.assertEqual(words[words.index("CapBnd:") + 1], "0" * 16)
        self.assertEqual(words[words.index("NoNewPrivs:") + 1], "1")

    def test_a_signed_slip_reaches_nothing_outside_of_the_slot(self):
        slip = "import sys; path = sys.argv[1]; text = open(path).read(); open(path, \"w\").write(text.replace(\" kernel.gz\", \" {}\"))"
        for name in ("../a/root.squashfs", "/etc/passwd", "a b", "x$(id)"):
            with self.subTest(name):
                self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000, change=slip.format(name)))
                self.assertRefused("manifest is wrong")
                (self.card / "vir-1.3.update.refused").unlink()
                self.assertUntouched()

    def test_one_without_a_kernel_is_refused_before_the_slot_is_emptied(self):
        self.put("vir-1.3.update", self.maker("1.3", 1_800_000_000, files={"root.squashfs": b"r", "cmdline.txt": b"c", "initrd.img": b"i"}))
        self.assertRefused("no kernel.gz")
        self.assertUntouched()

    def test_a_bad_one_beside_a_good_one_keeps_nothing_from_it(self):
        self.put("z.update", b"garbage")
        self.put("a.update", self.maker("1.3", 1_800_000_000))
        self.update()
        self.assertInstalled("1.3")
        self.assertIn("z.update", self.notice("31-refused"))


if __name__ == "__main__":
    unittest.main()

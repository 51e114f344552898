# SPDX-License-Identifier: GPL-3.0-or-later
"""deploy.sh --card: exactly the image onto what may be written to, and not one byte onto anything else.

The disks are loop devices. What the kernel would say of a card reader is said by a folder in sysfs's place."""
import hashlib
import lzma
import os
import random
import shutil
import subprocess
import tempfile
import unittest

from fake_box import ROOT, write

MEGABYTE = 1 << 20
# Not a whole number of blocks of 4 MiB.
IMAGE = random.Random(1).randbytes(5 * MEGABYTE + 512)


class Disk:
    """A disk of `size` bytes full of noise, as DEVICE, and as what it looks like in sysfs."""

    def __init__(self, test, size=16 * MEGABYTE, removable=1, kind="", usb=False, parts=()):
        self.test, self.backing = test, os.path.join(test.folder, f"disk{len(os.listdir(test.folder))}")
        write(self.backing, random.Random(2).randbytes(size))
        self.device = subprocess.run(["losetup", "--find", "--show", self.backing], check=True, capture_output=True, text=True).stdout.strip()
        test.addCleanup(subprocess.run, ["losetup", "--detach", self.device])
        self.name = os.path.basename(self.device)
        self.sysfs = os.path.join(test.sysfs, "devices", "usb1/1-1" if usb else "pci0", "block", self.name)
        os.makedirs(f"{self.sysfs}/device")
        os.makedirs(f"{self.sysfs}/holders")
        self.say("removable", removable)
        self.say("ro", 0)
        self.say("device/type", kind)
        self.say("device/model", "Card Reader")
        self.know(self.device, self.sysfs)
        for number, part in enumerate(parts, 1):
            folder = f"{self.sysfs}/{self.name}p{number}"
            os.makedirs(f"{folder}/holders")
            write(f"{folder}/partition", f"{number}\n")
            self.know(part.device, folder)

    def say(self, name, value):
        write(f"{self.sysfs}/{name}", f"{value}\n")

    def know(self, device, folder):
        number = os.stat(device).st_rdev
        text = f"{os.major(number)}:{os.minor(number)}"
        write(f"{folder}/dev", text + "\n")
        link = f"{self.test.sysfs}/dev/block/{text}"
        if os.path.islink(link):
            os.unlink(link)
        os.symlink(folder, link)

    def content(self):
        subprocess.run(["blockdev", "--flushbufs", self.device], check=True)
        with open(self.device, "rb") as file:
            return file.read()


class CardTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="vir-card-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.sysfs = os.path.join(self.folder, "sysfs")
        os.makedirs(f"{self.sysfs}/dev/block")
        os.makedirs(f"{self.folder}/bin")
        write(f"{self.folder}/bin/eject", f"#!/bin/sh\necho \"$@\" >>'{self.folder}/ejected'\n", 0o755)
        self.image = self.file("it's an \"image\".img", IMAGE)

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        write(path, content)
        return path

    def run_card(self, device, *words, image=None, answer=None, script=None, before=()):
        words = (*words, "--image", image or self.image) if image != "" else words
        words = (*words, "--yes") if answer is None else words
        result = subprocess.run([*before, script or f"{ROOT}/deploy.sh", "--card", device, *words], cwd=self.folder, capture_output=True, text=True, timeout=300, input=answer or "",
                                env={**os.environ, "VIR_SYSFS": self.sysfs, "PATH": f"{self.folder}/bin:/usr/sbin:{os.environ['PATH']}", "LC_ALL": "C"})
        return result.returncode, result.stdout, result.stderr

    def ejected(self):
        """The disks that were."""
        if not os.path.exists(f"{self.folder}/ejected"):
            return []
        with open(f"{self.folder}/ejected") as file:
            return file.read().split("\n")[:-1]

    def assertWritten(self, disk, before, image=IMAGE):
        """The image, and after it what was there before."""
        now = disk.content()
        self.assertEqual(hashlib.sha256(now[:len(image)]).digest(), hashlib.sha256(image).digest())
        self.assertEqual(now[len(image):], before[len(image):])

    def refuses(self, disk, status, words, *, device=None, lines=1, **options):
        """It ended with `status` and a line that says `words`, and the disk is as it was."""
        before, ejected = hashlib.sha256(disk.content()).digest(), self.ejected()
        result = self.run_card(device or disk.device, **options)
        self.assertEqual(result[0], status, result)
        self.assertIn(words, result[2])
        self.assertEqual(result[2].count("\n"), lines)
        self.assertEqual(hashlib.sha256(disk.content()).digest(), before)
        self.assertEqual(self.ejected(), ejected)
        return result


class Writing(CardTest):
    def test_exactly_the_image_is_written_and_the_card_ejected(self):
        for kind in ({"removable": 1}, {"removable": 0, "kind": "SD"}, {"removable": 0, "usb": True}):
            for packed in (False, True):
                with self.subTest(kind=kind, packed=packed):
                    disk = Disk(self, **kind)
                    before = disk.content()
                    image = self.file("image.img.xz", lzma.compress(IMAGE, preset=0)) if packed else self.image
                    status, said, complaints = self.run_card(disk.device, image=image)
                    self.assertEqual((status, complaints), (0, ""), said)
                    self.assertWritten(disk, before)
                    self.assertEqual(self.ejected()[-1], disk.device)

    def test_a_card_of_exactly_the_images_size_is_large_enough(self):
        disk = Disk(self, size=len(IMAGE))
        self.assertEqual(self.run_card(disk.device)[0], 0)
        self.assertEqual(disk.content(), IMAGE)

    def test_what_will_be_lost_is_shown_and_only_yes_is_a_yes(self):
        disk = Disk(self)
        subprocess.run(["mkfs.ext4", "-q", "-F", "-L", "HOLIDAYS", disk.device], check=True)
        for answer in ("", "\n", "no\n", "y\n", "YES\n", "yes please\n"):
            with self.subTest(answer=answer):
                said = self.refuses(disk, 1, "nothing was written", answer=answer)[1]
                for words in ("Card Reader", "16.8 MB", "HOLIDAYS"):
                    self.assertIn(words, said)
        before = disk.content()
        self.assertEqual(self.run_card(disk.device, answer="yes\n")[0], 0)
        self.assertWritten(disk, before)

    def test_the_checksum_is_looked_at_where_there_is_one(self):
        disk = Disk(self)
        before = disk.content()
        self.assertIn("isn't checked", self.run_card(disk.device)[1])
        name = os.path.basename(self.image)
        for file in (f"{self.image}.sha256", self.image.removesuffix(".img") + ".sha256"):
            with self.subTest(file):
                write(file, f"{'0' * 64}  other.update\n{hashlib.sha256(IMAGE).hexdigest()}  {name}\n")
                status, said, _ = self.run_card(disk.device)
                self.assertEqual(status, 0)
                self.assertNotIn("isn't checked", said)
                write(file, f"{'0' * 64}  {name}\n")
                self.refuses(disk, 1, "is damaged: its sha256")
                write(file, f"{'0' * 64}\n")
                self.refuses(disk, 1, "is damaged: its sha256")
                os.unlink(file)
        self.assertWritten(disk, before)

    def test_the_newest_image_is_taken(self):
        project = os.path.join(self.folder, "a project's \"folder\"")
        os.makedirs(f"{project}/image/out")
        shutil.copy(f"{ROOT}/deploy.sh", project)
        shutil.copytree(f"{ROOT}/image/deploy", f"{project}/image/deploy")
        disk = Disk(self)
        script = f"{project}/deploy.sh"
        self.refuses(disk, 66, "no image in image/out", image="", script=script)
        for name, content, age in (("vir-1.img", bytes(MEGABYTE), 20), ("vir-2.img.xz", lzma.compress(IMAGE, preset=0), 10), ("vir-3.img", bytes(MEGABYTE), 30)):
            write(f"{project}/image/out/{name}", content)
            os.utime(f"{project}/image/out/{name}", (1e9 - age, 1e9 - age))
        before = disk.content()
        self.assertEqual(self.run_card(disk.device, image="", script=script)[0], 0)
        self.assertWritten(disk, before)


class Refusals(CardTest):
    def test_what_isnt_removable(self):
        self.refuses(Disk(self, removable=0), 74, "isn't removable")
        self.refuses(Disk(self, removable=0, kind="MMC"), 74, "isn't removable")

    def test_what_is_no_disk(self):
        disk = Disk(self)
        self.refuses(disk, 69, "no such device", device="/dev/no-such")
        self.refuses(disk, 69, "is no disk", device=self.image)
        self.refuses(disk, 69, "is no disk", device="/dev/null")
        self.refuses(Disk(self, kind="5"), 74, "CD")
        self.refuses(disk, 66, "no such file", image=f"{self.folder}/no such.img")

    def test_a_partition(self):
        part = Disk(self)
        disk = Disk(self, parts=[part])
        self.refuses(part, 74, f"is a partition; the whole disk is /dev/{disk.name}")

    def test_another_name_for_it_changes_nothing(self):
        disk = Disk(self, removable=0)
        link = f"{self.folder}/card"
        os.symlink(disk.device, link)
        self.refuses(disk, 74, "isn't removable", device=link)

    def mount(self, disk):
        subprocess.run(["mkfs.ext4", "-q", "-F", disk.device], check=True)
        place = tempfile.mkdtemp(dir=self.folder)
        subprocess.run(["mount", "-o", "ro", disk.device, place], check=True)
        self.addCleanup(subprocess.run, ["umount", place], stderr=subprocess.DEVNULL)
        return place

    def test_what_is_mounted(self):
        disk = Disk(self)
        place = self.mount(disk)
        self.refuses(disk, 74, f"mounted at {place}")

    def test_what_has_a_mounted_partition(self):
        part = Disk(self)
        place = self.mount(part)
        self.refuses(Disk(self, parts=[Disk(self), part]), 74, f"mounted at {place}")

    def test_what_is_mounted_where_we_cant_see_it(self):
        """In a name space of another's: only the kernel knows."""
        disk = Disk(self)
        subprocess.run(["mkfs.ext4", "-q", "-F", disk.device], check=True)
        other = subprocess.Popen(["unshare", "--mount", "sh", "-c", 'mount -o ro "$1" /mnt && echo mounted && read -r _', "sh", disk.device], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.assertEqual(other.stdout.readline(), b"mounted\n")
            self.refuses(disk, 74, "in use: Device or resource busy")
        finally:
            other.communicate(b"\n")

    def test_the_disk_that_the_machine_runs_from(self):
        disk = Disk(self)
        place = self.mount(disk)
        # A tree on that disk with this machine's programs in it. For the process in there, `/` is the disk.
        enter = ('mount -o remount,rw "$1"; cd "$1"; for one in usr dev proc tmp "${ROOT#/}"; do mkdir -p "$one"; mount --rbind "/$one" "$one"; done; '
                 'for one in bin sbin lib lib64 etc; do [ -e "$one" ] || ln -s "usr/$one" "$one"; done; mount -o remount,ro,bind "$1"; shift; exec chroot . "$@"')
        before = disk.content()
        status, _, complaints = self.run_card(disk.device, before=("env", f"ROOT={ROOT}", "unshare", "--mount", "sh", "-c", enter, "sh", place))
        self.assertEqual((status, "this machine runs from it" in complaints), (74, True), complaints)
        subprocess.run(["umount", place], check=True)
        # (Only the tree's empty folders changed: an image would have been written from the first byte on.)
        self.assertNotEqual(disk.content()[:4096], IMAGE[:4096])
        self.assertEqual(len(disk.content()), len(before))

    def test_swap_space(self):
        disk = Disk(self)
        subprocess.run(["mkswap", disk.device], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["swapon", disk.device], check=True)
        try:
            status, _, complaints = self.run_card(disk.device)
            self.assertEqual((status, "swap space" in complaints), (74, True), complaints)
        finally:
            subprocess.run(["swapoff", disk.device], check=True)
        self.assertIn(b"SWAPSPACE2", disk.content()[:4096])

    def test_what_another_device_is_made_of(self):
        disk, part = Disk(self), Disk(self)
        os.mkdir(f"{disk.sysfs}/holders/dm-3")
        self.refuses(disk, 74, "in use: by dm-3")
        whole = Disk(self, parts=[part])
        os.mkdir(f"{whole.sysfs}/{whole.name}p1/holders/md0")
        self.refuses(whole, 74, "in use: by md0")

    def test_what_another_program_writes_to(self):
        disk = Disk(self)
        with subprocess.Popen(["flock", disk.device, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            other.stdin.write(b"x")
            other.stdin.flush()
            other.stdout.read(1)
            self.refuses(disk, 74, "in use by another program")
            other.stdin.close()

    def test_too_small_or_write_protected_or_empty(self):
        self.refuses(Disk(self, size=len(IMAGE) - 512), 74, "too small")
        disk = Disk(self)
        disk.say("ro", 1)
        self.refuses(disk, 74, "write-protected")
        disk = Disk(self)
        write(f"{self.folder}/bin/blockdev", "#!/bin/sh\necho 0\n", 0o755)
        self.refuses(disk, 69, "there is no card")

    def test_a_damaged_image(self):
        disk = Disk(self)
        packed = lzma.compress(IMAGE, preset=0)
        # xz itself prints a line too.
        self.refuses(disk, 1, "can't be unpacked", lines=2, image=self.file("half.img.xz", packed[:len(packed) // 2]))
        self.refuses(disk, 1, "is empty", image=self.file("empty.img", b""))

    def test_what_changes_while_it_is_asked(self):
        """The card that was looked at isn't there any more when the answer comes."""
        disk = Disk(self)
        before = disk.content()
        process = subprocess.Popen([f"{ROOT}/deploy.sh", "--card", disk.device, "--image", self.image], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "VIR_SYSFS": self.sysfs, "LC_ALL": "C"})
        said = ""
        while "yes or no" not in said:
            said += process.stdout.read(1)
        disk.say("removable", 0)
        _, complaints = process.communicate("yes\n", timeout=180)
        self.assertEqual((process.returncode, "isn't removable" in complaints), (74, True), complaints)
        self.assertEqual(disk.content(), before)


class BrokenCards(CardTest):
    def tool(self, name, script):
        write(f"{self.folder}/bin/{name}", f"#!/bin/sh\n{script}\n", 0o755)

    def test_a_card_that_gives_back_something_else(self):
        self.tool("dd", 'case "$*" in *if=*) /usr/bin/dd "$@" | tr a b;; *) exec /usr/bin/dd "$@";; esac')
        status, said, complaints = self.run_card(Disk(self).device)
        self.assertEqual((status, "this card is broken" in complaints), (74, True), complaints)
        self.assertNotIn("can be taken out", said)

    def test_a_card_that_fails_half_way(self):
        self.tool("dd", 'case "$*" in *of=*) head -c 5000000 >/dev/null; echo "dd: Input/output error" >&2; exit 1;; esac')
        status, said, complaints = self.run_card(Disk(self).device)
        self.assertEqual((status, "couldn't be written to its end" in complaints), (74, True), complaints)
        self.assertNotIn("can be taken out", said)


if __name__ == "__main__":
    unittest.main()

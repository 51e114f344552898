# SPDX-License-Identifier: GPL-3.0-or-later
"""image/root/usr/lib/vir/stick: USB sticks that anybody plugs in, and a program that may be anybody's."""

import os
import re
import struct
import unittest

from world import CHECK, VIR, World, run

STICK = "/usr/lib/vir/stick"
USB = "devices/platform/xhci/usb1/1-1/1-1:1.0/host0/block"
# The helpers of the test scripts: the program's touch, and waiting for an answer.
PRELUDE = f"""
request=/run/vir/stick
ask() {{ setpriv --reuid={VIR} --regid={VIR} --clear-groups touch $request; }}
serve() {{ {STICK} serve & helper=$!; }}
# answer STATE: waits until that is the answer, and prints it with a separator line.
answer() {{
    for _ in $(seq 150); do
        if grep -qsx "state $1" /run/vir-stick/state; then cat /run/vir-stick/state; echo .; return; fi
        sleep 0.1
    done
    echo "no answer $1:"; cat /run/vir-stick/state; exit 9
}}
done_with() {{ rm -f $request; wait $helper; }}
mounted() {{ mountpoint -q /media/STICK && echo mounted || echo not mounted; }}
pull() {{ mv $WORLD/block/$1* $WORLD/left-behind/; }}
plug() {{ mv $WORLD/left-behind/$1* $WORLD/block/; }}
"""


def boot_sector_of_ntfs():
    """As much of one as blkid asks for: 512 bytes a sector, 8 sectors a cluster, the file table in cluster 4, and its first record."""
    sector = bytearray(512)
    sector[0:11] = b"\xeb\x52\x90NTFS    "
    struct.pack_into("<HB", sector, 11, 512, 8)
    sector[21] = 0xF8
    struct.pack_into("<QQQbxxxb3xQ", sector, 40, 40000, 4, 2000, -10, 1, 0x1234)
    sector[510:] = b"\x55\xaa"
    return bytes(sector) + bytes(4 * 4096 - 512) + b"FILE" + bytes(4092)


class Sticks(World):
    def setUp(self):
        super().setUp()
        for name, owner in (("vir", VIR), ("vir-stick", 0)):
            folder = self.world / "run" / name
            folder.mkdir()
            os.chown(folder, owner, owner)
        (self.world / "left-behind").mkdir()
        self.hurry(("sleep 0.5\n", "sleep 0.1\n"), ("sleep 3\n", "sleep 0.5\n"), ("sleep 2\n", "sleep 1\n"), ("sleep 0.2\n", "sleep 0.05\n"))

    # Plugging in

    def stick(self, name="sda", fs="exfat", label="HOLIDAY", sequence=5, parts=1, bus=USB):
        parts = [f"{name}{number}" for number in range(1, parts + 1)]
        self.disk(name, *parts, bus=bus, sequence=sequence)
        for part in parts or [name]:
            self.folder(part)
            self.make(part, fs, label)
        return parts[0] if parts else name

    def make(self, part, fs, label):
        device = self.world / "dev" / part
        device.write_bytes(b"")
        os.truncate(device, 64 << 20)
        named = ("-L", label) if fs in ("exfat", "ext4") else ("-n", label)
        if fs == "ntfs":
            with open(device, "r+b") as file:
                file.write(boot_sector_of_ntfs())
        elif fs:
            run(*{"exfat": ["mkfs.exfat"], "fat32": ["mkfs.vfat", "-F", 32], "fat16": ["mkfs.vfat", "-F", 16], "ext4": ["mkfs.ext4", "-q"]}[fs],
                *(named if label else ()), device, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def soil(self, part, place, bit):
        """Whoever had it last didn't let go of it."""
        with open(self.world / "dev" / part, "r+b") as file:
            file.seek(place)
            flags = file.read(1)[0]
            file.seek(place)
            file.write(bytes([flags | bit]))

    def fake(self, program, script):
        path = self.world / "fakes" / program
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def hurry(self, *pairs):
        """The script, with some of its times shorter."""
        script = self.world / "lib/stick"
        text = script.read_text()
        for words, others in pairs:
            self.assertIn(words, text)
            text = text.replace(words, others)
        script.write_text(text)

    # Playing and checking

    def play(self, script, seconds=30):
        """What a script prints, answers among it; it ends well."""
        done = self.enter("sh", "-euc", PRELUDE + script, seconds=seconds)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + self.said())
        self.log = done.stderr
        return done.stdout

    def answer(self, state):
        return self.play(f"ask; serve; answer {state}; mounted; done_with")

    def assert_answer(self, state, *lines, mounted=False):
        words = "".join(f"{line}\n" for line in (f"state {state}", *lines, ".", "mounted" if mounted else "not mounted"))
        self.assertEqual(self.answer(state), words)

    def mounts(self):
        return [line for line in self.said().splitlines() if line.startswith("mount ")]

    def checks(self):
        return [line for line in self.said().splitlines() if line.startswith("fsck")]

    # The right stick

    def test_it_is_mounted_without_rights_and_let_go_of(self):
        self.stick()
        said = self.play("ask; serve; answer ready; mounted; stat -c %U:%a /run/vir-stick/state; done_with; mounted; ls -A /run/vir-stick /run/vir")
        self.assertEqual(said, "state ready\nlabel HOLIDAY\ndevice sda1\n.\nmounted\nroot:644\nnot mounted\n/run/vir:\n\n/run/vir-stick:\n")
        self.assertRegex(self.said(), r"(?m)^sync -f /media/STICK\numount /media/STICK$")
        [line] = self.mounts()
        for word in ("-t exfat", "-w", "nosuid", "nodev", "noexec", "noatime", "errors=remount-ro", "uid=vir,gid=vir,fmask=0133,dmask=0022", "/dev/sda1 /media/STICK"):
            self.assertIn(word, line)

    def test_fat_in_every_size_and_on_a_disk_without_partitions(self):
        for name, fs, parts in (("sda", "fat32", 1), ("sdb", "fat16", 1), ("sdc", "fat32", 0), ("sdd", "exfat", 0)):
            with self.subTest(fs=fs, parts=parts):
                part = self.stick(name, fs, "PLAIN", ord(name[2]), parts)
                self.assert_answer("ready", "label PLAIN", f"device {part}", mounted=True)
                self.assertIn(f"-t {'exfat' if fs == 'exfat' else 'vfat'} ", self.mounts()[-1])

    def test_one_without_a_name(self):
        self.stick(fs="fat32", label="")
        self.assert_answer("ready", "device sda1", mounted=True)

    def test_of_two_the_one_that_came_last(self):
        self.stick("sda", sequence=12, label="LAST")
        self.stick("sdb", sequence=9, label="FIRST")
        self.assert_answer("ready", "label LAST", "device sda1", mounted=True)

    def test_of_one_s_partitions_the_largest(self):
        self.disk("sda", "sda1", "sda2", "sda10", bus=USB, sizes={"sda1": 400_000, "sda2": 90_000_000, "sda10": 300})
        for part, fs, label in (("sda1", "fat32", "EFI"), ("sda2", "exfat", "BIG"), ("sda10", "fat16", "TOOLS")):
            self.folder(part)
            self.make(part, fs, label)
        self.assert_answer("ready", "label BIG", "device sda2", mounted=True)

    # The wrong sticks

    def test_what_doesn_t_hang_on_usb_is_no_stick_whatever_it_says(self):
        self.stick(bus="devices/pci0000:00/ata1/host0/block", label="USB")
        self.assert_answer("none")

    def test_a_reader_with_nothing_in_it_is_no_stick(self):
        self.stick()
        (self.world / "sys" / USB / "sda/size").write_text("0\n")
        self.assert_answer("none")

    def test_other_file_systems_are_refused(self):
        for name, fs, told in (("sda", "ext4", ["label LINUX"]), ("sdb", "ntfs", []), ("sdc", None, [])):
            with self.subTest(fs=fs):
                for link in (self.world / "block").glob("sd*"):
                    link.unlink()
                self.stick(name, fs, "LINUX")
                self.assert_answer("refused", *told, f"device {name}1", "reason file-system")
        self.assertEqual(self.mounts(), [])

    def test_cards_are_refused_with_all_their_partitions(self):
        self.stick("sda", "exfat", "VIR")
        self.assert_answer("refused", "label VIR", "device sda1", "reason card")
        self.stick("sdb", "fat32", "VIR-BOOT", sequence=6, parts=1)
        self.assert_answer("refused", "label VIR-BOOT", "device sdb1", "reason card", "refused VIR card")
        self.disk("sdc", "sdc1", "sdc2", bus=USB, sequence=7)
        for part, label in (("sdc1", "MINE"), ("sdc2", "VIR")):
            self.folder(part)
            self.make(part, "exfat", label)
        self.assert_answer("refused", "label VIR", "device sdc2", "reason card", "refused VIR-BOOT card", "refused VIR card")
        self.assertEqual(self.mounts(), [])

    def test_the_disk_that_the_box_was_started_from_is_refused(self):
        self.stick("sda", "fat32", "VIR-BOOT", parts=2)
        (self.world / "run/vir-boot/device").write_text("/dev/sda1\n")
        self.assert_answer("refused", "label VIR-BOOT", "device sda1", "reason running-disk")

    def test_those_that_are_refused_are_named_beside_the_one_that_is_taken(self):
        self.stick("sda", "exfat", "MINE", sequence=5)
        self.stick("sdb", "ext4", "OTHER ONE", sequence=6)
        self.stick("sdc", "exfat", "VIR", sequence=4)
        self.stick("sdd", "ntfs", "", sequence=3)
        self.assert_answer("ready", "label MINE", "device sda1", "refused OTHER ONE file-system", "refused VIR card", "refused sdd1 file-system", mounted=True)

    def test_while_udev_is_looking_nothing_is_said_of_it(self):
        self.stick()
        (self.world / "udev-is-looking").touch()
        self.assertEqual(self.play("ask; serve; answer none; sleep 1; answer none; rm $WORLD/udev-is-looking; answer ready > /dev/null; mounted; done_with"),
                         "state none\n.\nstate none\n.\nmounted\n")

    # Names and file systems

    def test_a_hostile_label_is_one_plain_line(self):
        self.stick(label="a\nstate x")
        self.assertIn("\nlabel astate x\n", self.answer("ready"))
        self.make("sda1", "ext4", "\x1b]0;x\x07 $(id)\nreason")
        [label] = re.findall(r"^label (.*)$", self.answer("refused"), re.M)
        self.assertLessEqual(len(label), 48)
        self.assertNotRegex(label, r"[\x00-\x1f$`\x7f]")
        self.make("sda1", "exfat", "Jörg's (ä)!")
        self.assertIn("\nlabel Jörg's (ä)!\n", self.answer("ready"))

    def test_a_long_label_is_cut_between_letters(self):
        self.stick()
        name = "x" + "é" * 60 + r"\x0astate\x20gone\x0a" + "x" * 5000
        self.fake("udevadm", f"echo USEC_INITIALIZED=1; echo ID_FS_TYPE=exfat; printf '%s\\n' 'ID_FS_LABEL=x' 'ID_FS_LABEL_ENC={name}'")
        self.assert_answer("ready", "label x" + "é" * 23, "device sda1", mounted=True)

    def test_a_dirty_one_is_mended_once(self):
        for name, fs, place, bit in (("sda", "fat32", 65, 1), ("sdb", "fat16", 37, 1), ("sdc", "exfat", 106, 2)):
            with self.subTest(fs):
                part = self.stick(name, fs, "DIRTY", ord(name[2]))
                self.soil(part, place, bit)
                self.assert_answer("ready", "label DIRTY", f"device {part}", mounted=True)
                with open(self.world / "dev" / part, "rb") as file:
                    file.seek(place)
                    self.assertEqual(file.read(1)[0] & bit, 0, "it is clean now")

    def test_a_clean_one_isn_t_touched(self):
        self.stick(fs="fat32")
        for program in ("fsck.vfat", "fsck.exfat"):
            self.fake(program, f'echo "{program} $*" >> $WORLD/said; exit 4')
        self.assert_answer("ready", "label HOLIDAY", "device sda1", mounted=True)
        self.assertEqual(self.checks(), [])

    def test_one_beyond_mending_is_not_mounted(self):
        for name, fs, place, bit in (("sda", "fat32", 65, 1), ("sdb", "exfat", 106, 2)):
            with self.subTest(fs):
                part = self.stick(name, fs, "BROKEN", ord(name[2]))
                self.soil(part, place, bit)
                with open(self.world / "dev" / part, "r+b") as file:
                    # Overwrites the tables, or everything behind the boot sectors.
                    file.seek(32 * 512 if fs == "fat32" else 24 * 512)
                    file.write(bytes(range(256)) * 12000)
                # Its label was there as well.
                self.assert_answer("read-only", f"device {part}", "reason damaged")
        self.assertEqual(self.mounts(), [])

    def test_what_a_checker_mended_has_to_be_whole_afterwards(self):
        self.stick(fs="fat32")
        self.soil("sda1", 65, 1)
        self.fake("fsck.vfat", "exit 1")
        self.assert_answer("read-only", "label HOLIDAY", "device sda1", "reason damaged")

    def test_what_checks_it_may_write_that_partition_and_nothing_else(self):
        self.stick(fs="fat32")
        self.soil("sda1", 65, 1)
        (self.world / "who").mkdir()
        (self.world / "who").chmod(0o777)
        self.fake("fsck.vfat", f'{{ id -u; grep -E "^(CapBnd|NoNewPrivs)" /proc/self/status; ulimit -v; '
                               f'for disk in /dev/sda /dev/mmcblk0; do [ ! -w $disk ] || echo "$disk can be written"; done; }} > {self.world}/who/is\n'
                               'head -c 20000000 /dev/zero | tr "\\0" x; exec /usr/sbin/fsck.vfat "$@"')
        self.assert_answer("ready", "label HOLIDAY", "device sda1", mounted=True)
        said = (self.world / "who/is").read_text()
        words = said.split()
        self.assertEqual((words[0], words[words.index("CapBnd:") + 1]), (str(CHECK), "0" * 16))
        self.assertIn("524288", words)
        self.assertNotIn("can be written", said)
        self.assertLess((self.world / "left/vir-stick/check").stat().st_size, 5000)
        self.assertEqual((self.world / "dev/sda1").stat().st_gid, 6, "disk's again")

    def test_a_write_protected_one_is_not_mounted(self):
        self.stick()
        (self.world / "sys" / USB / "sda/ro").write_text("1\n")
        self.assert_answer("read-only", "label HOLIDAY", "device sda1", "reason write-protected")
        self.assertEqual(self.mounts(), [])

    def test_one_that_the_kernel_finds_broken_while_it_is_written(self):
        self.stick()
        self.assertIn("reason damaged", self.play("ask; serve; answer ready; echo ro,errors=remount-ro > $WORLD/options; answer read-only; done_with"))

    # Plugging and pulling

    def test_it_waits_for_one_to_come(self):
        self.stick()
        self.assertEqual(self.play("pull sda; ask; serve; answer none; plug sda; answer ready > /dev/null; mounted; done_with; mounted"),
                         "state none\n.\nmounted\nnot mounted\n")

    def test_pulled_while_mounted_it_says_so_and_takes_the_next(self):
        self.stick("sda")
        self.stick("sdb", label="NEXT", sequence=6)
        said = self.play("pull sdb; ask; serve; answer ready; pull sda; answer gone; mounted; answer none; plug sdb; answer ready; mounted; done_with")
        self.assertEqual(said, "state ready\nlabel HOLIDAY\ndevice sda1\n.\nstate gone\nlabel HOLIDAY\ndevice sda1\n.\nnot mounted\nstate none\n.\n"
                               "state ready\nlabel NEXT\ndevice sdb1\n.\nmounted\n")
        self.assertIn("umount --lazy /media/STICK", self.said())

    def test_another_that_gets_the_same_name_is_another(self):
        self.stick()
        self.assertIn("state gone", self.play(f"ask; serve; answer ready; echo 6 > $WORLD/sys/{USB}/sda/diskseq; answer gone; answer ready; done_with"))

    def test_one_that_comes_meanwhile_changes_nothing(self):
        self.stick("sda")
        self.stick("sdb", label="NEWER", sequence=6)
        self.assertIn("device sda1", self.play("pull sdb; ask; serve; answer ready > /dev/null; plug sdb; sleep 1.5; answer ready; done_with"))

    def test_what_is_still_open_doesn_t_keep_it(self):
        self.stick()
        said = self.play("ask; serve; answer ready > /dev/null; exec 5> /media/STICK/file; done_with; mounted")
        self.assertEqual(said, "not mounted\n")

    def test_a_mount_that_was_left_over_is_let_go_of(self):
        self.stick()
        said = self.play(f"ask; serve; answer ready > /dev/null; kill -9 $helper; mounted; {STICK} away; mounted; ls -A /run/vir-stick")
        self.assertEqual(said, "mounted\nnot mounted\n")

    def test_asked_to_end_it_lets_go(self):
        self.stick()
        self.assertEqual(self.play(f"ask; serve; answer ready > /dev/null; kill $helper; wait $helper; {STICK} away; mounted"), "not mounted\n")

    # The request

    def test_without_a_request_it_ends(self):
        self.stick()
        self.assertEqual(self.play("serve; wait $helper; mounted; ls -A /run/vir-stick"), "not mounted\n")

    def test_an_old_request_is_removed_at_once(self):
        self.stick()
        self.assertEqual(self.play("ask; touch -d '61 seconds ago' $request; serve; wait $helper; mounted; ls -A /run/vir"), "not mounted\n")
        self.assertEqual(self.mounts(), [])

    def test_a_request_that_isn_t_renewed_ends_after_a_minute(self):
        self.stick()
        self.hurry(("\npatience=60\n", "\npatience=3\n"))
        # The file's time may be any, even in the future.
        said = self.play("ask; touch -d '10 days' $request; serve; answer ready > /dev/null; for _ in 1 2 3 4 5; do sleep 1; touch -d \"$_ days\" $request; done\n"
                         "mounted; wait $helper; mounted; ls -A /run/vir /run/vir-stick")
        self.assertEqual(said, "mounted\nnot mounted\n/run/vir:\n\n/run/vir-stick:\n")

    def test_a_request_that_is_something_else_is_removed_and_not_followed(self):
        self.stick()
        (self.world / "precious").write_text("precious")
        for name, words in (("a link", "ln -s $WORLD/precious $request"), ("a dangling link", "ln -s /nowhere $request"), ("a pipe", "mkfifo $request"),
                            ("a folder", "mkdir $request"), ("a full folder", "mkdir -p $request/a/b; touch $request/a/c; ln -s $WORLD/precious $request/a/d; chown -R 6001:6001 $request"),
                            ("a device", "mknod $request c 1 3")):
            with self.subTest(name):
                self.assertEqual(self.play(f"{words}; serve; wait $helper; mounted; ls -A /run/vir"), "not mounted\n")
        self.assertEqual(self.mounts(), [])
        self.assertEqual((self.world / "precious").read_text(), "precious")

    def test_what_only_root_may_remove_inside_a_folder_stays(self):
        """It is removed with the program's own rights: where those end, so does this."""
        said = self.play("mkdir -p $request/a; touch $request/a/root-s; serve; wait $helper; ls $request/a")
        self.assertEqual(said, "root-s\n")

    def test_a_request_that_changes_under_its_hands_isn_t_followed(self):
        self.stick()
        said = self.play("ask; serve; answer ready > /dev/null; ln -sfn /etc/passwd $request; wait $helper; mounted; ls -A /run/vir; test -s /etc/passwd")
        self.assertEqual(said, "not mounted\n")

    def test_a_word_that_is_no_command_runs_nothing(self):
        for words in ([], ["reboot"], ["take", "sda1"]):
            self.assertEqual(self.enter(STICK, *words).returncode, 64)


if __name__ == "__main__":
    unittest.main()

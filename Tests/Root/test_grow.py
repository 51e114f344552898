# SPDX-License-Identifier: GPL-3.0-or-later
"""image/root/usr/lib/vir/grow: a fresh card gets its full size, on its own disk and behind its own two partitions."""

import json
import os
import unittest

from world import World, run

MIB = 1 << 20
SMALL = 32 * MIB // 512


class Growing(World):
    def fresh(self, name):
        """A disk of 256 MiB as the flasher leaves it; what a loop device would be, and the file systems' insides, are played."""
        self.disk(name, f"{name}1", f"{name}2", sizes={f"{name}1": 16 * MIB // 512, f"{name}2": SMALL})
        (self.world / "sys" / name / "size").write_text(str(256 * MIB // 512))
        disk = self.world / "dev" / name
        disk.write_bytes(b"")
        os.truncate(disk, 256 * MIB)
        run("sfdisk", "-q", disk, input=f"label: dos\nlabel-id: 0x56495201\nstart=2048, size={16 * MIB // 512}, type=c\nstart={2048 + 16 * MIB // 512}, size={SMALL}, type=7\n".encode())
        for part in (f"{name}2", f"{name}-large"):
            device = self.world / "dev" / part
            device.write_bytes(b"")
            os.truncate(device, 32 * MIB)
            self.folder(part)
        run("mkfs.exfat", "-L", "VIR", self.world / f"dev/{name}2")
        self.clips = self.world / "media" / f"{name}2"
        (self.clips / "settings.toml").write_text("delay = 3\n")
        (self.clips / "a folder").mkdir()
        (self.clips / "a folder/$(x) *.mp4").write_bytes(b"film")
        for program, script in (("losetup", 'case $1 in --find) for disk; do :; done; echo "$disk-large" ;; esac'), ("partx", "exit 0"), ("sync", "exit 0"),
                                ("systemctl", 'echo "systemctl $*" >> "$WORLD/said"')):
            path = self.world / "fakes" / program
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)

    def table(self, name):
        return json.loads(run("sfdisk", "--json", self.world / "dev" / name).stdout)["partitiontable"]["partitions"]

    def test_the_second_partition_becomes_the_rest_with_all_that_was_in_it(self):
        self.fresh("sdb")
        before = self.table("sdb")
        done = self.enter("/usr/lib/vir/grow", "sdb2")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = self.table("sdb")
        self.assertEqual(first, before[0])
        self.assertGreaterEqual(second["start"], before[1]["start"] + SMALL)
        self.assertEqual(second["start"] + second["size"], 256 * MIB // 512)
        large = self.world / "media/sdb-large"
        self.assertEqual((large / "settings.toml").read_text(), "delay = 3\n")
        self.assertEqual((large / "a folder/$(x) *.mp4").read_bytes(), b"film")
        self.assertEqual(self.notice("10-card-sdb2"), "")

    def test_two_at_a_time_don_t_meet(self):
        self.fresh("sdb")
        self.fresh("sdc")
        (self.world / "media/sdc2/only here").write_text("c")
        # Neither copies before both have mounted.
        path = self.world / "fakes/cp"
        path.write_text('#!/bin/sh\n: > "$WORLD/copies-$PPID"\nwhile [ "$(ls "$WORLD" | grep -c copies-)" -lt 2 ]; do sleep 0.05; done\nexec /usr/bin/cp "$@"\n')
        path.chmod(0o755)
        done = self.enter("sh", "-c", "/usr/lib/vir/grow sdb2 & /usr/lib/vir/grow sdc2; wait")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.world / "media/sdb-large/only here").exists())
        self.assertTrue((self.world / "media/sdc-large/only here").exists())

    def test_two_scripts_that_say_the_same_at_once_both_go_on(self):
        say = ". /usr/lib/vir/notice; set -e; i=0; while [ $i -lt 300 ]; do notice 20-card box.card-checking box.card-checking-detail; i=$((i + 1)); done; echo done >> $WORLD/said"
        self.enter("sh", "-c", "for n in 1 2 3; do sh -c \"$SAY\" & done; wait", env={"SAY": say})
        self.assertEqual(self.said(), "done\n" * 3)
        self.assertEqual(self.notice("20-card"), "The card is being checked\nWhat you film stays in memory until it is done\n")

    def test_a_small_one_that_can_t_be_mended_stays_as_it_is(self):
        self.fresh("sdb")
        with open(self.world / "dev/sdb2", "r+b") as file:
            file.write(bytes(8 * MIB))
        before = self.table("sdb")
        done = self.enter("/usr/lib/vir/grow", "sdb2")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(self.table("sdb"), before)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""A world for the box's root scripts: disks, cards and folders as they find them, in a mount namespace, with the real commands.

What the kernel of the machine at hand may not have (exFAT, FAT) and what belongs to a running system (systemd, the journal) is
played by `fakes/`; everything else, and the scripts themselves, is real.
"""

import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1]
SCRIPTS = SOURCES / "image/root/usr/lib/vir"
VIR, CHECK = 6001, 6002
DISK_ID = 0x56495201
SECTOR = 512
LINES = (SOURCES / "Sources/Core/Words/english.txt").read_text().splitlines()
WORDS = dict(line.split(" = ", 1) for line in LINES if line.startswith("box."))


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, **options)


class World(unittest.TestCase):
    """A test with a world of its own: one card with two partitions, `mmcblk0`, from which the box was started, slot a."""

    keys = None

    @classmethod
    def setUpClass(cls):
        cls.keys = pathlib.Path(tempfile.mkdtemp(prefix="vir-root-keys-"))
        cls.addClassCleanup(shutil.rmtree, cls.keys, True)
        for name in ("update", "stranger"):
            run("signify-openbsd", "-G", "-n", "-p", cls.keys / f"{name}.pub", "-s", cls.keys / f"{name}.sec")

    def setUp(self):
        self.world = pathlib.Path(tempfile.mkdtemp(prefix="vir-root-"))
        self.addCleanup(shutil.rmtree, self.world, True)
        for name in ("over", "run", "block", "dev", "media", "left", "sys", "firmware"):
            (self.world / name).mkdir()
        shutil.copytree(HERE / "fakes", self.world / "fakes")
        shutil.copytree(SCRIPTS, self.world / "lib")
        for name in ("caches", "mounted", "said", "mounts"):
            (self.world / name).write_text("")
        # The user `vir` needs access to the mounted folders here.
        for folder in (self.world, self.world / "media", self.world / "fakes"):
            folder.chmod(0o755)
        self.release("1.2", 1_700_000_000)
        shutil.copy(self.keys / "update.pub", self.world / "lib/update.pub")
        self.disk("mmcblk0", "mmcblk0p1", "mmcblk0p2")
        self.boot = self.boot_partition("mmcblk0p1", b"the root that runs")
        self.card = self.folder("mmcblk0p2")
        os.chown(self.card, VIR, VIR)
        state = self.world / "run/vir-boot"
        state.mkdir()
        (state / "slot").write_text("a\n")
        (state / "device").write_text("/dev/mmcblk0p1\n")
        shutil.copy(self.boot / "slots.txt", state / "slots")
        (state / "root").write_bytes(run("sh", "-c", f"head -c 4096 {self.boot}/a/root.squashfs | sha256sum | cut -c1-16").stdout)

    # State

    def release(self, version, made, base="debian"):
        (self.world / "lib/release").write_text(f"VERSION={version}\nBASE={base}\nMADE={made}\n")

    def disk(self, name, *parts, sizes=None, bus="", sequence=1):
        """A disk in sysfs and in /dev; its partitions are numbered in their order, and the kernel has counted it as `sequence`."""
        folder = self.world / "sys" / bus / name
        folder.mkdir(parents=True)
        for key, value in (("size", (8 << 30) // SECTOR), ("diskseq", sequence), ("ro", 0)):
            (folder / key).write_text(f"{value}\n")
        (self.world / "block" / name).symlink_to(folder)
        mbr = bytearray(SECTOR)
        mbr[440:444] = struct.pack("<I", DISK_ID)
        (self.world / "dev" / name).write_bytes(mbr)
        start = 2048
        for number, part in enumerate(parts, 1):
            place = folder / part
            place.mkdir()
            size = (sizes or {}).get(part, (1 << 30) // SECTOR)
            for key, value in (("partition", number), ("start", start), ("size", size), ("ro", 0)):
                (place / key).write_text(f"{value}\n")
            start += size
            (self.world / "block" / part).symlink_to(place)
            (self.world / "dev" / part).write_bytes(b"")

    def folder(self, part):
        folder = self.world / "media" / part
        folder.mkdir()
        return folder

    def boot_partition(self, part, root, good="a"):
        """What a boot partition has in it, and the label of a real one in its first sector."""
        folder = self.folder(part)
        for slot in "ab":
            (folder / slot / "overlays").mkdir(parents=True)
            (folder / slot / "cmdline.txt").write_text(f"vir.slot={slot} quiet\n")
            (folder / slot / "root.squashfs").write_bytes(root if slot == good else b"an older root")
        (folder / "slots.txt").write_text(f"{f'good={good} trial=none tries=0 version=none refused=none ':<511}\n")
        (folder / "config.txt").write_text(f"os_prefix={good}/\n")
        (folder / "tryboot.txt").write_text("os_prefix=b/\n")
        device = self.world / "dev" / part
        device.write_bytes(b"")
        os.truncate(device, 64 << 20)
        run("mkfs.vfat", "-F", "32", "-n", "VIR-BOOT", device)
        return folder

    def mounted(self, part, place):
        with open(self.world / "mounted", "a") as file:
            file.write(f"/dev/{part} {place}\n")

    # Actions

    def enter(self, *command, seconds=30, env=None):
        """Runs a command in the world; one that takes longer than this hangs."""
        words = ["timeout", "--kill-after=1", str(seconds), "unshare", "-m", "--propagation", "private", HERE / "enter", self.world, *command]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", env={**os.environ, **(env or {})},
                              stdin=subprocess.DEVNULL)
        self.assertNotIn(done.returncode, (124, 137), f"it hangs: {command}\n{done.stderr}")
        return done

    def said(self):
        return (self.world / "said").read_text()

    def notice(self, name):
        """What the TV says: the program's words for the keys that a script wrote, title and detail in a line each."""
        path = self.world / "left/vir-notices" / name
        if not path.exists():
            return ""
        values = dict(line.split(" ", 1) for line in path.read_text().splitlines())
        return "".join(WORDS[values[key]].format(**values) + "\n" for key in ("title", "detail"))

    def slots(self, folder=None):
        return dict(word.split("=") for word in ((folder or self.boot) / "slots.txt").read_text().split())

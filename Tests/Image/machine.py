# SPDX-License-Identifier: GPL-3.0-or-later
"""The card's image in QEMU, as a box that one can plug in, work with keys, and cut off.

QEMU doesn't run the Pi's firmware: `Firmware` does here what that would do with the card, from the same config.txt.
"""

import base64
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

import board
import writes

MIB = 1 << 20
BOOT_AT = MIB


class Failure(AssertionError):
    """The box didn't do what it was waited for; the end of its serial line is in the words."""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, **options).stdout


class Card:
    """A card: a file with the image on it, made larger as a real one is."""

    def __init__(self, path, image=None, mebibytes=4096):
        self.path = pathlib.Path(path)
        if image:
            run("cp", "--sparse=always", "--reflink=auto", image, self.path)
            os.truncate(self.path, mebibytes * MIB)

    def copy(self, path):
        run("cp", "--sparse=always", "--reflink=auto", self.path, path)
        return Card(path)

    @property
    def partitions(self):
        """The MBR's entries: (type, first byte, bytes)."""
        with open(self.path, "rb") as file:
            sector = file.read(512)
        entries = [sector[446 + 16 * index:462 + 16 * index] for index in range(4)]
        return [(entry[4], *(512 * number for number in struct.unpack("<II", entry[8:]))) for entry in entries if entry[4]]

    # Boot partition, through mtools

    def boot_file(self, path):
        return run("mcopy", "-n", "-i", f"{self.path}@@{BOOT_AT}", f"::{path}", "-")

    def put_boot_file(self, path, content):
        run("mcopy", "-o", "-i", f"{self.path}@@{BOOT_AT}", "-", f"::{path}", input=content)

    def boot_list(self):
        return run("mdir", "-b", "-/", "-i", f"{self.path}@@{BOOT_AT}", "::").decode().split()

    # Clips' partition, through FUSE

    def clips(self, writable=False):
        return Clips(self, writable)

    def check(self):
        """What fsck says of the clips' partition: its exit status and its words. Mends nothing."""
        with Loop(self, 1) as device:
            done = subprocess.run(["fsck.exfat", "-n", device], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Loop:
    """One of a card's partitions as a block device."""

    def __init__(self, card, index):
        self.card, self.index = card, index

    def __enter__(self):
        _, start, size = self.card.partitions[self.index]
        self.device = run("losetup", "--find", "--show", "--offset", str(start), "--sizelimit", str(size),
                          self.card.path).decode().strip()
        return self.device

    def __exit__(self, *_):
        run("losetup", "--detach", self.device)


class Clips:
    """The card in another machine: its clips' partition mounted, by a driver that isn't the kernel's."""

    def __init__(self, card, writable):
        self.loop, self.writable = Loop(card, 1), writable

    def __enter__(self):
        device = self.loop.__enter__()
        self.folder = tempfile.mkdtemp()
        run("mount.exfat-fuse", "-o", "rw" if self.writable else "ro", device, self.folder)
        return pathlib.Path(self.folder)

    def __exit__(self, *_):
        run("sync")
        run("umount", self.folder)
        # The driver writes its last blocks after umount has returned.
        for _ in range(100):
            if subprocess.run(["fuser", "-s", self.loop.device], capture_output=True).returncode:
                break
            time.sleep(0.05)
        os.rmdir(self.folder)
        self.loop.__exit__()


class Firmware:
    """What the Pi's firmware takes from the card for a start."""

    def __init__(self, card, folder, is_trial=False):
        lines = card.boot_file("tryboot.txt" if is_trial else "config.txt").decode().splitlines()
        words = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
        initramfs = next(line.split()[1] for line in lines if line.startswith("initramfs "))
        self.prefix = words["os_prefix"]
        self.slot = self.prefix.strip("/")
        self.kernel, self.initramfs = folder / "kernel", folder / "initramfs"
        self.kernel.write_bytes(card.boot_file(self.prefix + words["kernel"]))
        self.initramfs.write_bytes(card.boot_file(self.prefix + initramfs))
        self.command_line = card.boot_file(self.prefix + "cmdline.txt").decode().strip()
        self.tree = folder / "board.dtb"
        self.tree.write_bytes(card.boot_file(self.prefix + "bcm2711-rpi-4-b.dtb"))


class Box:
    """QEMU's `virt` machine, or its `raspi4b`, with a card in it. To be used in a `with`."""

    #: The options of a box without a camera: the synthetic camera, in a small size, since every instruction is emulated.
    OPTIONS = "--camera synthetic --display headless:640x360@24 --panel keys --size 288x160 --fps 24 --delay 2"

    def __init__(self, card, options=OPTIONS, memory=2048, kernel_words="", tv=None, is_trial=False, log=None, cpus=2,
                 slot="disk", board_name="virt", forgets=None):
        self.card, self.options, self.memory, self.tv, self.is_trial, self.cpus = card, options, memory, tv, is_trial, cpus
        # A card that is pulled and put back sits in a card reader: QEMU's PCI slots don't accept one again until somebody presses their
        # button.
        self.reader = {"driver": "usb-storage", "bus": "usb.0"} if slot == "reader" else {"driver": "virtio-blk-pci"}
        self.kernel_words = kernel_words
        # A random generator if the card shall lose some unflushed writes at a cut, as a real card does.
        self.forgets = forgets
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vir-image-"))
        self.serial = self.folder / "serial"
        self.log = log
        self.process = None
        self.board = board_name

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.cut()
        if self.log:
            shutil.copy(self.serial, self.log)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        firmware = Firmware(self.card, self.folder, self.is_trial)
        self.slot = firmware.slot
        command_line = re.sub(r"\b(quiet|loglevel=\S+|console=\S+|systemd\.show_status=\S+)", "", firmware.command_line)
        command_line += " console=ttyAMA0 loglevel=6 systemd.journald.forward_to_console=1 systemd.journald.max_level_console=info"
        # In the emulator everything takes some twenty times as long, so the watchdog's time-outs are longer too.
        patience = base64.b64encode(b"[Service]\nWatchdogSec=100\nTimeoutStartSec=200\n").decode()
        command_line += f" systemd.set_credential_binary=systemd.unit-dropin.vir.service:{patience}"
        command_line += f" vir.options={self.options.replace(' ', ',')} {self.kernel_words}"
        self.serial.write_bytes(b"")
        monitor = self.folder / "qmp"
        command = [
            "qemu-system-aarch64", "-accel", "tcg,thread=multi", "-display", "none", "-nodefaults", "-no-reboot", "-nic", "none",
            "-serial", f"file:{self.serial}", "-qmp", f"unix:{monitor},server=on,wait=off",
            "-kernel", firmware.kernel, "-initrd", firmware.initramfs, "-append", command_line,
        ]
        if self.board == "raspi4b":
            board.fit_to_qemu(firmware.tree)
            command += ["-M", "raspi4b", "-dtb", firmware.tree, "-drive", f"if=sd,format=raw,file={self.card.path}"]
        else:
            command += [
                "-M", "virt,gic-version=3", "-cpu", "cortex-a72", "-smp", str(self.cpus), "-m", str(self.memory),
                "-device", "qemu-xhci,id=usb", "-device", "virtio-keyboard-pci", "-device", "virtio-rng-pci",
                "-blockdev", json.dumps({**self.medium(), "node-name": "disk"}),
                "-device", json.dumps({**self.reader, "drive": "disk", "id": "card"}),
            ]
        if self.tv:
            width, height = self.tv
            command += ["-device", f"virtio-gpu-pci,xres={width},yres={height}"]
        self.begun = time.monotonic()
        with open(self.folder / "qemu", "wb") as said:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT)
        self.monitor = None
        self.monitor_path = monitor

    def medium(self):
        """What QEMU is to write on: the card, or a copy of it and a log of what is written."""
        file = {"driver": "file", "filename": str(self.card.path)}
        if not self.forgets:
            return file
        log = self.folder / "log"
        log.write_bytes(b"")
        file["filename"] = str(self.card.copy(self.folder / "medium.img").path)
        return {"driver": "blklogwrites", "file": file, "log": {"driver": "file", "filename": str(log)}}

    # Power

    def wait_for_writes(self, count, seconds):
        """Until that many bytes more have gone to a card that forgets, or the time is up: a cut then is in the middle of them."""
        log, end = self.folder / "log", time.monotonic() + seconds
        enough = log.stat().st_size + count
        while log.stat().st_size < enough and time.monotonic() < end:
            time.sleep(0.001)

    def cut(self):
        """The plug is pulled: nothing the guest still had in its memory reaches the card."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            if self.forgets:
                self.left = writes.cut(self.card.path, self.folder / "log", self.forgets)
        if self.monitor:
            self.monitor.close()
            self.monitor = None

    # Panel, TV, card slot

    def ask(self, command, **arguments):
        if not self.monitor:
            self.monitor = socket.socket(socket.AF_UNIX)
            self.monitor.settimeout(30)
            for _ in range(100):
                try:
                    self.monitor.connect(str(self.monitor_path))
                    break
                except OSError:
                    time.sleep(0.1)
            self.replies = self.monitor.makefile("r")
            self.replies.readline()
            self.ask("qmp_capabilities")
        self.monitor.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            reply = json.loads(self.replies.readline())
            if "error" in reply:
                raise Failure(f"{command}: {reply['error']}")
            if "return" in reply:
                return reply["return"]

    def press(self, key, seconds=0.1):
        """A key of the keyboard that is plugged in, by QEMU's name for it."""
        for is_down in (True, False):
            self.ask("input-send-event", events=[{"type": "key", "data": {"down": is_down, "key": {"type": "qcode", "data": key}}}])
            time.sleep(seconds if is_down else 0.1)

    def pull_card(self):
        self.ask("device_del", id="card")

    def put_card(self, card=None):
        for _ in range(400):
            try:
                self.ask("blockdev-del", **{"node-name": "disk"})
                break
            except Failure:
                time.sleep(0.1)
        if card:
            self.card = card
        self.ask("blockdev-add", **{"driver": "file", "node-name": "disk", "filename": str(self.card.path)})
        self.ask("device_add", **self.reader, drive="disk", id="card")

    def screen(self, path):
        self.ask("screendump", filename=str(path), format="png")

    # Output

    def text(self):
        return self.serial.read_text(errors="replace").replace("\r", "")

    def count(self, pattern):
        return len(re.findall(pattern, self.text()))

    def wait(self, pattern, seconds=240, times=1):
        """Until the serial line has the pattern so many times; returns the last match."""
        end = time.monotonic() + seconds
        while True:
            found = list(re.finditer(pattern, self.text()))
            if len(found) >= times:
                return found[times - 1]
            if self.process.poll() is not None or time.monotonic() > end:
                tail = "\n".join(self.text().splitlines()[-60:])
                words = (self.folder / "qemu").read_text(errors="replace")[-500:]
                raise Failure(f"no {pattern!r} ({times}x) after {time.monotonic() - self.begun:.0f} s; {words}\n{tail}")
            time.sleep(0.2)

    def wait_for_end(self, seconds=120):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failure("still running\n" + "\n".join(self.text().splitlines()[-40:])) from None

    def asked_for_trial(self):
        return "Restarting system with command '0 tryboot'" in self.text()

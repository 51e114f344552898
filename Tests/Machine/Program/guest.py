# SPDX-License-Identifier: GPL-3.0-or-later
"""The devices of the virtual machine: a TV, lines with buttons, a camera, a sound card, a memory card, USB sticks.

Each is the kernel's own test device, made and moved through configfs and sysfs, as a hand would plug and press.
"""
import array
import contextlib
import fcntl
import os
import re
import shutil
import struct
import subprocess
import threading
import time

CONFIG = "/sys/kernel/config"
DEBUG = "/sys/kernel/debug"
# The kernel's clock tick in seconds.
TICK = time.clock_getres(6)  # CLOCK_MONOTONIC_COARSE


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(str(text))


def read(path):
    with open(path, encoding="ascii", errors="replace") as file:
        return file.read()


def tool(*words):
    """Runs one of the machine's programs; its words on failure."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")
    return done.stdout


def wait_until(holds, seconds, what):
    """What `holds` answers once that is true; TimeoutError after so many seconds."""
    end = time.monotonic() + seconds
    while not (answer := holds()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.02)
    return answer


def terminal_mode():
    """What the virtual terminal shows: "text" or "graphics"."""
    terminal = os.open("/dev/tty0", os.O_RDWR | os.O_NOCTTY)
    try:
        mode = array.array("i", [0])
        fcntl.ioctl(terminal, 0x4B3B, mode)  # KDGETMODE
        return "graphics" if mode[0] == 1 else "text"
    finally:
        os.close(terminal)


def shown_terminal():
    """The number of the virtual terminal that is shown."""
    terminal = os.open("/dev/tty0", os.O_RDWR | os.O_NOCTTY)
    try:
        state = array.array("H", [0, 0, 0])
        fcntl.ioctl(terminal, 0x5603, state)  # VT_GETSTATE
        return state[0]
    finally:
        os.close(terminal)


def show_terminal(number):
    """Asks for another virtual terminal, as `chvt` does: it comes when whoever has the one that is shown lets go."""
    terminal = os.open("/dev/tty0", os.O_RDWR | os.O_NOCTTY)
    try:
        fcntl.ioctl(terminal, 0x5606, number)  # VT_ACTIVATE
    finally:
        os.close(terminal)


class Keyboard:
    """A keyboard that is plugged in until it is closed (uinput)."""

    ALT, F1, SPACE = 56, 59, 57

    def __init__(self, name="vir-test-keys"):
        self.device = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self.device, 0x40045564, 1)  # UI_SET_EVBIT, EV_KEY
        for key in range(1, 0x100):
            fcntl.ioctl(self.device, 0x40045565, key)  # UI_SET_KEYBIT
        fcntl.ioctl(self.device, 0x405C5503, struct.pack("HHHH80sI", 3, 0x1234, 0x5678, 0, name.encode(), 0))  # UI_DEV_SETUP
        fcntl.ioctl(self.device, 0x5501)  # UI_DEV_CREATE

    def close(self):
        os.close(self.device)

    def put(self, key, is_down):
        for kind, code, value in ((1, key, is_down), (0, 0, 0)):
            os.write(self.device, struct.pack("qqHHi", 0, 0, kind, code, value))

    def press(self, key):
        for is_down in (1, 0):
            self.put(key, is_down)
            time.sleep(0.05)

    def show_terminal(self, number):
        """As somebody at the box asks for another virtual terminal."""
        for key, is_down in ((self.ALT, 1), (self.F1 + number - 1, 1), (self.F1 + number - 1, 0), (self.ALT, 0)):
            self.put(key, is_down)
            time.sleep(0.05)


class TV:
    """A display card with one connector, an upright picture's planes, and a writeback connector (vkms)."""

    # The owner of the framebuffer that holds the kernel's text.
    TEXT = "[fbcon]"

    def __init__(self, name="tv", overlays=8, connected=True):
        self.name = name
        self.folder = folder = f"{CONFIG}/vkms/{name}"
        os.mkdir(folder)
        planes = [("primary", 1), *((f"overlay{number}", 0) for number in range(overlays)), ("cursor", 2)]
        for group in ("crtcs/crtc", "encoders/encoder", "connectors/hdmi", *(f"planes/{plane}" for plane, _ in planes)):
            os.mkdir(f"{folder}/{group}")
        write(f"{folder}/crtcs/crtc/writeback", 1)
        for plane, kind in planes:
            write(f"{folder}/planes/{plane}/type", kind)
            os.symlink(f"{folder}/crtcs/crtc", f"{folder}/planes/{plane}/possible_crtcs/crtc")
        os.symlink(f"{folder}/crtcs/crtc", f"{folder}/encoders/encoder/possible_crtcs/crtc")
        os.symlink(f"{folder}/encoders/encoder", f"{folder}/connectors/hdmi/possible_encoders/encoder")
        if not connected:
            self.unplug()
        self.appear()

    def appear(self):
        """The card itself is there."""
        write(f"{self.folder}/enabled", 1)
        wait_until(lambda: os.path.isdir(f"{DEBUG}/dri/{self.name}") and os.path.isdir("/dev/dri"), 5, "the card")

    def disappear(self):
        write(f"{self.folder}/enabled", 0)

    def plug(self):
        write(f"{self.folder}/connectors/hdmi/status", 1)

    def unplug(self):
        write(f"{self.folder}/connectors/hdmi/status", 2)

    @property
    def planes(self):
        """The planes that show something of a program's: what the kernel says of each, by property (`format`, `crtc-pos`, …), in the
        order in which they lie on each other. The kernel's own text isn't among them: it is there whenever nobody else has the TV."""
        return [facts for facts in self.all_planes if facts["allocated by"] != self.TEXT]

    @property
    def shows_text(self):
        """Whether it shows the kernel's text and nothing else."""
        return [facts["allocated by"] for facts in self.all_planes] == [self.TEXT]

    @property
    def all_planes(self):
        found = []
        for block in re.split(r"^(?=plane\[|crtc\[|connector\[)", read(f"{DEBUG}/dri/{self.name}/state"), flags=re.M):
            if block.startswith("plane[") and "crtc=(null)" not in block:
                facts = dict(map(str.strip, line.split("=", 1)) for line in block.splitlines()[1:] if "=" in line)
                facts["format"] = facts["format"].split()[0]
                found.append(facts)
        return sorted(found, key=lambda facts: int(facts["normalized-zpos"]))

    @property
    def framebuffer_count(self):
        return read(f"{DEBUG}/dri/{self.name}/framebuffer").count("framebuffer[")


class Lines:
    """The box's lines, by their numbers on the Pi's header (gpio-sim). Buttons pull a line down."""

    MARK, STOP, LEFT, RIGHT, UP, DOWN, KNOB_A, KNOB_B, PUSH, LED, BUZZER = 17, 27, 22, 23, 24, 25, 5, 6, 13, 16, 12

    def __init__(self, name="panel"):
        self.folder = folder = f"{CONFIG}/gpio-sim/{name}"
        os.makedirs(f"{folder}/bank")
        write(f"{folder}/bank/label", "pinctrl-bcm2711")
        write(f"{folder}/bank/num_lines", 58)
        write(f"{folder}/live", 1)
        self.chip = f"/sys/devices/platform/{read(f'{folder}/dev_name').strip()}/{read(f'{folder}/bank/chip_name').strip()}"
        self.levels = {}
        for line in (self.MARK, self.STOP, self.LEFT, self.RIGHT, self.UP, self.DOWN, self.KNOB_A, self.KNOB_B, self.PUSH):
            self.set(line, 1)
        wait_until(lambda: os.path.exists("/dev/gpiochip0"), 5, "the lines")

    def set(self, line, level):
        if self.levels.get(line) != level:
            write(f"{self.chip}/sim_gpio{line}/pull", "pull-up" if level else "pull-down")
            self.levels[line] = level

    def value(self, line):
        """What the box puts out on a line, or what lies on it."""
        return int(read(f"{self.chip}/sim_gpio{line}/value"))

    def press(self, line, seconds=0.25, bounces=0):
        """A press and its release; each begins with so many bounces, a tenth of a millisecond apart and more."""
        for level in (0, 1):
            for _ in range(bounces):
                self.set(line, level)
                self.set(line, 1 - level)
            self.set(line, level)
            time.sleep(seconds)

    def turn(self, detents, pause=0.0):
        """Turns the knob, clockwise where positive: four edges a detent, A before B, as fast as the simulated lines can:
        they pass an edge on at the kernel's next tick."""
        first, second = (self.KNOB_A, self.KNOB_B) if detents > 0 else (self.KNOB_B, self.KNOB_A)
        for _ in range(abs(detents)):
            for line, level in ((first, 0), (second, 0), (first, 1), (second, 1)):
                self.set(line, level)
                time.sleep(TICK + 0.001)
            time.sleep(pause)


class PlatformDevice:
    """A device that a module makes, taken away and given back by its driver's `unbind` and `bind`."""

    def __init__(self, module, driver, device):
        self.driver, self.device = f"/sys/bus/platform/drivers/{driver}", device
        tool("modprobe", module)
        wait_until(lambda: os.path.exists(f"{self.driver}/{device}"), 5, module)
        tool("udevadm", "settle")

    def unplug(self):
        write(f"{self.driver}/unbind", self.device)

    def plug(self):
        write(f"{self.driver}/bind", self.device)


def camera():
    """A camera that libcamera knows (vimc)."""
    return PlatformDevice("vimc", "vimc", "vimc.0")


def sound_card():
    """A sound card: what is played on its device 0 is recorded on its device 1 (snd-aloop)."""
    return PlatformDevice("snd-aloop", "snd_aloop", "snd_aloop.0")


class Card:
    """An exFAT memory card in a reader: it can be pulled while it is written to, and is what it was when put back."""

    FOLDER = "/media/VIR"

    def __init__(self, megabytes=256):
        os.makedirs(self.FOLDER, exist_ok=True)
        tool("modprobe", "scsi_debug", f"dev_size_mb={megabytes}", "delay=0")
        self.disk = self.find()
        tool("mkfs.exfat", "-L", "VIR", self.disk)
        self.mount()

    def find(self):
        def found():
            names = [name for name in os.listdir("/sys/block") if name.startswith("sd")]
            # For a moment the device file exists and can't be opened.
            with contextlib.suppress(OSError), open(f"/dev/{names[0]}" if names else "", "rb"):
                return f"/dev/{names[0]}"
            return None
        return wait_until(found, 5, "the card's disk")

    def mount(self):
        tool("mount", "-t", "exfat", self.disk, self.FOLDER)

    def pull(self):
        """The disk is gone at once; the mount goes with it, as the box's automounter has it."""
        write(f"/sys/block/{os.path.basename(self.disk)}/device/delete", 1)
        tool("umount", "-l", self.FOLDER)

    def put_back(self):
        for host in os.listdir("/sys/class/scsi_host"):
            write(f"/sys/class/scsi_host/{host}/scan", "- - -")
        self.disk = self.find()
        self.mount()

    def check(self):
        """What fsck says of it, unmounted for that; "" where it is clean."""
        tool("umount", self.FOLDER)
        done = subprocess.run(["fsck.exfat", "-n", self.disk], capture_output=True, text=True, timeout=120)
        self.mount()
        return "" if done.returncode == 0 else done.stdout + done.stderr


class Stick:
    """A USB stick: the kernel's mass storage on a controller of its own. What is in its image is what a pull leaves.

    - partitioned: a table and one partition, as sticks are sold; otherwise the whole disk is the file system.
    - image: where it lies, a file of its own by default, or a disk of the machine.
    """

    CONTROLLERS = 3
    START = 1 << 20
    MAKE = {"exfat": ("mkfs.exfat", "-L"), "fat32": ("mkfs.vfat", "-F", 32, "-s", 8, "-n"), "ext4": ("mkfs.ext4", "-q", "-L")}
    taken = set()

    def __init__(self, megabytes=128, fs="exfat", label="HOLIDAY", partitioned=True, image=None, read_only=False):
        tool("modprobe", "dummy_hcd", f"num={self.CONTROLLERS}")
        tool("modprobe", "-a", "libcomposite", "usb_f_mass_storage")
        tool("modprobe", "usb_storage", "delay_use=0")
        self.number = min(set(range(self.CONTROLLERS)) - self.taken)
        self.taken.add(self.number)
        self.fs, self.offset = fs, self.START if partitioned else 0
        self.image = image or f"/tmp/stick{self.number}-{time.monotonic_ns()}"
        if not image:
            with open(self.image, "wb") as file:
                file.truncate(megabytes << 20)
        if partitioned:
            subprocess.run(["sfdisk", "-q", self.image], input=f"start={self.START // 512}, type={'c' if fs == 'fat32' else '7'}\n", text=True, check=True)
        with self.loop() as device:
            tool(*self.MAKE[fs], label, device)
        self.folder = folder = f"{CONFIG}/usb_gadget/stick{self.number}"
        for part in ("", "strings/0x409", "configs/c.1", "functions/mass_storage.0"):
            os.makedirs(f"{folder}/{part}", exist_ok=True)
        write(f"{folder}/idVendor", "0x1d6b")
        write(f"{folder}/idProduct", "0x0104")
        self.unit = f"{folder}/functions/mass_storage.0/lun.0"
        write(f"{self.unit}/ro", int(read_only))
        write(f"{self.unit}/file", self.image)
        os.symlink(f"{folder}/functions/mass_storage.0", f"{folder}/configs/c.1/mass_storage.0")

    def plug(self):
        write(f"{self.folder}/UDC", f"dummy_udc.{self.number}")

    def pull(self):
        """At once, whatever is being written; what hasn't arrived is lost."""
        write(f"{self.folder}/UDC", "\n")

    def throw_away(self):
        if read(f"{self.folder}/UDC").strip():
            self.pull()
        os.unlink(f"{self.folder}/configs/c.1/mass_storage.0")
        for part in ("functions/mass_storage.0", "configs/c.1", "strings/0x409", ""):
            os.rmdir(f"{self.folder}/{part}")
        self.taken.discard(self.number)
        if self.image.startswith("/tmp/"):
            os.unlink(self.image)

    @contextlib.contextmanager
    def loop(self, *options):
        """Its file system as a device, without the stick."""
        device = tool("losetup", "--find", "--show", "-o", self.offset, *options, self.image).strip()
        try:
            yield device
        finally:
            tool("losetup", "-d", device)

    @contextlib.contextmanager
    def contents(self):
        """What can be read of it in another machine, a folder; nothing of it changes."""
        folder = f"/tmp/contents{self.number}"
        os.makedirs(folder, exist_ok=True)
        with self.loop("-r") as device:
            tool("mount", "-r", "-t", "vfat" if self.fs == "fat32" else "exfat", device, folder)
            try:
                yield folder
            finally:
                tool("umount", folder)

    @property
    def is_dirty(self):
        """Whether it says of itself that somebody was writing on it: in exFAT's, in FAT32's boot sector."""
        place, bit = (106, 2) if self.fs == "exfat" else (65, 1)
        with open(self.image, "rb") as file:
            file.seek(self.offset + place)
            return bool(file.read(1)[0] & bit)

    def check(self):
        """What fsck says of it; "" where it is clean."""
        with self.loop("-r") as device:
            done = subprocess.run([{"fat32": "fsck.vfat", "exfat": "fsck.exfat"}[self.fs], "-n", device], capture_output=True, text=True, timeout=120)
        return "" if done.returncode == 0 else done.stdout + done.stderr


class BoxRoot:
    """What of the box's root has to do with sticks: its script, its users, and where things lie. The service manager is played: the
    script is started when it is asked for."""

    PLACE, REQUEST, STATE = "/media/STICK", "/run/vir/stick", "/run/vir-stick/state"
    VIR = 6001

    def __init__(self):
        scripts = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../image/root/usr/lib/vir")
        shutil.copytree(scripts, "/usr/lib/vir", dirs_exist_ok=True)
        for path, line in (("/etc/passwd", "{}:x:{}:{}::/:/bin/false\n"), ("/etc/group", "{}:x:{}:\n")):
            with open(path, "a", encoding="ascii") as file:
                for name, number in (("vir", self.VIR), ("vir-check", 6002)):
                    file.write(line.format(name, number, number))
        for folder in (self.PLACE, "/run/vir", "/run/vir-stick"):
            os.makedirs(folder, exist_ok=True)
        os.chown("/run/vir", self.VIR, self.VIR)
        self.helper = None

    def ask(self):
        """As the program does; it is started as the service manager would."""
        write(self.REQUEST, "")
        if self.helper is None or self.helper.poll() is not None:
            self.helper = subprocess.Popen(["/usr/lib/vir/stick", "serve"], stdin=subprocess.DEVNULL)

    @contextlib.contextmanager
    def watching(self):
        """As vir-stick.path: while this lasts, the script is started whenever it is asked for."""
        over = threading.Event()

        def watch():
            while not over.wait(0.1):
                if os.path.exists(self.REQUEST) and (self.helper is None or self.helper.poll() is not None):
                    self.helper = subprocess.Popen(["/usr/lib/vir/stick", "serve"], stdin=subprocess.DEVNULL)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()

    def done(self, seconds=30):
        """The program is done with the stick; whether it was let go of by then."""
        if os.path.exists(self.REQUEST):
            os.unlink(self.REQUEST)
        if self.helper is not None:
            self.helper.wait(seconds)
        self.helper = None
        return not os.path.ismount(self.PLACE) and not os.path.exists(self.STATE)

    def answer(self):
        try:
            return read(self.STATE).splitlines()
        except FileNotFoundError:
            return []

    def wait_for(self, *lines, seconds=30):
        """Waits until all these lines are in the answer, and gives the whole."""
        end = time.monotonic() + seconds
        while not set(lines) <= set(answer := self.answer()):
            if time.monotonic() > end:
                raise TimeoutError(f"no answer {lines} within {seconds} s: {answer}")
            os.utime(self.REQUEST)
            time.sleep(0.05)
        return answer

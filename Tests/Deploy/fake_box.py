# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake developer box, seen from the tests: a real sshd with a service manager's stand-in behind it (fake_init.py), and a
line to it that can be cut."""
import hashlib
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

from fake_init import CAMERA_PLACE, MARK, PROGRAMS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Waiting is ten times as fast, as everything on the fake box.
QUICK = {"sleep": """case $1 in *[!0-9]*) exec /usr/bin/sleep "$@";; esac; exec /usr/bin/sleep $(($1 / 10)).$(($1 % 10))""",
         "timeout": """case $2 in */vir) echo "the devices of $2"; exit;; esac; s=$1; shift; exec /usr/bin/timeout $((s / 10)).$((s % 10)) "$@" """}
# The script of a fake program that gets ready and goes on running.
GOOD = "echo READY=1; echo I am {name}; exec /usr/bin/sleep infinity"
# Holds the script back until Box.let_go allows the rest: see Box.hold.
HELD = "while [ -e /fake/held ]; do /usr/bin/sleep 0.02; done; "
ENDS_AT_ONCE = "echo no camera in sight; exit 1"
NEVER_READY = "exec /usr/bin/sleep infinity"
ENDS_LATER = "echo READY=1; sleep 3; echo out of film"


def elf(machine=183, kind=3, entry=0x1000):
    """The header of an ELF file of 64 bits."""
    return b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQ", kind, machine, 1, entry) + bytes(32)


def program(script, size=300_000, seed=1):
    # The padding comes last; without it, half a copied program would run as well as a whole one.
    return elf() + MARK + script.encode() + MARK + random.Random(seed).randbytes(size)


def camera_object(name, size=50_000):
    """The header of an arm64 library, and the symbol by which a camera object is known."""
    return elf(entry=0) + b"vir_camera_object_table\0" + random.Random(name).randbytes(size)


def write(path, text, mode=0o644):
    with open(path, "wb" if isinstance(text, bytes) else "w") as file:
        file.write(text)
    os.chmod(path, mode)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Box:
    """A box that runs its card's own program, and the folder of somebody who deploys to it."""

    def __init__(self, room="64m"):
        self.folder = tempfile.mkdtemp(prefix="vir-box-")
        self.shared = os.path.join(self.folder, "shared")
        self.home = os.path.join(self.folder, "it's a \"home\"")
        os.makedirs(os.path.join(self.shared, "bin"))
        os.makedirs(self.home)
        os.chmod(self.folder, 0o755)
        for key in ("host", "user", "stranger"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{self.shared}/{key}"], check=True)
        shutil.copy(f"{self.shared}/user.pub", f"{self.shared}/keys")
        write(f"{self.shared}/sshd_config", "ListenAddress 127.0.0.1\nHostKey /fake/host\nAuthorizedKeysFile /fake/keys\nPermitRootLogin prohibit-password\n"
              "UsePAM no\nStrictModes no\nPidFile none\nMaxStartups 100\nSetEnv PATH=/fake/bin:/usr/sbin:/usr/bin:/sbin:/bin\n")
        for name in ("systemctl", "journalctl", "systemd-run"):
            shutil.copy(os.path.join(HERE, "fake_tool.py"), f"{self.shared}/bin/{name}")
        for name, script in QUICK.items():
            write(f"{self.shared}/bin/{name}", f"#!/bin/sh\n{script}\n", 0o755)
        self.tool("uname", 'if [ "$*" = -m ]; then echo aarch64; else exec /usr/bin/uname "$@"; fi')
        write(f"{self.shared}/room", room)
        # The service's TimeoutStartSec, in seconds.
        write(f"{self.shared}/patience", "30")
        write(f"{self.shared}/image", program(GOOD.format(name="image")))
        # The deploying side has a fast `sleep` too.
        os.mkdir(f"{self.folder}/bin")
        write(f"{self.folder}/bin/sleep", f"#!/bin/sh\n{QUICK['sleep']}\n", 0o755)
        self.port = free_port()
        self.init = subprocess.Popen(["unshare", "--mount", "--pid", "--fork", "--kill-child", sys.executable, os.path.join(HERE, "fake_init.py"), self.folder, str(self.port)])
        self.configure("box", self.port)

    def wait_for_start(self):
        """Waits for it; whoever has made a box closes it, also where it never starts."""
        self.wait_until(lambda: os.path.exists(f"{self.shared}/socket") and self.show()["ActiveState"] == "active", "the box starts")
        self.wait_until(self.listens, "sshd listens")
        with open(f"/proc/{self.init.pid}/task/{self.init.pid}/children") as children:
            self.root = f"/proc/{children.read().split()[0]}/root"
        self.programs = self.root + PROGRAMS

    def close(self):
        self.init.kill()
        self.init.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def listens(self):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", self.port)) == 0

    def configure(self, host, port, key="user"):
        """Lets ssh know HOST, at this port."""
        with open(f"{self.folder}/ssh_config", "a") as file:
            file.write(f"Host {host}\n  HostName 127.0.0.1\n  Port {port}\n  IdentityFile {self.shared}/{key}\n  IdentitiesOnly yes\n"
                       f"  UserKnownHostsFile {self.folder}/known\n  HostKeyAlias box\n")

    def tool(self, name, script):
        """A program of the box that isn't the usual one."""
        write(f"{self.shared}/bin/{name}", f"#!/bin/sh\n{script}\n", 0o755)

    def hold(self):
        """Keeps a program that is HELD from getting ready; the service manager has more patience meanwhile."""
        write(f"{self.shared}/patience", "90")
        write(f"{self.shared}/held", "")

    def let_go(self):
        os.unlink(f"{self.shared}/held")

    # Control of the service manager.

    def ask(self, *words):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(f"{self.shared}/socket")
            with connection.makefile("rw") as stream:
                stream.write(json.dumps({"words": words}) + "\n")
                stream.flush()
                return json.loads(stream.readline())

    def show(self):
        return self.ask("show")

    def wait_until(self, condition, what, seconds=180):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {seconds} s: {what}")
            time.sleep(0.02)

    def wait_for_rest(self):
        """Until no copy and no switch goes on."""
        self.wait_until(lambda: self.is_free("receiving") and self.show()["units"] == 0 and self.is_free("receiving"), "the deploy ends", 300)

    def is_free(self, lock):
        path = f"{self.root}/run/vir-deploy/{lock}"
        return not os.path.exists(path) or subprocess.run(["flock", "-n", path, "true"]).returncode == 0

    def connections(self):
        """Processes of ssh that deploy.sh started and that still run."""
        found = subprocess.run(["pgrep", "-f", f"ssh.*{self.folder}/ssh_config"], capture_output=True, text=True).stdout
        return found.split()

    # State of the box.

    def current(self):
        return os.path.basename(os.readlink(f"{self.programs}/current"))

    def camera(self):
        """The camera object that the current program would open at its first place, or None."""
        place = os.readlink(self.root + CAMERA_PLACE)
        current = f"{self.programs}/{self.current()}/{os.path.basename(place)}"
        if place != f"{PROGRAMS}/current/camera.so" or not os.path.lexists(current):
            return None
        if os.path.islink(current):
            return os.readlink(current)
        status = os.stat(current)
        # Loader.c demands that it is root's, and that nobody else may write it.
        assert status.st_uid == 0 and status.st_mode & 0o7777 == 0o644, oct(status.st_mode)
        with open(current, "rb") as file:
            return file.read()

    def folders(self):
        return sorted(name for name in os.listdir(self.programs) if name not in ("current", "image"))

    def sum_of(self, name):
        with open(f"{self.programs}/{name}/vir", "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    # Deploying.

    def file(self, name, content):
        path = os.path.join(self.home, name)
        write(path, content)
        return path

    def start(self, *words, script=None, **options):
        environment = {**os.environ, "VIR_SSH_CONFIG": f"{self.folder}/ssh_config", "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "LC_ALL": "C"}
        environment.pop("XDG_RUNTIME_DIR", None)
        # A background process inherits that Ctrl-C is ignored, so the default is set again.
        return subprocess.Popen([script or os.path.join(ROOT, "deploy.sh"), *words], cwd=self.home, env=environment, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **options)

    def run(self, *words, script=None):
        """The exit status, what it said, and its complaints."""
        return self.end(self.start(*words, script=script))

    def end(self, process):
        """The same of a deploy.sh that was started."""
        try:
            said, complaints = process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"deploy.sh goes on and on: {process.communicate()}") from None
        return process.returncode, said, complaints


class Line:
    """A line to the box: `port` here leads there, until it's cut.

    It's cut once `up` bytes went to the box, or `down` bytes came from it. `back`: whoever calls again gets through.
    `silent`: nothing is said of the cut; both ends just hear nothing more.
    `pace`: so many seconds for 4 KiB."""

    def __init__(self, to, up=None, down=None, back=True, silent=False, pace=0):
        self.to, self.left, self.back, self.silent, self.pace = to, {"up": up, "down": down}, back, silent, pace
        self.carried, self.gone, self.pairs, self.lock = {"up": 0, "down": 0}, False, [], threading.Lock()
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(20)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                here, _ = self.listener.accept()
            except OSError:
                return
            if self.gone and not self.back:
                here.close()
                continue
            there = socket.create_connection(("127.0.0.1", self.to))
            self.pairs.append((here, there))
            for source, target, way in ((here, there, "up"), (there, here, "down")):
                threading.Thread(target=self.carry, args=(source, target, way), daemon=True).start()

    def carry(self, source, target, way):
        while True:
            try:
                piece = source.recv(4096)
                if not piece:
                    target.shutdown(socket.SHUT_WR)
                    return
                with self.lock:
                    left = None if self.gone else self.left[way]
                    if self.silent and self.gone:
                        continue
                    cut = left is not None and len(piece) >= left
                    if left is not None:
                        piece = piece[:left]
                        self.left[way] = left - len(piece)
                    self.carried[way] += len(piece)
                time.sleep(self.pace)
                target.sendall(piece)
                if cut:
                    self.cut()
            except OSError:
                return

    def cut(self):
        self.gone = True
        if self.silent:
            return
        for pair in self.pairs:
            for one in pair:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                one.close()
        self.pairs = []

    def close(self):
        self.listener.close()
        self.silent = False
        self.cut()

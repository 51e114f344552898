# SPDX-License-Identifier: GPL-3.0-or-later
"""A fresh root of a Debian, to install the package in."""
import os
import shutil
import subprocess
import tempfile

PACKAGE = os.environ["VIR_PACKAGE"]
BASE = os.environ["VIR_BASE"]

ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
# Mounts vanish with the process: they are in a namespace of its own.
ENTER = """
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/run"
mount -t devtmpfs devtmpfs "$1/dev" 2> /dev/null || mount --bind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/dev/shm"
cp /etc/resolv.conf "$1/etc/resolv.conf"
root=$1; shift
exec chroot "$root" "$@"
"""


class Root:
    """A tree with the packages of a fresh system, and what is done in it."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="vir-package-")
        os.chmod(self.path, 0o755)
        subprocess.run(["tar", "-C", self.path, "-xf", BASE, "--exclude=./dev/*"], check=True)
        # No service is started in a tree.
        with open(self.at("usr/sbin/policy-rc.d"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexit 101\n")
        os.chmod(self.at("usr/sbin/policy-rc.d"), 0o755)
        # Debian 12's own libcamera is too old for VIR.
        with open(self.at("etc/apt/preferences.d/vir-test"), "w", encoding="utf-8") as file:
            file.write("Package: libcamera* libgpiod*\nPin: release n=bookworm-backports\nPin-Priority: 500\n")
        self.do("apt-get", "-qq", "update")

    def close(self):
        shutil.rmtree(self.path)

    def at(self, path):
        return os.path.join(self.path, path.lstrip("/"))

    def run(self, *words):
        """Runs a program in the tree; returns (status, output, errors)."""
        done = subprocess.run(["unshare", "-m", "sh", "-euc", ENTER, "enter", self.path, *words], env=ENVIRONMENT, capture_output=True,
                              text=True, timeout=1800, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    def do(self, *words):
        """Runs a program in the tree that must succeed; returns its output."""
        status, out, err = self.run(*words)
        if status != 0:
            raise AssertionError(f"{words}: {status}\n{out}\n{err}")
        return out

    def install(self, *names, recommends=False, package=PACKAGE):
        """Installs packages; the name `vir` stands for the one that is tested."""
        words = []
        for name in names:
            if name == "vir":
                shutil.copy(package, self.at("tmp/vir.deb"))
                name = "/tmp/vir.deb"
            words.append(name)
        return self.do("apt-get", "-q", "-y", "install", *([] if recommends else ["--no-install-recommends"]), *words)

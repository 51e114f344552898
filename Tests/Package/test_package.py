# SPDX-License-Identifier: GPL-3.0-or-later
"""The Debian package in fresh roots: installed, used, upgraded, removed, purged; with one libcamera, with another one, and without."""
import glob
import json
import os
import re
import subprocess
import tempfile
import unittest

from fresh import PACKAGE, Root

SCRIPT = "4 mark tap\n7 mark tap\n9 stop tap\n"
ENABLED = "etc/systemd/system/multi-user.target.wants/vir.service"


def field(name, package=PACKAGE):
    return subprocess.run(["dpkg-deb", "-f", package, name], capture_output=True, text=True, check=True).stdout.strip()


def later_package():
    """The same package with a higher version."""
    folder = tempfile.mkdtemp(prefix="vir-later-")
    subprocess.run(["dpkg-deb", "-R", PACKAGE, f"{folder}/root"], check=True)
    path = f"{folder}/root/DEBIAN/control"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    version = re.search(r"^Version: (.*)$", text, re.M).group(1)
    later = version.replace("-1~deb", "-2~deb")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(f"Version: {version}", f"Version: {later}"))
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", f"{folder}/root", f"{folder}/vir.deb"], check=True, capture_output=True)
    return f"{folder}/vir.deb", later


def libcamera(root):
    """What the installed program says of its libcamera."""
    return json.loads(root.do("vir", "devices", "--json", "--card", "/tmp"))["libcamera"]


class Life(unittest.TestCase):
    """From installing to purging, on a machine without a desktop and without libcamera."""

    @classmethod
    def setUpClass(cls):
        cls.root = Root()
        cls.root.install("vir")

    @classmethod
    def tearDownClass(cls):
        cls.root.close()

    def test_1_it_starts_with_the_machine(self):
        self.assertTrue(os.path.lexists(self.root.at(ENABLED)))

    def test_1_its_user_has_the_groups_of_the_devices(self):
        groups = set(self.root.do("id", "-nG", "vir").split())
        self.assertLessEqual({"vir", "video", "render", "input", "audio", "gpio"}, groups)
        status = os.stat(self.root.at("var/lib/vir"))
        self.assertEqual(str(status.st_uid), self.root.do("id", "-u", "vir").strip())

    def test_1_no_file_belongs_to_another_or_may_be_written_by_others(self):
        for path in self.root.do("dpkg", "-L", "vir").split("\n"):
            if path and path != "/.":
                status = os.lstat(self.root.at(path))
                self.assertEqual((status.st_uid, status.st_gid), (0, 0), path)
                self.assertFalse(status.st_mode & 0o022 and not os.path.islink(self.root.at(path)), path)

    def test_1_it_has_a_manual_and_completions(self):
        page = subprocess.run(["gzip", "-dc", self.root.at("usr/share/man/man1/vir.1.gz")], capture_output=True, text=True, check=True).stdout
        for word in ("setup", "devices", "export"):
            self.assertIn(word, page)
        for path in ("usr/share/bash-completion/completions/vir", "usr/share/zsh/vendor-completions/_vir", "usr/share/fish/vendor_completions.d/vir.fish"):
            with open(self.root.at(path), encoding="utf-8") as file:
                self.assertIn("setup", file.read(), path)
        self.assertEqual(self.root.run("bash", "-n", "/usr/share/bash-completion/completions/vir")[0], 0)

    def test_2_it_says_its_version_and_runs_without_libcamera(self):
        version = field("Version").split("-1~deb")[0].replace("~dev", "-dev")
        self.assertEqual(self.root.do("vir", "--version").strip(), f"VIR {version}")
        said = libcamera(self.root)
        self.assertNotIn("version", said)
        self.assertIn("sudo vir setup", said["objection"])

    def test_3_a_session(self):
        with open(self.root.at("tmp/session.script"), "w", encoding="utf-8") as file:
            file.write(SCRIPT)
        self.root.do("setpriv", "--reuid=vir", "--regid=vir", "--init-groups", "vir", "run", "--clock", "virtual", "--camera", "synthetic",
                     "--display", "headless", "--panel", "script:/tmp/session.script", "--size", "640x360", "--for", "15", "--card", "/var/lib/vir")
        self.assertEqual(len(self.clips()), 2)
        self.assertIn("_S01", self.root.do("vir", "card", "list", "/var/lib/vir"))

    def clips(self):
        return glob.glob(self.root.at("var/lib/vir/*_S01/clips/0*.mp4"))

    def test_4_setup_says_what_it_does_and_does_nothing_unasked(self):
        before = self.listing()
        status, out, err = self.root.run("vir", "setup")
        self.assertNotEqual(status, 0)
        self.assertIn("g++ libcamera-dev", out + err)
        self.assertEqual(self.listing(), before)

    def listing(self):
        return sorted(path for folder in ("etc", "usr/local") for path in glob.glob(self.root.at(f"{folder}/**"), recursive=True))

    def test_5_an_upgrade_keeps_the_clips_and_what_was_chosen(self):
        os.unlink(self.root.at(ENABLED))
        package, later = later_package()
        self.root.install("vir", package=package)
        self.assertEqual(self.root.do("dpkg-query", "-W", "-f", "${Version}", "vir"), later)
        self.assertEqual(len(self.clips()), 2)
        self.assertFalse(os.path.lexists(self.root.at(ENABLED)), "it was turned off, and stays off")

    def test_6_removing_and_purging_leave_the_clips(self):
        self.root.do("apt-get", "-q", "-y", "remove", "vir")
        self.assertFalse(os.path.exists(self.root.at("usr/bin/vir")))
        self.assertEqual(len(self.clips()), 2)
        self.root.do("apt-get", "-q", "-y", "purge", "vir")
        self.assertEqual(len(self.clips()), 2)
        self.assertEqual(self.root.do("dpkg-query", "-W", "-f", "${Package}\n").split().count("vir"), 0)
        for path in ("usr/lib/vir", "usr/share/vir", "usr/local/lib/vir", ENABLED, "etc/systemd/system/vir.service"):
            self.assertFalse(os.path.lexists(self.root.at(path)), path)

    def test_7_it_can_be_installed_again_over_its_clips(self):
        self.root.install("vir")
        self.assertEqual(len(self.clips()), 2)
        self.assertIn("_S01", self.root.do("vir", "card", "list", "/var/lib/vir"))


class Desktop(unittest.TestCase):
    def test_a_machine_with_a_desktop_keeps_it(self):
        root = Root()
        self.addCleanup(root.close)
        os.makedirs(root.at("etc/X11"), exist_ok=True)
        with open(root.at("etc/X11/default-display-manager"), "w", encoding="utf-8") as file:
            file.write("/usr/sbin/lightdm\n")
        self.assertIn("sudo vir setup", root.install("vir"))
        self.assertFalse(os.path.lexists(root.at(ENABLED)))


class Libcamera(unittest.TestCase):
    """The camera's object with its release's libcamera, and with one of another name."""

    OLD = re.search(r"libcamera(\d+\.\d+)", field("Recommends")).group(1)
    # The minor version before it has the same controls, and a name of equal length.
    NEW = f"{OLD.split('.')[0]}.{int(OLD.split('.')[1]) - 1}"

    @classmethod
    def setUpClass(cls):
        cls.root = Root()
        cls.root.install("vir", f"libcamera{cls.OLD}", "libcamera-ipa")
        [cls.library] = glob.glob(cls.root.at(f"usr/lib/*/libcamera.so.{cls.OLD}"))
        cls.folder = os.path.dirname(cls.library)

    @classmethod
    def tearDownClass(cls):
        cls.root.close()

    def rename(self, old, new):
        """Makes the libcamera of this root one of another minor version: its library's name, and the version that it says, of equal length."""
        # Under its own name it is a link to a file with the full version; once renamed it is a file.
        path = os.path.realpath(f"{self.folder}/libcamera.so.{old}")
        with open(path, "rb") as file:
            library = file.read()
        changed = library.replace(f"libcamera.so.{old}\0".encode(), f"libcamera.so.{new}\0".encode())
        # On amd64 the version is a part of an instruction, of four bytes.
        changed = changed.replace(f"v{old}".encode(), f"v{new}".encode())
        self.assertNotEqual(changed, library)
        os.unlink(f"{self.folder}/libcamera.so.{old}")
        if os.path.exists(path):
            os.unlink(path)
        with open(f"{self.folder}/libcamera.so.{new}", "wb") as file:
            file.write(changed)

    def rename_headers(self, new):
        link = f"{self.folder}/libcamera.so"
        os.unlink(link)
        os.symlink(f"libcamera.so.{new}", link)
        header = self.root.at("usr/include/libcamera/libcamera/version.h")
        with open(header, encoding="utf-8") as file:
            text = file.read()
        with open(header, "w", encoding="utf-8") as file:
            file.write(re.sub(r"(LIBCAMERA_VERSION_MINOR\s+)\d+", rf"\g<1>{new.split('.')[1]}", text))

    def test_1_the_packages_object_fits_its_own_release(self):
        said = libcamera(self.root)
        self.assertTrue(said["version"].startswith(f"v{self.OLD}."), said)

    def test_2_another_libcamera_is_refused_and_named(self):
        self.rename(self.OLD, self.NEW)
        objection = libcamera(self.root)["objection"]
        self.assertIn("libcamera has changed: sudo vir setup", objection)
        self.assertIn(f"libcamera.so.{self.OLD}", objection)
        # A box would say so on its TV, and so does the log of a run that asks for a camera.
        status, _, err = self.root.run("vir", "run", "--camera", "libcamera", "--display", "headless", "--panel", "keys", "--for", "1", "--card", "/tmp/card")
        self.assertEqual(status, 69)
        self.assertIn("libcamera has changed: sudo vir setup", err)

    def test_3_a_library_that_lies_about_its_name_is_refused_too(self):
        os.symlink(f"libcamera.so.{self.NEW}", f"{self.folder}/libcamera.so.{self.OLD}")
        try:
            objection = libcamera(self.root)["objection"]
            self.assertIn(f"made for libcamera.so.{self.OLD}, and libcamera here is v{self.NEW}", objection)
        finally:
            os.unlink(f"{self.folder}/libcamera.so.{self.OLD}")

    def test_4_setup_makes_the_object_anew(self):
        self.root.install("g++", "libcamera-dev")
        self.rename_headers(self.NEW)
        out = self.root.do("vir", "setup", "--camera", "--yes")
        self.assertIn("compile", out)
        status = os.stat(self.root.at("usr/local/lib/vir/camera.so"))
        self.assertEqual((status.st_uid, status.st_gid, status.st_mode & 0o7777), (0, 0, 0o644))
        self.assertTrue(libcamera(self.root)["version"].startswith(f"v{self.NEW}."))
        self.assertEqual(os.listdir(self.root.at("usr/local/lib/vir")), ["camera.so"])

    def test_5_the_trigger_makes_it_by_itself(self):
        os.unlink(self.root.at("usr/local/lib/vir/camera.so"))
        self.assertIn("objection", libcamera(self.root))
        self.root.do("apt-get", "-q", "-y", "install", "--reinstall", "--no-install-recommends", "libcamera-ipa")
        self.assertTrue(libcamera(self.root)["version"].startswith(f"v{self.NEW}."))

    def test_6_an_object_that_others_may_write_is_not_opened(self):
        path = self.root.at("usr/local/lib/vir/camera.so")
        os.chmod(path, 0o666)
        self.assertIn("isn't root's alone", libcamera(self.root)["objection"])
        os.chmod(path, 0o644)

    def test_7_of_two_objects_each_libcamera_gets_its_own(self):
        """The package's object is for its release's libcamera, the one that was made here for the other: whichever is there, one fits."""
        objects = ("usr/local/lib/vir/camera.so", "usr/lib/vir/camera.so")
        for there, other in ((self.NEW, self.OLD), (self.OLD, self.NEW), (self.NEW, self.OLD)):
            if not os.path.exists(f"{self.folder}/libcamera.so.{there}"):
                self.rename(other, there)
            self.assertTrue(libcamera(self.root)["version"].startswith(f"v{there}."))
            # No camera is there, and that is another sentence than a libcamera that doesn't fit.
            status, _, err = self.root.run("vir", "run", "--camera", "libcamera", "--display", "headless", "--panel", "keys", "--for", "1", "--card", "/tmp/card")
            self.assertEqual(status, 69)
            self.assertNotIn("libcamera has changed", err)
            # Alone, the other one's object is refused.
            fits, refused = (objects if there == self.NEW else reversed(objects))
            os.rename(self.root.at(fits), self.root.at(fits + ".away"))
            try:
                self.assertIn(f"libcamera.so.{other}", libcamera(self.root)["objection"])
                self.assertTrue(os.path.exists(self.root.at(refused)))
            finally:
                os.rename(self.root.at(fits + ".away"), self.root.at(fits))

    def test_8_removing_removes_the_object_too(self):
        self.root.do("apt-get", "-q", "-y", "remove", "vir")
        self.assertFalse(os.path.exists(self.root.at("usr/local/lib/vir")))


if __name__ == "__main__":
    unittest.main()

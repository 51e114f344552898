# SPDX-License-Identifier: GPL-3.0-or-later
"""Two libcameras in one system: this machine's own, and the same one under the name and version of another release."""
import glob
import os
import re
import subprocess
import tempfile
import time
import unittest

import guest
from box import Box

import vir

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PLACE = "/usr/local/lib/vir/camera.so"


class TwoLibcameras(unittest.TestCase):
    """Each libcamera has a session through the object that was made for it, and the object of the other one is refused in words that help.

    What is written to the system's folders here lies in the machine's memory."""

    # The object is compiled in the machine, as on a box.
    minutes = 6

    @classmethod
    def setUpClass(cls):
        cls.camera, cls.lines = guest.camera(), guest.Lines()
        [cls.library] = [path for path in glob.glob("/usr/lib/*/libcamera.so.*") if re.search(r"\.so\.\d+\.\d+$", path)]
        cls.own = os.path.basename(cls.library).removeprefix("libcamera.so.")
        first, last = cls.own.split(".")
        # The minor version before it has the same controls, and a name of equal length.
        cls.other = f"{first}.{int(last) - 1}"
        cls.sessions = [cls.session()]
        cls.rename()
        cls.refusal = vir.run("run", "--camera", "libcamera", "--display", "headless", "--panel", "keys", "--for", "1", "--card", tempfile.mkdtemp())
        cls.rename_headers()
        subprocess.run([os.path.join(ROOT, "Sources/Shims/CameraObject/build"), PLACE], check=True)
        cls.versions = vir.run("devices", "--json", "--card", "/tmp")[1]
        cls.sessions.append(cls.session())

    @classmethod
    def session(cls):
        """A mark and a STOP in the camera's picture: (status, what the box said, the card's clips)."""
        box = Box(camera="libcamera", display="headless:640x360@24", fps=None)
        box.wait_for("card: ready", seconds=60)
        time.sleep(6)
        cls.lines.press(cls.lines.MARK)
        box.wait_for("clip written")
        cls.lines.press(cls.lines.STOP)
        box.wait_for("session closed")
        return box.end(), box.said, glob.glob(f"{box.card}/*_S01/clips/01.mp4")

    @classmethod
    def rename(cls):
        """The name is in the library, and the version that it says is a part of an instruction."""
        with open(cls.library, "rb") as file:
            library = file.read()
        changed = library.replace(f"libcamera.so.{cls.own}\0".encode(), f"libcamera.so.{cls.other}\0".encode()).replace(
            f"v{cls.own}".encode(), f"v{cls.other}".encode())
        assert changed != library
        os.unlink(os.path.realpath(cls.library))
        os.unlink(cls.library)
        renamed = cls.library.removesuffix(cls.own) + cls.other
        with open(renamed, "wb") as file:
            file.write(changed)
        # libcamera's own parts are signed, so they still ask for the name that they were linked with.
        os.symlink(os.path.basename(renamed), cls.library)
        link = cls.library.removesuffix(f".{cls.own}")
        os.unlink(link)
        os.symlink(os.path.basename(renamed), link)

    @classmethod
    def rename_headers(cls):
        header = "/usr/include/libcamera/libcamera/version.h"
        text = guest.read(header)
        with open(header, "w", encoding="ascii") as file:
            file.write(re.sub(r"(LIBCAMERA_VERSION_MINOR\s+)\d+", rf"\g<1>{cls.other.split('.')[1]}", text))

    def test_each_has_a_session_through_its_own_object(self):
        for status, said, clips in self.sessions:
            self.assertEqual((status, len(clips)), (0, 1), said)
        self.assertIn(f'"v{self.other}.', self.versions)

    def test_the_object_of_the_other_is_refused_and_both_are_named(self):
        status, _, err = self.refusal
        self.assertEqual(status, 69, err)
        self.assertIn("libcamera has changed: sudo vir setup", err)
        self.assertIn(f"made for libcamera.so.{self.own}, and libcamera here is v{self.other}", err)


if __name__ == "__main__":
    unittest.main()

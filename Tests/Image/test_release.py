# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies beside an image for whoever downloads it: the manifest for Raspberry Pi Imager, and the list of its sources."""

import base64
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

IMAGE = pathlib.Path(__file__).resolve().parents[2] / "image"

# The fields of an entry with their types, as github.com/raspberrypi/rpi-imager demands them in doc/json-schema/os-list-schema.json; the last
# two are those of doc/os-sublist-example.json.
FIELDS = {"name": str, "description": str, "icon": str, "url": str, "extract_size": int, "extract_sha256": str, "image_download_size": int,
          "release_date": str, "image_download_sha256": str, "devices": list}


def printed(script, *words, **variables):
    """What one of the image's scripts prints."""
    done = subprocess.run([sys.executable, IMAGE / "lib" / script, *map(str, words)], capture_output=True, text=True, check=True,
                          env={**os.environ, **variables})
    return done.stdout


class Manifest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.image = pathlib.Path(folder.name) / "vir-0.3.0-debian.img"
        self.packed = self.image.with_suffix(".img.xz")
        self.image.write_bytes(bytes(5000))
        self.packed.write_bytes(b"packed")

    def entry(self, base="debian", **variables):
        whole = json.loads(printed("manifest.py", "0.3.0", base, self.packed, self.image, SOURCE_DATE_EPOCH="1764201600", **variables))
        self.assertEqual(list(whole), ["os_list"])
        [entry] = whole["os_list"]
        return entry

    def test_it_has_what_the_imager_asks_for(self):
        entry = self.entry()
        self.assertEqual({name: type(value) for name, value in entry.items()}, FIELDS)
        self.assertEqual((entry["extract_size"], entry["image_download_size"]), (5000, 6))
        self.assertEqual(entry["extract_sha256"], hashlib.sha256(bytes(5000)).hexdigest())
        self.assertEqual(entry["image_download_sha256"], hashlib.sha256(b"packed").hexdigest())
        self.assertEqual((entry["name"], entry["release_date"]), ("VIR 0.3.0", "2025-11-27"))

    def test_nothing_is_customised_and_other_boards_do_not_see_it(self):
        for base in ("debian", "raspberrypi", "raspberrypi-developer"):
            entry = self.entry(base)
            self.assertNotIn("init_format", entry)
            self.assertEqual({tag.partition("-")[2] for tag in entry["devices"]}, {"64bit"})

    def test_its_address_is_absolute(self):
        self.assertEqual(self.entry()["url"], self.packed.resolve().as_uri())
        self.assertEqual(self.entry(VIR_RELEASE_URL="https://example.org/vir/")["url"], f"https://example.org/vir/{self.packed.name}")

    def test_its_icon_is_a_picture(self):
        kind, _, data = self.entry()["icon"].partition(";base64,")
        self.assertEqual(kind, "data:image/svg+xml")
        self.assertEqual(xml.dom.minidom.parseString(base64.b64decode(data)).documentElement.tagName, "svg")


class Sources(unittest.TestCase):
    STATUS = """Package: libavcodec61
Source: ffmpeg
Version: 7:7.1.2-0+deb13u1

Package: libavformat61
Source: ffmpeg
Version: 7:7.1.2-0+deb13u1

Package: libc6
Source: glibc (2.41-12)
Version: 2.41-12+b1

Package: fonts-inter
Version: 4.1+ds-1
"""
    RESOLVED = json.dumps({"pins": [{"identity": "grdb.swift", "location": "https://github.com/groue/GRDB.swift",
                                     "state": {"revision": "abc", "version": "7.10.0"}}]})

    def test_each_source_is_named_once_with_its_own_version(self):
        with tempfile.TemporaryDirectory() as folder:
            status, resolved = pathlib.Path(folder, "status"), pathlib.Path(folder, "Package.resolved")
            status.write_text(self.STATUS, encoding="utf-8")
            resolved.write_text(self.RESOLVED, encoding="utf-8")
            text = printed("sources.py", "0.3.0", "1a2b3c4d", status, resolved)
        self.assertEqual(re.findall("^  (.*)$", text, re.M), [
            "ffmpeg 7:7.1.2-0+deb13u1", "fonts-inter 4.1+ds-1", "glibc 2.41-12", "https://github.com/groue/GRDB.swift 7.10.0 abc"])
        self.assertIn("commit 1a2b3c4d", text)


class Kinds(unittest.TestCase):
    def test_an_image_without_a_base_is_explained_and_not_built(self):
        done = subprocess.run([IMAGE / "build.sh"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 64)
        for base in ("debian", "raspberrypi"):
            self.assertIn(f"make image BASE={base}", done.stderr)
        self.assertIn("Never built", done.stderr)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the manifest of an image for Raspberry Pi Imager, which then shows it with its name and size, checks its sum, hides it for other
boards and asks for nothing to customise: it has no init_format.

The fields are those of the Imager's os-list schema. Its `url` has to be absolute: VIR_RELEASE_URL names the folder that the image is
downloaded from; without it the image is taken from where it was built.

usage: manifest.py VERSION BASE IMAGE.img.xz IMAGE.img"""
import base64
import datetime
import hashlib
import json
import os
import pathlib
import sys

ICON = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="8" fill="#101014"/>'
        '<circle cx="20" cy="20" r="12" fill="none" stroke="#fff" stroke-width="3"/>'
        '<path d="M20 12v8l-6 4" fill="none" stroke="#ffb000" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>')
SAID = {
    "debian": "Delayed video replay. For USB cameras; the processor encodes.",
    "raspberrypi": "Delayed video replay. For camera modules and USB cameras.",
}
# The Imager's names of the boards; a Zero 2 W is one of pi3-64bit.
DEVICES = ["pi5-64bit", "pi4-64bit", "pi3-64bit"]


def digest(path):
    """The SHA-256 of a file, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def manifest(version, base, packed, image):
    """The manifest as a value."""
    packed = pathlib.Path(packed).resolve()
    folder = os.environ.get("VIR_RELEASE_URL", packed.parent.as_uri()).rstrip("/")
    made = int(os.environ.get("SOURCE_DATE_EPOCH") or os.stat(image).st_mtime)
    kind = base.removesuffix("-developer")
    return {"os_list": [{
        "name": f"VIR {version}" + (" for developers" if kind != base else ""),
        "description": SAID[kind],
        "icon": "data:image/svg+xml;base64," + base64.b64encode(ICON.encode()).decode(),
        "url": f"{folder}/{packed.name}",
        "extract_size": os.stat(image).st_size,
        "extract_sha256": digest(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": digest(packed),
        "release_date": datetime.datetime.fromtimestamp(made, datetime.timezone.utc).date().isoformat(),
        "devices": DEVICES,
    }]}


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    print(json.dumps(manifest(*sys.argv[1:]), indent=2))

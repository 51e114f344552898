# SPDX-License-Identifier: GPL-3.0-or-later
"""A card of many sessions, and how long it takes to look after: `VIR=PATH-TO-VIR large_card.py FOLDER [SESSIONS]` (5000). Nine of ten sessions
are one archer's.

One session is filmed, three arrows with a clip each; the others are that one with numbers and days of their own. Their clips are as
long as the first one's, with a hole where the pictures would lie: 17 GB that take 0.6, with their pages. What looks after a card reads
no picture.
"""
import datetime
import json
import os
import shutil
import sys
import time

import vir
from test_scoring import THREE_SHOTS

CLIPS = ARROWS = 3
# The files that are made again from the record.
PAGES = ("index.html", "scores.csv", "target.svg")
ARCHERS = ("Ana", "Ben")
FIRST_DAY = datetime.datetime(2026, 1, 1, 9, 0)


def film():
    """The folder of a session with three arrows and their clips, and no other clip; and its record."""
    session = vir.Session(THREE_SHOTS, seconds=32, size="320x180", extra=["--face", "wa_122", "--arrow", "5.5"])
    assert session.status == 0, session.err
    folder = os.path.join(session.card, next(name for name in os.listdir(session.card) if "_S" in name))
    with open(os.path.join(folder, "session.json"), encoding="utf-8") as file:
        record = json.load(file)
    record["clips"] = [clip for clip in record["clips"] if clip["kind"] == "mark"]
    assert (len(record["clips"]), len(record["ends"][0]["arrows"])) == (CLIPS, ARROWS)
    return folder, record


def beginning(path):
    """A clip up to its first picture, and its length."""
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while data[at + 4:at + 8] != b"mdat":
        at += int.from_bytes(data[at:at + 4], "big")
        assert at < len(data), f"{path}: no pictures behind the index"
    return data[:at + 64], len(data)


def make(card, sessions):
    """Makes the card: no page and no index on it yet. The names of its sessions, in their order."""
    folder, record = film()
    clips = {clip["file"]: beginning(os.path.join(folder, clip["file"])) for clip in record["clips"]}
    names = []
    for number in range(1, sessions + 1):
        # Some five sessions a week, three years back.
        started = FIRST_DAY + datetime.timedelta(hours=34 * number)
        name = f"{started:%Y-%m-%d_%H%M}_S{number:02d}"
        os.makedirs(os.path.join(card, name, "clips"))
        os.makedirs(os.path.join(card, name, "thumbs"))
        record["target"] = {"archer": ARCHERS[number % 10 == 0], "face": "wa_122"}
        record["header"].update(number=number, started=f"{started:%Y-%m-%dT%H:%M:%S}", id=f"{number:016x}")
        for clip in record["clips"]:
            clip["id"] = f"{number:016x}-{clip['number']}"
        with open(os.path.join(card, name, "session.json"), "w", encoding="utf-8") as file:
            json.dump(record, file, indent=2)
        for path, (head, length) in clips.items():
            with open(os.path.join(card, name, path), "wb") as file:
                file.write(head)
                file.truncate(length)
        for clip in range(1, CLIPS + 1):
            still = f"thumbs/{clip:02d}.jpg"
            shutil.copyfile(os.path.join(folder, still), os.path.join(card, name, still))
        names.append(name)
    return names


def taken(card):
    """(bytes as the files' lengths say, bytes on the disk, files)."""
    said = real = files = 0
    for folder, _, names in os.walk(card):
        for name in names:
            status = os.lstat(os.path.join(folder, name))
            said, real, files = said + status.st_size, real + status.st_blocks * 512, files + 1
    return said, real, files


def timed(*words):
    """(seconds, status, standard output, standard error) of a command of vir's."""
    began = time.monotonic()
    done = vir.run(*words, timeout=3600)
    return time.monotonic() - began, *done


def report(card, seconds):
    said, real, files = taken(card)
    print(f"\na card of {said / 1e9:.1f} GB ({real / 1e6:,.0f} MB on this disk) in {files:,} files", flush=True)
    for words, duration in seconds.items():
        print(f"  {words:<32} {duration:6.1f} s", flush=True)
    for archer in ARCHERS:
        size = os.path.getsize(os.path.join(card, "archers", f"{archer.lower()}.html"))
        print(f"  {f'the page of {archer}':<32} {size / 1e3:6.1f} kB", flush=True)


if __name__ == "__main__":
    place, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    make(place, count)
    times = {}
    for step, command in (("rebuild, with no page there", "rebuild"), ("rebuild, with all pages there", "rebuild"), ("check", "check"), ("list", "list")):
        times[step], status, out, err = timed("card", command, place)
        assert status == 0, out + err
    report(place, times)

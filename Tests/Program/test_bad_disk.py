# SPDX-License-Identifier: GPL-3.0-or-later
"""A card that refuses writes, renames and syncs now and then, for a whole session: what was acknowledged is there at the next start.

VIR_BAD_DISKS  how many of them (5; 60 in make soak)
VIR_SEED       the first one's seed (1)
"""
import json
import os
import re
import shutil
import subprocess
import unittest

import vir

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fakes/BadDisk/baddisk.c")
# Marks, two ends with arrows on the face, a deleted clip and a liked one, a saved buffer.
SCRIPT = """
2 mark tap
4 mark tap
6 stop tap
8 mark tap
9 mark tap
11 mark tap
13 stop tap
15 mark tap
16 up tap
17.5 left tap
18.5 stop tap
20 mark hold 1.3
23 mark tap
26 stop tap
"""


class ABadDisk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.library = os.path.join(vir.new_folder(), "baddisk.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", cls.library, SOURCE, "-ldl", "-pthread"], check=True)

    def test_what_was_acknowledged_is_there(self):
        first, count = int(os.environ.get("VIR_SEED", "1")), int(os.environ.get("VIR_BAD_DISKS", "5"))
        refused = 0
        for seed in range(first, first + count):
            with self.subTest(seed=seed):
                refused += self.try_one(seed)
        # Some disks are nearly sound, but not all of them together.
        self.assertGreater(refused, 0)

    def try_one(self, seed):
        """How often the card wasn't all right."""
        folder = os.path.realpath(vir.new_folder())
        card, script = os.path.join(folder, "card"), os.path.join(folder, "panel.script")
        os.mkdir(card)
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT)
        with open(f"{card}/settings.toml", "w", encoding="utf-8") as file:
            file.write(vir.with_score_after_stop("after = 1\n"))
        words = ["run", "--clock", "virtual", "--camera", "synthetic", "--display", "headless:160x160@30", "--size", "160x160", "--fps", "30",
                 "--delay", "1", "--card", card]
        environment = {**os.environ, "LD_PRELOAD": self.library, "VIR_BAD_DISK": card, "VIR_BAD_DISK_SEED": str(seed)}
        status, _, said = vir.run(*words, "--panel", f"script:{script}", "--for", 30, environment=environment)
        # At the end it may report that something couldn't be written, and nothing else.
        self.assertIn(status, (0, 74), said)
        # The disk works again.
        status, _, err = vir.run(*words, "--for", 0.5)
        self.assertEqual(status, 0, err)
        status, out, err = vir.run("card", "check", card)
        self.assertEqual(status, 0, said + out + err)
        records = {name: self.record(f"{card}/{name}") for name in os.listdir(card) if os.path.exists(f"{card}/{name}/session.json")}
        back = re.findall(r"mark (\d+) taken back", said)
        marks = [number for number in re.findall(r"mark (\d+) acknowledged", said) if number not in back]
        self.assertGreaterEqual(sum(len(record["marks"]) for record in records.values()), len(marks), said)
        placed = {(end, name): int(count) for end, name, count in re.findall(r"end (\d+) of (\S+): (\d+) arrows? acknowledged", said)}
        for (end, name), count in placed.items():
            kept = {str(one["number"]): len(one["arrows"]) for one in records[name]["ends"]}
            self.assertGreaterEqual(kept.get(end, 0), count, said)
        for name in re.findall(r"clip written: (\S+?)\.mp4", said):
            place, stem = os.path.split(f"{card}/{name}")
            found = [file for file in os.listdir(place) if file.startswith(stem) and file.endswith(".mp4")]
            self.assertEqual(len(found), 1, f"{name}: {said}")
        shutil.rmtree(folder)
        return len(re.findall(r"card: (?!ready)", said))

    @staticmethod
    def record(folder):
        with open(f"{folder}/session.json", encoding="utf-8") as file:
            return json.load(file)


if __name__ == "__main__":
    unittest.main()

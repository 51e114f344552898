# SPDX-License-Identifier: GPL-3.0-or-later
"""A session, an export and a replay under a sanitizer: whatever it reports is a failure. `Tests/Sanitize/run` says which one."""
import glob
import json
import os
import subprocess
import unittest

import vir
from vir import Session

# Small, so that a program that is ten times as slow keeps up with the camera.
SIZE = {"size": "320x180", "fps": 30, "delay": 2, "display": "headless:640x360@60"}
SHOTS = "6 mark tap\n9 mark tap\n12 mark tap\n15 stop tap\n"
PLAIN = "scoring = false\ntail = false\n"


class Watched(unittest.TestCase):
    def setUp(self):
        # One report is one failure, of the test in whose program it was.
        for path in self.reports():
            os.remove(path)

    @staticmethod
    def reports():
        return glob.glob(os.environ["VIR_SANITIZER_LOG"] + "*")

    def tearDown(self):
        for path in self.reports():
            with open(path, encoding="utf-8", errors="replace") as file:
                self.fail(f"{path}:\n{file.read()[:20000]}")

    def session(self, script, *, seconds, clock="real", **more):
        made = Session(script, seconds=seconds, clock=clock, **{**SIZE, **more})
        self.assertEqual(made.status, 0, made.err)
        return made

    def told(self, made, *words):
        said = " | ".join(event["what"] for event in made.report["events"])
        for word in words:
            self.assertIn(word, said)

    def clips(self, made):
        return sorted(glob.glob(f"{made.card}/*_S*/clips/*.mp4"))


class ASession(Watched):
    def test_of_marks_with_everything_pulled_once(self):
        made = self.session(
            "5 camera unplug\n6 camera plug\n7 tv unplug\n8 tv plug\n9 card unplug\n10 mark tap\n12 card plug\n13 knob turn +1\n"
            "14 right tap\n16 right tap\n18 mark hold 1.2\n21 mark tap\n25 stop tap\n28 mark tap\n30 knob turn +2\n31 mark tap\n",
            seconds=40, settings="sound = true\n" + 'after-stop = "score"\n')
        self.told(made, "camera lost", "camera back", "card")
        self.assertGreaterEqual(len(self.clips(made)), 2)
        self.assertEqual(vir.run("card", "check", made.card)[0], 0)

    def test_in_virtual_time_with_the_menu_and_every_list(self):
        walk = "".join(f"{20 + at * 0.7:.1f} knob {step}\n" for at, step in enumerate(
            ["push", "turn +1", "push", "turn +2", "push", "turn +1", "push"] + ["turn +1", "push"] * 8))
        made = self.session(SHOTS + walk + "36 stop tap\n37 stop tap\n38 stop tap\n", seconds=42, clock="virtual")
        self.assertGreaterEqual(len(self.clips(made)), 3)

    def test_whose_camera_is_a_film_without_sound(self):
        made = self.session(SHOTS, seconds=20, clock="virtual", settings=PLAIN)
        again = self.session("", seconds=6, clock="virtual", camera=f"file:{self.clips(made)[0]}", settings="sound = true\n")
        self.assertIn("the film has no sound", again.err + json.dumps(again.report["events"]))

    def test_that_was_killed_and_is_filed_by_the_next_start(self):
        folder = vir.new_folder()
        script = os.path.join(folder, "marks.script")
        with open(script, "w", encoding="utf-8") as file:
            file.write(vir.A_MARK)
        box = subprocess.Popen([vir.PROGRAM, "run", "--camera", "synthetic", "--display", SIZE["display"], "--size", SIZE["size"], "--fps", "30", "--delay", "1",
                                "--panel", f"script:{script}", "--card", f"{folder}/card"], stderr=subprocess.PIPE, text=True)
        vir.limit(self, box)
        with box:
            self.assertTrue(any("mark 1 acknowledged" in line for line in box.stderr))
            box.kill()
        made = self.session("", seconds=10, folder=folder)
        path, = glob.glob(f"{made.card}/*_S01/session.json")
        with open(path, encoding="utf-8") as file:
            self.assertTrue(json.load(file)["marks"])
        for words in (("card", "rebuild"), ("card", "check"), ("card", "list")):
            status, _, err = vir.run(*words, made.card)
            self.assertEqual(status, 0, err)


class AnExport(Watched):
    def test_in_each_form(self):
        made = self.session(SHOTS, seconds=20, clock="virtual", settings=PLAIN)
        for words in (["S01"], ["S01", 1, "--as", "anybody"], ["S01", 1, "--as", "slow"], ["S01", 2, 1, "--as", "best-of", "--titles"],
                      ["S01", 1, 2, "--as", "compare"], ["S01", 1, "--as", "still"], ["S01", 1, "--as", "strip"]):
            with self.subTest(words):
                folder = vir.new_folder()
                status, _, err = vir.run("export", made.card, *words, "--to", folder)
                self.assertEqual((status, err), (0, ""))
                self.assertTrue(os.listdir(folder))

    def test_by_the_buttons_while_the_camera_goes_on(self):
        first = self.session(SHOTS, seconds=20, clock="virtual", settings=PLAIN)
        stick = os.path.join(vir.new_folder(), "KINGSTON")
        os.mkdir(stick)
        lines = ["1 stop tap", "2 knob push", "3 knob turn +2", "4 knob push", "6 knob push", "9 knob push",
                 *vir.to_tool("Export", "A clip that plays", 12), "16 knob push", "26 knob turn +1", "27 knob push"]
        made = self.session("\n".join(lines) + "\n", seconds=40, folder=first.folder, extra=["--stick", stick])
        self.told(made, "export")
        self.assertTrue(glob.glob(f"{stick}/VIR/*"))


class AReplay(Watched):
    def test_of_an_end_s_clips_on_each_other_and_beside_each_other(self):
        made = self.session(
            SHOTS + "18 knob turn +3\n20 right hold 0.6\n22 right tap\n25 left tap\n28 down tap\n" +
            "\n".join(
                vir.to_tool("Open", "An end’s clips, reviewed", 31) +
                vir.to_tool("Compare", "A clip that plays", 35)) +
            "\n38 knob turn +2\n40 knob push\n42 stop tap\n44 stop tap\n46 stop tap\n",
            seconds=50, settings=PLAIN + 'after-stop = "review"\nreview-help = false\nback-to-live = 0\n')
        self.assertGreaterEqual(len(self.clips(made)), 2)

    def test_of_an_arrow_slow_backward_and_zoomed(self):
        self.session(
            SHOTS + "18 mark tap\n20 mark tap\n22 mark tap\n26 knob turn +1\n27 knob push\n29 knob turn -4\n32 right tap\n33 left hold 1\n"
            "36 knob push\n38 knob turn +3\n" + "\n".join(vir.to_tool("Zoom", "A clip that plays", 40)) + "\n43 knob turn +2\n46 stop tap\n",
            seconds=50, settings='after-stop = "score"\n')

# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole round of two archers, as a club shoots it: a crash, a pulled card, a restart and one STOP too many on every screen in between."""
import csv
import glob
import json
import os
import signal
import subprocess
import time
import unittest

import strip
import vir
from test_scoring import check_links

SETTINGS = """archers = "Ana: wa_122, 5.5; Ben: wa_122, 6.2"
round = "wa_70"
scoring = true
delay = 2
"""
# The synthetic archer's first shot and the time between shots, in seconds.
FIRST, EVERY = 5, 8
FPS = 30
ENDS, ARROWS = 12, 6
# The scores of an archer's arrows: counted from the X, each ring is a detent.
POINTS = {"Ana": (10, 9, 9, 8, 7, 0), "Ben": (10, 10, 9, 8, 8, 6)}


class Script:
    """Presses of one run, in its own time. Shots go on whether anybody marks them or not."""

    def __init__(self):
        self.lines, self.shot, self.now, self.shots = [], 0, 0.0, {"Ana": [], "Ben": []}

    def press(self, words, after=0.5):
        self.now = round(self.now + after, 2)
        self.lines.append(f"{self.now} {words}")

    def mark(self, archer):
        """The next shot that comes, marked when the TV shows it."""
        while FIRST + EVERY * self.shot < self.now - 1:
            self.shot += 1
        moment = FIRST + EVERY * self.shot
        self.shots[archer].append(moment)
        self.shot += 1
        self.now = max(self.now, moment + 2.6)
        self.press("mark tap", 0)

    def place(self, points, first):
        """The arrows of an end by their rings, from the best to the worst, as they were shot."""
        held = first
        for point in points:
            target = {10: 1, 9: 2, 8: 3, 7: 4, 6: 5, 0: 11}[point]
            steps = target - held
            for _ in range(abs(steps)):
                # Slow enough for one ring per detent.
                self.press(f"knob turn {'+1' if steps > 0 else '-1'}", 0.3)
            self.press("mark tap", 0.4)
            held = target

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


class ARoundOfTwo(unittest.TestCase):
    def setUp(self):
        self.folder = vir.new_folder()
        self.card, self.ram = (os.path.join(self.folder, name) for name in ("card", "run"))
        os.mkdir(self.card)
        os.mkdir(self.ram)
        with open(os.path.join(self.card, "settings.toml"), "w", encoding="utf-8") as file:
            file.write(vir.with_score_after_stop(SETTINGS))

    def start(self, script, seconds):
        path = os.path.join(self.folder, "panel.script")
        with open(path, "w", encoding="utf-8") as file:
            file.write(script.text)
        environment = {**os.environ, "RUNTIME_DIRECTORY": self.ram, "SWIFT_BACKTRACE": "enable=no"}
        return subprocess.Popen(
            [vir.PROGRAM, "run", "--camera", "synthetic", "--display", "headless", "--panel", f"script:{path}", "--clock", "virtual", "--for",
             str(seconds), "--size", "320x180", "--fps", str(FPS), "--card", self.card],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)

    def sessions(self):
        """The records by archer."""
        found = {}
        for path in sorted(glob.glob(self.card + "/*/session.json")):
            with open(path, encoding="utf-8") as file:
                record = json.load(file)
            found.setdefault(record["target"]["archer"], []).append((os.path.dirname(path), record))
        return found

    def is_chosen(self, name):
        with open(os.path.join(self.card, "settings.toml"), encoding="utf-8") as file:
            return f'archer = "{name}"' in file.read()

    def is_scored(self, ends):
        """Both archers have so many ends, all arrows placed, on the card."""
        try:
            found = self.sessions()
        except (OSError, ValueError, KeyError, TypeError):
            return False
        return all(len(found.get(name, [])) == 1 and [len(end["arrows"]) for end in found[name][0][1]["ends"]] == [ARROWS] * ends
                   for name in POINTS)

    def shoot(self, script):
        """Both archers' six arrows. After a start the first mark goes on with each one's round."""
        for archer in POINTS:
            for _ in range(ARROWS):
                script.mark(archer)
            if archer == "Ana":
                script.press("right tap")
                script.now += 3

    def score(self, script, end, stop_too_many=False):
        """STOP: first the face of who shot last, then the other's."""
        script.press("stop tap", 2.5)
        script.now += 1
        for archer in ("Ben", "Ana"):
            points = POINTS[archer]
            last = {0: 11, 6: 5}[points[-1]]
            first = last if end > 1 else 1
            if stop_too_many and archer == "Ben":
                script.place(points[:3], first)
                script.press("stop tap", 1)
                script.press("stop tap", 1)
                script.now += 1
                script.place(points[3:], 2)
            else:
                script.place(points, first)
            # The total is shown for two seconds. Then the summary comes, or the other archer's name and face: a turn while the name stands only
            # takes it away.
            script.now += 5
            if end == ENDS and archer == "Ben":
                # The page of Ben's round comes first. A press leaves it, and Ana's name stands before her face for a moment.
                script.press("mark tap", 0)
                script.now += 2

    def home(self, script, stop_too_many=False):
        if stop_too_many:
            # The clip of the chosen arrow, and back; then the summary is left, the menu, and a face that was opened without a mark.
            script.press("knob push", 1)
            script.press("stop tap", 1.5)
        script.press("stop tap", 1)
        if stop_too_many:
            script.press("knob push", 1)
            script.press("stop tap", 1)
            script.press("stop tap", 1)
            script.press("stop tap", 1)
        script.press("right tap", 1)
        script.now += 3

    def ends(self, script, numbers, trouble=False):
        for end in numbers:
            if trouble and end == 6:
                script.press("card unplug")
            self.shoot(script)
            self.score(script, end, stop_too_many=trouble and end == 7)
            if trouble and end == 6:
                script.press("card plug", 1)
                script.now += 5
            self.home(script, stop_too_many=trouble and end == 7)

    def test_one_session_each_with_the_right_totals_and_every_arrow_in_its_clip(self):
        # Ends one to four, and then the program is killed.
        first = Script()
        self.ends(first, range(1, 5))
        process = self.start(first, 100_000)
        for _ in range(6000):
            # The last press chose Ana again.
            if self.is_scored(4) and self.is_chosen("Ana") or process.poll() is not None:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        said = process.communicate()[1]
        self.assertTrue(self.is_scored(4), said[-4000:])
        # Five to eight: in virtual time a kill counts as a power cut, and the rounds go on. The card is out for one end, and STOP is pressed too
        # often.
        second = Script()
        second.now = 3
        self.ends(second, range(5, 9), trouble=True)
        self.finish(second)
        # Nine to twelve, after a start by hand.
        third = Script()
        third.now = 3
        self.ends(third, range(9, 13))
        self.finish(third)
        self.check([first, second, third])

    def finish(self, script):
        process = self.start(script, int(script.now + 10))
        said = process.communicate(timeout=1200)[1]
        self.assertEqual(process.returncode, 0, said[-4000:])

    def check(self, scripts):
        found = self.sessions()
        self.assertEqual({name: len(records) for name, records in found.items()}, {"Ana": 1, "Ben": 1})
        for name, points in POINTS.items():
            folder, record = found[name][0]
            self.assertEqual(record.get("over"), "roundComplete")
            self.assertEqual([[arrow["score"] for arrow in end["arrows"]] for end in record["ends"]], [list(points)] * ENDS)
            moments = [moment for script in scripts for moment in script.shots[name]]
            clips = {clip["number"]: clip for clip in record["clips"]}
            arrows = [arrow for end in record["ends"] for arrow in end["arrows"]]
            self.assertEqual(len(arrows), len(moments))
            for index, (arrow, moment) in enumerate(zip(arrows, moments)):
                clip = clips[arrow["clip"]]
                self.assertTrue(clip["firstFrame"] <= moment * FPS <= clip["lastFrame"], f"{name}, arrow {index + 1}: {clip}, {moment} s")
                if index % 9 == 0:
                    shown = strip.frame_indices(os.path.join(folder, clip["file"]), 320, 180)
                    self.assertIn(moment * FPS, shown, f"{name}, arrow {index + 1}")
        status, out, err = vir.run("card", "check", self.card)
        self.assertEqual(status, 0, out + err)
        self.check_season(found)

    def check_season(self, found):
        """The archers' pages, the card's table of all arrows, and what the command line says of one archer."""
        with open(os.path.join(self.card, "scores.csv"), encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        for name, points in POINTS.items():
            folder, record = found[name][0]
            own = [row for row in rows if row["archer"] == name]
            self.assertEqual([int(row["points"]) for row in own], list(points) * ENDS)
            self.assertEqual({row["session"] for row in own}, {os.path.basename(folder)})
            self.assertEqual({row["session_id"] for row in own}, {record["header"]["id"]})
            self.assertEqual(int(own[-1]["dozen"]), (len(points) * ENDS + 11) // 12)
            page = os.path.join(self.card, "archers", f"{name.lower()}.html")
            with open(page, encoding="utf-8") as file:
                text = file.read()
            self.assertIn(f"{sum(points) * ENDS} · ", text)
            self.assertIn(f"../{os.path.basename(folder)}/index.html", text)
            for place in (page, os.path.join(folder, "index.html"), os.path.join(self.card, "index.html")):
                check_links(self, place)
            status, out, err = vir.run("card", "list", "--archer", name, "--json", self.card)
            self.assertEqual((status, [session["archer"] for session in json.loads(out)]), (0, [name]), err)
        status, out, err = vir.run("card", "list", "--archer", "Nobody", self.card)
        self.assertEqual((status, out), (66, ""))
        self.assertIn("Ana, Ben", err)

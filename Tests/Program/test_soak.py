# SPDX-License-Identifier: GPL-3.0-or-later
"""What takes long: whole runs at full size, two minutes in real time, fifty kills at any moment."""
import json
import os
import random
import re
import signal
import subprocess
import time
import unittest

import strip
import vir
from test_program import due


class FullSize(unittest.TestCase):
    """The delay's rule at 1920x1080, 60 fps, two virtual minutes."""

    def check(self, script, delay_at, delay):
        sessions = [vir.Session(script, seconds=120, size="1920x1080", fps=60, delay=delay, snapshot_every=2) for _ in range(2)]
        session = sessions[0]
        self.assertEqual(session.status, 0, session.err)
        self.assertEqual(session.report_text, sessions[1].report_text)
        self.assertEqual((session.report["camera"]["lost"], session.report["delay"]["skipped"]), (0, 0))
        for path, seconds in session.snapshot_times():
            delay = delay_at(seconds)
            expected = due(seconds, delay, 60)
            if expected < 0:
                expected = due(seconds, 0, 60)
            self.assertEqual(strip.read(strip.picture(path), 1920, 1080), expected, f"at {seconds} s")

    def test_one_second(self):
        self.check("", lambda _: 1, 1)

    def test_five_seconds(self):
        self.check("", lambda _: 5, 5)

    def test_sixty_seconds(self):
        self.check("", lambda _: 60, 60)

    def test_a_change_in_between(self):
        self.check("31.01 knob turn +6\n61.01 knob turn -9\n", lambda at: 5 if at < 31 else 11 if at < 61 else 2, 5)


class RealTime(unittest.TestCase):
    def test_two_minutes_lose_nothing_and_are_exact(self):
        session = vir.Session("40 mark tap\n80 mark tap\n110 stop tap\n", seconds=120, size="1280x720", fps=30,
                              clock="real", snapshot_every=5)
        self.assertEqual(session.status, 0, session.err)
        report = session.report
        self.assertEqual((report["camera"]["lost"], report["delay"]["skipped"]), (0, 0))
        self.assertLessEqual(report["delay"]["errorMs"]["p999"], 1000 / 30 + 1000 / 60)
        for path, seconds in session.snapshot_times():
            shown = strip.read(strip.picture(path), 1920, 1080)
            first = report["camera"]["firstFrameSeconds"]
            expected = due(seconds - first, 5, 30)
            if expected >= 0:
                self.assertIn(shown, (expected - 1, expected, expected + 1))


def final_name(card, name):
    """A clip's file, which is renamed once its arrow is scored: `clips/03.mp4` becomes `clips/03_X.mp4`."""
    folder, file = os.path.split(os.path.join(card, name))
    stem = file[:-len(".mp4")]
    found = [other for other in os.listdir(folder) if other == file or other.startswith(stem + "_") and other.endswith(".mp4")]
    return os.path.join(folder, found[0]) if len(found) == 1 else None


class Kills(unittest.TestCase):
    """The plug is pulled at fifty moments: what was acknowledged is there at the next start."""

    def test_nothing_acknowledged_is_lost(self):
        seed = int(os.environ.get("VIR_SEED", "7"))
        rounds = int(os.environ.get("VIR_KILLS", "50"))
        dice = random.Random(seed)
        folder = vir.new_folder()
        card = os.path.join(folder, "card")
        os.makedirs(card)
        script = os.path.join(folder, "panel.script")
        with open(script, "w") as file:
            for press in range(40):
                file.write(f"{1.5 + press * 0.45} mark tap\n")
            # STOP leads to the target face: MARK places arrows there, and every other STOP saves the end.
            file.write("4.1 stop tap\n6.6 stop tap\n8.3 stop tap\n")
        with open(os.path.join(card, "settings.toml"), "w") as file:
            file.write(vir.with_score_after_stop(""))
        marks = clips = arrows = 0
        for round in range(rounds):
            log = os.path.join(folder, f"log-{round}.txt")
            with open(log, "w") as errors:
                process = subprocess.Popen(
                    [vir.PROGRAM, "run", "--camera", "synthetic", "--display", "headless", "--panel", f"script:{script}",
                     "--size", "640x480", "--fps", "30", "--delay", "1", "--card", card], stdout=errors, stderr=errors)
                time.sleep(dice.uniform(0.3, 9))
                process.send_signal(signal.SIGKILL)
                process.wait()
            with open(log) as file:
                said = file.read()
            status, out, err = vir.run("run", "--clock", "virtual", "--display", "headless", "--size", "640x480",
                                       "--for", "0.2", "--card", card)
            self.assertEqual(status, 0, err)
            status, out, err = vir.run("card", "check", card)
            self.assertEqual(status, 0, f"round {round} (seed {seed}): {out}{err}")
            records = self.records(card)
            # Taps that a stall turned into holds were taken back.
            back = re.findall(r"mark (\d+) taken back", said)
            marks += sum(number not in back for number in re.findall(r"mark (\d+) acknowledged", said))
            held = sum(len(record["marks"]) for record in records)
            self.assertGreaterEqual(held, marks, f"round {round} (seed {seed}): a mark is lost")
            # The latest line about each end tells its number of arrows.
            placed = {(end, name): int(count)
                      for end, name, count in re.findall(r"end (\d+) of (\S+): (\d+) arrows? acknowledged", said)}
            for (end, name), count in placed.items():
                arrows += count
                with open(os.path.join(card, name, "session.json"), encoding="utf-8") as file:
                    kept = {str(one["number"]): len(one["arrows"]) for one in json.load(file)["ends"]}
                self.assertGreaterEqual(kept.get(end, 0), count, f"round {round} (seed {seed}): an arrow of {name} is lost")
            for name in re.findall(r"clip written: (\S+?\.mp4)", said):
                clips += 1
                path = final_name(card, name)
                self.assertIsNotNone(path, f"round {round} (seed {seed}): {name} is lost")
                self.assertTrue(strip.frame_indices(path, 640, 480))
        print(f"{rounds} kills: {marks} acknowledged marks, {arrows} arrows, {clips} finished clips, none lost")
        self.assertGreater(marks, rounds)
        self.assertGreater(arrows, 0)

    @staticmethod
    def records(card):
        found = []
        for name in os.listdir(card):
            path = os.path.join(card, name, "session.json")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    found.append(json.load(file))
        return found


if __name__ == "__main__":
    unittest.main()

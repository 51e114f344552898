# SPDX-License-Identifier: GPL-3.0-or-later
"""The program after a crash, and with a card that comes after its start."""
import glob
import json
import os
import re
import signal
import subprocess
import unittest

import strip
import vir
from vir import A_MARK


class AfterACrash(unittest.TestCase):
    """A run is killed in the middle of a session; the next one finds what it left, or doesn't, as after a pulled plug."""

    def setUp(self):
        self.folder = vir.new_folder()
        self.card, self.ram = (os.path.join(self.folder, name) for name in ("card", "run"))
        os.mkdir(self.ram)

    def words(self, script, *extra, scoring="false", after=2):
        path, settings = os.path.join(self.folder, "panel.script"), os.path.join(self.folder, "panel.toml")
        with open(path, "w") as file:
            file.write(script)
        with open(settings, "w") as file:
            file.write(vir.with_score_after_stop(f"after = {after}\n"))
        return [vir.PROGRAM, "run", "--display", "headless", "--panel", f"script:{path}", "--size", "320x180", "--delay", "1", "--scoring",
                scoring, "--card", self.card, *(["--settings", settings] if after != 2 or "stop" in script else []), *extra]

    def start(self, script, ram=True, backtrace=False, **words):
        # Swift's own crash handler, if it is on, keeps a program alive that a signal was sent to.
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=yes" if backtrace else "enable=no"}
        environment.pop("RUNTIME_DIRECTORY", None)
        if ram:
            environment["RUNTIME_DIRECTORY"] = self.ram
        return subprocess.Popen(self.words(script, "--camera", "synthetic", **words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                env=environment)

    def run_until(self, process, words, end):
        """Reads what it says up to these words, a regular expression, and ends it with this signal. A run that never says them is no run to wait for."""
        vir.limit(self, process)
        said = []
        for line in process.stderr:
            said.append(line)
            if re.search(words, line):
                process.send_signal(end)
                break
        else:
            self.fail(f"it never said '{words}':\n" + "".join(said))
        said += process.stderr.readlines()
        process.stderr.close()
        return process.wait(timeout=60), "".join(said)

    def kill_at_a_mark(self, end=signal.SIGKILL, **words):
        """Marks, and kills it when the mark is acknowledged: its clip isn't written then, however late the signal comes on a machine that
        is busy: it waits ten seconds for what comes after the mark."""
        return self.run_until(self.start(A_MARK, after=10, **words), "mark [0-9]+ acknowledged", end)

    def sessions(self):
        records = []
        for path in sorted(glob.glob(self.card + "/*/session.json")):
            with open(path) as file:
                records.append(json.load(file))
        return records

    def check(self):
        status, out, err = vir.run("card", "check", self.card)
        self.assertEqual(status, 0, out + err)

    def test_the_same_session_goes_on_however_it_was_killed(self):
        for end in (signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT):
            # Each time the newest mark is acknowledged, and its clip isn't written yet.
            status, said = self.kill_at_a_mark(end)
            self.assertEqual(status, -end, said)
            self.assertEqual(len(glob.glob(self.card + "/*_S*")), 1)
        # Three crashes within a few seconds.
        with open(os.path.join(self.ram, "crash-log"), "wb") as file:
            file.write(b"signal killed SEGV\n\xff the last words\n")
        status, said = self.run_until(self.start(A_MARK), "clip written", signal.SIGTERM)
        self.assertEqual(status, 0, said)
        self.assertIn("720p30 until the plug is pulled", said)
        record, = self.sessions()
        marks = [mark["number"] for mark in record["marks"]]
        # A machine that stalled may have taken a tap for a hold, saved the buffer, and set the mark again under another number.
        self.assertEqual(record["lostClips"], marks[:3])
        self.assertEqual(marks, sorted(set(marks)))
        clip, = [clip for clip in record["clips"] if clip["number"] == marks[3]]
        self.assertGreaterEqual(marks[3], 4)
        self.assertEqual(record["ending"], "stopped")
        self.assertEqual(strip.frame_indices(os.path.join(glob.glob(self.card + "/*_S*")[0], "clips", f"{marks[3]:02}.mp4"), 1280, 720)[0],
                         clip["firstFrame"])
        self.check()
        with open(os.path.join(self.card, "vir-log.txt"), encoding="utf-8") as file:
            log = file.read()
        self.assertIn("== crash 3", log)
        self.assertIn("signal killed SEGV\n\ufffd the last words\n== end of crash 3", log)
        # After a clean end nothing is left, and the next run begins anew with the card's settings.
        self.assertEqual(os.listdir(self.ram), [])
        status, said = self.run_until(self.start(A_MARK), "mark 1 acknowledged", signal.SIGTERM)
        self.assertEqual((status, len(self.sessions())), (0, 2), said)

    def test_after_a_pulled_plug_the_session_is_filed_and_another_begins(self):
        status, said = self.kill_at_a_mark()
        os.remove(os.path.join(self.ram, "run.json"))
        status, said = self.run_until(self.start(A_MARK), "mark 1 acknowledged", signal.SIGTERM)
        self.assertEqual(status, 0, said)
        self.assertEqual([record["ending"] for record in self.sessions()], ["recovered", "stopped"])
        self.check()

    def test_after_a_crash_over_the_target_face_the_session_goes_on(self):
        marks_and_stops = "".join(f"{seconds} mark tap\n{seconds + 3} stop tap\n" for seconds in (2, 30, 90))
        status, said = self.run_until(self.start(marks_and_stops, scoring="true"), "session filed", signal.SIGKILL)
        self.assertEqual(status, -signal.SIGKILL, said)
        status, said = self.run_until(self.start(A_MARK), "mark 2 acknowledged", signal.SIGTERM)
        self.assertEqual(status, 0, said)
        record, = self.sessions()
        self.assertEqual([mark["number"] for mark in record["marks"]], [1, 2])
        self.assertEqual(len(record["ends"]), 1)
        self.check()

    def test_the_watchdogs_signal_ends_it_whatever_swift_makes_of_crashes(self):
        status, said = self.run_until(self.start("", backtrace=True), "card: ready", signal.SIGABRT)
        self.assertEqual(status, -signal.SIGABRT, said)

    def test_a_start_that_fails_again_and_again_is_a_safe_one_at_last(self):
        os.mkdir(self.card)
        options = os.path.join(self.ram, "options.toml")
        with open(options, "w") as file:
            file.write('camera = "file:/no/such/film.mp4"\n')
        environment = {**os.environ, "RUNTIME_DIRECTORY": self.ram}
        results = [subprocess.run(self.words("", "--options", options, "--for", "1"), env=environment, capture_output=True, text=True) for _ in range(4)]
        self.assertEqual([result.returncode for result in results], [66, 66, 66, 0], results[-1].stderr)

    def test_a_card_names_no_film_and_its_line_stays_for_whoever_wrote_it(self):
        os.mkdir(self.card)
        settings = os.path.join(self.card, "settings.toml")
        with open(settings, "w") as file:
            file.write('camera = "file:/no/such/film.mp4"\n')
        environment = {**os.environ, "RUNTIME_DIRECTORY": self.ram}
        result = subprocess.run(self.words("", "--for", "1"), env=environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("settings.toml line 1: camera: file:/no/such/film.mp4 isn't taken from a card", result.stderr)
        with open(settings) as file:
            self.assertEqual(file.read(), 'camera = "file:/no/such/film.mp4"\n')


@unittest.skipUnless(os.geteuid() == 0, "mounting needs root")
class ACardThatComesLate(unittest.TestCase):
    """The box starts before its card is mounted on a folder of a read-only root. In a mount namespace of its own."""

    def test_it_is_taken_when_it_is_mounted_with_its_settings_and_its_past(self):
        folder = vir.new_folder()
        script = os.path.join(folder, "panel.script")
        with open(script, "w") as file:
            file.write("3 mark tap\n")
        # A card with a session that a power cut left open.
        card = os.path.join(folder, "card")
        first = AfterACrash()
        first.folder, first.card, first.ram = folder, card, folder
        first.kill_at_a_mark(ram=False)
        with open(os.path.join(card, "settings.toml"), "w") as file:
            file.write('size = "640x360"\ndelay = 2\nlongest = "never"\nscoring = false\n')
        with open(script, "w") as file:
            file.write(A_MARK.replace("2 mark", "6 mark", 1))
        told = os.path.join(folder, "said")
        commands = f"""
            set -e
            mount -t tmpfs -o size=1m tmpfs /media
            mkdir /media/VIR
            mount -o remount,ro /media
            "{vir.PROGRAM}" run --camera synthetic --display headless --panel script:{script} --card /media/VIR --delay 1 \\
                --report {folder}/report.json 2>{told} &
            vir=$!
            said() {{ for i in $(seq 1500); do grep -q "$1" {told} && return; sleep 0.1; done; kill -KILL $vir; }}
            said "card: away"
            mount --bind {card} /media/VIR
            said "stream restarts"
            said "clip written"
            sleep 2
            kill -TERM $vir
            wait $vir
        """
        done = subprocess.run([*"unshare --mount --pid --fork --kill-child --mount-proc bash -c".split(), commands], capture_output=True, text=True,
                              timeout=600)
        with open(told) as file:
            said = file.read()
        if "unshare" in done.stderr or "mount" in done.stderr:
            self.skipTest("this machine doesn't mount: " + done.stderr)
        self.assertEqual(done.returncode, 0, said + done.stderr)
        self.assertLess(said.index("card: away"), said.index("settings read again"))
        self.assertIn("was cut off; 1 mark", said)
        self.assertIn("stream restarts", said)
        self.assertIn("line 3", said)
        with open(os.path.join(folder, "report.json")) as file:
            report = json.load(file)
        # The card's settings, except for those on the command line.
        self.assertEqual((report["camera"]["width"], report["delay"]["seconds"]), (640, 1))
        self.assertGreaterEqual(len(report["clips"]), 1)
        self.assertEqual(sorted(os.path.basename(path).split("_")[-1] for path in glob.glob(card + "/*_S*")), ["S01", "S02"])
        with open(os.path.join(card, "vir-log.txt")) as file:
            self.assertIn("card: away", file.read())
        self.assertEqual(vir.run("card", "check", card)[0], 0)


if __name__ == "__main__":
    unittest.main()

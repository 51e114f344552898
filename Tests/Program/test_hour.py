# SPDX-License-Identifier: GPL-3.0-or-later
"""An hour without a press (issue 40): after nine marks that teach the box, an archer only shoots. Each shot is a moment at its own time, comes
again by itself in its pictures, and has its clip; nothing is lost. `Tests/Program/soak VIR test_hour[.CLASS]`.

VIR_HOUR_MINUTES  how long each archer shoots, in minutes (60)
VIR_SOUNDS        a folder of recordings (`release-*`, `impact-*`): the shots are these instead of made ones
VIR_BOW           which of its releases, from 0
"""
import json
import math
import os
import statistics
import unittest

import shooting_film
import strip
from shooting_film import FPS, Shooting
from vir import Session, new_folder

MINUTES = float(os.environ.get("VIR_HOUR_MINUTES", "60"))
# The seconds of a moment before and after it that come again, once at each of these speeds and on at the last.
BEFORE, AFTER, SPEEDS = 2, 1, (1, 0.5, 0.25)
# The TV, and the seconds after a moment at which its picture is read: twice at full speed, once at half, once at a quarter.
TV, READ = (640, 360), (3, 4.5, 6.5, 12)
# The box looks for a microphone that is back within 2 s. Nobody shoots while only a part of a shot would be heard: so long before the
# microphone goes or comes, and so long after it comes.
RETURN, PART = 2.3, 0.8
DELAY = 5


class Hour:
    """The laws. A class of tests says which film and which microphone."""

    MINUTES = MINUTES
    # The seconds from shot to shot: while they are taught, and then.
    TEACHING, PAUSES = (7, 9), (14, 26)
    SOUND = {}
    SCRIPT = ""
    # The spans of seconds after the teaching in which the microphone is away.
    AWAY = ()

    @classmethod
    def setUpClass(cls):
        taught = shooting_film.times(6, 1000, cls.TEACHING, seed=2)[:9]
        begin = round(taught[-1] + cls.PAUSES[0])
        end = begin + cls.MINUTES * 60
        cls.away = [(begin + first, begin + last) for first, last in cls.AWAY]
        cls.shots = taught + [shot for shot in shooting_film.times(begin, end - READ[-1] - 1, cls.PAUSES, seed=3)
                              if not any(first - PART < shot < first + 0.1 or last - PART < shot < last + RETURN for first, last in cls.away)]
        folder = new_folder()
        film = os.path.join(folder, "range.mov")
        made = Shooting(cls.shots, end + 4, recordings=os.environ.get("VIR_SOUNDS"), bow=int(os.environ.get("VIR_BOW", "0")), **cls.SOUND)
        made.write(film)
        # Three marks teach enough to hear the next shot. While the microphone is away, nothing is heard.
        cls.heard = [shot for shot in cls.shots[3:] if not any(first < shot < last for first, last in cls.away)]
        script = "".join(f"{shot + 0.8:.1f} mark tap\n" for shot in taught) + cls.SCRIPT
        script += "".join(f"{first} microphone unplug\n{last} microphone plug\n" for first, last in cls.away)
        cls.read = {}
        for shot, following in zip(cls.heard, cls.heard[1:] + [end]):
            if shot > begin - 1:
                cls.read.update({round(shot + after, 2): shot for after in READ if shot + after < following})
        cls.session = Session(
            script, seconds=end, delay=DELAY, size="320x180", fps=FPS, camera=f"file:{film}", display=f"headless:{TV[0]}x{TV[1]}@{FPS}",
            snapshot_at=sorted(cls.read), timeout=7200,
            settings="sound = true\nscoring = false\ntail = false\nback-to-live = 0\nsound-marks = \"mark\"\nauto-replay = true\n"
                     "auto-replay-movement = 0\n")
        os.remove(film)
        cls.row = {"sound": f"{cls.__name__}, {made.bow}", "minutes": f"{cls.MINUTES:g}", "shots": len(cls.shots) - 9, "heard": len(cls.heard) - 6}
        cls.row |= dict.fromkeys(("date: half, worst (ms)", "pictures read, wrong", "clips", "frames, lost, skipped, late"), "")

    @classmethod
    def tearDownClass(cls):
        """The run as a line of the table in docs/measured.md, under its head."""
        print("\n".join(["", *("| " + " | ".join(map(str, cells)) + " |" for cells in (cls.row, cls.row.values()))]), flush=True)

    def setUp(self):
        self.assertEqual(self.session.status, 0, self.session.err[-2000:])
        self.report = self.session.report

    def test_every_shot_is_a_moment_within_5_ms_and_nothing_else_is(self):
        found = [one["seconds"] for one in self.report["detections"]]
        self.assertEqual(len(found), len(self.heard), [one for one in found if all(abs(one - shot) > 0.1 for shot in self.heard)])
        errors = [abs(one - shot) * 1000 for one, shot in zip(found, self.heard)]
        self.row["date: half, worst (ms)"] = f"{statistics.median(errors):.2f}, {max(errors):.2f}"
        self.assertLess(max(errors), 5, errors)
        self.assertTrue(all(one["taken"] for one in self.report["detections"]))
        marks = [mark["seconds"] for mark in self.report["marks"] if mark["source"] == "sound"]
        self.assertEqual(len(marks), len(self.heard))
        # A mark's picture is the camera's newest at that time.
        for mark, shot in zip(marks, self.heard):
            self.assertTrue(-1 / FPS - 0.005 < mark - shot < 0.005, (mark, shot))
        kept = [mark["shot"]["nanoseconds"] / 1e9 for mark in self.record()["marks"] if mark["source"] == "sound"]
        for one, shot in zip(kept, self.heard, strict=True):
            self.assertLess(abs(one - shot), 0.005)

    def test_each_shot_comes_again_by_itself_in_its_pictures(self):
        wrong = []
        pictures = self.session.snapshot_times()
        for path, seconds in pictures:
            shot = min(self.read.items(), key=lambda item: abs(item[0] - seconds))[1]
            number = strip.read(strip.picture(path, *TV), *TV)
            place = shot - BEFORE + self.played(seconds - shot - BEFORE)
            # The shot's date may be off by 5 ms, and the replay begins with a picture of the TV, so it may be one behind.
            first, last = math.floor(place * FPS) - 1, math.floor((place + 0.005) * FPS)
            if number is None or not first <= number <= last:
                wrong.append((seconds, number, first, last))
        self.row["pictures read, wrong"] = f"{len(pictures)}, {len(wrong)}"
        self.assertGreaterEqual(len(pictures), len(self.read))
        self.assertEqual(wrong, [])

    @staticmethod
    def played(seconds):
        """The seconds that a replay has shown, these seconds after its beginning."""
        length = BEFORE + AFTER
        for speed in SPEEDS[:-1]:
            if seconds < length / speed:
                return seconds * speed
            seconds -= length / speed
        return seconds * SPEEDS[-1] % length

    def test_every_clip_is_right(self):
        clips = [clip for clip in self.report["clips"] if "detected" in clip["file"]]
        self.assertEqual(len(clips), len(self.heard))
        for clip, shot in zip(clips, self.heard):
            numbers = strip.frame_indices(self.session.clip_path(clip), *shooting_film.SIZE)
            self.assertEqual(numbers, list(range(clip["firstFrame"], clip["lastFrame"] + 1)), clip)
            self.assertLess(clip["firstFrame"], FPS * (shot - 1))
            self.assertGreater(clip["lastFrame"], FPS * (shot + 1))
        self.row["clips"] = len(clips)

    def test_nothing_is_lost(self):
        report = self.report
        self.row["frames, lost, skipped, late"] = (f"{report['camera']['captured']:,}, {report['camera']['lost']}, {report['delay']['skipped']}, "
                                                   f"{report['player']['late']}")
        self.assertEqual((report["camera"]["lost"], report["delay"]["skipped"], report["player"]["late"], report["player"]["waits"]), (0, 0, 0, 0))
        # Nobody presses but to teach.
        self.assertEqual(sum(mark["source"] == "script" for mark in report["marks"]), 9)
        self.assertEqual(len(report["clips"]), len(report["marks"]))
        self.assertEqual(len(self.record()["marks"]), len(report["marks"]))

    def test_each_time_that_the_microphone_is_away_is_said_once(self):
        said = [event["what"] for event in self.report["events"]]
        self.assertEqual(sum("sound lost:" in what for what in said), len(self.away), said)
        self.assertEqual(sum("sound back:" in what for what in said), len(self.away), said)

    def record(self):
        path, = (os.path.join(self.session.card, name, "session.json") for name in os.listdir(self.session.card)
                 if os.path.exists(os.path.join(self.session.card, name, "session.json")))
        with open(path, encoding="utf-8") as file:
            return json.load(file)


class AsItIs(Hour, unittest.TestCase):
    """A good microphone."""


class At44100Hz(Hour, unittest.TestCase):
    SOUND = {"rate": 44_100}


class Clipped(Hour, unittest.TestCase):
    """The releases are 8 dB over full scale."""

    SOUND = {"gain": 6.3}


class Late(Hour, unittest.TestCase):
    """The microphone hands each sound over 200 ms late, with its right time."""

    SCRIPT = "0 microphone late 0.2\n"


class AwayForTenMinutes(Hour, unittest.TestCase):
    AWAY = ((MINUTES * 20, MINUTES * 20 + 600 * MINUTES / 60),)


class Pulled(Hour, unittest.TestCase):
    """Again and again the microphone is pulled, for 0.5 to 30 s."""

    AWAY = tuple((first, first + (0.5, 3, 10, 30)[number % 4]) for number, first in enumerate(range(100, int(MINUTES * 60) - 40, 170)))


class AFewMinutes(Hour, unittest.TestCase):
    """The short form for `make test`: the laws, with a microphone whose sound is late, and that is pulled once."""

    MINUTES, TEACHING, PAUSES = 1.4, (3, 4), (13.5, 14)
    SCRIPT = "0 microphone late 0.2\n"
    AWAY = ((20, 33),)


if __name__ == "__main__":
    unittest.main()

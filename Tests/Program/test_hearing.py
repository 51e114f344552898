# SPDX-License-Identifier: GPL-3.0-or-later
"""Shots that the box hears in a film's own sound: what it learns, suggests and marks, with times known to the sample."""
import json
import os
import subprocess
import unittest

import film_sound
from vir import Session, new_folder

# A shot each eight seconds. An archer presses 0.8 s after each of the first nine: that teaches the ear.
SHOTS = [6.0 + 8 * number for number in range(12)]
TAUGHT = SHOTS[:9]
TEACHING = "".join(f"{shot + 0.8:.1f} mark tap\n" for shot in TAUGHT)
DELAY = 5


def make_film(rate=film_sound.RATE, gain=1.0, codec="pcm_s16le"):
    path = os.path.join(new_folder(), "range.mov")
    sounds = [(shot, film_sound.release(rate), 0.4) for shot in SHOTS]
    sounds += [(shot + 0.4, film_sound.impact(rate), 0.1) for shot in SHOTS]
    film_sound.film(path, SHOTS[-1] + 14, sounds, rate, gain, codec)
    return path


def run(film, script, settings, seconds=SHOTS[-1] + 12, extra=()):
    return Session(script, seconds=seconds, delay=DELAY, size="320x180", fps=25, camera=f"file:{film}",
                   settings="scoring = false\ntail = false\n" + settings, extra=extra)


def record(session):
    """The record of the run's only session."""
    folder, = [name for name in os.listdir(os.path.join(session.card)) if os.path.exists(os.path.join(session.card, name, "session.json"))]
    with open(os.path.join(session.card, folder, "session.json"), encoding="utf-8") as file:
        return json.load(file)


class Suggesting(unittest.TestCase):
    """SHOTS[9] is marked after it was heard, SHOTS[10] after it was seen on the TV, SHOTS[11] not at all, and the last MARK is about nothing."""

    @classmethod
    def setUpClass(cls):
        cls.film = make_film()
        script = TEACHING + f"{SHOTS[9] + 1} mark tap\n{SHOTS[10] + DELAY + 0.5} mark tap\n{SHOTS[11] + DELAY + 4} mark tap\n"
        cls.session = run(cls.film, script, "sound-marks = \"suggest\"\n")

    def near(self, found, wanted):
        self.assertEqual(len(found), len(wanted), (found, wanted))
        for one, other in zip(found, wanted):
            self.assertLess(abs(one - other - film_sound.DATE), 0.005, (found, wanted))

    def test_it_ran(self):
        self.assertEqual(self.session.status, 0, self.session.err)

    def test_each_shot_after_the_third_mark_is_heard_and_no_impact_is(self):
        self.near([found["seconds"] for found in self.session.report["detections"]], SHOTS[3:])
        self.assertEqual({found["source"] for found in self.session.report["detections"]}, {"sound"})

    def test_a_mark_takes_the_shot_that_it_is_about(self):
        taken = [found["seconds"] for found in self.session.report["detections"] if found["taken"]]
        self.near(taken, TAUGHT[3:] + SHOTS[9:11])

    def test_every_mark_has_a_clip_and_keeps_its_own_picture(self):
        self.assertEqual(len(self.session.report["marks"]), 12)
        self.assertEqual(len(self.session.report["clips"]), 12)
        # On the TV was what the camera had seen five seconds before.
        for mark, pressed in zip(self.session.report["marks"], [shot + 0.8 for shot in TAUGHT] + [SHOTS[9] + 1]):
            self.assertLess(abs(mark["seconds"] - (pressed - DELAY)), 0.05)

    def test_the_record_says_which_shot_a_mark_is_about(self):
        marks = record(self.session)["marks"]
        start = self.session.report["marks"][0]["seconds"] - marks[0]["stamp"]["timestamp"]["nanoseconds"] / 1e9
        self.near([mark["shot"]["nanoseconds"] / 1e9 + start for mark in marks if "shot" in mark], TAUGHT[3:] + SHOTS[9:11])
        self.assertNotIn("shot", marks[-1])

    def test_the_record_says_when_the_impact_was_heard(self):
        marks = record(self.session)["marks"]
        impacts = [mark["impact"] for mark in marks if "shot" in mark]
        self.assertEqual(len(impacts), len(TAUGHT[3:] + SHOTS[9:11]))
        for impact in impacts:
            self.assertLess(abs(impact - 0.4), 0.02, impacts)
        self.assertNotIn("impact", marks[-1])

    def test_the_clip_contains_its_shot(self):
        first = self.session.report["camera"]["firstFrameSeconds"]
        for mark, clip in list(zip(record(self.session)["marks"], self.session.report["clips"])):
            if "shot" not in mark:
                continue
            shot = mark["shot"]["nanoseconds"] / 1e9 - mark["stamp"]["timestamp"]["nanoseconds"] / 1e9
            frame = mark["stamp"]["frame"] + shot * 25
            self.assertLess(clip["firstFrame"], frame, first)
            self.assertGreater(clip["lastFrame"], frame + 20)

    def test_the_same_run_makes_the_same_report(self):
        script = "".join(f"{shot + 0.8:.1f} mark tap\n" for shot in TAUGHT[:4])
        reports = []
        for _ in range(2):
            report = run(self.film, script, "sound-marks = \"suggest\"\n", seconds=50).report
            report.pop("timings", None)
            report.pop("memory", None)
            reports.append(report)
        self.assertEqual(*reports)


class Marking(unittest.TestCase):
    """The box marks each shot that it hears by itself, beside the marks that teach it."""

    @classmethod
    def setUpClass(cls):
        film = make_film()
        cls.session = run(film, TEACHING, "sound-marks = \"mark\"\n")
        cls.silent = run(film, TEACHING, "")

    def test_each_shot_is_marked_at_its_own_time(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        marks = [mark["seconds"] for mark in self.session.report["marks"] if mark["source"] == "sound"]
        self.assertEqual(len(marks), len(SHOTS[3:]), marks)
        # The mark's picture is the camera's newest at that time.
        for mark, shot in zip(marks, SHOTS[3:]):
            self.assertTrue(-0.041 < mark - shot - film_sound.DATE <= 0, (mark, shot))
        self.assertTrue(all(found["taken"] for found in self.session.report["detections"]))

    def test_each_mark_of_the_box_knows_its_impact(self):
        impacts = [mark.get("impact") for mark in record(self.session)["marks"] if mark["source"] == "sound"]
        self.assertEqual(len(impacts), len(SHOTS[3:]))
        self.assertNotIn(None, impacts)

    def test_each_has_a_window_round_its_shot(self):
        clips = [clip for clip in self.session.report["clips"] if "detected" in clip["file"]]
        self.assertEqual(len(clips), len(SHOTS[3:]))
        for clip, shot in zip(clips, SHOTS[3:]):
            self.assertLess(clip["firstFrame"], 25 * shot)
            self.assertGreater(clip["lastFrame"], 25 * (shot + 1))

    def test_no_pressed_marks_clip_changes(self):
        pressed = [(clip["firstFrame"], clip["lastFrame"]) for clip in self.session.report["clips"] if "detected" not in clip["file"]]
        self.assertEqual(pressed, [(clip["firstFrame"], clip["lastFrame"]) for clip in self.silent.report["clips"]])


class WithNeighbours(unittest.TestCase):
    """Somebody beside the archer shoots as loudly. The archer moves with the own shots: a square before a still wall jumps with each of them."""

    NEIGHBOURS = [shot + 4 for shot in SHOTS[9:]]

    @classmethod
    def setUpClass(cls):
        path = os.path.join(new_folder(), "range.mov")
        sounds = [(shot, film_sound.release(), 0.4) for shot in SHOTS + cls.NEIGHBOURS]
        picture = "color=gray:size=320x180:rate={fps},drawbox=x=120:y=60:w=60:h=50:color=white:t=fill:enable='eq(mod(floor((t-6)/8)+2,2),0)'"
        film_sound.film(path, SHOTS[-1] + 14, sounds, picture=picture)
        script = TEACHING + "".join(f"{shot + 0.8} mark tap\n" for shot in sorted(SHOTS[9:] + cls.NEIGHBOURS))
        cls.alone, cls.witnessed = (run(path, script, "sound-marks = \"suggest\"\n" + more) for more in ("", "sound-witness = true\n"))
        cls.jumps = run(path, "", "motion-marks = true\n", seconds=60)

    def taken(self, session):
        self.assertEqual(session.status, 0, session.err)
        return [found["seconds"] for found in session.report["detections"] if found["taken"]]

    def near(self, found, wanted, away):
        self.assertEqual(len(found), len(wanted), (found, wanted))
        for one, other in zip(found, wanted):
            self.assertLess(abs(one - other), away, (found, wanted))

    def test_without_the_witness_a_mark_takes_a_neighbours_shot(self):
        self.near(self.taken(self.alone), sorted(SHOTS[3:] + self.NEIGHBOURS), 0.02)

    def test_with_the_witness_it_takes_the_archers_own(self):
        self.near(self.taken(self.witnessed), SHOTS[3:], 0.02)
        self.assertEqual(len(self.witnessed.report["marks"]), 15)

    def test_movement_alone_marks_each_jump_with_its_picture(self):
        self.assertEqual(self.jumps.status, 0, self.jumps.err)
        marks = [mark["seconds"] for mark in self.jumps.report["marks"]]
        self.assertEqual({mark["source"] for mark in self.jumps.report["marks"]}, {"movement"})
        self.near(marks, [shot for shot in SHOTS if shot < 59], 0.05)


class Otherwise(unittest.TestCase):
    def test_what_is_off_hears_nothing(self):
        session = run(make_film(), TEACHING, "")
        self.assertEqual(session.status, 0, session.err)
        self.assertNotIn("detections", session.report)

    def test_at_44_1_kHz_clipped_and_compressed_the_shots_are_heard(self):
        session = run(make_film(rate=44_100, gain=6, codec="aac"), TEACHING, "sound = true\nsound-marks = \"suggest\"\n")
        self.assertEqual(session.status, 0, session.err)
        heard = [found["seconds"] for found in session.report["detections"]]
        self.assertEqual(len(heard), len(SHOTS[3:]), heard)
        for one, other in zip(heard, SHOTS[3:]):
            self.assertLess(abs(one - other - film_sound.DATE), 0.005)

    def test_the_microphones_distance_is_taken_off(self):
        film = make_film()
        near, far = (run(film, TEACHING, f"sound-marks = \"suggest\"\nmicrophone-distance = {metres}\n", seconds=60).report["detections"]
                     for metres in (0, 10))
        for one, other in zip(near, far):
            self.assertAlmostEqual(one["seconds"] - other["seconds"], 0.02915, places=4)

    def test_a_film_without_sound_is_said_once_and_plays(self):
        path = os.path.join(new_folder(), "range.mov")
        film_sound.film(path, 2, [])
        mute = os.path.join(new_folder(), "mute.mp4")
        subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-an", "-c", "copy", mute], check=True)
        session = run(mute, "", "sound-marks = \"suggest\"\n", seconds=8)
        self.assertEqual(session.status, 0, session.err)
        told = [event["what"] for event in session.report["events"] if "the film has no sound" in event["what"]]
        self.assertEqual(len(told), 1, session.report["events"])


if __name__ == "__main__":
    unittest.main()

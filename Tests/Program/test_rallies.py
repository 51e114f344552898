# SPDX-License-Identifier: GPL-3.0-or-later
"""Rallies that cut themselves: a made film whose movement is known to the picture, and each clip read by the strip against the closed form."""
import json
import os
import subprocess
import unittest

import film_sound
import strip
from vir import Session, new_folder

FPS, WIDTH, HEIGHT = 25, 640, 360
LEAD, TAIL, REST, SHORTEST, LONGEST = 2, 1.5, 3.5, 2, 20
# Seconds with movement: a rally, one with a short pause, somebody who fetches the ball, a drill without a rest, a rally.
MOVING = [(20, 26), (40, 43), (45, 48), (60, 61), (80, 126), (150, 154)]
SECONDS = 175
SCRIPT = "88 mark tap\n158 mark tap\n166 stop tap\n"
SETTINGS = f'scoring = false\nclip = "rally"\nrally-longest = {LONGEST}\nregion = "0 0 100 75"\n'


def moving_frames(moving=tuple(MOVING)):
    """The first picture that moves and the last, of each movement."""
    return [(first * FPS, last * FPS) for first, last in moving]


def make_film(moving=tuple(MOVING), seconds=SECONDS):
    """A bright figure that runs before a grey wall, with a strip below it, outside of the court's region."""
    path = os.path.join(new_folder(), "match.mp4")
    writer = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(FPS), "-i", "-",
         "-c:v", "libx264", "-preset", "ultrafast", "-crf", "16", "-pix_fmt", "yuv420p", path], stdin=subprocess.PIPE)
    wall = bytes([110]) * WIDTH
    steps = 0
    for number in range((seconds + 5) * FPS):
        steps += any(first <= number <= last for first, last in moving_frames(moving))
        left = 80 + 12 * steps % 324
        figure = bytes([110]) * left + bytes([230]) * 160 + bytes([110]) * (WIDTH - left - 160)
        cells = b"".join((b"\xff" if number >> (31 - cell) & 1 else b"\x00") * 16 for cell in range(32))
        below = bytes([110]) * 64 + cells + bytes([110]) * 64
        writer.stdin.write(wall * 60 + figure * 200 + wall * 24 + below * 24 + wall * (HEIGHT - 308))
    writer.stdin.close()
    if writer.wait() != 0:
        raise RuntimeError("the film wasn't made")
    return path


def wanted(moving=tuple(MOVING)):
    """The first and the last picture of each clip, by the closed form: everything from 2 s before a rally's movement to 1.5 s after it, in pieces of
    the longest time."""
    rallies = []
    for first, last in moving_frames(moving):
        if rallies and first - rallies[-1][1] < REST * FPS:
            rallies[-1] = (rallies[-1][0], last)
        else:
            rallies.append((first, last))
    clips = []
    for first, last in rallies:
        if last - first < SHORTEST * FPS:
            continue
        start = first - LEAD * FPS
        end = int(last + TAIL * FPS)
        while last > start + LONGEST * FPS:
            clips.append((start, start + LONGEST * FPS))
            # The next piece begins with the next picture; its longest time counts from the end of this one.
            start += LONGEST * FPS
        clips.append((start, min(end, start + LONGEST * FPS)))
    return [(start + (index > 0 and clips[index - 1][1] == start), end) for index, (start, end) in enumerate(clips)]


def record(session):
    folder, = [name for name in os.listdir(session.card) if os.path.exists(os.path.join(session.card, name, "session.json"))]
    with open(os.path.join(session.card, folder, "session.json"), encoding="utf-8") as file:
        return json.load(file)


class Match:
    """The laws. A class of tests says when it moves, for how long the camera films, and which seconds are marked while the TV shows them."""

    MOVING, SECONDS, MARKED = tuple(MOVING), SECONDS, (83, 153)

    @classmethod
    def setUpClass(cls):
        cls.film = make_film(cls.MOVING, cls.SECONDS)
        script = "".join(f"{second + 5} mark tap\n" for second in cls.MARKED) + f"{cls.SECONDS - 9} stop tap\n"
        cls.session = Session(script, seconds=cls.SECONDS, size=f"{WIDTH}x{HEIGHT}", fps=FPS, camera=f"file:{cls.film}", timeout=7200, settings=SETTINGS)
        cls.rallies = [clip for clip in cls.session.report["clips"] if "detected" in clip["file"]]
        cls.wanted = wanted(cls.MOVING)

    def test_it_ran_and_nothing_was_lost(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        self.assertEqual(self.session.report["camera"]["lost"], 0)

    def test_each_rally_is_a_clip_from_two_seconds_before_it_to_one_and_a_half_after(self):
        self.assertEqual([(clip["firstFrame"], clip["lastFrame"]) for clip in self.rallies], self.wanted)

    def test_each_clips_own_pictures_say_the_same(self):
        self.assertEqual(len(self.rallies), len(self.wanted))
        for clip, (first, last) in zip(self.rallies, self.wanted):
            with self.subTest(clip["file"]):
                self.assertEqual(strip.frame_indices(self.session.clip_path(clip), WIDTH, HEIGHT), list(range(first, last + 1)))

    def test_no_picture_is_in_two_rallies_and_each_moving_one_is_in_one(self):
        held = [number for first, last in self.wanted for number in range(first, last + 1)]
        self.assertEqual(len(held), len(set(held)))
        long = {number for first, last in moving_frames(self.MOVING) if last - first >= SHORTEST * FPS for number in range(first, last + 1)}
        self.assertEqual(long - set(held), set())

    def test_marks_stay_marks_and_like_their_rallies(self):
        report = self.session.report
        marked = [second * FPS for second in self.MARKED]
        self.assertEqual([mark["frame"] for mark in report["marks"] if mark["source"] == "script"], marked)
        self.assertEqual({mark["source"] for mark in report["marks"]}, {"script", "movement"})
        clips = {os.path.basename(clip["file"]): clip for clip in record(self.session)["clips"]}
        liked = sorted(name for name, clip in clips.items() if clip.get("isLiked"))
        pieces = {window: f"detected_{number:02}.mp4" for number, window in enumerate(self.wanted, 1)}
        self.assertEqual(liked, sorted(name for (first, last), name in pieces.items() if any(first <= mark <= last for mark in marked)))

    def test_the_time_between_is_in_no_clip_but_the_marks_own(self):
        names = sorted(os.path.basename(clip["file"]) for clip in self.session.report["clips"])
        own = [f"{number:02}.mp4" for number in range(1, len(self.MARKED) + 1)]
        self.assertEqual(names, sorted(own + [f"detected_{number:02}.mp4" for number in range(1, len(self.wanted) + 1)]))


class AMatch(Match, unittest.TestCase):
    def test_while_arrows_are_scored_nothing_is_cut_by_itself(self):
        session = Session("88 mark tap\n", seconds=95, size=f"{WIDTH}x{HEIGHT}", fps=FPS, camera=f"file:{self.film}",
                          settings=SETTINGS.replace("scoring = false", "scoring = true"))
        self.assertEqual(session.status, 0, session.err)
        self.assertEqual([mark["source"] for mark in session.report["marks"]], ["script"])


class AReferee(unittest.TestCase):
    """A rally that moves on after its whistle; one that rests soon after it; one without a whistle; and a whistle for a serve, just before it moves."""

    MOVING = ((20, 40), (50, 56), (65, 70))
    WHISTLES = (26, 55, 64.5)
    # 1.5 s after a whistle, or after it rests if that is earlier.
    CLIPS = [(18 * FPS, 27.5 * FPS), (27.5 * FPS + 1, 41.5 * FPS), (48 * FPS, 56.5 * FPS), (63 * FPS, 71.5 * FPS)]

    @classmethod
    def setUpClass(cls):
        silent = make_film(cls.MOVING, 80)
        folder = new_folder()
        cls.film, noise = os.path.join(folder, "match.mov"), os.path.join(folder, "match.wav")
        film_sound.sound(noise, 85, [(second, film_sound.whistle(0.5), 0.3) for second in cls.WHISTLES])
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", silent, "-i", noise, "-c:v", "copy", "-c:a", "pcm_s16le", cls.film], check=True)
        cls.session = cls.run_with("sound = true\n")

    @classmethod
    def run_with(cls, settings):
        return Session("78 stop tap\n", seconds=80, size=f"{WIDTH}x{HEIGHT}", fps=FPS, camera=f"file:{cls.film}", settings=SETTINGS + settings)

    @staticmethod
    def frames(session):
        return [(clip["firstFrame"], clip["lastFrame"]) for clip in session.report["clips"] if "detected" in clip["file"]]

    def test_a_whistle_ends_its_rally_and_one_for_the_serve_ends_none(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        self.assertEqual(self.frames(self.session), [(int(first), int(last)) for first, last in self.CLIPS])

    def test_each_whistle_is_heard_and_those_that_ended_a_rally_are_its_moment(self):
        found = self.session.report["detections"]
        self.assertEqual([item["source"] for item in found], ["whistle"] * 3)
        for item, second in zip(found, self.WHISTLES):
            self.assertLess(abs(item["seconds"] - second), 0.015)
        self.assertEqual([item["taken"] for item in found], [True, True, False])

    def test_without_sound_or_if_it_is_set_so_no_whistle_is_heard(self):
        for settings in ("", "sound = true\nrally-whistle = 0\n"):
            with self.subTest(settings):
                session = self.run_with(settings)
                self.assertEqual(session.status, 0, session.err)
                self.assertNotIn("detections", session.report)
                self.assertEqual(self.frames(session)[-1], (63 * FPS, int(71.5 * FPS)))
                self.assertNotIn((18 * FPS, int(27.5 * FPS)), self.frames(session))


if __name__ == "__main__":
    unittest.main()

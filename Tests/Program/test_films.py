# SPDX-License-Identifier: GPL-3.0-or-later
"""What an export makes anew: films with drawings, comparisons, a best-of with titles, stills and strips; read by players that have nothing to do
with each other, judged by the frame numbers and the pixels in them. And the box loses no frame meanwhile."""
import itertools
import json
import os
import subprocess
import unittest

import browser
import strip
import vir
from vir import Session, shot

SIZE = (640, 360)
SHOTS = "8.21 mark tap\n14.43 mark tap\n19.1 mark tap\n25 stop tap\n"
SETTINGS = "scoring = false\ntail = false\n"
# A red line across a part where the range has no red, visible for a second from the clip's 31st picture on; another one later.
LINE = {"id": 1, "kind": "line", "points": [0.65, 0.6, 0.75, 0.6], "colour": "red", "width": 14, "from": 0.983, "through": 1.983}
LATER = {"id": 2, "kind": "text", "points": [0.6, 0.7], "colour": "yellow", "width": 8, "text": "Elbow up", "from": 3.983, "through": 4.5}


def draw_on(card, number, annotations):
    """As the box files it."""
    name = next(name for name in os.listdir(card) if name.endswith("_S01"))
    path = f"{card}/{name}/session.json"
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    next(clip for clip in record["clips"] if clip["number"] == number)["annotations"] = annotations
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file)
    return name


def red_at(path, x, y, frames):
    """Whether each of these pictures of a film is red at a place."""
    crop = f"crop=2:2:{int(x * SIZE[0])}:{int(y * SIZE[1])}:exact=1"
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-vf", f"format=rgb24,{crop}", "-fps_mode", "passthrough", "-f", "rawvideo", "-"],
        check=True, capture_output=True).stdout
    pixels = [raw[frame * 12:frame * 12 + 3] for frame in frames]
    return [red > 180 and green < 120 and blue < 120 for red, green, blue in pixels]



class Films(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = shot(SHOTS, seconds=28, settings=SETTINGS)
        cls.card = cls.session.card
        cls.name = draw_on(cls.card, 2, [LINE, LATER])
        cls.clips = {int(clip["file"].split("/")[-1][:2]): clip for clip in cls.session.report["clips"]}

    def export(self, *words):
        folder = vir.new_folder()
        status, out, err = vir.run("export", self.card, *words, "--to", folder)
        self.assertEqual((status, err), (0, ""))
        names = sorted(os.listdir(folder))
        self.assertEqual(sorted(out.split()), names)
        return [f"{folder}/{name}" for name in names]

    def is_for_anybody(self, path, size=SIZE):
        """Its index is in front, nothing is hidden, and two players count the same pictures."""
        self.assertEqual(strip.boxes(path)[:2], ["ftyp", "moov"])
        with open(path, "rb") as file:
            self.assertNotIn(b"elst", file.read())
        video = strip.probe(path)["streams"][0]
        self.assertEqual((video["codec_name"], video["pix_fmt"], video["has_b_frames"]), ("h264", "yuv420p", 0))
        self.assertEqual((video["width"], video["height"]), size)
        self.assertFalse([data for data in video.get("side_data_list", []) if "Display Matrix" in data.get("side_data_type", "")])
        return video

    def test_drawings_are_there_at_their_time_and_the_film_stands_where_they_begin(self):
        for freeze in [0, 2, 3.5]:
            path, = self.export("S01", 2, "--as", "drawings", "--freeze", freeze)
            video = self.is_for_anybody(path)
            frames, extra = strip.frame_indices(path, *SIZE), round(freeze * 30)
            first, last = self.clips[2]["firstFrame"], self.clips[2]["lastFrame"]
            runs = [(frame, len(list(run))) for frame, run in itertools.groupby(frames)]
            self.assertEqual([frame for frame, _ in runs], list(range(first, last + 1)))
            stood = {frame - first: count for frame, count in runs if count > 1}
            self.assertEqual(stood, {30: 1 + extra, 120: 1 + extra} if freeze else {})
            self.assertAlmostEqual(float(video["duration"]), len(frames) / 30, delta=0.001)
            self.assertEqual(strip.gstreamer_indices(path, *SIZE), frames)
            # Before the line, while it appears, during its time, and after it disappeared.
            shown = range(30, 60 + extra)
            self.assertEqual(red_at(path, 0.7, 0.6, [0, 23, *shown, 67 + extra, len(frames) - 1]), [False, False, *[True] * len(shown), False, False])

    def test_only_what_was_drawn_on_is_a_film_with_drawings(self):
        path, = self.export("S01", "--as", "drawings")
        self.assertTrue(path.endswith("_02_drawings.mp4"))
        folder = vir.new_folder()
        status, out, err = vir.run("export", self.card, "S01", 1, "--as", "drawings", "--to", folder)
        self.assertEqual((status, out, os.listdir(folder)), (66, "", []))
        self.assertIn("nothing is drawn on clip 1", err)

    def test_the_lines_that_stay_are_drawn_while_they_are_on(self):
        line = {key: value for key, value in LINE.items() if key not in ("from", "through")}
        path = os.path.join(self.card, "lines.json")
        self.addCleanup(os.remove, path)
        for is_on in [False, True]:
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"isOn": is_on, "lines": [line]}, file)
            still, = self.export("S01", 1, "--as", "still")
            self.assertEqual(red_at(still, 0.7, 0.6, [0]), [is_on])
        # A clip that is named in the command has the lines through its whole film, and the film freezes for none of them.
        film, = self.export("S01", 1, "--as", "drawings", "--freeze", 2)
        frames = strip.frame_indices(film, *SIZE)
        self.assertEqual(frames, list(range(self.clips[1]["firstFrame"], self.clips[1]["lastFrame"] + 1)))
        self.assertEqual(set(red_at(film, 0.7, 0.6, range(len(frames)))), {True})

    def test_a_still_of_the_moment_or_of_each_drawing(self):
        # The film's own picture, known by its mark.
        path, = self.export("S01", 1, "--as", "still")
        self.assertEqual(strip.read(strip.picture(path, *SIZE), *SIZE), self.session.report["marks"][0]["frame"])
        paths = self.export("S01", 2, "--as", "still")
        first = self.clips[2]["firstFrame"]
        self.assertEqual([strip.read(strip.picture(path, *SIZE), *SIZE) for path in paths], [first + 30, first + 120])
        self.assertEqual([red_at(path, 0.7, 0.6, [0]) for path in paths], [[True], [False]])
        size = strip.probe(paths[0])["streams"][0]
        self.assertEqual((size["codec_name"], size["width"], size["height"]), ("png", *SIZE))

    def test_a_strip_has_eight_pictures_in_one(self):
        path, = self.export("S01", 3, "--as", "strip", "--step", "0.1")
        video = strip.probe(path)["streams"][0]
        self.assertEqual(video["codec_name"], "png")
        self.assertGreater(video["width"], 8 * SIZE[1] * 208 // 298 // 2)

    def test_two_clips_lie_side_by_side(self):
        path, = self.export("S01", 2, 3, "--as", "compare")
        self.assertTrue(path.endswith("_compare_2-3.mp4"))
        self.is_for_anybody(path)
        # From two seconds before the moments to one after, and the picture at the moment itself.
        counted = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", path],
            check=True, capture_output=True, text=True).stdout
        self.assertEqual(int(counted.split(",")[0]), 91)
        self.assertEqual(len(strip.gstreamer_indices(path, *SIZE)), 91)

    def test_a_best_of_with_titles(self):
        path, = self.export("S01", 3, 1, "--as", "best-of", "--titles")
        self.assertTrue(path.endswith("_best-of_3-1_titles.mp4"))
        self.is_for_anybody(path)
        frames = strip.frame_indices(path, *SIZE)
        self.assertEqual(strip.gstreamer_indices(path, *SIZE), frames)
        at = 0
        for number in [3, 1]:
            wanted = list(range(self.clips[number]["firstFrame"], self.clips[number]["lastFrame"] + 1))
            self.assertEqual(frames[at + 30:at + 30 + len(wanted)], wanted)
            at += 30 + len(wanted)
        self.assertEqual(len(frames), at)

    def test_a_best_of_with_titles_has_what_was_drawn(self):
        path, = self.export("S01", 2, "--as", "best-of", "--titles")
        self.assertEqual(red_at(path, 0.7, 0.6, [30, 30 + 31, 30 + 45]), [False, True, True])

    def test_bad_words_get_one_line(self):
        folder = vir.new_folder()
        for words, status, said in [
            (["S01", 2, "--as", "drawings", "--freeze", "11"], 64, "0 and 10"), (["S01", 2, "--as", "strip", "--step", "0"], 64, "0.01 and 0.5"),
            (["S01", 2, "--as", "compare"], 64, "two clips"), (["S01", 1, 2, 3, "--as", "compare"], 64, "two clips"),
            (["S01", 2, "--as", "file", "--titles"], 64, "best-of"),
            (["S01", 2, "--as", "file", "--view", "ghost"], 64, "--view: only --as compare takes it"), (["S01", 2, "--as", "strip", "--center", "2"], 64, "0 and 1"),
            (["S01", 2, 77, "--as", "compare"], 66, "there is no clip 77"),
            (["S01", 2, "--freeze", "3"], 64, "--freeze: only --as drawings takes it"),
            (["S01", 2, "--as", "still", "--step", "0.1"], 64, "--step: only --as strip takes it"),
            (["S01", 2, "--as", "drawings", "--center", "0.5"], 64, "--center: only --as strip or compare takes it"),
            (["S01", 2, "--as", "anybody", "--slowness", "2"], 64, "--slowness: only --as slow takes it"),
        ]:
            code, out, err = vir.run("export", self.card, *words, "--to", folder)
            self.assertEqual((code, out, len(err.splitlines())), (status, "", 1), f"{words}: {err}")
            self.assertIn(said, err)
        self.assertEqual(os.listdir(folder), [])

    def test_a_browser_plays_them_from_the_first_frame_to_the_last(self):
        drawn, = self.export("S01", 2, "--as", "drawings")
        page = browser.Browser()
        try:
            for path in [
                drawn, *self.export("S01", 2, "--as", "drawings", "--freeze", "0"), *self.export("S01", 2, 3, "--as", "compare"),
                *self.export("S01", 3, 1, "--as", "best-of", "--titles"),
            ]:
                frames = strip.frame_indices(path, *SIZE)
                self.assertEqual(browser.ends(page, path, SIZE), (frames[0], frames[-1]))
        finally:
            page.close()


class OnTheBox(unittest.TestCase):
    """By its buttons, onto a folder that stands for a stick."""

    @classmethod
    def setUpClass(cls):
        first = shot(SHOTS, seconds=28, settings=SETTINGS, size="1280x720")
        cls.name = draw_on(first.card, 1, [LINE])
        cls.stick = os.path.join(vir.new_folder(), "KINGSTON")
        os.mkdir(cls.stick)
        cls.first = first

    # The sessions, the first one, its first clip; the tools, Export, with drawings.
    TO_FILM = ["0.5 stop tap", "1 knob push", "1.6 knob turn +2", "1.7 knob push", "2.6 knob push", "4 knob push",
               *vir.to_tool("Export", "A clip that plays", 5.5), "8 knob turn +3", "8.5 knob push"]

    def test_by_its_buttons(self):
        # Then a picture, and a strip.
        script = [*self.TO_FILM, "10 knob turn +1", "10.5 knob push", "13 knob turn +1", "13.5 knob push"]
        session = Session("\n".join(script) + "\n", seconds=18, folder=self.first.folder, size="1280x720", extra=["--stick", self.stick])
        self.assertEqual(session.status, 0, session.err)
        stems = ["01_drawings.mp4", "01_still-1.png", "01_strip.png"]
        self.assertEqual(sorted(os.listdir(f"{self.stick}/VIR")), [f"{self.name}_{stem}" for stem in stems])
        frames = strip.frame_indices(f"{self.stick}/VIR/{self.name}_01_drawings.mp4", *SIZE)
        self.assertEqual(max(len(list(run)) for _, run in itertools.groupby(frames)), 61)

    def test_what_is_captured_meanwhile_is_recorded(self):
        """In real time: what the camera gave is in the delay line, all of it, while films are made beside it. What a busy machine never
        got from the camera is counted; that none is lost on a quiet one, the long runs look at (test_long). The run ends with the film."""
        stick = os.path.join(vir.new_folder(), "KINGSTON")
        os.mkdir(stick)
        folder = vir.new_folder()
        script, path = f"{folder}/panel.script", f"{folder}/report.json"
        with open(script, "w", encoding="utf-8") as file:
            file.write("\n".join(self.TO_FILM) + "\n")
        box = subprocess.Popen([vir.PROGRAM, "run", "--camera", "synthetic", "--display", "headless", "--size", "1280x720", "--fps", "30",
                                "--panel", f"script:{script}", "--card", self.first.card, "--stick", stick, "--report", path],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        vir.limit(self, box)
        said = []
        with box:
            for line in box.stderr:
                said.append(line)
                if "export ended" in line or "export stopped" in line:
                    box.terminate()
        self.assertEqual(box.returncode, 0, said)
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        self.assertEqual(report["encoder"]["in"], report["encoder"]["out"])
        self.assertGreaterEqual(report["encoder"]["in"], report["camera"]["captured"] - 1)
        self.assertTrue(os.path.exists(f"{stick}/VIR/{self.name}_01_drawings.mp4"), said)


class Mirrored(unittest.TestCase):
    """A dance studio's mirror: no file of the card is mirrored, and what is made for others has the mirror in its pictures."""

    def test_others_see_what_was_on_the_tv(self):
        for settings, seen, played in (("flip = true\n", "h", None), ("flip = true\nrotation = 270\n", "h270", "270")):
            with self.subTest(settings=settings):
                session = Session("8.21 mark tap\n14.43 mark tap\n19 stop tap\n", seconds=22, settings=SETTINGS + settings)
                clips = session.report["clips"]
                numbers = [list(range(clip["firstFrame"], clip["lastFrame"] + 1)) for clip in clips]
                file = session.clip_path(clips[0])
                self.assertEqual(strip.frame_indices(file, *SIZE, flip=played), numbers[0])
                self.assertEqual(self.turn(file), -270 % 360 if played else None)
                for form, count in (("file", 1), ("anybody", 1), ("slow", 1), ("best-of", 0), ("drawings", 0)):
                    folder = vir.new_folder()
                    words = ["export", session.card, "S01", *(["1"] if count else []), "--as", form, "--to", folder]
                    status, _, err = vir.run(*words)
                    if form == "drawings":
                        self.assertNotEqual(status, 0, "nothing is drawn on any")
                        continue
                    self.assertEqual((status, err), (0, ""))
                    path = f"{folder}/{os.listdir(folder)[0]}"
                    if form == "file":
                        with open(path, "rb") as copy, open(file, "rb") as original:
                            self.assertEqual(copy.read(), original.read(), "as it is")
                        continue
                    self.assertIsNone(self.turn(path), form)
                    self.assertEqual(strip.frame_indices(path, *SIZE, flip=seen), numbers[0] if count else sum(numbers, []), form)

    def turn(self, path):
        """In degrees, as ffprobe counts; it says something of every matrix, also of one that mirrors."""
        data = strip.probe(path)["streams"][0].get("side_data_list", [])
        turns = [one for one in data if "displaymatrix" in one]
        for one in turns:
            rows = [[int(number) for number in line.split(":")[1].split()] for line in one["displaymatrix"].split("\n") if ":" in line]
            self.assertGreater(rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0], 0, "it mirrors")
        return turns[0]["rotation"] % 360 if turns else None


if __name__ == "__main__":
    unittest.main()

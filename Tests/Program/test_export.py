# SPDX-License-Identifier: GPL-3.0-or-later
"""`vir export`: what it makes is played by two players that have nothing to do with each other, and bad words get one line."""
import filecmp
import json
import os
import subprocess
import unittest

import browser
import strip
import vir
from vir import Session

SIZE = (640, 360)
SHOTS = "8.21 mark tap\n14.43 mark tap\n19.1 mark tap\n25 stop tap\n"
SETTINGS = "scoring = false\ntail = false\n"


class Exporting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = Session(SHOTS, seconds=28, settings=SETTINGS)
        cls.card = cls.session.card
        cls.name = next(name for name in os.listdir(cls.card) if name.endswith("_S01"))
        cls.clips = {int(clip["file"].split("/")[-1][:2]): clip for clip in cls.session.report["clips"]}

    def export(self, *words):
        folder = vir.new_folder()
        status, out, err = vir.run("export", self.card, *words, "--to", folder)
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(sorted(out.split()), sorted(name for name in os.listdir(folder) if not os.path.isdir(f"{folder}/{name}")))
        return folder

    def test_a_clip_for_anybody_begins_at_a_keyframe_and_hides_nothing(self):
        folder = self.export("S01", 2, "--as", "anybody")
        path = f"{folder}/{self.name}_02_copy.mp4"
        frames = strip.frame_indices(path, *SIZE)
        self.assertEqual(frames[-1], self.clips[2]["lastFrame"])
        self.assertLessEqual(frames[0], self.clips[2]["firstFrame"])
        self.assertLess(self.clips[2]["firstFrame"] - frames[0], 15)
        self.assertEqual(frames, list(range(frames[0], frames[-1] + 1)))
        self.assertEqual(strip.gstreamer_indices(path, *SIZE), frames)
        with open(path, "rb") as file:
            self.assertNotIn(b"elst", file.read())

    def test_slow_motion_has_the_very_packets(self):
        folder = self.export("1", 1, "--as", "slow", "--slowness", 4)
        path, original = f"{folder}/{self.name}_01_slow-4x.mp4", self.session.clip_path(self.clips[1])

        def packets(file):
            return subprocess.run(
                ["ffprobe", "-v", "error", "-show_data_hash", "md5", "-show_entries", "packet=size,data_hash", "-of", "csv=p=0", file],
                check=True, capture_output=True, text=True).stdout

        def seconds(file):
            return float(json.loads(subprocess.run(
                ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "json", file],
                check=True, capture_output=True, text=True).stdout)["format"]["duration"])

        self.assertEqual(packets(path), packets(original))
        frames = strip.frame_indices(path, *SIZE)
        self.assertAlmostEqual(seconds(path), 4 * len(frames) / 30, delta=0.01)
        self.assertEqual(strip.gstreamer_indices(path, *SIZE), frames)

    def test_the_best_of_plays_one_clip_after_the_other(self):
        folder = self.export("S01", 3, 1, "--as", "best-of")
        path = f"{folder}/{self.name}_best-of_3-1.mp4"
        frames = strip.frame_indices(path, *SIZE)
        self.assertEqual(strip.gstreamer_indices(path, *SIZE), frames)
        last = frames.index(self.clips[3]["lastFrame"])
        first, second = frames[:last + 1], frames[last + 1:]
        for part, number in [(first, 3), (second, 1)]:
            self.assertEqual(part, list(range(part[0], self.clips[number]["lastFrame"] + 1)))
            self.assertLessEqual(part[0], self.clips[number]["firstFrame"])

    def test_a_session_is_copied_whole_and_skipped_the_next_time(self):
        folder = vir.new_folder()
        status, out, _ = vir.run("export", self.card, "--to", folder)
        self.assertEqual(status, 0)
        for path, _, names in os.walk(f"{self.card}/{self.name}"):
            for name in names:
                copy = os.path.join(folder, os.path.relpath(os.path.join(path, name), self.card))
                self.assertTrue(filecmp.cmp(os.path.join(path, name), copy, shallow=False), copy)
        status, again, _ = vir.run("export", self.card, "--to", folder)
        self.assertEqual(status, 0)
        self.assertEqual([line.split(":")[1] for line in again.splitlines()], [" is there already"] * len(out.splitlines()))

    def test_bad_words_get_one_line(self):
        folder = vir.new_folder()
        file = f"{folder}/a-file"
        with open(file, "w", encoding="utf-8") as opened:
            opened.write("x")
        for words, status, said in [
            (["S99", "--to", folder], 66, "there is no session S99"), (["--to", file], 74, "is a file"),
            (["--to", f"{folder}/not/there"], 74, f"there is no folder {folder}/not to make it in; make that first"),
            (["--to", ""], 64, "--to: its name is empty; name a folder"),
            (["S01", "--as", "slow", "--slowness", "3", "--to", folder], 64, "2, 4, 8"),
            (["S01", 77, "--as", "anybody", "--to", folder], 66, "there is no clip 77"), (["S01", "--as", "film", "--to", folder], 64, "film"),
        ]:
            code, out, err = vir.run("export", self.card, *words)
            self.assertEqual((code, out, len(err.splitlines())), (status, "", 1), f"{words}: {err}")
            self.assertIn(said, err)
        self.assertEqual(os.listdir(folder), ["a-file"])

    def test_a_name_with_a_line_break_is_printed_on_one_line(self):
        folder, card = vir.new_folder(), vir.new_folder()
        subprocess.run(["cp", "-r", f"{self.card}/.", card], check=True)
        # A person's own file in a session's folder is copied with it.
        with open(f"{card}/{self.name}/mine\n\x1b[2Jvir: all is well", "w", encoding="utf-8") as file:
            file.write("mine")
        status, out, err = vir.run("export", card, "S01", "--to", folder)
        self.assertEqual((status, err), (0, ""))
        copied = sum(len(files) for _, _, files in os.walk(folder))
        self.assertEqual(len(out.splitlines()), copied)
        self.assertNotIn("\x1b", out)
        self.assertEqual(sum("mine" in line for line in out.splitlines()), 1)

    def test_a_broken_clip_is_named_and_the_others_are_exported(self):
        folder, card = vir.new_folder(), vir.new_folder()
        subprocess.run(["cp", "-r", f"{self.card}/.", card], check=True)
        with open(f"{card}/{self.name}/clips/02.mp4", "r+b") as file:
            file.truncate(3000)
        status, out, err = vir.run("export", card, "S01", "--as", "anybody", "--to", folder)
        self.assertEqual((status, len(out.split()), len(err.splitlines())), (1, 2, 1), err)
        self.assertIn("02.mp4", err)
        self.assertEqual(len(os.listdir(folder)), 2)


class OnTheBox(unittest.TestCase):
    """By its buttons, onto a folder that stands for a stick; and what came out is played by a browser too."""

    @classmethod
    def setUpClass(cls):
        first = Session(SHOTS, seconds=28, settings=SETTINGS)
        cls.stick = os.path.join(vir.new_folder(), "KINGSTON")
        os.mkdir(cls.stick)
        # The sessions, the first one, its first clip; the tools, Trim: the beginning ten pictures on.
        lines = ["0.5 stop tap", "1 knob push", "1.6 knob turn +2", "1.7 knob push", "2.6 knob push", "4 knob push",
                 *vir.to_tool("Trim", "A clip that plays", 5.5), "7.5 up tap", "8 mark tap", "9.5 stop tap"]
        # Back at its clips: the tools, Export; as it is, for anybody, slow, all in one.
        lines += ["10.5 knob hold 0.6", "11.4 knob turn +4", "11.5 knob push", "13 knob push", "15 knob turn +1", "15.5 knob push", "17 knob turn +1",
                  "17.5 knob push", "19 knob turn +2", "19.5 knob push"]
        # The stick is pulled: there is nothing to begin. Then into the card's own folder.
        lines += ["21 stick unplug", "21.5 left tap", "22 knob turn -1", "22.5 knob push", "24 right tap", "24.5 knob push", "26 stop tap"]
        cls.session = Session(
            "\n".join(lines) + "\n", seconds=28, folder=first.folder, snapshot_every=0.5, extra=["--stick", cls.stick],
            display=f"headless:{SIZE[0]}x{SIZE[1]}@60")
        cls.card, cls.clips = cls.session.card, first.report["clips"]
        cls.name = next(name for name in os.listdir(cls.card) if name.endswith("_S01"))
        cls.root = f"{cls.stick}/VIR"

    def test_it_ran_and_says_what_it_did(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        said = [event["what"] for event in self.session.report["events"] if event["what"].startswith(("export", "stick"))]
        self.assertEqual(sum(what.startswith("export ended") for what in said), 5, said)
        self.assertEqual(said[0], "stick: KINGSTON")
        self.assertFalse([what for what in said if "stopped" in what])

    def test_the_whole_session_is_on_the_stick(self):
        record = {"session.json", "index.html"}
        for path, _, names in os.walk(f"{self.card}/{self.name}"):
            for name in names:
                copy = os.path.join(self.root, os.path.relpath(os.path.join(path, name), self.card))
                self.assertTrue(filecmp.cmp(os.path.join(path, name), copy, shallow=False), copy)
                record.discard(name)
        self.assertFalse(record)
        self.assertFalse([name for _, _, names in os.walk(self.stick) for name in names if name.endswith(".part")])

    def test_each_way_is_there_and_the_card_has_its_own(self):
        stems = ["01", "02", "03", "part_01"]
        expected = {f"{self.name}_{stem}{way}.mp4" for stem in stems for way in ["_copy", "_slow-2x"]} | {f"{self.name}_best-of_1-2-3-90001.mp4", self.name}
        self.assertEqual(set(os.listdir(self.root)), expected)
        self.assertEqual(set(os.listdir(f"{self.card}/EXPORT")), {f"{self.name}_{stem}_slow-4x.mp4" for stem in stems})

    def test_a_browser_plays_them_from_the_first_frame_to_the_last(self):
        last = {stem: clip["lastFrame"] for stem, clip in zip(["01", "02", "03"], self.clips)}
        part = next(clip for clip in self.record()["clips"] if clip["kind"] == "part")
        page = browser.Browser()
        try:
            path = f"{self.card}/{self.name}/clips/part_01.mp4"
            self.assertEqual(browser.ends(page, path, SIZE), (part["firstFrame"], part["lastFrame"]))
            for stem in last:
                frames = strip.frame_indices(f"{self.root}/{self.name}_{stem}_copy.mp4", *SIZE)
                for way in ["_copy", "_slow-2x"]:
                    self.assertEqual(browser.ends(page, f"{self.root}/{self.name}_{stem}{way}.mp4", SIZE), (frames[0], last[stem]), stem + way)
            film = f"{self.root}/{self.name}_best-of_1-2-3-90001.mp4"
            frames = strip.frame_indices(film, *SIZE)
            self.assertEqual(browser.ends(page, film, SIZE), (frames[0], frames[-1]))
        finally:
            page.close()

    def record(self):
        with open(f"{self.card}/{self.name}/session.json", encoding="utf-8") as file:
            return json.load(file)


if __name__ == "__main__":
    unittest.main()

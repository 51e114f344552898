# SPDX-License-Identifier: GPL-3.0-or-later
"""`vir export`: what it makes is played by two players that have nothing to do with each other, and bad words get one line."""
import filecmp
import json
import os
import signal
import subprocess
import time
import unittest

import browser
import strip
import vir
from vir import Session, shot

SIZE = (640, 360)
SHOTS = "8.21 mark tap\n14.43 mark tap\n19.1 mark tap\n25 stop tap\n"
SETTINGS = "scoring = false\ntail = false\n"


class Exporting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = shot(SHOTS, seconds=28, settings=SETTINGS)
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

    def test_a_clip_is_named_by_its_file_too_and_the_answer_may_be_json(self):
        folder = vir.new_folder()
        stem = os.path.basename(self.clips[2]["file"])
        for word, state in ((stem, "written"), (stem.removesuffix(".mp4"), "there")):
            status, out, err = vir.run("export", self.card, "S01", word, "--as", "anybody", "--json", "--to", folder)
            self.assertEqual((status, err), (0, ""))
            self.assertEqual(json.loads(out), {"files": [{"name": f"{self.name}_02_copy.mp4", "state": state}], "problems": []})

    def test_stopped_by_a_signal_it_leaves_nothing_half_written(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number):
                folder = vir.new_folder()
                export = subprocess.Popen([vir.PROGRAM, "export", self.card, "S01", "--as", "best-of", "--titles", "--to", folder],
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                while export.poll() is None and not any(name.endswith(".part") for name in os.listdir(folder)):
                    time.sleep(0.005)
                export.send_signal(number)
                out, err = export.communicate(timeout=120)
                self.assertEqual((export.returncode, out, os.listdir(folder)), (status, "", []))
                self.assertEqual(err, "vir: stopped; what was exported stays, and nothing is left half-written\n")

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
            (["S01", 77, "--as", "anybody", "--to", folder], 66, "there is no clip 77"), (["S01", "--as", "film", "--to", folder], 64, "--as film: take file, anybody, "),
            (["S01", "unmarked_07", "--to", folder], 66, "there is no clip unmarked_07 in S01; 'vir card list --json' names them"),
        ]:
            code, out, err = vir.run("export", self.card, *words)
            self.assertEqual((code, out, len(err.splitlines())), (status, "", 1), f"{words}: {err}")
            self.assertIn(said, err)
        self.assertEqual(os.listdir(folder), ["a-file"])

    def test_a_read_only_disk_is_said_to_be_one(self):
        folder = vir.new_folder()
        # Mounted in a namespace of its own, so nobody else sees it.
        script = f'mount -t tmpfs -o ro none "{folder}" || exit 99; exec "{vir.PROGRAM}" export "{self.card}" S01 1 --to "{folder}"'
        done = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script], capture_output=True, text=True)
        if done.returncode in (1, 99):
            self.skipTest(f"this machine lets nobody mount: {done.stderr}")
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (74, "", 1), done.stderr)
        self.assertIn("it is read-only", done.stderr)

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
        first = shot(SHOTS, seconds=28, settings=SETTINGS)
        cls.stick = os.path.join(vir.new_folder(), "KINGSTON")
        os.mkdir(cls.stick)
        # The sessions, the first one, its first clip; the tools, Trim: the beginning ten pictures on.
        lines = ["0.5 stop tap", "1 knob push", "1.6 knob turn +2", "1.7 knob push", "2.6 knob push", "4 knob push",
                 *vir.to_tool("Trim", "A clip that plays", 5.5), "7.5 up tap", "8 mark tap", "9.5 stop tap"]
        # Back at its clips: the tools, Export; for any phone, slow, all in one, the exact copy.
        lines += [*vir.to_tool("Export", "A session that isn’t scored", 10.5), "13 knob push", "15 knob turn +1", "15.5 knob push", "17 knob turn +2",
                  "17.5 knob push", "19 knob turn +20", "19.5 knob push"]
        # The stick is pulled: the export can't begin. Then into the card's own folder.
        lines += ["21 stick unplug", "21.5 left tap", "22 knob turn -20", "22.1 knob turn +2", "22.5 knob push", "24 right tap", "24.5 knob push", "26 stop tap"]
        cls.session = Session(
            "\n".join(lines) + "\n", seconds=28, folder=first.folder, extra=["--stick", cls.stick],
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
        expected = {f"{self.name}_{stem}{way}.mp4" for stem in stems for way in ["_copy", "_slow-2x"]}
        expected |= {f"{self.name}_best-of_1-2-3-90001.mp4", self.name, "index.html"}
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


def files(folder):
    """Every file in a folder, by its place there."""
    found = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                found[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return found


class OfTwoCards(unittest.TestCase):
    """Two boxes without a clock, or one with two cards: both have a session of the same name. Their clips go onto one stick."""

    FORMS = [("file",), ("anybody",), ("slow",), ("best-of",), ("best-of", "--titles"), ("still",), ("strip",)]

    @classmethod
    def setUpClass(cls):
        settings = SETTINGS + 'after-stop = "live"\n'
        cls.cards = [Session(script, seconds=18, size="320x180", settings=settings).card for script in
                     ("7 mark tap\n12 stop tap\n", "9 mark tap\n14 stop tap\n")]
        cls.name, other = (next(name for name in os.listdir(card) if name.endswith("_S01")) for card in cls.cards)
        assert cls.name == other

    def export(self, card, folder, *words):
        status, out, err = vir.run("export", card, *words, "--to", folder)
        self.assertEqual((status, err), (0, ""))
        return out.splitlines()

    def test_clips_of_both_are_there_and_none_is_written_twice(self):
        for form in self.FORMS:
            with self.subTest(form):
                stick = vir.new_folder()
                words = ["S01", 1, "--as", *form]
                self.export(self.cards[0], stick, *words)
                before = files(stick)
                self.assertEqual(len(before), 1)
                said = self.export(self.cards[1], stick, *words)
                after = files(stick)
                self.assertEqual(len(after), 2, said)
                self.assertEqual({name: after[name] for name in before}, before)
                for card in self.cards:
                    self.assertTrue(all(line.endswith(": is there already") for line in self.export(card, stick, *words)))
                self.assertEqual(files(stick), after)

    def test_whole_sessions_of_both_are_there(self):
        stick = vir.new_folder()
        self.export(self.cards[0], stick)
        before = files(stick)
        self.export(self.cards[1], stick)
        after = files(stick)
        self.assertEqual({name: after[name] for name in before if name != "index.html"}, {name: before[name] for name in before if name != "index.html"})
        folders = {os.path.dirname(name) for name in after if name.endswith("/session.json")}
        self.assertEqual(len(folders), 2)
        for folder in folders:
            self.assertIn(f'href="{folder}/index.html"'.encode(), after["index.html"])
        status, out, _ = vir.run("card", "check", stick)
        self.assertEqual(status, 0, out)

    def test_on_the_tv_too_and_it_says_so(self):
        stick = os.path.join(vir.new_folder(), "KINGSTON")
        os.mkdir(stick)
        # The sessions, the first one, its first clip; the tools, Export; for any phone.
        way = "2 stop tap\n3 knob push\n4 knob turn +2\n4.5 knob push\n6 knob push\n8 knob push\n"
        way += "\n".join(vir.to_tool("Export", "A clip that plays", 10)) + "\n13 mark tap\n"
        for card in self.cards:
            box = Session(way, seconds=18, size="320x180", folder=os.path.dirname(card), extra=["--stick", stick])
            said = [event["what"] for event in box.report["events"] if event["what"].startswith("export ended")]
            self.assertEqual(said, ["export ended: 1 file written, 0 replaced, 0 there already, stick"])
        self.assertEqual(len([name for name in files(stick) if name.endswith(".mp4")]), 2)


class GivenAway(unittest.TestCase):
    """What goes to somebody else has nothing that was deleted, and says whose it is."""

    @classmethod
    def setUpClass(cls):
        script = "7 mark tap\n9.5 mark tap\n14 stop tap\n17 mark tap\n19 knob turn +1\n20 mark tap\n23 mark tap\n"
        cls.session = Session(script, seconds=30, size="320x180", settings='archers = "Ana: wa_122, 5.5"\ntail = false\n')
        cls.card = cls.session.card
        cls.name = next(name for name in os.listdir(cls.card) if name.endswith("_S01"))
        cls.record = cls.read()

    @classmethod
    def read(cls):
        with open(f"{cls.card}/{cls.name}/session.json", encoding="utf-8") as file:
            return json.load(file)

    def export(self, card, *words):
        folder = vir.new_folder()
        status, out, err = vir.run("export", card, *words, "--to", folder)
        self.assertEqual((status, err), (0, ""), out)
        return folder

    def test_each_form_says_archer_session_score_and_face(self):
        arrow = next(arrow for end in self.record["ends"] for arrow in end["arrows"] if arrow["clip"] == 1)
        for form in [("anybody",), ("slow",), ("best-of",), ("best-of", "--titles"), ("still",), ("strip",)]:
            with self.subTest(form):
                folder = self.export(self.card, "S01", 1, "--as", *form)
                name, = os.listdir(folder)
                self.assertTrue(name.startswith(f"{self.name}_Ana_"), name)
                probed = strip.probe(f"{folder}/{name}")
                tags = {**probed["streams"][0].get("tags", {}), **probed.get("format", {}).get("tags", {})}
                if name.endswith(".png"):
                    with open(f"{folder}/{name}", "rb") as file:
                        text = file.read(4096)
                    for word in ("Ana", f"score {arrow['label']};", f"session {self.record['header']['id']};", "face ", self.name):
                        self.assertIn(word.encode(), text)
                    continue
                self.assertEqual((tags["artist"], tags["album"]), ("Ana", self.name))
                self.assertIn(self.name, tags["title"])
                self.assertIn(f"Arrow 1: {arrow['label']}", tags["description"])
                for word in (f"score {arrow['label']};", f"session {self.record['header']['id']};", "face "):
                    self.assertIn(word, tags["comment"])

    def test_the_cards_own_clips_say_their_archer(self):
        tags = strip.probe(f"{self.card}/{self.name}/{self.record['clips'][0]['file']}")["format"]["tags"]
        self.assertEqual((tags["artist"], tags["album"]), ("Ana", self.name))

    def test_a_whole_session_leaves_what_was_deleted_at_home(self):
        card = vir.new_folder()
        subprocess.run(["cp", "-r", f"{self.card}/.", card], check=True)
        place = f"{card}/{self.name}"
        record = self.read()
        gone = record["clips"][1]
        gone["isDeleted"] = True
        gone["annotations"] = [{"id": 1, "kind": "text", "points": [[0.5, 0.5]], "colour": "red", "width": 8, "text": "a secret"}]
        with open(f"{place}/session.json", "w", encoding="utf-8") as file:
            json.dump(record, file)
        for name in (".DS_Store", "._index.html", "clips/._01.mp4", "Thumbs.db", "desktop.ini"):
            with open(f"{place}/{name}", "wb") as file:
                file.write(b"left by another system")
        found = files(self.export(card, "S01"))
        folder = f"{self.name}_Ana"
        self.assertEqual({name.split("/")[0] for name in found}, {folder, "index.html"})
        self.assertNotIn(f"{folder}/{gone['file']}", found)
        self.assertIn(f"{folder}/{record['clips'][0]['file']}", found)
        self.assertFalse([name for name in found if os.path.basename(name).startswith(".") or name.endswith((".db", ".ini", "thumbs/02.jpg"))])
        for name, content in found.items():
            if name.endswith((".json", ".html", ".csv")):
                for word in (b"secret", os.path.basename(gone["file"]).encode(), b"Deleted"):
                    self.assertNotIn(word, content, name)
        self.assertIn(f"{folder}/index.html".encode(), found["index.html"])

    def test_a_card_is_no_place_for_whole_sessions(self):
        status, out, err = vir.run("export", self.card, "S01", "--to", self.card)
        self.assertEqual((status, out, len(err.splitlines())), (64, "", 1))
        self.assertIn("it is a card of VIR", err)


if __name__ == "__main__":
    unittest.main()

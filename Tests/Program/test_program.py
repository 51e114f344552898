# SPDX-License-Identifier: GPL-3.0-or-later
"""What the program promises, seen from outside: pictures of the TV, files on the card, lines on standard error."""
import glob
import json
import math
import os
import signal
import subprocess
import unittest

import strip
import vir


def due(seconds, delay, fps):
    """The frame that the delay's rule puts on the TV at this instant: the newest not younger than the delay."""
    return math.floor((seconds - delay) * fps + 1e-6)


def use(tool, seconds, *, again=False):
    """Lines of a script: a tool of Live, twice if that is the quarter turn. `again`: it was used before."""
    word = tool.capitalize()
    lines = vir.to_tool(word, "Live", seconds, last=word if again else None)
    lines += [f"{seconds + 1.1:.2f} knob push"] if tool == "turn" else []
    return "\n".join([*lines, f"{seconds + 1.25:.2f} stop tap"]) + "\n"


class TheTV(unittest.TestCase):
    def assert_shows_the_past(self, session, delay_at, fps):
        checked = 0
        for path, seconds in session.snapshot_times():
            delay = delay_at(seconds)
            if delay is None:
                continue
            shown = strip.read(strip.picture(path), 1920, 1080)
            expected = due(seconds, delay, fps)
            self.assertEqual(shown, expected if expected >= 0 else due(seconds, 0, fps), f"at {seconds} s")
            checked += 1
        self.assertGreater(checked, 3)

    def test_shows_the_past_by_exactly_the_delay(self):
        for delay, seconds in ((1, 6), (5, 12)):
            with self.subTest(delay=delay):
                session = vir.Session(seconds=seconds, delay=delay, fps=60, snapshot_every=0.5)
                self.assertEqual(session.status, 0, session.err)
                self.assert_shows_the_past(session, lambda _: delay, 60)
                self.assertEqual(session.report["camera"]["lost"], 0)
                self.assertEqual(session.report["delay"]["skipped"], 0)

    def test_a_change_of_delay_is_exact_and_never_black(self):
        session = vir.Session("6 knob turn +3\n14 knob turn -5\n", seconds=20, delay=4, snapshot_every=0.5)

        def delay_at(seconds):
            if seconds in (6.0, 14.0):
                return None
            return 4 if seconds < 6 else 7 if seconds < 14 else 2
        self.assert_shows_the_past(session, delay_at, 30)
        self.assertEqual(session.report["delay"]["seconds"], 2)

    def test_split_screen_shows_both(self):
        # Each half is a part of the picture, at the person. Enlarged, it can be moved to the strip's lower bits, and stays there.
        zoom = "\n".join(vir.to_tool("Zoom", "Live", 3.5))
        session = vir.Session(
            f"3 right tap\n{zoom}\n5 knob turn +1\n5.2 right hold 6\n11.4 down hold 4\n15.6 stop tap\n", seconds=24, delay=2,
            snapshot_at=[18, 20, 22])
        pictures = [strip.picture(path) for path, _ in session.snapshot_times()]

        def cells(gray, left):
            # Above and beside the signs, which cover the rest of the strip.
            return [gray[766 * 1920 + left + x] >= 128 for x in range(8, 470)]

        def difference(one, other):
            return sum(a != b for a, b in zip(one, other))

        for before, now in zip(pictures, pictures[1:]):
            self.assertLess(difference(cells(before, 0), cells(now, 964)), 12, "the right half is the left half of two seconds ago")
            self.assertGreater(difference(cells(before, 0), cells(now, 0)), 12, "the left half has moved on")

    def test_flip_and_turn(self):
        for tool, flip in (("mirror", "h"), ("turn", "r")):
            with self.subTest(tool=tool):
                session = vir.Session(use(tool, 3), seconds=6, delay=1, snapshot_at=[5])
                path, seconds = session.snapshot_times()[-1]
                self.assertEqual(strip.frame_indices(path, 1920, 1080, flip=flip), [due(seconds, 1, 30)])

    def test_the_same_inputs_give_the_same_report(self):
        script = "7 mark tap\n9 knob turn +1\n12 mark tap\n15 camera unplug\n16 camera plug\n18 stop tap\n"
        reports = [vir.Session(script, seconds=20).report_text for _ in range(2)]
        self.assertEqual(reports[0], reports[1])


class TurnedPictures(unittest.TestCase):
    """A clip that is cut while the picture is turned or mirrored lies so on the box, whatever is set later; its file is turned and never mirrored."""

    MATRICES = {"mirror": None, "turn": [-1, 0, 0, -1, 640, 360]}

    def test_a_clip_lies_as_the_picture_did_when_it_was_cut(self):
        for tool, flip in (("mirror", "h"), ("turn", "r")):
            with self.subTest(tool=tool):
                # Cut at 8, and set back before 10.4. The clip plays in a loop from 16 on, and 5 s later no words cover it.
                session = vir.Session(use(tool, 3) + "6 mark tap\n" + use(tool, 9, again=True) + "11 stop tap\n13 mark tap\n16 knob push\n",
                                      seconds=25, delay=1, snapshot_every=0.5, snapshot_at=[(10.4, 10.9), (21.6, 25)])
                self.assertEqual(session.status, 0, session.err)
                clip = session.report["clips"][0]
                path = session.clip_path(clip)
                self.assert_matrix(path, self.MATRICES[tool])
                played = [strip.frame_indices(shot, 1920, 1080, flip=flip)[0]
                          for shot, seconds in session.snapshot_times() if seconds > 21.6]
                self.assertGreater(len(played), 3)
                self.assertTrue(all(clip["firstFrame"] <= frame <= clip["lastFrame"] for frame in played), played)
                frames = clip["lastFrame"] - clip["firstFrame"] + 1
                self.assertEqual([(b - a) % frames for a, b in zip(played, played[1:])], [15 % frames] * (len(played) - 1))
                live = [shot for shot, seconds in session.snapshot_times() if 10.4 < seconds < 10.9]
                self.assertTrue(live and all(strip.frame_indices(shot, 1920, 1080)[0] for shot in live))
                folder = os.path.dirname(os.path.dirname(path))
                # The keyframe at the moment: as on the TV, and for a mirrored clip also as players show the film.
                stills = {"01.jpg": flip, "01_unmirrored.jpg": None} if tool == "mirror" else {"01.jpg": flip}
                self.assertEqual(sorted(os.listdir(f"{folder}/thumbs")), sorted(stills))
                for name, way in stills.items():
                    self.assertEqual(strip.frame_indices(f"{folder}/thumbs/{name}", 640, 360, flip=way), [session.report["marks"][0]["frame"] // 15 * 15])
                with open(f"{folder}/index.html", encoding="utf-8") as page:
                    self.assertIn(f'poster="thumbs/{sorted(stills)[-1]}"', page.read())
                with open(f"{folder}/session.json", encoding="utf-8") as file:
                    seen = json.load(file)["clips"][0].get("orientation")
                self.assertEqual(seen, {"turn": 0, "isMirrored": True} if tool == "mirror" else None)

    def assert_matrix(self, path, expected):
        """ffprobe prints the matrix as three lines of a number and three numbers in 16.16."""
        data = strip.probe(path)["streams"][0].get("side_data_list", [])
        if expected is None:
            return self.assertEqual(data, [])
        told = data[0]["displaymatrix"]
        rows = [[int(number) for number in line.split(":")[1].split()] for line in told.split("\n") if ":" in line]
        self.assertEqual([number // 65536 for row in rows for number in row[:2]], expected)


class TheClips(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = vir.Session("9.1 mark tap\n14.37 mark tap\n20.2 mark tap\n24 stop tap\n", seconds=27)

    def test_each_mark_is_what_was_on_the_tv(self):
        marks = self.session.report["marks"]
        self.assertEqual([mark["frame"] for mark in marks], [due(at, 5, 30) for at in (9.1, 14.37, 20.2)])

    def test_each_clip_starts_and_ends_where_it_should(self):
        clips = self.session.report["clips"]
        # Footage that is in no clip and was never on the TV at STOP becomes a clip as well.
        self.assertEqual([os.path.basename(clip["file"]) for clip in clips], ["01.mp4", "02.mp4", "03.mp4", "unmarked_01.mp4"])
        first = 0
        for clip, mark, pressed in zip(clips, self.session.report["marks"], (9.1, 14.37, 20.2)):
            # Two seconds after the marked picture, and never earlier than the camera's picture at the press.
            last = max(mark["frame"] + 60, math.floor(pressed * 30 + 1e-6))
            expected = list(range(first, last + 1))
            path = self.session.clip_path(clip)
            self.assertEqual((clip["firstFrame"], clip["lastFrame"]), (expected[0], expected[-1]))
            self.assertEqual(strip.frame_indices(path, 640, 360), expected)
            skipped, shown, samples = strip.edited_samples(path)
            self.assertEqual((shown, skipped + shown), (len(expected), samples))
            # GStreamer's demuxer ends at a keyframe that lies within the pre-roll's length of the end, as if there were no edit
            # list. If it does, the pictures that it shows are still exact from the first frame on.
            played = strip.gstreamer_indices(path, 640, 360)
            self.assertEqual(played, expected[:len(played)])
            self.assertGreaterEqual(len(played), len(expected) - skipped)
            first = mark["frame"] + 1

    def test_every_player_takes_them(self):
        for clip in self.session.report["clips"]:
            path = self.session.clip_path(clip)
            stream = strip.probe(path)["streams"][0]
            self.assertEqual((stream["codec_name"], stream["pix_fmt"]), ("h264", "yuv420p"))
            names = strip.boxes(path)
            self.assertEqual(names[0], "ftyp")
            self.assertLess(names.index("moov"), names.index("mdat"))

    def test_the_card_is_sound(self):
        status, out, err = vir.run("card", "check", self.session.card)
        self.assertEqual(status, 0, out + err)
        status, out, _ = vir.run("card", "list", self.session.card)
        self.assertEqual(status, 0)
        self.assertIn("S01", out)
        self.assertEqual(vir.run("card", "rebuild", self.session.card)[0], 0)

    def test_stop_without_marks_writes_nothing(self):
        session = vir.Session("8 stop tap\n", seconds=12)
        self.assertEqual(session.report["clips"], [])
        self.assertEqual(glob.glob(session.card + "/*/clips/*"), [])

    def test_quick_save_keeps_the_whole_buffer_and_no_mark(self):
        session = vir.Session("10 mark hold 1.5\n", seconds=14)
        self.assertEqual(session.report["marks"], [])
        self.assertEqual(len(session.report["clips"]), 1)
        clip = session.report["clips"][0]
        frames = strip.frame_indices(session.clip_path(clip), 640, 360)
        self.assertEqual(frames, list(range(clip["firstFrame"], clip["lastFrame"] + 1)))
        self.assertEqual(clip["firstFrame"], 0)
        # It has a still, as every clip has, and the page shows it.
        still, = glob.glob(session.card + "/*/thumbs/*.jpg")
        with open(glob.glob(session.card + "/2*/index.html")[0], encoding="utf-8") as page:
            self.assertIn(f'poster="thumbs/{os.path.basename(still)}"', page.read())

    def test_a_file_as_camera_works_the_same(self):
        folder = vir.new_folder()
        path = os.path.join(folder, "film.mp4")
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25:duration=4",
                        "-c:v", "mpeg4", "-q:v", "4", path], check=True)
        session = vir.Session("8 mark tap\n12 stop tap\n", seconds=14, camera=f"file:{path}", size=None, fps=None, delay=3)
        self.assertEqual(session.status, 0, session.err)
        camera = session.report["camera"]
        self.assertEqual((camera["width"], camera["height"], camera["fps"], camera["lost"]), (1280, 720, 25, 0))
        clip = session.report["clips"][0]
        self.assertEqual(session.report["marks"][0]["frame"], 125)
        count = subprocess.run(["ffmpeg", "-v", "error", "-i", session.clip_path(clip), "-fps_mode", "passthrough", "-f",
                                "framecrc", "-"], check=True, capture_output=True, text=True).stdout
        frames = [line for line in count.splitlines() if not line.startswith("#")]
        self.assertEqual(len(frames), clip["lastFrame"] - clip["firstFrame"] + 1)


class WhenThingsGo(unittest.TestCase):
    def test_camera_tv_and_card_away_and_back(self):
        session = vir.Session(
            "6 camera unplug\n7 camera plug\n8 tv unplug\n9 tv plug\n10 card unplug\n11 mark tap\n14 card plug\n20 stop tap\n",
            seconds=24, delay=3, settings="tail = false\n")
        self.assertEqual(session.status, 0, session.err)
        self.assertEqual(len(session.report["marks"]), 1)
        self.assertEqual(len(session.report["clips"]), 1)
        self.assertEqual(vir.run("card", "check", session.card)[0], 0)
        told = " ".join(event["what"] for event in session.report["events"])
        for word in ("camera lost", "camera back", "TV", "card"):
            self.assertIn(word, told)

    def test_a_wrong_line_in_the_settings_is_named_and_the_rest_holds(self):
        session = vir.Session(seconds=4, delay=None, settings='delay = 2\nfps = "many"\nthis is Eva\'s box\narrow = 5,5\n', fps=None)
        self.assertEqual(session.status, 0)
        for line in ("line 2", "line 3", "line 4: arrow: 5,5 is taken as 5.5"):
            self.assertIn(line, session.err + session.report_text)
        self.assertEqual(session.report["delay"]["seconds"], 2)

    def test_a_wrong_line_holds_what_held_in_the_run_before(self):
        first = vir.Session(seconds=3, delay=None, settings="delay = 2\nflip = true\n")
        self.assertEqual(first.report["delay"]["seconds"], 2)
        again = vir.Session(seconds=3, delay=None, settings="delay = 2 s\n", folder=first.folder)
        self.assertEqual(again.report["delay"]["seconds"], 2)
        self.assertIn("settings.toml line 1", again.err)
        with open(os.path.join(first.card, "settings.last"), encoding="utf-8") as file:
            self.assertNotIn("flip", file.read(), "it isn't set any more")


class OnlyWhatIsMarked(unittest.TestCase):
    """What the page About says of `tail`, over the whole program: at STOP, at a change of archer and at the end of a run."""
    SCRIPT = "6 mark tap\n11 right tap\n13 mark tap\n19 stop tap\n20 stop hold 1.2\n26 mark tap\n"

    def written(self, settings):
        """How many clips of marks and how many of what nobody marked the records and the folders have."""
        session = vir.Session(self.SCRIPT, seconds=33, delay=2, settings='archers = "Ana; Ben"\n' + settings)
        self.assertEqual(session.status, 0, session.err)
        kinds, files = [], []
        for folder, _, names in os.walk(session.card):
            files += [name for name in names if folder.endswith(("clips", "thumbs"))]
            if "session.json" in names:
                with open(os.path.join(folder, "session.json"), encoding="utf-8") as file:
                    kinds += [clip["kind"] for clip in json.load(file)["clips"]]
        self.assertEqual(len([name for name in files if name.endswith(".mp4")]), len(kinds))
        self.assertEqual(len([name for name in files if name.startswith("unmarked")]), kinds.count("tail"))
        return kinds.count("mark"), len(kinds) - kinds.count("mark")

    def test_with_tail_off_nothing_unmarked_is_ever_written(self):
        self.assertEqual(self.written("tail = false\n"), (3, 0))

    def test_and_with_tail_on_it_is_each_time(self):
        self.assertEqual(self.written("tail = true\n"), (3, 3))


class NothingIsKept(unittest.TestCase):
    """`keep = "nothing"` over the whole program, read from the bytes of the card afterwards."""
    # Two marks and a quick save that is refused, an end scored by pushes of MARK, and a third mark that no end has.
    SCRIPT = ("6 mark tap\n9 mark tap\n12 mark hold 1.3\n17 stop tap\n" + "".join(f"{19 + second} mark tap\n" for second in range(3))
              + "26 stop tap\n28 stop tap\n32 mark tap\n38 stop tap\n")

    @classmethod
    def setUpClass(cls):
        cls.session = vir.Session(cls.SCRIPT, seconds=45, delay=2, settings='keep = "nothing"\nscoring = true\n')

    def records(self):
        for folder, _, names in os.walk(self.session.card):
            if "session.json" in names:
                with open(os.path.join(folder, "session.json"), encoding="utf-8") as file:
                    yield json.load(file)

    def test_no_file_of_the_card_has_any_footage(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        files = [os.path.join(folder, name) for folder, _, names in os.walk(self.session.card) for name in names]
        self.assertTrue(files)
        for path in files:
            with open(path, "rb") as file:
                data = file.read()
            for start in (b"ftyp", b"moov", b"mdat", b"\xff\xd8\xff", b"\x89PNG", b"\x00\x00\x00\x01\x67"):
                self.assertNotIn(start, data, path)
        self.assertEqual(self.session.report["clips"], [])

    def test_marks_and_scores_are_in_the_record(self):
        records = list(self.records())
        self.assertEqual(sum(len(record["marks"]) for record in records), 3)
        self.assertEqual([record["clips"] for record in records], [[]] * len(records))
        self.assertEqual(sorted(number for record in records for number in record["lostClips"]), [1, 2, 3])
        self.assertTrue(any(end["arrows"] for record in records for end in record["ends"]))

    def test_the_card_is_sound(self):
        status, out, err = vir.run("card", "check", self.session.card)
        self.assertEqual(status, 0, out + err)


class InRealTime(unittest.TestCase):
    def test_sigterm_ends_the_session_with_its_clip(self):
        folder = vir.new_folder()
        script, card, report = (os.path.join(folder, name) for name in ("panel.script", "card", "report.json"))
        with open(script, "w") as file:
            file.write(vir.A_MARK)
        process = subprocess.Popen(
            [vir.PROGRAM, "run", "--camera", "synthetic", "--display", "headless", "--panel", f"script:{script}", "--size",
             "640x360", "--delay", "1", "--card", card, "--report", report], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        vir.limit(self, process)
        for line in process.stderr:
            if "mark 1 acknowledged" in line:
                process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), 0)
        process.stderr.close()
        with open(report) as file:
            told = json.load(file)
        mark, clip = told["marks"][0], told["clips"][0]
        frames = strip.frame_indices(os.path.join(card, clip["file"]), 640, 360)
        # In real time a busy machine may lose frames: each one is counted, and the others are in order.
        self.assertEqual((frames[0], frames[-1], frames), (clip["firstFrame"], clip["lastFrame"], sorted(set(frames))))
        self.assertLessEqual(clip["lastFrame"] - clip["firstFrame"] + 1 - len(frames), told["camera"]["lost"])
        self.assertIn(mark["frame"], frames)
        self.assertEqual(vir.run("card", "check", card)[0], 0)


    def run_in_a_window(self, settings=""):
        folder = vir.new_folder()
        report, settings_path = os.path.join(folder, "report.json"), os.path.join(folder, "settings.toml")
        with open(settings_path, "w") as file:
            file.write(settings)
        done = subprocess.run(
            ["xvfb-run", "-a", "-s", "-screen 0 1600x900x24", vir.PROGRAM, "run", "--camera", "synthetic", "--display", "window",
             "--size", "640x360", "--delay", "1", "--for", "5", "--card", os.path.join(folder, "card"), "--settings",
             settings_path, "--report", report], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(report) as file:
            told = json.load(file)
        self.assertEqual(told["display"]["name"], "window")
        self.assertGreater(told["delay"]["shown"], 0)
        return told

    def test_a_window_takes_an_upright_picture_as_it_is(self):
        told = self.run_in_a_window()
        self.assertEqual((told["display"]["composed"], told["composed"]["frames"]), (0, 0))

    def test_a_window_gets_a_turned_picture_composed(self):
        told = self.run_in_a_window("rotation = 90\n")
        self.assertGreater(told["display"]["composed"], 0)
        self.assertEqual(told["display"]["direct"], 0)
        composed = told["composed"]
        self.assertGreater(composed["frames"], 0)
        self.assertLessEqual(composed["most"]["quads"], 12)
        self.assertLessEqual(composed["most"]["texels"], 2.5 * 640 * 360 * 9)


@unittest.skipUnless(os.geteuid() == 0, "mounting needs root")
class RealCards(unittest.TestCase):
    """Real file systems that refuse: one without room, one that is read-only."""

    def mount(self, options):
        folder = vir.new_folder()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True)
        if done.returncode:
            self.skipTest("this machine doesn't mount")
        self.addCleanup(subprocess.run, ["umount", "-l", folder])
        return folder

    def run_on(self, card):
        script = os.path.join(vir.new_folder(), "panel.script")
        with open(script, "w") as file:
            file.write("12 mark tap\n12.5 stop tap\n")
        return vir.run("run", "--clock", "virtual", "--display", "headless", "--panel", f"script:{script}", "--for", "20",
                       "--size", "1280x720", "--card", card)

    def test_a_card_without_room_keeps_the_marks_and_says_what_is_missing(self):
        card = self.mount("size=18m")
        with open(os.path.join(card, "holiday.bin"), "wb") as file:
            file.write(b"x" * (1 << 20))
        status, _, err = self.run_on(card)
        self.assertEqual(status, 74, err)
        self.assertIn("1 clip", err.splitlines()[-1])
        with open(glob.glob(card + "/*/journal.jsonl")[0]) as journal:
            self.assertEqual(sum('"mark' in line for line in journal), 1)
        self.assertEqual(os.path.getsize(os.path.join(card, "holiday.bin")), 1 << 20)
        os.remove(os.path.join(card, "holiday.bin"))

    def test_a_card_that_is_read_only_is_refused_at_once(self):
        status, _, err = self.run_on(self.mount("ro"))
        self.assertEqual(status, 74, err)
        self.assertIn("read-only", err.splitlines()[-1])


class BadInput(unittest.TestCase):
    """One clear line, the right exit status."""

    def refuse(self, status, *words):
        folder = vir.new_folder()
        base = ["run", "--clock", "virtual", "--display", "headless", "--for", "1"]
        if "--card" not in words:
            base += ["--card", os.path.join(folder, "card")]
        got, out, err = vir.run(*base, *words)
        self.assertEqual(got, status, f"{words}: {err}")
        said = [line for line in err.splitlines() if line.startswith(("vir:", "Error:"))]
        self.assertEqual(len(said), 1, err)

    def test_sizes_and_rates(self):
        for size in ("0x0", "100000x100000", "-1x-1", "641x480", "wide", "1920", "1920x", "99999999999999999999x1"):
            self.refuse(64, "--camera", "synthetic", "--size", size)
        for fps in ("0", "-1", "1000", "nan", "many"):
            self.refuse(64, "--camera", "synthetic", "--fps", fps)

    def test_delays(self):
        for delay in ("-1", "0", "61", "NaN", "inf", "five", ""):
            self.refuse(64, f"--delay={delay}")

    def test_unknown_words(self):
        for words in (("--colour",), ("--camera", "polaroid"), ("--display", "wall"), ("--panel", "organ"),
                      ("--clock", "cuckoo"), ("--for", "-3"), ("--snapshot-every", "1")):
            self.refuse(64, *words)

    def test_files(self):
        folder = vir.new_folder()
        empty = os.path.join(folder, "empty.mp4")
        open(empty, "w").close()
        sound = os.path.join(folder, "sound.m4a")
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", sound], check=True)
        whole = os.path.join(folder, "whole.mp4")
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=1", "-c:v", "mpeg4", whole], check=True)
        cut = os.path.join(folder, "cut.mp4")
        with open(whole, "rb") as source, open(cut, "wb") as target:
            target.write(source.read()[:2000])
        for path in (os.path.join(folder, "none.mp4"), empty, sound, cut, folder):
            self.refuse(66, "--camera", f"file:{path}")

    def test_scripts(self):
        folder = vir.new_folder()
        path = os.path.join(folder, "bad.script")
        with open(path, "w") as file:
            file.write("1 mark tap\n2 bell ring\n")
        got, _, err = vir.run("run", "--clock", "virtual", "--display", "headless", "--for", "1", "--panel", f"script:{path}",
                              "--card", os.path.join(folder, "card"))
        self.assertEqual(got, 64)
        self.assertIn(":2:", err)
        self.refuse(66, "--panel", f"script:{folder}/none.script")

    def test_devices_that_are_not_there(self):
        folder = vir.new_folder()
        # Devices that this machine can't have by chance: a laptop has a camera and a screen of its own.
        settings = os.path.join(folder, "settings.toml")
        with open(settings, "w") as file:
            file.write('gpio-chip = "there-is-none"\n')
        headless = ("--display", "headless", "--camera", "synthetic", "--panel", "keys")
        for words in (("--camera", "libcamera:none"), ("--display", "kms:/dev/none"), ("--panel", "gpio")):
            with self.subTest(words=words):
                others = [word for pair in zip(headless[::2], headless[1::2]) if pair[0] != words[0] for word in pair]
                got, _, err = vir.run("run", *others, *words, "--for", "1", "--card", os.path.join(folder, "card"), "--settings", settings)
                self.assertEqual(got, 69, err)

    def test_cards(self):
        folder = vir.new_folder()
        file = os.path.join(folder, "file")
        open(file, "w").close()
        self.refuse(74, "--card", file)
        self.refuse(74, "--card", os.path.join(folder, "no", "such", "folder"))
        self.refuse(74, "--card", "/proc/vir")
        self.refuse(74, "--report", os.path.join(folder, "no", "report.json"))


if __name__ == "__main__":
    unittest.main()

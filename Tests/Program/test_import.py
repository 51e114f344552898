# SPDX-License-Identifier: GPL-3.0-or-later
"""Films as phones make them, imported onto a card: each plays picture by picture at its own times, or is named; the films stay as they are."""
import hashlib
import json
import os
import re
import subprocess
import unittest

import vir

# A moving picture in the box's own colours, and a tone at a phone's sample rate.
PICTURE = "testsrc2=size={size}:rate={rate}"
TONE = "sine=frequency=440:sample_rate=44100"
COLOURS = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]


def ffmpeg(*words):
    subprocess.run(["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", *words], check=True, stdin=subprocess.DEVNULL)


def film(path, *words, size="640x360", rate=30, seconds=2, codec="libx264", sound=False, before=()):
    tone = ["-f", "lavfi", "-i", TONE, "-c:a", "aac"] if sound else []
    quiet = ["-x265-params", "log-level=error"] if codec == "libx265" else ["-preset", "veryfast"]
    ffmpeg("-f", "lavfi", "-i", PICTURE.format(size=size, rate=rate), *tone[:4], "-t", str(seconds), *before, "-c:v", codec, *quiet,
           *COLOURS, *tone[4:], *words, path)


def cut(path, to):
    with open(path, "rb") as whole, open(to, "wb") as part:
        part.write(whole.read(os.path.getsize(path) // 2))


def probe(path, entries, stream="v:0"):
    out = subprocess.run(["ffprobe", "-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "json", path],
                         check=True, capture_output=True, text=True).stdout
    return json.loads(out)


def times(path):
    """When each picture is shown, after the first one."""
    found = [float(frame["pts_time"]) for frame in probe(path, "frame=pts_time")["frames"]]
    return [time - found[0] for time in found]


def worst_picture(path, source):
    """How far the worst picture is from the source's picture with the same number, in dB: a picture too few or in the wrong place has 20."""
    out = subprocess.run(["ffmpeg", "-hide_banner", "-noautorotate", "-i", path, "-noautorotate", "-i", source,
                          "-lavfi", "[0:v]settb=1/1000,setpts=N[a];[1:v]settb=1/1000,setpts=N[b];[a][b]psnr", "-f", "null", "-"],
                         check=True, capture_output=True, text=True).stderr
    return float(re.search(r"min:(\S+)", out)[1].replace("inf", "99"))


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Import(unittest.TestCase):
    """Twelve films on one card."""

    @classmethod
    def setUpClass(cls):
        cls.folder = vir.new_folder()
        path = lambda name: os.path.join(cls.folder, name)
        film(path("portrait-flat.mp4"), "-bf", "0", size="1920x1080", sound=True, seconds=1)
        ffmpeg("-i", path("portrait-flat.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=90", path("portrait.mp4"))
        film(path("fast.mov"), rate=240, seconds=1)
        film(path("uneven.mp4"), "-vsync", "vfr", before=["-vf", "setpts='if(lt(N,30),N/30,1+(N-30)/13)/TB'"])
        film(path("hevc.mov"), "-tag:v", "hvc1", codec="libx265", sound=True)
        film(path("ten.mp4"), "-pix_fmt", "yuv420p10le")
        film(path("whole.mp4"), "-g", "60", sound=True, seconds=3)
        ffmpeg("-ss", "1.2", "-i", path("whole.mp4"), "-c", "copy", path("edited.mp4"))
        film(path("large.mp4"), size="3840x2160", seconds=0.5)
        film(path("between.mov"), "-bf", "3", "-b_strategy", "0")
        film(path("open.mp4"), "-bf", "3", "-x264-params", "open-gop=1:keyint=15:min-keyint=15:scenecut=0")
        cut(path("whole.mp4"), path("cut.mp4"))
        ffmpeg("-i", path("whole.mp4"), "-c", "copy", "-movflags", "faststart", path("front.mp4"))
        cut(path("front.mp4"), path("cut-front.mp4"))
        with open(path("no-film.mp4"), "wb") as file:
            file.write(os.urandom(20_000))
        cls.names = ["portrait.mp4", "fast.mov", "uneven.mp4", "hevc.mov", "ten.mp4", "edited.mp4", "whole.mp4", "large.mp4", "between.mov",
                     "open.mp4", "cut.mp4", "cut-front.mp4", "no-film.mp4"]
        cls.films = [path(name) for name in cls.names]
        before = [digest(film) for film in cls.films]
        cls.card = path("card")
        os.mkdir(cls.card)
        status, out, err = vir.run("card", "rebuild", "--new", cls.card)
        assert status == 0, out + err
        cls.status, out, cls.err = vir.run("card", "import", *cls.films, "--card", cls.card, "--json")
        cls.found = {os.path.basename(film["film"]): film for film in json.loads(out)}
        cls.unchanged = before == [digest(film) for film in cls.films]

    def clip(self, name):
        self.assertEqual(self.found[name]["state"], "imported", self.found[name])
        return os.path.join(self.card, self.found[name]["clip"])

    def source(self, name):
        return os.path.join(self.folder, name)

    def test_each_picture_is_there_at_its_own_time(self):
        for name in ["portrait.mp4", "fast.mov", "uneven.mp4", "hevc.mov", "edited.mp4", "whole.mp4", "large.mp4", "between.mov", "open.mp4"]:
            with self.subTest(name):
                wanted, found = times(self.source(name)), times(self.clip(name))
                self.assertEqual(len(found), len(wanted))
                for one, other in zip(found, wanted):
                    self.assertAlmostEqual(one, other, delta=0.001)

    def test_each_picture_is_the_one_of_its_place(self):
        for name in ["portrait.mp4", "uneven.mp4", "hevc.mov", "ten.mp4", "edited.mp4", "whole.mp4", "between.mov", "open.mp4"]:
            with self.subTest(name):
                self.assertGreater(worst_picture(self.clip(name), self.source(name)), 30)

    def test_every_clip_is_in_the_boxs_own_form(self):
        for name in self.names:
            if self.found[name]["state"] != "imported":
                continue
            with self.subTest(name):
                stream = probe(self.clip(name), "stream=codec_name,pix_fmt,has_b_frames,width,height")["streams"][0]
                self.assertEqual((stream["codec_name"], stream["pix_fmt"], stream["has_b_frames"]), ("h264", "yuv420p", 0))
                self.assertLessEqual(stream["width"] * stream["height"], 1920 * 1080)

    def test_turn_and_sound_stay(self):
        stream = probe(self.clip("portrait.mp4"), "stream=width,height:stream_side_data=rotation")["streams"][0]
        source = probe(self.source("portrait.mp4"), "stream=width,height:stream_side_data=rotation")["streams"][0]
        self.assertEqual(stream["side_data_list"], source["side_data_list"])
        for name in ["portrait.mp4", "hevc.mov", "edited.mp4", "whole.mp4"]:
            with self.subTest(name):
                sound = probe(self.clip(name), "stream=codec_name,sample_rate,duration", "a:0")["streams"][0]
                self.assertEqual((sound["codec_name"], sound["sample_rate"]), ("aac", "44100"))
                self.assertAlmostEqual(float(sound["duration"]), times(self.clip(name))[-1] + 1 / 30, delta=0.1)

    def test_what_is_smaller_or_shorter_says_so(self):
        self.assertRegex(self.found["large.mp4"]["remarks"][0], "^3840x2160 at 30 pictures a second became 1920x1080")
        self.assertRegex(self.found["cut-front.mp4"]["remarks"][0], "^it was cut off")
        self.assertEqual(self.found["whole.mp4"]["remarks"], [])

    def test_what_is_no_whole_film_is_named_and_stops_no_other(self):
        self.assertEqual(self.status, 1)
        self.assertEqual([name for name in self.names if self.found[name]["state"] == "refused"], ["cut.mp4", "no-film.mp4"])
        lines = self.err.strip().split("\n")
        self.assertEqual(len(lines), 2, self.err)
        self.assertRegex(lines[0], r"cut\.mp4: its index is missing, .*; copy it again$")
        self.assertRegex(lines[1], r"no-film\.mp4: it is no film in MP4 or MOV; export it")

    def test_the_card_is_sound_and_the_films_are_as_they_were(self):
        self.assertTrue(self.unchanged)
        status, out, err = vir.run("card", "check", self.card)
        self.assertEqual(status, 0, out + err)
        status, out, err = vir.run("card", "list", self.card, "--json")
        sessions = json.loads(out)
        self.assertEqual(len(sessions), 1, out)
        self.assertEqual((sessions[0]["notes"], len(sessions[0]["clips"])), ("Imported", 11))
        with open(os.path.join(self.card, sessions[0]["session"], "session.json"), encoding="utf-8") as file:
            record = json.load(file)
        self.assertTrue(record["isProtected"])
        for clip, name in zip(record["clips"], [name for name in self.names if self.found[name]["state"] == "imported"]):
            film = self.source(name)
            self.assertEqual(clip["film"], {"name": name, "bytes": os.path.getsize(film), "sha256": digest(film)})
            self.assertTrue(os.path.exists(os.path.join(self.card, sessions[0]["session"], f"thumbs/{clip['number']}.jpg")))
        with open(os.path.join(self.card, sessions[0]["session"], "index.html"), encoding="utf-8") as page:
            self.assertIn("Film 3, imported", page.read())

    def test_a_film_is_imported_once_whatever_it_is_called(self):
        copy = os.path.join(vir.new_folder(), "another name.mov")
        with open(self.source("hevc.mov"), "rb") as file, open(copy, "wb") as other:
            other.write(file.read())
        status, out, err = vir.run("card", "import", copy, "--card", self.card)
        self.assertEqual((status, err), (0, ""))
        self.assertEqual(out, f"{copy}: is there already: {self.found['hevc.mov']['clip']}\n")


class Refusals(unittest.TestCase):
    """What is refused before anything is read."""

    def setUp(self):
        self.folder = vir.new_folder()
        self.card = os.path.join(self.folder, "card")
        os.mkdir(self.card)
        vir.run("card", "rebuild", "--new", self.card)

    def importing(self, *films, card=None):
        return vir.run("card", "import", *films, "--card", card or self.card)

    def test_only_plain_files_that_are_there_are_read(self):
        link, pipe, large = (os.path.join(self.folder, name) for name in ("link.mp4", "pipe.mp4", "large.mp4"))
        os.symlink("/etc/passwd", link)
        os.mkfifo(pipe)
        with open(large, "wb") as file:
            file.truncate(5 << 30)
        status, out, err = self.importing(link, pipe, large, self.folder)
        self.assertEqual((status, out), (1, ""))
        wanted = ["it is a link", "it is no file", "it has 5120 MB, and 4096 are the most", "it is no file"]
        for line, words in zip(err.strip().split("\n"), wanted, strict=True):
            self.assertIn(words, line)
        status, out, err = self.importing(os.path.join(self.folder, "none.mp4"))
        self.assertEqual(status, 66)
        self.assertRegex(err, r"none\.mp4: there is no such file or folder\n$")

    def test_without_names_the_films_of_the_folder_are_imported(self):
        waiting = os.path.join(self.card, "IMPORT")
        status, _, err = vir.run("card", "import", "--card", self.card)
        self.assertEqual(status, 66)
        self.assertRegex(err, r"IMPORT: no film is in it; name the films, or put them there\n$")
        os.mkdir(waiting)
        film(os.path.join(waiting, "model.mp4"), seconds=0.5)
        # A Mac leaves such a file beside each film; it isn't one.
        with open(os.path.join(waiting, "._model.mp4"), "wb") as file:
            file.write(b"Mac OS X")
        before = digest(os.path.join(waiting, "model.mp4"))
        status, out, err = vir.run("card", "import", "--card", self.card)
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"IMPORT/model\.mp4: \S+_S01/clips/film_01\.mp4\n$")
        self.assertEqual(digest(os.path.join(waiting, "model.mp4")), before)
        self.assertEqual(sorted(os.listdir(waiting)), ["._model.mp4", "model.mp4"])

    def test_a_folder_that_is_no_card_is_refused(self):
        folder = vir.new_folder()
        status, _, err = self.importing("/dev/null", card=folder)
        self.assertEqual(status, 66)
        self.assertIn("it is no card of VIR", err)
        self.assertEqual(os.listdir(folder), [])


class AtAStart(unittest.TestCase):
    """The box itself imports what lies in IMPORT, in the background."""

    def setUp(self):
        self.card = os.path.realpath(vir.new_folder())
        vir.run("card", "rebuild", "--new", self.card)
        self.waiting = os.path.join(self.card, "IMPORT")

    def put(self, name, **how):
        os.makedirs(self.waiting, exist_ok=True)
        film(os.path.join(self.waiting, name), **how)

    def start(self, *words):
        status, out, err = vir.run("run", "--clock", "virtual", "--camera", "synthetic", "--display", "headless:160x160@30", "--size", "160x160",
                                   "--fps", "30", "--delay", "1", "--for", "4", "--card", self.card, *words)
        self.assertEqual(status, 0, out + err)
        return err

    def sessions(self):
        status, out, err = vir.run("card", "list", self.card, "--json")
        self.assertEqual(status, 0, err)
        return json.loads(out)

    def files(self):
        """Each file of the films' folder and of the sessions with its checksum."""
        found = {}
        for part in ["IMPORT"] + [session["session"] for session in self.sessions()]:
            for folder, _, names in os.walk(os.path.join(self.card, part)):
                for name in names:
                    found[os.path.relpath(os.path.join(folder, name), self.card)] = digest(os.path.join(folder, name))
        return found

    def test_films_are_imported_once_and_what_a_box_cant_do_is_named(self):
        self.put("fast.mov", rate=120, seconds=1)
        self.put("model.mp4", seconds=1, sound=True)
        self.put("large.mp4", size="2560x1440", seconds=0.2)
        self.put("new.mov", codec="libx265", seconds=0.2)
        with open(os.path.join(self.waiting, "no-film.mp4"), "wb") as file:
            file.write(os.urandom(20_000))
        before = {name: digest(os.path.join(self.waiting, name)) for name in os.listdir(self.waiting)}
        said = self.start()
        for name in ("fast.mov", "model.mp4"):
            self.assertRegex(said, rf"film {re.escape(name)} imported: \S+/clips/film_\d\d\.mp4")
        refusals = {"large.mp4": "vir card import on a laptop", "new.mov": "coded as hevc", "no-film.mp4": "it is no film in MP4 or MOV"}
        for name, words in refusals.items():
            self.assertRegex(said, rf"film {re.escape(name)} not imported: .*{words}")
        sessions = self.sessions()
        self.assertEqual([(session["notes"], len(session["clips"])) for session in sessions], [("Imported", 2)])
        for name in ("fast.mov", "model.mp4"):
            clip = re.search(rf"film {re.escape(name)} imported: (\S+)", said)[1]
            self.assertEqual(len(times(os.path.join(self.card, clip))), len(times(os.path.join(self.waiting, name))))
        self.assertEqual({name: digest(os.path.join(self.waiting, name)) for name in before}, before)
        status, out, err = vir.run("card", "check", self.card)
        self.assertEqual(status, 0, out + err)
        # The next start imports nothing and changes nothing, but names the refused films again.
        files = self.files()
        said = self.start()
        self.assertEqual(re.findall(r"film \S+ imported: ", said), [])
        for name in refusals:
            self.assertIn(f"film {name} not imported: ", said)
        self.assertEqual(self.files(), files)

    def test_while_nothing_is_kept_nothing_is_imported(self):
        self.put("model.mp4", seconds=0.5)
        said = self.start("--set", "keep=nothing")
        self.assertRegex(said, r"film model\.mp4 not imported: nothing is kept")
        self.assertEqual(self.sessions(), [])
        self.assertIn("film model.mp4 imported: ", self.start())


if __name__ == "__main__":
    unittest.main()

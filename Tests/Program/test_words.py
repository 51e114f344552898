# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad input: one clear line on standard error, the right exit status, and nothing made or written."""
import glob
import os
import re
import subprocess
import unittest

import vir

USAGE, NO_INPUT, UNAVAILABLE, CANNOT_WRITE = 64, 66, 69, 74

RUN = ["run", "--clock", "virtual", "--display", "headless", "--for", "0.2", "--card", "{d}/card"]
REAL = ["run", "--for", "0.2", "--display", "headless", "--card", "{d}/card"]

# The command ({d} is a folder whose files are made below), the exit status, and what its line must say: what is wrong, where, and what to
# type instead, if anything.
TABLE = [
    # Commands.
    (["devcies"], USAGE, r"no command 'devcies'; the commands are run, devices, faces, score, card, export, bench"),
    ([""], USAGE, r"the first word is empty; the commands are"),
    (["a\nb"], USAGE, r"no command 'a\\nb'"),
    (["--colour"], USAGE, r"--colour.*'vir --help'"),
    (["run", "--colour"], USAGE, r"--colour.*'vir run --help'"),
    (["run", "extra"], USAGE, r"'extra' is too much.*'vir run --help'"),
    (["run", "--for"], USAGE, r"--for has no value"),
    (["run", "--for", "-1"], USAGE, r"--for has no value; write --for=… if the value begins with a -"),
    (["run", "--delay", "-5"], USAGE, r"--delay has no value; write --delay=…"),
    (["card", "nope"], USAGE, r"there is no card command 'nope'; there are check, rebuild, list, merge, import; 'vir card --help'"),
    (["export", "{d}", "--as", "foo", "--to", "x"], USAGE, r"--as foo: take file, anybody, slow, .*; 'vir export --help' says more$"),
    (["export", "{d}", "--view", "foo", "--to", "x"], USAGE, r"--view foo: take beside, ghost, wipe; 'vir export --help'"),
    (["devices", "--json=yes"], USAGE, r"--json"),
    # Cards that are only read.
    *((["card", command, path], status, words)
      for command in ("check", "list", "rebuild")
      for path, status, words in (
          ("{d}/none", NO_INPUT, r"{d}/none: there is no such folder; name the card's"), ("{d}/file", NO_INPUT, r"{d}/file: it is a file; name the card's folder"),
          ("{d}/file/x", NO_INPUT, r"a part of its path is a file"), ("", USAGE, r"the card's name is empty; name its folder"),
          ("a\nb", NO_INPUT, r"^vir: a\\nb: there is no such folder"))),
    *((["card", command, "{d}/folder"], NO_INPUT, r"{d}/folder: it is no card of VIR; .* vir card rebuild --new") for command in ("check", "list", "rebuild")),
    (["card", "check"], USAGE, r"<dir> is missing; 'vir card check --help'"),
    (["card", "check", "a", "b"], USAGE, r"'b' is too much"),
    (["card", "merge"], USAGE, r"<folders> .*is missing; 'vir card merge --help'"),
    (["card", "import"], USAGE, r"--card"),
    (["card", "import", "--card", "{d}/none"], NO_INPUT, r"{d}/none: there is no such folder; name the card's"),
    (["card", "merge", "{d}/folder"], USAGE, r"name the cards, and last the folder of the book; 'vir card merge --help'"),
    (["card", "merge", "{d}/none", "{d}/book"], NO_INPUT, r"{d}/none: there is no such folder; name the card's"),
    (["card", "merge", "{d}/folder", "{d}/book"], NO_INPUT, r"{d}/folder: it is no card of VIR"),
    (["devices", "--card", ""], USAGE, r"--card: its value is empty"),
    (["bench", "nope"], USAGE, r"bench nope: there is no such benchmark; there are append, "),
    (["bench", "no\npe"], USAGE, r"bench no\\npe: "),
    # Faces and scores.
    (["faces", "x"], USAGE, r"'x' is too much"),
    (["faces", "--settings", "{d}/none"], NO_INPUT, r"--settings {d}/none: there is no such file"),
    (["faces", "--settings", "{d}/folder"], NO_INPUT, r"--settings {d}/folder: it is a folder; name a file in it"),
    (["faces", "--settings", "{d}/bytes"], USAGE, r"--settings {d}/bytes, line 1: this is neither a setting nor a comment"),
    (["faces", "--settings", "{d}/face.toml"], USAGE, r"--settings {d}/face.toml, line 2: .*its value is missing"),
    (["faces", "--settings", "{d}/pink.toml"], USAGE, r"--settings {d}/pink.toml, line 1: custom-face-1: there is no colour \"pink\"; take yellow"),
    (["faces", "--settings", ""], USAGE, r"--settings: it is empty"),
    (["score"], USAGE, r"--face <face> is missing"),
    (["score", "--face", "wa_40"], USAGE, r"--arrow <arrow> is missing"),
    (["score", "--face", "nope", "--arrow", "5"], USAGE, r"--face nope: there is no such face; 'vir faces' lists them"),
    (["score", "--face", "", "--arrow", "5"], USAGE, r"--face: its value is empty"),
    (["score", "--face", "a\nb", "--arrow", "5"], USAGE, r"--face a\\nb: there is no such face"),
    *((["score", "--face", "wa_40", f"--arrow={arrow}"], USAGE, r"--arrow.*: on wa_40 a shaft is 3.1 to 9.9 mm thick")
      for arrow in ("five", "0", "-5", "99", "nan", "inf", "0x5")),
    (["score", "--face", "wa_40", "--arrow", ""], USAGE, r"--arrow: on wa_40 a shaft is 3.1 to 9.9 mm thick"),
    (["score", "--face", "wa_40", "--arrow", "5", "{d}/none"], NO_INPUT, r"^vir: {d}/none: there is no such file$"),
    (["score", "--face", "wa_40", "--arrow", "5", "{d}/folder"], NO_INPUT, r"^vir: {d}/folder: it is a folder; name a file in it$"),
    (["score", "--face", "wa_40", "--arrow", "5", "/dev/zero"], NO_INPUT, r"/dev/zero: it has more than 64 MiB"),
    (["score", "--face", "wa_40", "--arrow", "5", "a\nb"], NO_INPUT, r"^vir: a\\nb: there is no such file$"),
    # The values of every option of a run: empty, a wrong word, a wrong number.
    (["run", "--for="], USAGE, r"--for has no value"),
    *(([*RUN, f"--{option}", ""], USAGE, rf"--{option}: its value is empty; 'vir run --help'")
      for option in ("camera", "display", "panel", "size", "fps", "scoring", "face", "arrow", "round", "delay", "card", "settings", "options", "clock",
                     "for", "report", "snapshots", "snapshot-every", "snapshot-at")),
    (["run", "--camera", "polaroid"], USAGE, r"--camera: polaroid isn't one of auto, libcamera"),
    (["run", "--camera", "7"], USAGE, r"--camera: 7 isn't one of auto"),
    (["run", "--camera", "file:"], USAGE, r"--camera: file: isn't one of"),
    (["run", "--camera", "libcamera:"], USAGE, r"--camera: libcamera: isn't one of"),
    ([*RUN, "--camera", "libcamera"], USAGE, r"--clock virtual can't hurry a real camera: use --camera synthetic or file:PATH"),
    ([*RUN, "--camera", "file:{d}/none"], NO_INPUT, r"{d}/none: there is no such file"),
    ([*RUN, "--camera", "file:{d}/no\nne"], USAGE, r"--camera: there is a line break in file:{d}/no\\nne; give the file a name without one"),
    ([*RUN, "--camera", "file:{d}/folder"], NO_INPUT, r"{d}/folder: it is a folder; name a video file in it"),
    ([*RUN, "--camera", "file:{d}/file"], NO_INPUT, r"{d}/file: it is empty; name a video file"),
    ([*RUN, "--camera", "file:{d}/bytes"], NO_INPUT, r"{d}/bytes: it is no video that can be read; is the file whole\?"),
    ([*RUN, "--camera", "file:{d}/sound.wav"], NO_INPUT, r"{d}/sound.wav: it has sound but no video"),
    ([*RUN, "--camera", "file:{d}/kind.avi"], NO_INPUT, r"{d}/kind.avi: its video is of a kind that nothing here knows; is the file whole\?"),
    ([*RUN, "--camera", "file:/dev/zero"], NO_INPUT, r"/dev/zero: it is not an ordinary file; name a video file"),
    ([*REAL, "--camera", "libcamera:none"], UNAVAILABLE, r"camera libcamera:none: there is no such camera; 'vir devices' lists"),
    (["run", "--display", "wall"], USAGE, r"--display: wall isn't one of auto, kms"),
    (["run", "--display", "headless:0x0@60"], USAGE, r"headless:0x0@60 is no TV; write it as headless:1920x1080@60"),
    (["run", "--display", "headless:1920x1080@nan"], USAGE, r"is no TV"),
    (["run", "--clock", "virtual", "--display", "window", "--for", "1"], USAGE, r"use --display headless"),
    ([*REAL[:3], "--display", "kms:/dev/none", "--camera", "synthetic", "--card", "{d}/card"], UNAVAILABLE, r"display /dev/none: "),
    ([*REAL[:3], "--display", "window", "--camera", "synthetic", "--card", "{d}/card"], UNAVAILABLE,
     r"display window: there is no desktop here, neither Wayland nor X11; --display headless"),
    (["run", "--panel", "organ"], USAGE, r"--panel: organ isn't one of auto, gpio, keys, script:PATH"),
    ([*RUN, "--panel", "keys"], USAGE, r"use --panel script:PATH"),
    ([*RUN, "--panel", "script:{d}/none"], NO_INPUT, r"--panel script: {d}/none: there is no such file"),
    ([*RUN, "--panel", "script:{d}/folder"], NO_INPUT, r"--panel script: {d}/folder: it is a folder; name a file in it"),
    ([*RUN, "--panel", "script:{d}/bell.script"], USAGE, r"{d}/bell.script:2: 'bell' is no control; expected mark, stop"),
    ([*RUN, "--panel", "script:{d}/bytes"], USAGE, r"{d}/bytes:1: "),
    ([*RUN, "--panel", "script:/dev/zero"], USAGE, r"/dev/zero: is too long for a script"),
    *(([*RUN, f"--size={size}"], USAGE, rf"--size: {re.escape(size)}")
      for size in ("0x0", "0x480", "wide", "1920", "1920x", "641x480", "100000x100000", "-1x-1", "99999999999999999999x1", "5", "true")),
    ([*RUN, "--size", "a\nb"], USAGE, r"--size: a\\nb is no size; write it as 1280x720"),
    *(([*RUN, f"--fps={fps}"], USAGE, r"--fps: .* isn't one of 24, 25, 30, 48, 50, 60 frames a second")
      for fps in ("0", "-1", "61", "nan", "many", "0x1E", "1e99")),
    *(([*RUN, f"--delay={delay}"], USAGE, r"--delay: .*; take 1 to 60 seconds") for delay in ("-1", "0", "61", "nan", "inf", "five", "0x5")),
    (["run", "--scoring", "maybe"], USAGE, r"--scoring: maybe is neither true nor false"),
    (["run", "--face", "wa_41"], USAGE, r"--face: there is no face wa_41; there are wa_40.*; 'vir faces' lists them all"),
    (["run", "--round", "wa_71"], USAGE, r"--round: there is no round wa_71; take none, wa_70"),
    (["run", "--arrow", "99"], USAGE, r"--arrow: 99 is out of range; take 3.1 to 10.7 mm"),
    ([*RUN, "--set", "text-scale"], USAGE, r"--set text-scale: write it as key=value"),
    ([*RUN, "--set", "=150"], USAGE, r"--set =150: write it as key=value"),
    ([*RUN, "--set", "texts=150"], USAGE, r"--set texts=150: there is no setting texts; the card's settings.toml has them all"),
    ([*RUN, "--set", "text-scale="], USAGE, r"--set text-scale=: its value is empty"),
    ([*RUN, "--set", "text-scale=7"], USAGE, r"--text-scale: 7 "),
    ([*RUN, "--delay", "3", "--set", "delay=4"], USAGE, r"--set delay=4: delay is given twice"),
    (["run", "--clock", "cuckoo"], USAGE, r"--clock cuckoo: it is real or virtual"),
    (["run", "--clock", "virtual"], USAGE, r"--clock virtual needs an end: use --for SECONDS, or a script"),
    *((["run", f"--for={seconds}"], USAGE, r"--for .*: it takes seconds, 0.001 to 2592000$") for seconds in ("x", "0", "-1", "1e9", "nan", "0x5")),
    ([*RUN, "--settings", "{d}/none"], NO_INPUT, r"--settings {d}/none: there is no such file"),
    ([*RUN, "--settings", "{d}/folder"], NO_INPUT, r"--settings {d}/folder: it is a folder; name a file in it"),
    # The files that it writes.
    ([*RUN, "--report", "{d}/no/report.json"], CANNOT_WRITE, r"--report {d}/no/report.json: there is no folder {d}/no; make it first"),
    ([*RUN, "--report", "{d}/folder"], CANNOT_WRITE, r"--report {d}/folder: it is a folder; name a file in it"),
    ([*RUN, "--report", "{d}/none/"], CANNOT_WRITE, r"--report {d}/none/: "),
    ([*RUN, "--report", "{d}/file/report.json"], CANNOT_WRITE, r"--report {d}/file/report.json: a part of its path is a file"),
    ([*RUN, "--report", "/proc/report.json"], CANNOT_WRITE, r"--report /proc/report.json: no file can be made in /proc"),
    ([*RUN, "--report", "a\nb/c"], CANNOT_WRITE, r"--report a\\nb/c: there is no folder a\\nb; make it first"),
    ([*RUN, "--report", "/dev/fd/99"], CANNOT_WRITE, r"--report /dev/fd/99: it is closed, or only to be read"),
    ([*RUN, "--report", "{d}/" + "x" * 300], CANNOT_WRITE, r"its name is too long"),
    ([*RUN, "--snapshots", "{d}/file"], CANNOT_WRITE, r"--snapshots {d}/file: it is a file and no folder"),
    ([*RUN, "--snapshots", "{d}/no/tv"], CANNOT_WRITE, r"--snapshots {d}/no/tv: there is no folder {d}/no to make it in; make that first"),
    ([*RUN, "--snapshots", "/proc/tv"], CANNOT_WRITE, r"--snapshots /proc/tv: "),
    ([*RUN, "--snapshots", "{d}/tv", "--snapshot-every", "0"], USAGE, r"--snapshot-every 0: it takes seconds, 0.001 to 86400$"),
    ([*RUN, "--snapshot-every", "1"], USAGE, r"--snapshot-every goes with --snapshots DIR"),
    ([*RUN, "--snapshot-at", "1"], USAGE, r"--snapshot-at goes with --snapshots DIR"),
    *(([*RUN, "--snapshots", "{d}/tv", f"--snapshot-at={word}"], USAGE, rf"--snapshot-at {word}: '{part}' is no time; write seconds and spans")
      for word, part in (("x", "x"), ("1,,2", ""), ("5-3", "5-3"), ("1-2-3", "1-2-3"), ("-1", "-1"), ("1,nan", "nan"), ("1e9", "1e9"))),
    ([*RUN, "--card", "{d}/file"], CANNOT_WRITE, r"--card {d}/file: it is a file; name a folder"),
    ([*RUN, "--card", "{d}/a/b"], CANNOT_WRITE, r"--card {d}/a/b: there is no folder {d}/a to make it in; make that first"),
    ([*RUN, "--card", "/proc/vir"], CANNOT_WRITE, r"--card /proc/vir: "),
    ([*RUN, "--card", "{d}/" + "x" * 300], CANNOT_WRITE, r"its name is too long"),
    ([*RUN, "--card", "a\nb/c"], CANNOT_WRITE, r"--card a\\nb/c: there is no folder a\\nb to make it in"),
]


def avi_of_no_kind():
    """A whole video file whose kind of video nobody knows: its four letters are made up."""
    folder = vir.new_folder()
    path = os.path.join(folder, "known.avi")
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=1:size=64x64", "-c:v", "mjpeg", path], check=True)
    with open(path, "rb") as file:
        return file.read().replace(b"MJPG", b"Q?7!")


class BadInput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = vir.new_folder()
        os.mkdir(os.path.join(cls.folder, "folder"))
        texts = {"file": b"", "bytes": bytes(range(256)) * 40, "torn.toml": b"fps = 30\ndelay = \n", "face.toml": b"fps = 30\ncustom-face-1 = \n", "bell.script": b"1 mark tap\n2 bell ring\n",
                 "pink.toml": b'custom-face-1 = "club; Club; X 11 50 pink"\n', "kind.avi": avi_of_no_kind()}
        for name, text in texts.items():
            with open(os.path.join(cls.folder, name), "wb") as file:
                file.write(text)
        subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=0.2", os.path.join(cls.folder, "sound.wav")], check=True)
        cls.there = sorted(os.listdir(cls.folder))
        # Without the variables by which a desktop or a service manager is found.
        cls.environment = {name: value for name, value in os.environ.items()
                           if name not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER", "RUNTIME_DIRECTORY")}

    def run_vir(self, words):
        return subprocess.run([vir.PROGRAM, *words], capture_output=True, text=True, errors="replace", timeout=120, cwd=self.folder,
                              env=self.environment, stdin=subprocess.DEVNULL)

    def test_each_is_refused_with_one_clear_line_and_leaves_nothing(self):
        for words, status, said in TABLE:
            words = [word.replace("{d}", self.folder) for word in words]
            with self.subTest(words=words):
                done = self.run_vir(words)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual((done.stderr.count("\n"), done.stderr[:5], done.stderr[-1:]), (1, "vir: ", "\n"), done.stderr)
                self.assertRegex(done.stderr.rstrip("\n"), said.replace("{d}", re.escape(self.folder)))
                # Only words of ours, and nothing that was put together with missing parts.
                self.assertNotRegex(done.stderr, r"NSCocoa|could not be completed|Optional\(|Invalid data|error [0-9]|: :|:  |decoder for none")
                self.assertEqual(done.stdout, "")
                for made in ("card", "tv"):
                    if made in os.listdir(self.folder):
                        self.assertEqual(os.listdir(os.path.join(self.folder, made)), [])
                        os.rmdir(os.path.join(self.folder, made))
                self.assertEqual(sorted(os.listdir(self.folder)), self.there)

    def test_a_wrong_table_is_told_row_by_row_up_to_ten(self):
        done = self.run_vir(["score", "--face", "wa_40", "--arrow", "5", "bytes"])
        self.assertEqual(done.returncode, 64)
        said = done.stderr.splitlines()
        self.assertEqual(len(said), 11)
        self.assertRegex(said[-1], r"^vir: \d+ bad rows; the others are scored$")

    def test_a_wrong_line_of_the_settings_is_said_in_our_words(self):
        for line, words in ((rb'camera = "\q"', r"what stands between its quotes isn't TOML"), (b"delay = 5x", "this is no number"),
                            (b"delay = 5,5", "5,5 is taken as 5.5"), (b"fps = 1979-13-40", "it takes one word, number, true or false")):
            with self.subTest(line=line):
                folder = vir.new_folder()
                with open(os.path.join(folder, "settings.toml"), "wb") as file:
                    file.write(b"scoring = false\n" + line + b"\n")
                done = self.run_vir(["run", "--clock", "virtual", "--display", "headless", "--for", "0.2", "--size", "320x180", "--card", folder])
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stderr, rf"line 2: (camera|delay|fps): .*{words}")
                self.assertNotIn("Error while parsing", done.stderr)

    def test_what_is_wrong_in_a_settings_file_is_told_under_the_name_that_was_given(self):
        done = self.run_vir(["run", "--clock", "virtual", "--display", "headless", "--for", "0.2", "--size", "320x180", "--card",
                             os.path.join(vir.new_folder(), "card"), "--settings", "torn.toml"])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("torn.toml line 2: delay: its value is missing", done.stderr)
        self.assertNotIn("settings.toml", done.stderr)

    def test_a_path_with_a_line_break_is_one_line_of_the_log_too(self):
        folder = os.path.join(vir.new_folder(), "a\nb")
        done = self.run_vir(["run", "--clock", "virtual", "--display", "headless", "--for", "0.2", "--size", "320x180", "--card", folder])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 1)
        self.assertIn("a\\nb", done.stdout)
        self.assertTrue(glob.glob(glob.escape(folder)))


if __name__ == "__main__":
    unittest.main()

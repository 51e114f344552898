# SPDX-License-Identifier: GPL-3.0-or-later
"""What owners of other products of this kind report as faults, tried here: lost pictures, clocks that jump, foreign files, small disks."""
import array
import glob
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import unittest

import strip
import vir

LIVE, SCORE = 'after-stop = "live"\n', 'after-stop = "score"\n'


def session(script, *, extra=(), display="headless:640x360@60", **more):
    made = vir.Session(script, size=more.pop("size", "320x180"), display=display, extra=extra, **more)
    assert made.status == 0, made.err
    return made


def folders(card):
    return sorted(os.path.dirname(path) for path in glob.glob(f"{card}/*/session.json"))


def record(folder):
    with open(f"{folder}/session.json", encoding="utf-8") as file:
        return json.load(file)


def clips(made):
    """The first session's clips, by their names."""
    return {os.path.basename(path): path for path in sorted(glob.glob(f"{folders(made.card)[0]}/clips/*.mp4"))}


def is_gapless(frames):
    return frames == list(range(frames[0], frames[0] + len(frames)))


class LostPictures(unittest.TestCase):
    def test_a_camera_that_is_away_in_the_middle_of_a_shot(self):
        made = session("10 mark tap\n12 camera unplug\n14.5 camera plug\n20 mark tap\n26 stop tap\n", seconds=30, snapshot_every=0.5, snapshot_at=[(19.5, 26)])
        # Time went on for 15 s, so the clip is that long.
        self.assertAlmostEqual(float(strip.probe(clips(made)["02.mp4"])["format"]["duration"]), 15, delta=0.01)
        late = [(at, frame) for path, at in made.snapshot_times() if 19.5 <= at <= 26
                for frame in [strip.read(strip.picture(path, 640, 360), 640, 360)] if frame != round(361 + (at - 19.5) * 30)]
        self.assertEqual(late, [], "behind the gap the delay isn't exact")

    def test_sound_keeps_its_place_behind_a_gap(self):
        for gap in ("", "11 camera unplug\n13.5 camera plug\n"):
            with self.subTest(gap=gap):
                made = session(gap + "20 mark tap\n33 mark tap\n36 stop tap\n", seconds=44, settings="sound = true\n" + LIVE)
                raw = subprocess.run(["ffmpeg", "-v", "error", "-i", clips(made)["02.mp4"], "-map", "0:a", "-ac", "1", "-ar", "48000", "-f", "s16le", "-"],
                                     check=True, capture_output=True).stdout
                samples = array.array("h", raw)
                loud = [max(map(abs, samples[at:at + 480])) for at in range(0, len(samples) - 480, 480)]
                most = max(loud)
                shots = [at / 100 for at in range(1, len(loud)) if loud[at] > 0.3 * most >= max(loud[max(0, at - 50):at])]
                self.assertEqual([round(at, 1) for at in shots], [6.0, 14.0])


class SavedAgain(unittest.TestCase):
    def test_what_is_saved_twice_within_a_second_is_whole_each_time(self):
        made = session("20 mark tap\n20.4 mark tap\n21 mark tap\n24 mark hold 1.2\n25.8 mark hold 1.2\n32 stop tap\n", seconds=38,
                       settings='clip = "window"\nbefore = 6\nafter = 2\n' + LIVE)
        frames = {name: strip.frame_indices(path, 320, 180) for name, path in clips(made).items()}
        for name in ("01.mp4", "02.mp4", "03.mp4"):
            self.assertTrue(len(frames[name]) == 331 and is_gapless(frames[name]), f"{name}: {len(frames[name])} pictures")
        self.assertEqual([frames[f"buffer_0{number}.mp4"][0] for number in (1, 2)], [0, 0])
        self.assertTrue(is_gapless(frames["buffer_02.mp4"]))


class ClocksOfFilms(unittest.TestCase):
    """Time stamps that jump back, run over, or begin below zero."""

    def test_each_picture_comes_once_and_in_order(self):
        source = clips(session("6 mark tap\n9 stop tap\n", seconds=12, settings="after = 0\n" + LIVE))["01.mp4"]
        folder = vir.new_folder()

        def copy(name, *options, of=source):
            subprocess.run(["ffmpeg", "-y", "-v", "error", "-i", of, "-map", "0:v", "-c", "copy", *options, f"{folder}/{name}"], check=True)

        copy("whole.ts")
        frames = strip.frame_indices(f"{folder}/whole.ts", 320, 180)
        self.assertGreater(len(frames), 100)
        with open(f"{folder}/jump.ts", "wb") as jump, open(f"{folder}/whole.ts", "rb") as whole:
            jump.write(whole.read() * 2)
        copy("wrap.ts", "-output_ts_offset", "95441.7")
        copy("below.mkv", "-output_ts_offset", "-3", "-avoid_negative_ts", "disabled")
        for name, expected in (("jump.ts", frames * 2), ("wrap.ts", frames), ("below.mkv", frames)):
            with self.subTest(name):
                made = session("12 mark tap\n", camera=f"file:{folder}/{name}", seconds=16, size=None, fps=None, delay=1, settings=LIVE)
                seen = strip.frame_indices(clips(made)["01.mp4"], 320, 180)[:len(expected)]
                # The film may end before the clip does.
                self.assertEqual(seen, expected[:len(seen)])
                self.assertGreaterEqual(len(seen), len(frames))


class Scores(unittest.TestCase):
    def test_arrows_that_are_called_from_high_to_low_have_no_clip(self):
        made = session("8 mark tap\n12 mark tap\n16 mark tap\n20 stop tap\n22 mark tap\n23 knob turn +1\n24 mark tap\n25 knob turn +1\n26 mark tap\n",
                       seconds=32, settings=SCORE + 'score-order = "high"\n')
        arrows = [(arrow["label"], arrow.get("clip")) for arrow in record(folders(made.card)[0])["ends"][0]["arrows"]]
        self.assertEqual(arrows, [("10", None), ("9", None), ("8", None)])

    def test_sixty_arrows_and_a_miss_add_up(self):
        dice, lines, at, points, now = random.Random(7), [], 3.0, [], 10
        for end in range(20):
            lines.append(f"{at:.1f} stop tap")
            at += 2
            for arrow in range(3):
                value = 0 if (end, arrow) == (11, 1) else dice.choice([10, 9, 9, 8, 7, 6])
                if value != now:
                    lines.append(f"{at:.1f} knob turn {now - value:+d}")
                now = value
                points.append(value)
                lines.append(f"{at + .6:.1f} mark tap")
                at += 1.5
            lines.append(f"{at + 1.5:.1f} mark tap")
            at += 3.5
        made = session("\n".join(lines) + "\n", extra=["--round", "portsmouth"], seconds=at + 6, settings=SCORE)
        folder = folders(made.card)[0]
        self.assertEqual(sum(end["total"] for end in record(folder)["ends"]), sum(points))
        with open(f"{folder}/index.html", encoding="utf-8") as file:
            text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<style.*?</style>", "", file.read())))
        self.assertIn(f"Result {sum(points)} of 600", text)
        self.assertIn("Arrows 60 of 60", text)
        self.assertIn("Miss 1", text)


class OtherSystems(unittest.TestCase):
    def test_what_macs_and_windows_leave_on_a_card_is_no_session_and_stays(self):
        made = session("7 mark tap\n12 stop tap\n", seconds=16, settings=LIVE)
        card, folder = made.card, folders(made.card)[0]
        for place, _, names in list(os.walk(card)):
            for name in names:
                with open(f"{place}/._{name}", "wb") as file:
                    file.write(b"\0\5\x16\7" + b"\0" * 4000)
        for place in (card, folder, f"{folder}/clips"):
            for name in (".DS_Store", "desktop.ini"):
                with open(f"{place}/{name}", "wb") as file:
                    file.write(b"[x]\r\n")
        for name in (".Trashes", "System Volume Information", "$RECYCLE.BIN", "__MACOSX"):
            shutil.copytree(folder, f"{card}/{name}/{os.path.basename(folder)}")
        before = self.content(card)
        status, out, err = vir.run("card", "check", card)
        self.assertEqual((status, out.split(",")[0]), (0, "1 session"), out + err)
        self.assertEqual(vir.run("card", "rebuild", card)[0], 0)
        session("7 mark tap\n12 stop tap\n", seconds=16, folder=made.folder)
        after = self.content(card)
        # The second session's number is noted in card.json; the card stays the same.
        ours = ("index.html", "vir-log.txt", "card.json")
        changed = [path for path, bytes in before.items() if after.get(path) != bytes and os.path.basename(path) not in ours]
        self.assertEqual(changed, [])
        self.assertEqual(*(json.loads(found[f"{card}/card.json"])["id"] for found in (before, after)))

    @staticmethod
    def content(card):
        found = {}
        for place, _, names in os.walk(card):
            for name in names:
                if not name.startswith("vir.sqlite"):
                    with open(f"{place}/{name}", "rb") as file:
                        found[f"{place}/{name}"] = file.read()
        return found

    def test_a_stick_that_takes_no_file_of_this_length(self):
        made = session("7 mark tap\n12 stop tap\n", seconds=16, settings=LIVE)
        stick = vir.new_folder()

        def limit():
            # A limit on the file size, like FAT's 4 GiB.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

        done = subprocess.run([vir.PROGRAM, "export", made.card, "S01", "1", "--to", stick], capture_output=True, text=True, preexec_fn=limit)
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertIn("4 GB", done.stderr)
        self.assertEqual(glob.glob(f"{stick}/**/*.*", recursive=True), [])

    def test_the_card_and_the_tv_are_the_same_whatever_the_locale(self):
        seen = {}
        for locale in ("C", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_SA.UTF-8"):
            made = session("7 mark tap\n10 stop tap\n12 knob turn +2\n14 mark tap\n", seconds=20, snapshot_every=4,
                           settings=SCORE + 'archers = "Ida İlker: wa_122, 5.5"\n', environment={**os.environ, "LC_ALL": locale, "LANG": locale})
            digest = hashlib.md5()
            for place in (made.card, made.snapshots):
                for path, bytes in sorted((path[len(made.folder):], bytes) for path, bytes in self.content(place).items()):
                    digest.update(path.encode() + bytes)
            seen[locale] = digest.hexdigest()
        self.assertEqual(len(set(seen.values())), 1, seen)


class OtherTVs(unittest.TestCase):
    def test_the_delay_on_tvs_of_other_rates(self):
        for mode, camera in (("640x360@50", 30), ("640x360@59.94", 25), ("640x360@30", 60), ("1366x768@60", 30)):
            with self.subTest(mode=mode, camera=camera):
                made = session("", display=f"headless:{mode}", seconds=12, fps=camera, snapshot_every=0.9, snapshot_at=[(6, 12)])
                limit = 1 / camera + 1 / float(mode.split("@")[1]) + 0.001
                width, height = map(int, mode.split("@")[0].split("x"))
                late = []
                for path, at in made.snapshot_times():
                    if at > 6:
                        frame = strip.read(strip.picture(path, width, height), width, height)
                        if not -0.001 <= at - 5 - frame / camera <= limit:
                            late.append((at, frame))
                self.assertEqual(late, [])
                self.assertEqual(made.report["losses"]["tv"], 0)


if __name__ == "__main__":
    unittest.main()

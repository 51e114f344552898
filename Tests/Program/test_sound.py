# SPDX-License-Identifier: GPL-3.0-or-later
"""Clips with sound, and what is heard of what is looked at again, as far as a run without a loudspeaker can tell."""
import array
import os
import subprocess
import unittest

import strip
import vir
from vir import Session

# The archer of the range shoots at 5 s and 13 s; looking back replays 0.2 s to 5.2 s and more.
SCRIPT = "8.2 mark tap\n12 left tap\n20 stop tap\n21 stop tap\n"


def run(settings):
    return Session(SCRIPT, seconds=24, delay=2, size="320x180", settings="tail = false\nscoring = false\n" + settings)


class Listening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = run("sound = true\nagain = \"1\"\n")

    def heard(self, session):
        return [event["seconds"] for event in session.report["events"] if event["what"].startswith("sound is heard")]

    def test_it_ran(self):
        self.assertEqual(self.session.status, 0, self.session.err)

    def test_a_look_again_is_heard_and_the_delayed_picture_is_not(self):
        heard = self.heard(self.session)
        self.assertEqual(len(heard), 1)
        self.assertTrue(12 <= heard[0] < 12.3, heard)

    def test_the_clip_has_its_sound(self):
        path = self.session.clip_path(self.session.report["clips"][0])
        kinds = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path],
                               capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(kinds, ["h264", "aac"])

    def test_a_look_again_in_slow_motion_is_heard_too(self):
        session = run("sound = true\nagain = \"0.5\"\n")
        self.assertEqual(session.status, 0, session.err)
        heard = self.heard(session)
        self.assertEqual(len(heard), 1)
        self.assertTrue(12 <= heard[0] < 12.3, heard)

    def test_slow_motion_for_somebody_has_its_sound_and_the_very_pictures(self):
        folder = vir.new_folder()
        status, _, err = vir.run("export", self.session.card, "1", 1, "--as", "slow", "--slowness", 4, "--to", folder)
        self.assertEqual((status, err), (0, ""))
        path = next(f"{folder}/{name}" for name in os.listdir(folder) if name.endswith("_slow-4x.mp4"))

        def pictures(file):
            return subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v", "-show_data_hash", "md5", "-show_entries",
                                   "packet=size,data_hash", "-of", "csv=p=0", file], check=True, capture_output=True, text=True).stdout

        self.assertEqual(pictures(path), pictures(self.session.clip_path(self.session.report["clips"][0])))
        sound = subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:a", "-ac", "1", "-ar", "48000", "-f", "s16le", "-"],
                               check=True, capture_output=True).stdout
        levels = [abs(sample) for sample in array.array("h", sound)]
        frames = strip.frame_indices(path, 320, 180)
        self.assertAlmostEqual(len(levels) / 48_000, 4 * len(frames) / 30, delta=0.05)
        # The release is at 5 s. It is loud within 6 ms, once, and has a quarter of its loudest 46 ms later.
        due = 4 * (5 - frames[0] / 30) * 48_000
        half = max(levels) / 2
        loud = [index for index, level in enumerate(levels) if level > half]
        self.assertTrue(-240 <= loud[0] - due and loud[-1] - due <= 0.05 * 48_000, (loud[0] - due, loud[-1] - due))

    def test_without_a_volume_or_without_sound_nothing_is_heard(self):
        for settings in ("sound = true\nagain = \"1\"\nvolume = 0\n", "again = \"1\"\n"):
            session = run(settings)
            self.assertEqual(session.status, 0, session.err)
            self.assertEqual(self.heard(session), [], settings)

    def test_the_same_run_makes_the_same_report(self):
        again = run("sound = true\nagain = \"1\"\n")
        for report in (self.session.report, again.report):
            report.pop("timings", None)
            report.pop("memory", None)
        self.assertEqual(self.session.report, again.report)

    def test_a_card_does_not_choose_a_name_of_alsa(self):
        session = run("sound-output = \"alsa:file:/tmp/written\"\n")
        self.assertEqual(session.status, 0, session.err)
        self.assertIn("sound-output", session.err)


if __name__ == "__main__":
    unittest.main()

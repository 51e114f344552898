# SPDX-License-Identifier: GPL-3.0-or-later
"""Clips with sound, and what is heard of what is looked at again, as far as a run without a loudspeaker can tell."""
import subprocess
import unittest

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

    def test_at_half_speed_without_a_volume_or_without_sound_nothing_is_heard(self):
        for settings in ("sound = true\nagain = \"0.5\"\n", "sound = true\nagain = \"1\"\nvolume = 0\n", "again = \"1\"\n"):
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

# SPDX-License-Identifier: GPL-3.0-or-later
"""The language: what the box writes follows the setting, and a file beside the program is a language too."""
import glob
import os
import shutil
import subprocess
import unittest

import vir

MARKED = "6 mark tap\n9 stop tap\n"
POLISH = """language.name = Polski
language.tag = pl
language.decimal = ,
language.form.one = n = 1
page.all-sessions = Wszystkie sesje
card-help.title = Pomoc
"""


def text(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


class German(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = vir.Session(MARKED, seconds=12, size="320x180", settings='language = "german"\n')

    def test_the_pages_the_help_and_their_tags_are_german(self):
        self.assertEqual(self.session.status, 0, self.session.err)
        [folder] = glob.glob(os.path.join(self.session.card, "*_S01"))
        for page, words in ((os.path.join(folder, "index.html"), "Alle Sessions"), (os.path.join(self.session.card, "index.html"), "Hilfe: was auf"),
                            (os.path.join(self.session.card, "help.html"), "Wenn der TV dunkel bleibt")):
            self.assertIn('<html lang="de">', text(page))
            self.assertIn(words, text(page))
        self.assertTrue(text(self.session.card, "READ ME.txt").startswith("VIR"))
        self.assertIn("Die Tasten", text(self.session.card, "READ ME.txt"))

    def test_a_rebuild_keeps_the_cards_language(self):
        copy = os.path.join(vir.new_folder(), "card")
        shutil.copytree(self.session.card, copy)
        status, _, err = vir.run("card", "rebuild", copy)
        self.assertEqual(status, 0, err)
        self.assertIn('<html lang="de">', text(copy, "index.html"))

    def test_a_change_in_the_menu_holds_from_then_on(self):
        script = MARKED + "11 stop hold 1.2\n" + vir.to_row("Language", 13) + "15.5 knob push\n16 knob turn +1\n16.5 knob push\n"
        session = vir.Session(script, seconds=24, size="320x180")
        self.assertEqual(session.status, 0, session.err)
        self.assertIn('language = "german"', text(session.card, "settings.toml"))
        # The next run says it all in that language.
        again = vir.Session(MARKED, seconds=12, size="320x180", folder=session.folder)
        self.assertEqual(again.status, 0, again.err)
        self.assertIn('<html lang="de">', text(again.card, "index.html"))

    def test_a_language_that_is_not_there_is_said(self):
        status, _, err = vir.run("run", "--clock", "virtual", "--for", "1", "--card", vir.new_folder(), "--set", "language=klingon")
        self.assertEqual((status, err), (64, "vir: --language: klingon isn't one of english, german\n"))


class Found(unittest.TestCase):
    """A program with a folder of languages beside it."""

    def setUp(self):
        self.folder = vir.new_folder()
        self.program = os.path.join(self.folder, "vir")
        shutil.copy(vir.PROGRAM, self.program)
        os.mkdir(os.path.join(self.folder, "languages"))

    def put(self, name, words):
        with open(os.path.join(self.folder, "languages", name), "wb") as file:
            file.write(words if isinstance(words, bytes) else words.encode())

    def run_vir(self, *words):
        script = os.path.join(self.folder, "panel.script")
        with open(script, "w", encoding="utf-8") as file:
            file.write(MARKED)
        card = os.path.join(vir.new_folder(), "card")
        # The copy finds the libraries that lie beside the program.
        paths = [os.path.dirname(vir.PROGRAM), os.environ.get("LD_LIBRARY_PATH", "")]
        environment = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(filter(None, paths))}
        done = subprocess.run([self.program, "run", "--clock", "virtual", "--display", "headless", "--camera", "synthetic", "--panel",
                               f"script:{script}", "--size", "320x180", "--for", "12", "--card", card, *words],
                              capture_output=True, text=True, timeout=300, env=environment)
        return done, card

    def test_a_third_language_is_spoken_and_the_rest_is_english(self):
        self.put("polish.txt", POLISH)
        done, card = self.run_vir("--set", "language=polish")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = text(card, "help.html")
        for words in ('<html lang="pl">', "Pomoc", "Wszystkie sesje", "If the TV stays dark"):
            self.assertIn(words, page)

    def test_a_broken_file_is_one_line_of_the_log(self):
        self.put("polish.txt", POLISH + "live = {what}\n")
        self.put("noise.txt", b"\xff\x00" * 2048)
        done, _ = self.run_vir()
        self.assertEqual(done.returncode, 0, done.stderr)
        said = [line for line in done.stderr.splitlines() if "/languages/" in line]
        self.assertEqual(len(said), 2, done.stderr)
        self.assertIn("noise.txt: it is no plain text", said[0])
        self.assertIn('polish.txt: live has the places ["what"], not []', said[1])
        done, _ = self.run_vir("--set", "language=polish")
        self.assertEqual(done.returncode, 64)
        self.assertIn("polish isn't one of english, german", done.stderr)


if __name__ == "__main__":
    unittest.main()

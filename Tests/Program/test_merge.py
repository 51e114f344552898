# SPDX-License-Identifier: GPL-3.0-or-later
"""Cards merged into one book: everything of them is in it, they stay as they are, and a merge that was killed goes on."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

import vir

# In virtual time the ids of sessions follow from the script, so each card has its own.
SCRIPTS = ["7 mark tap\n10 mark tap\n10.8 stop tap\n", "7.1 mark tap\n10.1 mark tap\n10.9 stop tap\n"]


def files(folder):
    """Every file of a folder by its path. The index is SQLite's own, and each book has an id of its own."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            if name not in ("card.json", "vir.sqlite"):
                with open(os.path.join(place, name), "rb") as file:
                    found[os.path.relpath(os.path.join(place, name), folder)] = file.read()
    return found


def sessions(card):
    return sorted(name for name in os.listdir(card) if "_S" in name)


class Merge(unittest.TestCase):
    """Two cards: one of two sessions, one of a session of its own."""

    @classmethod
    def setUpClass(cls):
        cls.samples = []
        for script, count in zip(SCRIPTS, (2, 1)):
            folder = vir.new_folder()
            for _ in range(count):
                run = vir.Session(script, seconds=16, size="320x180", delay=2, folder=folder)
                assert run.status == 0, run.err
            cls.samples.append(run.card)

    def setUp(self):
        self.folder = vir.new_folder()
        self.cards = [os.path.join(self.folder, name) for name in ("a", "b")]
        for sample, card in zip(self.samples, self.cards):
            shutil.copytree(sample, card)
        self.out = os.path.join(self.folder, "season")

    def merge(self, *cards, out=None, status=0, json_too=False):
        found, text, err = vir.run("card", "merge", *(cards or self.cards), out or self.out, *(["--json"] if json_too else []))
        self.assertEqual(found, status, text + err)
        return text, err

    def record(self, card, name):
        with open(os.path.join(card, name, "session.json"), encoding="utf-8") as file:
            return json.load(file)

    def change_record(self, card, name, **fields):
        record = self.record(card, name)
        record.update(fields)
        with open(os.path.join(card, name, "session.json"), "w", encoding="utf-8") as file:
            json.dump(record, file)

    def assert_whole(self, marks=6):
        status, out, err = vir.run("card", "check", self.out)
        self.assertEqual(status, 0, out + err)
        self.assertIn(f"3 sessions, {marks} marks, {marks} clips", out)

    def test_the_book_has_everything_and_the_cards_stay_as_they_are(self):
        before = [files(card) for card in self.cards]
        out, err = self.merge(json_too=True)
        self.assertEqual(err, "")
        self.assertEqual([files(card) for card in self.cards], before)
        found = json.loads(out)["sessions"]
        # The runs are in virtual time, which has one date: the cards come one after the other, as they were named or by date.
        self.assertEqual(sorted(session["number"] for session in found), [1, 2, 3])
        self.assertEqual(sorted(session["cardNumber"] for session in found), [1, 1, 2])
        book = files(self.out)
        for session in found:
            record = self.record(self.out, session["session"])
            self.assertEqual((record["cardNumber"], record["header"]["number"]), (session["cardNumber"], session["number"]))
            for clip in record["clips"]:
                with open(os.path.join(session["from"], clip["file"]), "rb") as file:
                    self.assertEqual(book[os.path.join(session["session"], clip["file"])], file.read())
                # A tag that is edited in place changes one of the two only.
                self.assertNotEqual(
                    os.stat(os.path.join(session["from"], clip["file"])).st_ino,
                    os.stat(os.path.join(self.out, session["session"], clip["file"])).st_ino)
        self.assert_whole()
        out, _ = self.merge()
        self.assertIn("3 sessions: 0 added, 0 changed, 3 as before", out)
        self.assertEqual(files(self.out), book)

    def test_a_merge_that_is_killed_goes_on(self):
        self.merge()
        whole = files(self.out)
        shutil.rmtree(self.out)
        begun = time.monotonic()
        self.merge()
        seconds = time.monotonic() - begun
        for step in range(8):
            shutil.rmtree(self.out)
            process = subprocess.Popen(
                [os.environ["VIR"], "card", "merge", *self.cards, self.out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(seconds * step / 8)
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.merge()
            self.assertEqual(files(self.out), whole, f"killed after {step} eighths")

    def test_copies_that_have_gone_different_ways_are_both_kept(self):
        self.merge()
        copy = os.path.join(self.folder, "copy")
        shutil.copytree(self.cards[0], copy)
        name = sessions(copy)[0]
        # Somebody has edited one copy on a laptop: it is no descendant of the other one.
        self.change_record(copy, name, notes="windy")
        out, _ = self.merge(*self.cards, copy)
        self.assertIn("have gone different ways", out)
        self.assertEqual(len(sessions(self.out)), 4)
        again, _ = self.merge(*self.cards, copy)
        self.assertIn("4 sessions: 0 added, 0 changed, 4 as before", again)

    def test_what_cannot_be_read_is_named_and_left(self):
        name = sessions(self.cards[1])[0]
        with open(os.path.join(self.cards[1], name, "session.json"), "w", encoding="utf-8") as file:
            file.write("{")
        out, err = self.merge(status=1)
        self.assertIn(f"{self.cards[1]}/{name}/session.json: it is not JSON", err)
        self.assertIn("2 sessions: 2 added", out)

    def test_a_link_in_a_card_leads_nowhere(self):
        name = sessions(self.cards[0])[0]
        secret = os.path.join(self.folder, "secret")
        with open(secret, "w", encoding="utf-8") as file:
            file.write("secret")
        os.symlink(secret, os.path.join(self.cards[0], name, "plan.txt"))
        _, err = self.merge(status=1)
        self.assertIn("plan.txt: is neither a file nor a folder", err)
        self.assertFalse(any(b"secret" == content for content in files(self.out).values()))

    def test_the_book_is_no_card_and_lies_in_none(self):
        link = os.path.join(self.folder, "link")
        os.symlink(self.cards[0], link)
        before = [files(card) for card in self.cards]
        session = sessions(self.cards[0])[0]
        for out in (self.cards[0], os.path.join(self.cards[1], "season"), link, os.path.join(link, "season"), os.path.join(link, session)):
            _, err = self.merge(out=out, status=64)
            self.assertEqual(len(err.splitlines()), 1, err)
            self.assertIn("it is the card", err)
        self.assertEqual([files(card) for card in self.cards], before)

    def test_folders_that_are_no_cards_are_refused(self):
        other = os.path.join(self.folder, "other")
        os.mkdir(other)
        with open(os.path.join(other, "letter.txt"), "w", encoding="utf-8") as file:
            file.write("Dear Ana")
        self.merge(other, status=66)
        self.merge(os.path.join(self.folder, "nowhere"), status=66)
        _, err = self.merge(out=other, status=64)
        self.assertIn("is no card of VIR", err)
        self.merge(out=os.path.join(self.folder, "no", "where"), status=64)
        status, _, err = vir.run("card", "merge", self.cards[0])
        self.assertEqual(status, 64, err)
        self.assertEqual(os.listdir(other), ["letter.txt"])

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_book_that_cannot_be_written(self):
        os.mkdir(self.out, 0o555)
        _, err = self.merge(status=74)
        self.assertIn(self.out, err)


if __name__ == "__main__":
    unittest.main()

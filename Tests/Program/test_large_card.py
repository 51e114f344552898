# SPDX-License-Identifier: GPL-3.0-or-later
"""A card of 5,000 sessions is looked after in seconds, and loses nothing. The times are printed: each machine has its own.

VIR_LARGE_CARD  how many sessions (5000)
"""
import os
import sqlite3
import unittest

import large_card
import vir
from test_scoring import THREE_SHOTS
from test_season import OWN_FILES, places

SESSIONS = int(os.environ.get("VIR_LARGE_CARD", "5000"))


class ALargeCard(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.card = os.path.join(vir.new_folder(), "card")
        cls.names = large_card.make(cls.card, SESSIONS)
        cls.before = cls.kept()

    @classmethod
    def kept(cls):
        """What nobody may change: each record word for word, each clip and still where it was and as it was."""
        found = {}
        for name in cls.names:
            folder = os.path.join(cls.card, name)
            with open(os.path.join(folder, "session.json"), "rb") as file:
                found[name] = file.read()
            for part in ("clips", "thumbs"):
                for entry in os.scandir(os.path.join(folder, part)):
                    status = entry.stat(follow_symlinks=False)
                    found[f"{name}/{part}/{entry.name}"] = (status.st_ino, status.st_size, status.st_mtime_ns)
        return found

    def run_card(self, command):
        """Its output and how long it took. It says how far it is on a terminal only."""
        seconds, status, out, err = large_card.timed("card", command, self.card)
        self.assertEqual((status, err), (0, ""), out + err)
        return out, seconds

    def test_it_is_rebuilt_and_checked(self):
        seconds = {}
        _, seconds["rebuild, with no page there"] = self.run_card("rebuild")
        for name in self.names:
            self.assertEqual([page for page in large_card.PAGES if not os.path.exists(os.path.join(self.card, name, page))], [], name)
        _, seconds["rebuild, with all pages there"] = self.run_card("rebuild")
        out, seconds["check"] = self.run_card("check")
        clips, arrows = SESSIONS * large_card.CLIPS, SESSIONS * large_card.ARROWS
        self.assertEqual(out.splitlines(), [f"{SESSIONS} sessions, {clips} marks, {clips} clips, {arrows} arrows: all is well"])
        out, seconds["list"] = self.run_card("list")
        self.assertEqual([line.split()[0] for line in out.splitlines()[1:]], sorted(self.names))
        large_card.report(self.card, seconds)
        self.assertEqual(self.kept(), self.before)
        self.assert_found()
        for archer in large_card.ARCHERS:
            self.assertLess(os.path.getsize(os.path.join(self.card, "archers", f"{archer.lower()}.html")), 150_000)
        self.assert_an_end_writes_only_what_changed()

    def assert_an_end_writes_only_what_changed(self):
        """Another end is shot. Besides its own session, the pages that have something new are written, and no other file is touched."""
        folder = os.path.dirname(self.card)
        # The first start makes the settings file.
        run = vir.Session("", seconds=1, size="320x180", folder=folder, settings='archers = "Ana; Ben"\n', timeout=3600)
        self.assertEqual(run.status, 0, run.err)
        before = places(self.card)
        run = vir.Session(THREE_SHOTS, seconds=32, size="320x180", folder=folder, extra=["--archer", "Ana", "--face", "wa_122", "--arrow", "5.5"], timeout=3600)
        self.assertEqual(run.status, 0, run.err)
        after = places(self.card)
        changed = {name for name in after if before.get(name) != after[name]} | {name for name in before if name not in after}
        new = {name.split("/")[0] for name in changed if "_S" in name} - set(self.names)
        self.assertEqual(len(new), 1)
        others = {name for name in changed if name.split("/")[0] not in new}
        self.assertEqual(others - OWN_FILES, {"index.html", "scores.csv", "archers/ana.html", f"{self.names[-1]}/index.html"})
        print(f"  {'files that an end wrote or replaced':<32} {len(changed)} of {len(after):,}", flush=True)

    def assert_found(self):
        """The index and the card's page have every session."""
        index = sqlite3.connect(f"file:{self.card}/vir.sqlite?mode=ro", uri=True)
        self.addCleanup(index.close)
        self.assertEqual([name for name, in index.execute("SELECT name FROM session ORDER BY name")], sorted(self.names))
        self.assertEqual(index.execute("SELECT sum(clips), sum(arrows), sum(total) FROM session").fetchone(),
                         (SESSIONS * large_card.CLIPS, SESSIONS * large_card.ARROWS, SESSIONS * 28))
        self.assertEqual(index.execute("SELECT count(*) FROM clip").fetchone(), (SESSIONS * large_card.CLIPS,))
        with open(os.path.join(self.card, "index.html"), encoding="utf-8") as file:
            page = file.read()
        self.assertEqual([name for name in self.names if f"{name}/" not in page], [])


if __name__ == "__main__":
    unittest.main()

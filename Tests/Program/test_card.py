# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies on a card, put there by whoever: the box starts, records, and loses nothing of what it had acknowledged."""
import os
import pty
import resource
import shutil
import sqlite3
import stat
import subprocess
import unittest

import vir

# A signal is a failure by itself; its backtrace takes seconds and tells no more.
os.environ.setdefault("SWIFT_BACKTRACE", "enable=no")

SCRIPT = "7 mark tap\n10 mark tap\n10.8 stop tap\n"


class Card(unittest.TestCase):
    """Each test has a card of its own, with one session of two marks and their clips."""

    @classmethod
    def setUpClass(cls):
        first = vir.Session(SCRIPT, seconds=16, size="320x180", delay=2)
        assert first.status == 0, first.err
        cls.sample = first.card
        cls.name = session_names(first.card)[0]

    def setUp(self):
        self.folder = vir.new_folder()
        self.card = os.path.join(self.folder, "card")
        shutil.copytree(self.sample, self.card)
        self.session = os.path.join(self.card, self.name)

    def start(self, script=SCRIPT, seconds=16, settings=None):
        """A run on this card; (status, what it said)."""
        run = vir.Session(script, seconds=seconds, size="320x180", delay=2, folder=self.folder, settings=settings)
        return run

    def assert_records(self, sessions=2):
        """A start goes on to record two marks, and everything is sound afterwards."""
        run = self.start()
        self.assertEqual(run.status, 0, run.err)
        self.assertEqual(sum("unmarked" not in clip["file"] for clip in run.report["clips"]), 2, run.err)
        self.assert_sound(sessions)
        return run

    def assert_sound(self, sessions=1):
        status, out, err = vir.run("card", "check", self.card)
        self.assertEqual(status, 0, out + err)
        self.assertIn(f"{sessions} session{'s' if sessions > 1 else ''}, {2 * sessions} marks, {2 * sessions} clips", out)
        return out

    def rebuild(self):
        status, out, err = vir.run("card", "rebuild", self.card)
        self.assertEqual(status, 0, out + err)
        return out

    def path(self, *parts):
        return os.path.join(self.card, *parts)


def session_names(card):
    return sorted(name for name in os.listdir(card) if "_S" in name)


class TheIndex(Card):
    def spoil(self, *statements):
        with sqlite3.connect(self.path("vir.sqlite")) as database:
            for statement in statements:
                database.execute(statement)
        database.close()

    def write_a_wrong_type(self):
        """A strict table lets none in, so it is one only before and afterwards."""
        with sqlite3.connect(self.path("vir.sqlite")) as database:
            strict = [name for name, sql in database.execute("SELECT name, sql FROM sqlite_schema WHERE sql LIKE '%) STRICT'")]
        database.close()
        if strict:
            self.spoil("PRAGMA writable_schema = ON", "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')')")
        self.spoil("UPDATE session SET number = 'q'")
        for name in strict:
            self.spoil("PRAGMA writable_schema = ON", f"UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE name = '{name}'")

    def assert_put_aside(self, run):
        self.assertTrue(os.path.exists(self.path("vir.sqlite.damaged")))
        with open(self.path("vir-log.txt"), encoding="utf-8") as log:
            self.assertIn("vir.sqlite", log.read())
        with sqlite3.connect(self.path("vir.sqlite")) as database:
            self.assertEqual(database.execute("SELECT COUNT(*), SUM(clips) FROM session").fetchone(), (2, 4))

    def test_a_value_of_the_wrong_type_is_put_aside_and_the_box_starts(self):
        self.write_a_wrong_type()
        self.assert_put_aside(self.assert_records())

    def test_a_value_of_the_wrong_type_does_not_stop_rebuild(self):
        self.write_a_wrong_type()
        # The card's page is made from the index's rows.
        os.remove(self.path("index.html"))
        self.rebuild()
        self.assert_sound()

    def test_rebuild_says_so_if_the_index_cannot_be_made(self):
        os.remove(self.path("vir.sqlite"))
        # Somebody's folders have its name and every name to which it could be moved aside.
        for name in ("vir.sqlite", "vir.sqlite.damaged", *(f"vir.sqlite.damaged-{number}" for number in range(2, 21))):
            os.makedirs(self.path(name, "mine"))
        status, out, err = vir.run("card", "rebuild", self.card)
        self.assertEqual((status, out), (74, ""), err)
        self.assertIn("vir: vir.sqlite: can't move aside", err)
        self.assertIn(f"vir: {self.card}: its pages and its index aren't all rebuilt", err.splitlines()[-1])
        self.assert_records()

    def test_one_flipped_bit_in_a_records_header_does_not_stop_the_box(self):
        # Each flipped bit of the row's header gives a column another type.
        with open(self.path("vir.sqlite"), "rb") as file:
            whole = file.read()
        place = whole.find(self.name.encode())
        self.assertGreater(place, 0)
        for bit in range(0, 8 * 20, 7):
            with self.subTest(bit=bit):
                changed = bytearray(whole)
                changed[place - 1 - bit // 8] ^= 1 << (bit % 8)
                with open(self.path("vir.sqlite"), "wb") as file:
                    file.write(changed)
                # The card's page is made from the index's rows.
                if os.path.exists(self.path("index.html")):
                    os.remove(self.path("index.html"))
                run = self.start("", seconds=1)
                self.assertEqual(run.status, 0, run.err)
        self.rebuild()
        self.assert_sound()

    def test_anything_at_all_in_the_place_of_the_index_is_put_aside(self):
        for kind in ("folder", "pipe", "link", "loop", "journal folder", "hot journal"):
            with self.subTest(kind=kind):
                for name in os.listdir(self.card):
                    if name.startswith("vir.sqlite"):
                        place = self.path(name)
                        shutil.rmtree(place) if os.path.isdir(place) and not os.path.islink(place) else os.remove(place)
                place = self.path("vir.sqlite")
                if kind == "folder":
                    os.makedirs(os.path.join(place, "a person's"))
                    os.makedirs(os.path.join(place + ".damaged", "and another's"))
                elif kind == "pipe":
                    os.mkfifo(place)
                elif kind == "link":
                    with open(os.path.join(self.folder, "elsewhere"), "w", encoding="utf-8") as file:
                        file.write("mine")
                    os.symlink(os.path.join(self.folder, "elsewhere"), place)
                elif kind == "loop":
                    os.symlink("vir.sqlite", place)
                elif kind == "journal folder":
                    os.makedirs(os.path.join(place + "-journal", "x"))
                else:
                    with open(place + "-journal", "wb") as file:
                        file.write(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504) + b"/etc/hostname")
                run = self.start("", seconds=1)
                self.assertEqual(run.status, 0, run.err)
                with sqlite3.connect(place) as database:
                    self.assertEqual(database.execute("SELECT COUNT(*) FROM session").fetchone(), (1,))
                if kind == "link":
                    with open(os.path.join(self.folder, "elsewhere"), encoding="utf-8") as file:
                        self.assertEqual(file.read(), "mine")
                if kind == "folder":
                    self.assertTrue(os.path.exists(self.path("vir.sqlite.damaged", "and another's")))
                    self.assertTrue(os.path.exists(self.path("vir.sqlite.damaged-2", "a person's")))


class WhatAPersonPutThere(Card):
    def test_a_folder_called_part_stops_no_recording_and_stays(self):
        for place in (self.path("film.mp4.part"), os.path.join(self.session, "film.mp4.part"),
                      os.path.join(self.session, "clips", "03.mp4.part")):
            os.makedirs(place)
            with open(os.path.join(place, "mine.txt"), "w", encoding="utf-8") as file:
                file.write("mine")
        self.assert_records()
        for place in (self.path("film.mp4.part"), os.path.join(self.session, "film.mp4.part"),
                      os.path.join(self.session, "clips", "03.mp4.part")):
            self.assertTrue(os.path.exists(os.path.join(place, "mine.txt")), place)

    def test_a_persons_own_unfinished_files_stay_and_the_boxs_go(self):
        mine = ["film.mp4.part", "thesis.docx.part", f"{self.name}/holiday.part", f"{self.name}/clips/film.part"]
        ours = ["index.html.part", f"{self.name}/session.json.part", f"{self.name}/clips/02_X.mp4.part",
                f"{self.name}/clips/buffer_03.mp4.part", f"{self.name}/thumbs/01.jpg.part"]
        for name in mine + ours:
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write("mine")
        self.rebuild()
        self.assertEqual([name for name in mine if not os.path.exists(self.path(name))], [])
        self.assertEqual([name for name in ours if os.path.exists(self.path(name))], [])

    def test_links_are_not_followed(self):
        outside = os.path.join(self.folder, "outside")
        os.makedirs(os.path.join(outside, "clips"))
        for name in ("session.json.part", "clips/01.mp4.part", "journal.jsonl", "secret"):
            with open(os.path.join(outside, name), "w", encoding="utf-8") as file:
                file.write("mine")
        before = tree(outside)
        os.symlink(outside, self.path("2026-01-01_0000_S77"))
        os.symlink(outside, self.path("2026-01-01_0000_S78.deleted"))
        for name in ("index.html", "vir-log.txt", "settings.toml", f"{self.name}/index.html", f"{self.name}/scores.csv"):
            if os.path.lexists(self.path(name)):
                os.remove(self.path(name))
            os.symlink(os.path.join(outside, "secret"), self.path(name))
        shutil.rmtree(os.path.join(self.session, "thumbs"))
        os.symlink(os.path.join(outside, "clips"), os.path.join(self.session, "thumbs"))
        self.rebuild()
        run = self.assert_records()
        self.assertEqual(tree(outside), before)
        self.assertIn("settings.toml", run.err)

    def test_names_that_are_no_text_and_pipes_everywhere_hold_nothing_up(self):
        clips = os.path.join(self.session, "clips")
        for folder in (self.card, self.session, clips, os.path.join(self.session, "thumbs")):
            with open(os.path.join(os.fsencode(folder), b"\xff\xfe_S09.mp4.part"), "w", encoding="utf-8") as file:
                file.write("mine")
        os.mkfifo(os.path.join(clips, "07.mp4"))
        os.mkfifo(os.path.join(clips, "08.mp4.part"))
        os.symlink("/etc/hostname", os.path.join(clips, "09.mp4"))
        os.mkfifo(os.path.join(self.session, "index.html.part"))
        os.mkfifo(self.path("index.html.part"))
        self.assert_records()
        self.rebuild()
        self.assertTrue(os.path.exists(os.path.join(os.fsencode(clips), b"\xff\xfe_S09.mp4.part")))


class OneOfMany(Card):
    """One session that can't be read doesn't hide the others."""

    def breakages(self):
        huge = os.path.join(self.card, "2026-01-01_0000_S70")
        os.makedirs(huge)
        with open(os.path.join(huge, "session.json"), "wb") as file:
            file.truncate(1 << 40)
        long = os.path.join(self.card, "2026-01-01_0000_S71")
        os.makedirs(long)
        with open(os.path.join(long, "journal.jsonl"), "wb") as file:
            file.truncate(1 << 40)
        os.makedirs(os.path.join(self.card, "2026-01-01_0000_S72", "session.json"))
        os.makedirs(os.path.join(self.card, "2026-01-01_0000_S73", "journal.jsonl", "x"))
        shutil.copytree(self.session, os.path.join(self.card, "2026-01-01_0000_S74"))
        page = os.path.join(self.card, "2026-01-01_0000_S74", "index.html")
        os.remove(page)
        os.makedirs(os.path.join(page, "x"))

    def test_the_others_are_checked_listed_and_rebuilt(self):
        self.breakages()
        for words in ("check", "list", "rebuild"):
            with self.subTest(words=words):
                status, out, err = vir.run("card", words, self.card)
                self.assertIn(status, (0, 1) if words == "check" else (0,), out + err)
                if words != "rebuild":
                    for number in (70, 71, 72):
                        self.assertIn(f"_S{number}", out)
                if words == "list":
                    self.assertIn(self.name, out)
                if words == "check":
                    self.assertIn("6 sessions, 4 marks, 4 clips", out)
        run = self.start()
        self.assertEqual((run.status, sum("unmarked" not in clip["file"] for clip in run.report["clips"])), (0, 2), run.err)

    def test_a_session_nobody_may_read_is_named_and_the_others_are_there(self):
        if os.geteuid() == 0 and shutil.which("setpriv") is None:
            self.skipTest("root may read everything, and there is no setpriv to be somebody else")
        locked = self.path("2026-01-01_0000_S70")
        shutil.copytree(self.session, locked)
        os.chmod(os.path.join(locked, "session.json"), 0)
        shutil.copytree(self.session, self.path("2026-01-01_0000_S71"))
        os.chmod(self.path("2026-01-01_0000_S71"), 0)
        prefix = []
        if os.geteuid() == 0:
            for base, folders, files in os.walk(self.folder):
                for name in [*folders, *files]:
                    os.chown(os.path.join(base, name), 65534, 65534)
            os.chown(self.folder, 65534, 65534)
            prefix = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"]
        for words in ("check", "list", "rebuild"):
            with self.subTest(words=words):
                done = subprocess.run([*prefix, vir.PROGRAM, "card", words, self.card], capture_output=True, text=True, timeout=60)
                self.assertIn(done.returncode, (0, 1) if words == "check" else (0,), done.stdout + done.stderr)
                self.assertIn("_S70", done.stderr if words == "rebuild" else done.stdout)
                if words == "list":
                    self.assertIn(self.name, done.stdout)
        os.chmod(self.path("2026-01-01_0000_S71"), 0o755)

    def test_numbers_that_run_out_hide_no_new_session(self):
        os.makedirs(self.path("2026-01-01_0000_S999999999"))
        with open(self.path("2026-01-01_0000_S999999999", "mine.txt"), "w", encoding="utf-8") as file:
            file.write("mine")
        run = self.start()
        self.assertEqual((run.status, sum("unmarked" not in clip["file"] for clip in run.report["clips"])), (0, 2), run.err)
        _, out, _ = vir.run("card", "check", self.card)
        self.assertIn("3 sessions, 4 marks, 4 clips", out)

    def test_a_journal_of_newlines_is_read_in_bounded_memory(self):
        broken = self.path("2026-01-01_0000_S70")
        os.makedirs(os.path.join(broken, "clips"))
        with open(os.path.join(broken, "journal.jsonl"), "wb") as file:
            file.write(b"\n" * (50 << 20))
        status, peak, out = peak_memory("card", "check", self.card)
        self.assertEqual(status, 1, out)
        self.assertLess(peak - peak_memory("card", "check", self.sample)[1], 32 << 20, "bytes")


def tree(folder):
    """Every path below with its bytes."""
    found = {}
    for base, folders, files in os.walk(folder):
        for name in folders:
            found[os.path.relpath(os.path.join(base, name), folder)] = None
        for name in files:
            with open(os.path.join(base, name), "rb") as file:
                found[os.path.relpath(os.path.join(base, name), folder)] = file.read()
    return found


def peak_memory(*words):
    """Runs vir; (status, the most memory it had, what it printed)."""
    with subprocess.Popen([vir.PROGRAM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        out = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024, out


class ALongCard(Card):
    def test_progress_is_shown_on_a_terminal_and_nowhere_else(self):
        with open(os.path.join(self.session, "session.json"), "rb") as file:
            record = file.read()
        for number in range(2, 121):
            folder = self.path(f"2026-01-01_0000_S{number:02}")
            os.makedirs(folder)
            with open(os.path.join(folder, "session.json"), "wb") as file:
                file.write(record)
        for words, done in (("rebuild", "rebuilt"), ("check", "checked")):
            with self.subTest(words=words):
                _, out, err = vir.run("card", words, self.card)
                self.assertNotIn(" %", out + err)
                # A fast machine counts seldom, or not at all.
                counting = rf"(\r{done} \d+ %, \d+ s\x1b\[K)*(\r\x1b\[K)?"
                self.assertRegex(self.on_a_terminal("card", words, self.card), rf"\A{counting}")
                self.assertNotIn(" %", self.on_a_terminal("card", words, "--quiet", self.card))
        status, out, err = vir.run("card", "check", self.sample)
        self.assertEqual((status, err), (0, ""), out)

    def on_a_terminal(self, *words):
        """Returns what a command writes to standard error if that is a terminal."""
        reader, writer = pty.openpty()
        process = subprocess.Popen([vir.PROGRAM, *words], stdout=subprocess.DEVNULL, stderr=writer)
        os.close(writer)
        written = b""
        try:
            while piece := os.read(reader, 4096):
                written += piece
        except OSError:
            pass  # The last one that had the terminal open has ended.
        os.close(reader)
        process.wait(timeout=120)
        return written.decode()


class TheSettings(Card):
    def test_a_file_that_is_too_long_or_no_file_is_said_on_the_tv_and_in_the_log(self):
        path = self.path("settings.toml")
        for kind in ("long", "folder", "pipe", "link"):
            with self.subTest(kind=kind):
                if os.path.lexists(path):
                    shutil.rmtree(path) if stat.S_ISDIR(os.lstat(path).st_mode) else os.remove(path)
                if kind == "long":
                    with open(path, "w", encoding="utf-8") as file:
                        file.write("# a comment\n" * 6000)
                elif kind == "folder":
                    os.makedirs(path)
                elif kind == "pipe":
                    os.mkfifo(path)
                else:
                    os.symlink("/etc/hostname", path)
                run = self.start("", seconds=2)
                self.assertEqual(run.status, 0, run.err)
                self.assertIn("settings.toml", run.err)
                with open(self.path("vir-log.txt"), encoding="utf-8") as log:
                    self.assertIn("settings.toml", log.read())
                os.remove(self.path("vir-log.txt"))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""A season by script: what the merged book says of 120 sessions is what the script's own book says."""
import csv
import itertools
import json
import math
import os
import shutil
import sqlite3
import unittest
import urllib.parse

import page_tree
import season
import test_merge
import vir
from test_scoring import THREE_SHOTS

ROUNDS = {"wa_70": ("WA 70 m", 72), "wa_18": ("WA 18 m", 60)}
PHASES = ["hold_s", "release_by", "flight_s", "speed_m_s", "speed_uncertainty_m_s"]


def fixed(value, places):
    """A number as the pages write it: halves are rounded up."""
    scaled = value * 10 ** places
    whole = math.floor(scaled) + (scaled - math.floor(scaled) >= 0.5)
    return f"{whole // 10 ** places}" + (f".{whole % 10 ** places:0{places}}" if places else "")


def counted(number, noun):
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def heading(session):
    day, after = session.said, session.after
    if day:
        return f"{day:%a} {day.day} {day:%b %Y, %H:%M}"
    return f"Session {session.number}" + (f", after {after.day} {after:%b}" if after else "")


def month(session):
    return f"{session.said:%b %Y}" if session.said else "Without a date"


def page_of(archer):
    """The name of an archer's page: small letters, and a checksum (FNV-1a) where they don't say the whole name."""
    if archer.isascii():
        return archer.lower().replace(" ", "-") + ".html"
    checksum = 0xcbf29ce484222325
    for byte in archer.encode():
        checksum = (checksum ^ byte) * 0x100000001b3 % 2 ** 64
    return f"{'-'.join(''.join(c if c.isascii() else ' ' for c in archer.lower()).split())}_{checksum:016x}.html"


def mean(pairs):
    """Of (value, weight)."""
    weight = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / weight if weight else None


class Sum:
    """What several sessions come to; the group is that of the sessions on one target."""

    def __init__(self, sessions, target=None):
        self.sessions = sessions
        self.arrows = sum(len(session.counted) for session in sessions)
        self.points = sum(session.total for session in sessions)
        self.clips = sum(len(session.kept) for session in sessions)
        self.average = self.points / self.arrows if self.arrows else None
        self.inner = sum(session.inner for session in sessions) / self.arrows if self.arrows else None
        grouped = [session for session in sessions if session.group]
        weights = {target: sum(session.group[1] for session in grouped if session.target == target) for target in {session.target for session in grouped}}
        self.target = target or max(weights, key=weights.get, default=None)
        self.group = mean([session.group for session in grouped if session.target == self.target])
        holds = [hold for session in sessions for hold in session.holds]
        self.hold = sum(holds) / len(holds) if holds else None

    @property
    def words(self):
        scored = [counted(self.arrows, "arrow"), f"{self.points} points"] if self.arrows else []
        return " · ".join([counted(len(self.sessions), "session"), *scored, counted(self.clips, "clip")])


# The four figures of an archer's page: the plot's id, its name, and a sum's figure in words.
PLOTS = [("average", "Average arrow", lambda sum: sum.average, lambda value: fixed(value, 2)),
         ("inner", "Share of X", lambda sum: sum.inner, lambda value: f"{fixed(value * 100, 0)} %"),
         ("group", "Mean radius", lambda sum: sum.group, lambda value: f"{fixed(value, 0)} mm"),
         ("hold", "Hold", lambda sum: sum.hold, lambda value: fixed(value, 3))]


class ASeason(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = vir.new_folder()
        cls.cards = [os.path.join(cls.folder, name) for name in "ab"]
        shot = season.shoot()
        for session in shot:
            session.write(cls.cards["ab".index(session.card)])
        for card in cls.cards:
            status, out, err = vir.run("card", "rebuild", card)
            assert status == 0, out + err
        cls.before = [test_merge.files(card) for card in cls.cards]
        cls.out = os.path.join(cls.folder, "book")
        cls.said = json.loads(cls.merge(cls.out))["sessions"]
        cls.book = season.merged(shot)
        cls.newest = cls.book[::-1]

    @classmethod
    def merge(cls, out):
        status, text, err = vir.run("card", "merge", *cls.cards, out, "--json")
        assert (status, err) == (0, ""), text + err
        return text

    def page(self, *parts):
        return page_tree.read(os.path.join(self.out, *parts))

    def link(self, element):
        """The file that a link on a card's page leads to, as a path on the card."""
        return urllib.parse.unquote(element["href"])

    def folder_of(self, session):
        return session.name(session.number)

    def test_the_script_has_everything_that_it_is_to_show(self):
        """Else the other tests would show less than they say."""
        self.assertEqual({session.source for session in self.book}, {"unknown", "after", "later", "person", "clock"})
        self.assertEqual({session.archer for session in self.book}, set(season.ARCHERS))
        self.assertEqual(len(self.book), season.SESSIONS)
        self.assertGreater(sum(bool(session.clips) for session in self.book), 5)
        arrows = [arrow for session in self.book for arrow in session.arrows]
        self.assertEqual({arrow.placed_by for arrow in arrows}, {"", "point", "hour", "ring"})
        self.assertTrue(any(not arrow.counts for arrow in arrows) and any(arrow.practice for arrow in arrows))
        # Numbers and dates disagree, or the order by number would show nothing.
        dated = [session.said for session in self.book if session.said]
        self.assertNotEqual([session.truth for session in self.book], sorted(session.truth for session in self.book))
        self.assertGreater(len(dated), 80)

    def test_each_card_keeps_its_order_and_the_cards_interleave_by_date(self):
        self.assertEqual([test_merge.files(card) for card in self.cards], self.before)
        self.assertEqual(
            [(session["number"], session["cardNumber"], session["id"], session["session"]) for session in self.said],
            [(session.number, session.card_number, session.id, self.folder_of(session)) for session in self.book])
        status, out, err = vir.run("card", "check", self.out)
        self.assertEqual(status, 0, out + err)

    def test_a_second_merge_and_a_second_book_have_the_same_bytes(self):
        first = test_merge.files(self.out)
        again = json.loads(self.merge(self.out))["sessions"]
        self.assertEqual([session["session"] for session in again], [session["session"] for session in self.said])
        self.assertEqual(test_merge.files(self.out), first)
        other = os.path.join(self.folder, "other")
        self.merge(other)
        self.assertEqual(test_merge.files(other), first)

    def test_every_arrow_is_in_the_table_of_the_card(self):
        with open(os.path.join(self.out, "scores.csv"), encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        wanted = [row for session in self.book for row in self.rows(session)]
        self.assertEqual(len(rows), len(wanted))
        for row, want in zip(rows, wanted):
            centre = row.pop("from_centre_mm")
            self.assertEqual(row, want)
            if want["x_mm"]:
                self.assertAlmostEqual(float(centre), math.hypot(float(want["x_mm"]), float(want["y_mm"])), delta=0.0015)
            else:
                self.assertEqual(centre, "")
        for archer in season.ARCHERS:
            self.assertEqual(sum(int(row["points"]) for row in rows if row["archer"] == archer), sum(one.total for one in self.book if one.archer == archer))

    def rows(self, session):
        """A session's lines of the table, each field by its name."""
        files = {clip["number"]: clip["file"] for clip in session.kept}
        holds = {clip["number"]: clip["phases"][1]["seconds"] - clip["phases"][0]["seconds"] for clip in session.kept}
        before = 0
        for arrow in session.arrows:
            counts = arrow.counts and not arrow.practice
            is_measured = arrow.placed_by == "point"
            yield {
                "session": self.folder_of(session), "date": session.started, "end": str(arrow.end), "arrow": str(arrow.number), "face": session.face.name,
                "round": session.round or "", "distance": session.distance or "", "shaft_mm": "5.5", "label": arrow.label,
                "points": str(arrow.points if counts else 0), "ring": str(arrow.ring), "spot": "1",
                "x_mm": f"{arrow.x:g}" if is_measured else "", "y_mm": f"{arrow.y:g}" if is_measured else "",
                "clock_hour": str(arrow.hour or ""), "clip": files.get(arrow.clip, ""),
                "counts": "practice" if arrow.practice else "yes" if arrow.counts else "no", "placed_by": arrow.placed_by,
                **dict.fromkeys(PHASES, ""),
                **({"hold_s": fixed(holds[arrow.clip], 3), "release_by": "hand"} if arrow.clip in holds else {}),
                "archer": session.archer, "session_id": session.id, "session_number": str(session.number), "clip_number": str(arrow.clip or ""),
                "dozen": str(before // 12 + 1) if counts else "", "gold": "1" if arrow.label in ("X", "10", "9") else "0"}
            before += counts

    def test_the_page_of_the_card_lists_every_session_newest_first(self):
        page = self.page("index.html")
        whole = Sum(self.book)
        self.assertEqual(page.one("p", "lead").words, " · ".join([counted(120, "session"), counted(whole.arrows, "arrow"), counted(whole.clips, "clip")]))
        archers = [(line.one("a").words, self.link(line.one("a")), line.one("dd").words) for line in page.one("dl", "facts").all("div")]
        self.assertEqual(archers, [
            (archer, f"archers/{page_of(archer)}", Sum([one for one in self.book if one.archer == archer]).words) for archer in sorted(season.ARCHERS)])
        months = [(name, list(sessions)) for name, sessions in itertools.groupby(self.newest, month)]
        self.assertEqual([part.one("h2").words for part in page.all("section")],
                         [f"{name} {counted(len(sessions), 'session')}" for name, sessions in months])
        for part, (name, sessions) in zip(page.all("section"), months):
            lines = part.all("li", "session")
            self.assertEqual(len(lines), len(sessions), name)
        for line, session, above in zip(page.all("li", "session"), self.newest, [None, *self.newest]):
            with self.subTest(session=session.number):
                self.assertEqual((line.one("h3").words, self.link(line.one("a"))), (heading(session), f"{self.folder_of(session)}/index.html"))
                face = session.face.name if session.ends else "Not scored"
                self.assertEqual(line.one("p", "who").words.split(" · "), [session.archer, *([ROUNDS[session.round][0]] if session.round else []), face])
                self.assertEqual([span.words for span in line.one("p", "counts").all("span")], self.counts(session, above))
                self.assertEqual([note.words for note in line.all("p", "note")], [session.notes] if session.notes else [])
                self.assertEqual([total.words for total in line.all("p", "total")], [f"Total {session.total}"] if session.counted else [])

    def counts(self, session, above):
        """What a session's line on the card's page counts; `above` is the session above it."""
        def shot(key):
            return sum(len(one.arrows) for one in self.book if one.said and key(one) == key(session))

        def day(one):
            return one and one.said and one.said.date()

        def week(one):
            return one and one.said and one.said.isocalendar()[:2]

        words = [counted(len(session.counted), "arrow"), f"X: {session.inner}"] if session.counted else []
        words.append(counted(len(session.kept), "clip"))
        liked = sum(clip.get("isLiked", False) for clip in session.kept)
        if liked:
            words.append(f"{liked} liked")
        if session.said:
            of_day, of_week = shot(day), shot(week)
            if of_day and day(above) != day(session) and of_day != len(session.counted):
                words.append(f"Day: {of_day}")
            if week(above) != week(session) and of_week != of_day:
                words.append(f"Week: {of_week}")
        return words

    def test_the_page_of_an_archer_says_what_the_season_was(self):
        self.assertEqual(sorted(os.listdir(os.path.join(self.out, "archers"))), sorted(map(page_of, season.ARCHERS)))
        for archer in season.ARCHERS:
            with self.subTest(archer=archer):
                page = self.page("archers", page_of(archer))
                sessions = [session for session in self.book if session.archer == archer]
                whole = Sum(sessions)
                self.assertEqual((page.one("h1").words, page.one("p", "lead").words), (archer, whole.words))
                self.assert_facts(page, sessions, whole)
                self.assert_plots(page, sessions, whole)
                self.assert_years(page, sessions)

    def assert_facts(self, page, sessions, whole):
        wanted = [(name, words(value(whole)) + (f" ({whole.target})" if plot == "group" else ""), None)
                  for plot, name, value, words in PLOTS if value(whole) is not None]
        scored = [session for session in sessions if session.counted]
        complete = [session for session in scored if session.round and len(session.counted) == ROUNDS[session.round][1]]
        best = [max((one for one in complete if one.round == round), key=lambda one: (one.total, -one.number)) for round in sorted({one.round for one in complete})]
        if not best:
            able = [session for session in scored if len(session.counted) >= 6]
            best = [max(able, key=lambda one: (one.total / len(one.counted), -one.number))]
        for term, session in [*(("Best", session) for session in best), ("Last", scored[-1])]:
            words = [heading(session), *([ROUNDS[session.round][0]] if session.round else []), str(session.total), counted(len(session.counted), "arrow")]
            wanted.append((term, " · ".join(words), f"../{self.folder_of(session)}/index.html"))
        found = [(line.one("dt").words, line.one("dd").words, next(map(self.link, line.all("a")), None)) for line in page.one("dl", "facts").all("div")]
        self.assertEqual(found, wanted)

    def assert_plots(self, page, sessions, whole):
        """The curve's points lie where the values are, between the lowest and the highest."""
        parts = {}
        for session in sessions:
            if session.counted or session.holds:
                parts.setdefault(month(session) if session.said else f"Session {session.number}", []).append(session)
        sums = [Sum(part, whole.target) for part in parts.values()]
        shown = {part["aria-labelledby"]: part for part in page.all("section", "plot")}
        self.assertEqual(list(shown), [plot for plot, _, value, _ in PLOTS if any(value(sum) is not None for sum in sums)])
        for plot, _, value, words in PLOTS:
            if plot not in shown:
                continue
            values = [value(sum) for sum in sums]
            rows = [[cell.words for cell in row.children if isinstance(cell, page_tree.Element)] for row in shown[plot].one("tbody").all("tr")]
            self.assertEqual(rows, [[name, "–" if one is None else words(one), str(len(part))] for (name, part), one in zip(parts.items(), values)])
            known = [one for one in values if one is not None]
            low, high = (min(known), max(known)) if max(known) > min(known) else (known[0] - 1, known[0] + 1)
            places = [(120 + 580 * (index / (len(values) - 1) if len(values) > 1 else 0.5), 165 - 145 * (one - low) / (high - low))
                      for index, one in enumerate(values) if one is not None]
            circles = [(float(circle["cx"]), float(circle["cy"])) for circle in shown[plot].all("circle")]
            self.assertEqual(len(circles), len(places))
            for found, wanted in zip(circles, places):
                self.assertAlmostEqual(found[0], wanted[0], delta=0.06)
                self.assertAlmostEqual(found[1], wanted[1], delta=0.06)

    def assert_years(self, page, sessions):
        years = {}
        for session in reversed(sessions):
            years.setdefault(str(session.said.year) if session.said else "Without a date", []).append(session)
        part = page.all("section")[-1]
        self.assertEqual([name.words for name in part.all("h3")], [f"{name} {Sum(year).words}" for name, year in years.items()])
        found = [[(line.words, self.link(line.one("a"))) for line in year.all("li")] for year in part.all("ul", "year")]
        self.assertEqual(found, [[self.line(session) for session in year] for year in years.values()])

    def line(self, session):
        day = f"{session.said.day} {session.said:%b}" if session.said else heading(session)
        figures = f"{session.total} · {counted(len(session.counted), 'arrow')}" if session.counted else counted(len(session.kept), "clip")
        return f"{day} {figures}", f"../{self.folder_of(session)}/index.html"

    def test_the_page_of_a_session_says_what_was_shot_and_leads_on(self):
        for place, session in enumerate(self.book):
            with self.subTest(session=session.number):
                page = self.page(self.folder_of(session), "index.html")
                self.assertEqual(page.one("h1").words, heading(session))
                self.assertEqual([time["datetime"] for time in page.all("time")], [session.started[:16]] if session.said else [])
                facts = {line.one("dt").words: line.one("dd") for line in page.one("dl", "facts").all("div")}
                archer = facts["Archer" if session.ends else "Name"]
                self.assertEqual((archer.words, self.link(archer.one("a"))), (session.archer, f"../archers/{page_of(session.archer)}"))
                self.assertEqual(facts["Session"].words, str(session.number))
                self.assertEqual([step["href"] for step in page.all("a", "step")],
                                 [f"../{self.folder_of(other)}/index.html" for other in self.book[max(0, place - 1):place] + self.book[place + 1:place + 2]])
                self.assertEqual([clip["id"] for clip in page.all("li", "clip")], [f"clip-{clip['number']}" for clip in session.kept])
                if session.counted:
                    tiles = {tile.one("dt").words: tile.one("dd").words for tile in page.one("dl", "tiles").all("div")}
                    arrows = str(len(session.counted)) + (f" of {ROUNDS[session.round][1]}" if session.round else "")
                    self.assertEqual(page.one("p", "sum").one("strong").words, str(session.total))
                    self.assertEqual((tiles["Arrows"], tiles["X"], tiles["Average"]), (arrows, str(session.inner), fixed(session.total / len(session.counted), 2)))

    def test_every_link_leads_to_something(self):
        pages = ["index.html", *(f"archers/{page_of(archer)}" for archer in season.ARCHERS), *(f"{self.folder_of(one)}/index.html" for one in self.book)]
        trees = {os.path.join(self.out, page): self.page(page) for page in pages}
        anchors = {path: {element["id"] for tag in ("h2", "li", "tr", "section") for element in tree.all(tag) if "id" in element.attributes}
                   for path, tree in trees.items()}
        links = 0
        for path, tree in trees.items():
            for tag, name in (("a", "href"), ("img", "src"), ("video", "src"), ("video", "poster")):
                for element in tree.all(tag):
                    if name not in element.attributes:
                        continue
                    address, _, anchor = urllib.parse.unquote(element[name]).partition("#")
                    target = os.path.normpath(os.path.join(os.path.dirname(path), address)) if address else path
                    self.assertTrue(os.path.isfile(target), f"{path}: {element[name]}")
                    self.assertTrue(not anchor or anchor in anchors.get(target, ()), f"{path}: {element[name]}")
                    links += 1
        self.assertGreater(links, 1000)

    def test_the_list_and_the_index_agree_with_the_pages(self):
        for archer in season.ARCHERS:
            status, out, err = vir.run("card", "list", self.out, "--archer", archer, "--json")
            self.assertEqual(status, 0, err)
            found = {one["number"]: (one["session"], one["started"], one["arrows"], one["total"], one["innerTens"], one["liked"], one["notes"])
                     for one in json.loads(out)}
            self.assertEqual(found, {
                one.number: (self.folder_of(one), one.started, len(one.counted), one.total, one.inner, sum(clip.get("isLiked", False) for clip in one.kept), one.notes)
                for one in self.book if one.archer == archer})
        index = sqlite3.connect(f"file:{self.out}/vir.sqlite?mode=ro", uri=True)
        self.addCleanup(index.close)
        rows = index.execute("SELECT number, name, archer, total, arrows, shot, clips, groupMillimetres, grouped FROM session ORDER BY number").fetchall()
        self.assertEqual([row[:7] for row in rows], [
            (one.number, self.folder_of(one), one.archer, one.total, len(one.counted), len(one.arrows), len(one.kept)) for one in self.book])
        for row, session in zip(rows, self.book):
            group, count = session.group or (None, 0)
            self.assertEqual((row[7] is None, row[8]), (group is None, count), session.number)
            if group is not None:
                self.assertAlmostEqual(row[7], group, places=6)

    def test_an_end_that_is_shot_into_the_book_writes_only_what_changed(self):
        folder = vir.new_folder()
        card = os.path.join(folder, "card")
        shutil.copytree(self.out, card)
        # The first start makes the settings file, and takes away what was deleted.
        run = vir.Session("", seconds=1, size="320x180", folder=folder, settings='archers = "Ana; Ben"\n')
        self.assertEqual(run.status, 0, run.err)
        before = places(card)
        run = vir.Session(THREE_SHOTS, seconds=32, size="320x180", folder=folder, extra=["--archer", "Ana", "--face", "wa_122", "--arrow", "5.5"])
        self.assertEqual(run.status, 0, run.err)
        after = places(card)
        self.assertEqual([name for name in before if name not in after], [])
        changed = {name for name in after if before.get(name) != after[name]}
        new = {name.split("/")[0] for name in changed if "_S" in name} - {self.folder_of(one) for one in self.book}
        self.assertEqual(len(new), 1)
        # The session before it gets a link to it.
        last = f"{self.folder_of(self.book[-1])}/index.html"
        self.assertIn(last, changed)
        self.assertEqual(
            {name for name in changed if name.split("/")[0] not in new} - OWN_FILES, {"index.html", "scores.csv", "archers/ana.html", last})


# The files that a run writes for itself, whatever is shot.
OWN_FILES = {"vir.sqlite", "vir.sqlite-wal", "vir.sqlite-shm", "vir.sqlite-journal", "card.json", "vir-log.txt", "settings.last"}


def places(card):
    """(inode, time of the last change) of each file of a card, by its path."""
    found = {}
    for folder, _, names in os.walk(card):
        for name in names:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            found[os.path.relpath(path, card)] = (status.st_ino, status.st_mtime_ns)
    return found


if __name__ == "__main__":
    unittest.main()

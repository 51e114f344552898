# SPDX-License-Identifier: GPL-3.0-or-later
"""A season as a script knows it: four archers, 120 sessions on two cards, three clocks. The script writes the cards' records, and keeps a book
of its own: it scores each arrow by itself, so what the program makes of the cards can be compared with it.

The first card's box has no battery clock: its first sessions have no date, some were dated later, then somebody set the clock at each start, but
for some time in spring, when the box knew only that it was after the last start. The second card's box has a clock that is a month fast.
"""
import collections
import copy
import datetime
import json
import math
import os
import random
import shutil

import large_card

SESSIONS = 120
SHAFT = 5.5
# The first card's sessions by what the box's clock said, by their place on that card.
DATED_LATER, SET, UNSET = range(16, 19), 19, range(34, 38)
MONTH_FAST = datetime.timedelta(days=31)
ANA, BEN, CLEO, ZOE = ARCHERS = ["Ana", "Ben", "Cleo Ruiz", "Zoë"]

Arrow = collections.namedtuple("Arrow", "end number label points ring x y hour clip counts placed_by practice")
Face = collections.namedtuple("Face", "id name rings record")


def face(size):
    """A face of World Archery (Book 2), by its size in centimetres: the rings as (label, points, ring, radius in millimetres)."""
    colors = {11: "yellow", 10: "yellow", 9: "yellow", 8: "red", 7: "red", 6: "lightBlue", 5: "lightBlue", 4: "black", 3: "black", 2: "white", 1: "white"}
    rings = [("X", 10, 11, size / 4)] + [(str(ring), ring, ring, size / 2 * (11 - ring)) for ring in range(10, 0, -1)]
    record = {"id": f"wa_{size}", "name": f"WA {size} cm", "spots": [{"xMillimetres": 0, "yMillimetres": 0}], "twoInASpot": "bothCount",
              "thickestShaftMillimetres": 9.9,
              "rings": [{"label": label, "points": points, "color": colors[ring], "diameterMillimetres": 2 * radius} for label, points, ring, radius in rings]}
    return Face(record["id"], record["name"], rings, record)


OUTDOOR, INDOOR = face(122), face(40)


def score(face, x, y):
    """(label, points, ring) of an arrow at a place in millimetres: a shaft that touches a line has the higher ring. The fourth is its distance
    from the nearest line."""
    edge = math.hypot(x, y) - SHAFT / 2
    near = min(abs(edge - radius) for *_, radius in face.rings)
    return next(((label, points, ring, near) for label, points, ring, radius in face.rings if edge <= radius), ("M", 0, 0, near))


def hour(x, y):
    """(the nearest hour from the centre, how far from the border to the next one in degrees)."""
    degrees = math.degrees(math.atan2(x, y)) % 360
    return int((degrees + 15) // 30) % 12 or 12, min((degrees + 15) % 30, 30 - (degrees + 15) % 30)


class Shot:
    """One session of the season: what was shot, and its record."""

    def __init__(self, index, rng, film):
        self.index = index
        self.archer = ARCHERS[index % 4]
        self.card = rng.choice("ab")
        self.truth = datetime.datetime(2026, 1, 3, 9, 0) + datetime.timedelta(days=3 * index, minutes=rng.randrange(600))
        self.id = f"{0xA000 + index:016x}"
        self.notes = rng.choice(["", "", "wind from the left", 'new string, "BCY" & <8125>'])
        self.film = film if self.archer == BEN and index % 12 == 1 else None
        self.round, self.distance, self.face = None, None, OUTDOOR
        self.arrows, self.ends, self.clips, self.marks, self.holds = [], [], [], [], []
        if self.film:
            self.add_film(rng)
        self.shoot(rng)

    def add_film(self, rng):
        """A real end, with the clips that were made of it: liked, timed, and one of them deleted."""
        record = copy.deepcopy(self.film[1])
        self.clips, self.marks = record["clips"], record["marks"]
        for clip in self.clips:
            clip["id"] = f"{self.id}-{clip['number']}"
            hold = rng.randrange(804, 3000, 12) / 1000
            clip["phases"] = [{"name": "Anchor", "seconds": 0.5}, {"name": "Release", "seconds": 0.5 + hold}]
            self.holds.append(hold)
        self.clips[0]["isLiked"] = True
        if self.index % 24 == 1:
            # A clip that is deleted shows no hold any more.
            self.clips[2]["isDeleted"] = True
            self.holds.pop()
        end = record["ends"][0]
        self.ends.append(end)
        for arrow in end["arrows"]:
            x = y = clock = None
            if "calledRing" in arrow:
                label, points, ring, _ = OUTDOOR.rings[arrow["calledRing"] - 1]
            else:
                x, y = arrow["xMicrometres"] / 1000, arrow["yMicrometres"] / 1000
                label, points, ring, _ = score(OUTDOOR, x, y)
                clock = hour(x, y)[0]
            self.arrows.append(Arrow(1, arrow["number"], label, points, ring, x, y, clock, arrow["clip"], True, arrow["placedBy"], False))

    def shoot(self, rng):
        if self.archer == ANA:
            # Whole rounds, in the hall until the end of March.
            isIndoor = self.truth.month < 4
            self.round, self.distance, self.face = ("wa_18", "18 m", INDOOR) if isIndoor else ("wa_70", "70 m", OUTDOOR)
            for _ in range(20 if isIndoor else 12):
                self.add_end(rng, 3 if isIndoor else 6)
        elif self.archer == BEN:
            # Practice without a round: it counts, but for the sighters.
            for number in range(rng.randrange(2, 6)):
                self.add_end(rng, 6, practice=number == 1, kinds=("point", "point", "ring") if self.index % 8 == 5 else ("point",))
        elif self.archer == CLEO:
            # Every other one is left without a score.
            for _ in range(rng.randrange(1, 4) if self.index % 8 == 2 else 0):
                self.add_end(rng, 6, kinds=("point", "hour") if self.index % 16 == 2 else ("point",))
        else:
            # Rounds that were broken off, some with a seventh arrow in an end.
            self.round, self.distance = "wa_70", "70 m"
            for number in range(rng.randrange(3, 9)):
                self.add_end(rng, 7 if number == 2 and self.index % 3 == 0 else 6, kinds=("point",) * 9 + ("miss",))

    def add_end(self, rng, count, practice=False, kinds=("point",)):
        number, written, shot = len(self.ends) + 1, [], []
        spread = self.face.rings[3][3] * (0.4 + 0.4 * rng.random())
        for place in range(1, count + 1):
            kind = rng.choice(kinds)
            while True:
                x, y = (round(rng.gauss(0, spread), 3) for _ in "xy")
                label, points, ring, near = score(self.face, x, y)
                clock, border = hour(x, y)
                if near > 0.01 and border > 0.1 and ring > 0:
                    break
            fields = {"number": place, "spot": 1}
            if kind == "ring":
                fields["calledRing"] = 12 - ring
                x = y = clock = None
            elif kind == "miss":
                x = y = clock = None
                label, points, ring = "M", 0, 0
            else:
                fields.update(xMicrometres=round(x * 1000), yMicrometres=round(y * 1000), placedBy=kind)
            written.append(fields)
            shot.append(Arrow(number, place, label, points, ring, x, y, clock, None, True, "" if kind == "miss" else kind, practice))
        if self.round and count > 6:
            # Only the lowest count; of equal ones those shot first.
            lowest = sorted(shot, key=lambda arrow: (arrow.points, arrow.ring, arrow.number))[:6]
            shot = [arrow if arrow in lowest else arrow._replace(counts=False) for arrow in shot]
        self.arrows += shot
        end = {"number": number, "face": self.face.record, "shaftMillimetres": SHAFT, "clips": [], "isDone": True, "arrows": written}
        if practice:
            end["isPractice"] = True
        if self.round:
            end.update(round=self.round, distance=self.distance)
        self.ends.append(end)

    # The figures

    @property
    def counted(self):
        return [arrow for arrow in self.arrows if arrow.counts and not arrow.practice]

    @property
    def total(self):
        return sum(arrow.points for arrow in self.counted)

    @property
    def inner(self):
        return sum(arrow.label == "X" for arrow in self.counted)

    @property
    def kept(self):
        return [clip for clip in self.clips if not clip.get("isDeleted")]

    @property
    def group(self):
        """(mean radius in millimetres, arrows); None if there is none that can be compared."""
        shown = [arrow for arrow in self.arrows if not arrow.practice]
        placed = [(arrow.x, arrow.y) for arrow in shown if arrow.x is not None]
        if len(placed) < 3 or any(arrow.placed_by == "hour" for arrow in shown):
            return None
        middle = [sum(values) / len(placed) for values in zip(*placed)]
        return sum(math.dist(place, middle) for place in placed) / len(placed), len(placed)

    @property
    def target(self):
        return ", ".join(part for part in (self.distance, self.face.name) if part)

    # Its record

    def take_date(self, place):
        """Gives it the date that its box knew, by its place on the card."""
        self.card_number = place + 1
        self.said, self.source, self.first = self.truth, "person", True
        if self.card == "b":
            self.said, self.source = self.truth + MONTH_FAST, "clock"
        elif place in DATED_LATER:
            self.source, self.first = "later", False
        elif place < SET or place in UNSET:
            self.said, self.source, self.first = None, "after" if place in UNSET else "unknown", False

    @property
    def after(self):
        """The moment before it that its box knew, if it knew no more."""
        return self.truth - datetime.timedelta(days=5) if self.source == "after" else None

    @property
    def started(self):
        return f"{self.said:%Y-%m-%dT%H:%M:%S}" if self.said else ""

    def name(self, number):
        """The name of its folder: it is never dated later."""
        return f"{self.said:%Y-%m-%d_%H%M}_S{number:02}" if self.first else f"undated_S{number:02}"

    def write(self, card):
        folder = os.path.join(card, self.name(self.card_number))
        os.makedirs(folder)
        header = {"number": self.card_number, "started": self.started, "id": self.id, "dateFrom": self.source, "camera": "synthetic",
                  "encoder": "libx264", "size": {"width": 320, "height": 180}, "framesPerSecond": 30, "delaySeconds": 5}
        moment = self.said or self.after
        if moment:
            header.update(utc=int(moment.replace(tzinfo=datetime.timezone.utc).timestamp()) - 3600, offset=60)
        target = {"archer": self.archer, "face": self.face.id}
        if self.round:
            target["round"] = self.round
        record = {"version": 3, "header": header, "target": target, "marks": self.marks, "clips": self.clips, "lostClips": [], "ends": self.ends,
                  "notes": self.notes, "ending": "stopped", "isProtected": False}
        with open(os.path.join(folder, "session.json"), "w", encoding="utf-8") as file:
            json.dump(record, file, indent=2)
        if self.film:
            for part in ("clips", "thumbs"):
                shutil.copytree(os.path.join(self.film[0], part), os.path.join(folder, part))


def shoot(seed=39):
    """All sessions, in the order in which they were shot, each with its place on its card."""
    rng, film = random.Random(seed), large_card.film()
    season = [Shot(index, rng, film) for index in range(SESSIONS)]
    for card in "ab":
        for place, session in enumerate([session for session in season if session.card == card]):
            session.take_date(place)
    return season


def merged(season):
    """The order of the book: each card keeps its own; by date where both have one, else the first card first. Each session gets its number."""
    a, b = ([session for session in season if session.card == card] for card in "ab")
    book = []
    while a or b:
        both = a and b and a[0].said and b[0].said
        book.append((b if not a or both and b[0].said < a[0].said else a).pop(0))
    for number, session in enumerate(book, 1):
        session.number = number
    return book

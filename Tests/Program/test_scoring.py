# SPDX-License-Identifier: GPL-3.0-or-later
"""Scoring an end with the knob alone: what the card says afterwards, in every place where it says it."""
import csv
import html.parser
import json
import os
import subprocess
import unittest
import urllib.parse

import vir

# Three shots, called with the knob. The first is an X, the second a 10 by its ring alone; the third is an 8 with its clock direction,
# three.
# After the last arrow the total is shown, and the summary comes by itself.
THREE_SHOTS = """
7 mark tap
10 mark tap
13 mark tap
16 stop tap
18 knob turn -1
18.5 mark tap
19 knob turn +1
20 mark tap
21 knob turn +2
21.5 knob push
22 knob turn +3
23 mark tap
27 stop tap
"""


class Links(html.parser.HTMLParser):
    """What a page refers to, and the ids it has."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("href", "src", "poster", "xlink:href") and value:
                self.targets.append(value)
            if key == "id":
                self.ids.add(value)


def check_links(test, path):
    with open(path, encoding="utf-8") as file:
        page = Links(file.read())
    for target in page.targets:
        name, _, anchor = target.partition("#")
        if not name:
            test.assertIn(anchor, page.ids, path)
        elif not name.startswith("data:"):
            found = os.path.join(os.path.dirname(path), urllib.parse.unquote(name))
            test.assertTrue(os.path.exists(found), f"{path}: {target}")


def marked(names):
    """Without the unseen tail, which STOP keeps as a clip of its own."""
    return [name for name in names if "unmarked" not in name]


def tags(path):
    said = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "json", path], capture_output=True, text=True,
                          check=True).stdout
    return json.loads(said)["format"].get("tags", {})


class AnEndByTheKnob(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = vir.Session(THREE_SHOTS, seconds=32, extra=["--face", "wa_122", "--arrow", "5.5"])
        names = [name for name in os.listdir(cls.session.card) if "_S" in name]
        cls.folder = os.path.join(cls.session.card, names[0])
        with open(os.path.join(cls.folder, "session.json"), encoding="utf-8") as file:
            cls.record = json.load(file)
        cls.end = cls.record["ends"][0]

    def test_the_scores_are_what_was_put_on_the_face(self):
        self.assertEqual([arrow["label"] for arrow in self.end["arrows"]], ["X", "10", "8"])
        self.assertEqual([arrow["score"] for arrow in self.end["arrows"]], [10, 10, 8])
        self.assertEqual([arrow["ring"] for arrow in self.end["arrows"]], [11, 10, 8])
        self.assertEqual(self.end["total"], 28)
        self.assertTrue(self.end["isDone"])
        first, second, third = self.end["arrows"]
        # A ring alone is no position. The middle of the 8 lies half way between its edges, half a shaft further out.
        self.assertEqual((first["calledRing"], second["calledRing"]), (1, 2))
        self.assertNotIn("xMicrometres", second)
        self.assertEqual((third["xMicrometres"], third["yMicrometres"]), (155250, 0))
        self.assertNotIn("calledRing", third)
        self.assertEqual([arrow["placedBy"] for arrow in self.end["arrows"]], ["ring", "ring", "hour"])
        self.assertAlmostEqual(third["x"], 0.5 + 155.25 / 1220)

    def test_each_arrow_is_linked_to_its_shot_in_name_record_and_metadata(self):
        self.assertEqual([arrow["clip"] for arrow in self.end["arrows"]], [1, 2, 3])
        files = marked(clip["file"] for clip in self.record["clips"])
        self.assertEqual(files, ["clips/01_X.mp4", "clips/02_10.mp4", "clips/03_8.mp4"])
        self.assertEqual(marked(sorted(os.listdir(os.path.join(self.folder, "clips")))), [os.path.basename(file) for file in files])
        self.assertFalse(os.path.exists(os.path.join(self.folder, "journal.jsonl")))
        for file, arrow in zip(files, self.end["arrows"]):
            said = " ".join(tags(os.path.join(self.folder, file)).values())
            self.assertIn(arrow["label"], said)

    def test_the_report_names_the_clips_as_they_are_called_now(self):
        for clip in self.session.report["clips"]:
            self.assertTrue(os.path.exists(self.session.clip_path(clip)), clip["file"])

    def test_the_table_has_a_line_for_each_arrow(self):
        with open(os.path.join(self.folder, "scores.csv"), encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 3)
        # Nobody measured a millimetre: of the third arrow the hour is known, of the others the ring.
        for row in rows:
            self.assertEqual((row["x_mm"], row["y_mm"], row["from_centre_mm"]), ("", "", ""))
        self.assertEqual([(row["placed_by"], row["clock_hour"]) for row in rows], [("ring", ""), ("ring", ""), ("hour", "3")])

    def test_the_pages_link_to_what_is_there(self):
        check_links(self, os.path.join(self.folder, "index.html"))
        check_links(self, os.path.join(self.session.card, "index.html"))

    def test_the_card_is_sound_and_lists_the_score(self):
        status, out, err = vir.run("card", "check", self.session.card)
        self.assertEqual(status, 0, out + err)
        status, out, err = vir.run("card", "list", self.session.card)
        self.assertEqual(status, 0)
        self.assertIn("28", out)

    def test_other_programs_get_json(self):
        status, out, _ = vir.run("card", "list", "--json", self.session.card)
        session, = json.loads(out)
        self.assertEqual((status, session["session"], session["state"], session["total"]), (0, os.path.basename(self.folder), "closed", 28))
        for clip in session["clips"]:
            self.assertTrue(os.path.isfile(os.path.join(self.folder, clip["file"])))
        status, out, _ = vir.run("card", "check", "--json", self.session.card)
        self.assertEqual((status, json.loads(out)["isSound"], json.loads(out)["arrows"], json.loads(out)["faults"]), (0, True, 3, []))
        done = subprocess.run([vir.PROGRAM, "score", "--face", "wa_40", "--arrow", "5", "--json", "-"], input="0,0\nx\n", capture_output=True, text=True)
        rows = json.loads(done.stdout)
        self.assertEqual((done.returncode, rows[0]["label"], rows[0]["points"], rows[1]["line"]), (64, "X", 10, 2))
        self.assertIn("problem", rows[1])

    def test_a_folder_becomes_a_card_if_somebody_says_so(self):
        folder = vir.new_folder()
        self.assertEqual(vir.run("card", "list", folder)[0], 66)
        self.assertEqual(vir.run("card", "rebuild", "--new", folder)[0], 0)
        self.assertEqual(vir.run("card", "check", folder)[:2], (0, "0 sessions, 0 marks, 0 clips: all is well\n"))

    def test_rebuilding_changes_no_word(self):
        before = self.files()
        os.remove(os.path.join(self.session.card, "vir.sqlite"))
        status, out, err = vir.run("card", "rebuild", self.session.card)
        self.assertEqual(status, 0, out + err)
        self.assertEqual(self.files(), before)

    def files(self):
        found = {}
        for folder, _, names in os.walk(self.session.card):
            for name in names:
                if not name.startswith(("vir.sqlite", "vir-log")):
                    with open(os.path.join(folder, name), "rb") as file:
                        found[os.path.relpath(os.path.join(folder, name), self.session.card)] = file.read()
        return found


# The row of tools, opened by holding the knob: Undo is first, then the arrow's clip and the miss.
TOOLS_UNDO = "{0} knob hold 0.7\n{0}.9 knob turn -9\n{0}.95 knob push\n"
TOOLS_MISS = "{0} knob hold 0.7\n{0}.8 knob turn -9\n{0}.85 knob turn +{1}\n{0}.9 knob push\n"


def touches(*steps):
    """Lines of a script: (seconds, x, y) is a tap, (seconds, x, y, x2, y2) a drag."""
    lines = []
    for seconds, x, y, *to in steps:
        lines.append(f"{seconds} touch down {x} {y}")
        if to:
            lines.append(f"{seconds + 0.1:.2f} touch move {(x + to[0]) // 2} {(y + to[1]) // 2}")
            lines.append(f"{seconds + 0.2:.2f} touch move {to[0]} {to[1]}")
        lines.append(f"{seconds + 0.3:.2f} touch up")
    return "\n".join(lines) + "\n"


class AnEndByTouch(unittest.TestCase):
    """Nothing but a finger: double taps mark, a tap on the face puts the arrow there, the labels of the footer do the rest."""

    # Points on the TV: the middle of the face, the ring's label, the labels of the footer, and the first tool.
    FACE, PLACE, MARK, STOP, TOOLS, UNDO = (532, 490), (1140, 332), (180, 990), (400, 990), (1720, 990), (190, 110)

    def test_touch_alone_places_and_saves(self):
        x, y = self.FACE
        marks = [(second + more, 960, 400) for second in (7, 10, 13) for more in (0, 0.32)]
        session = vir.Session(touches(
            *marks, (15, *self.STOP),
            # The ring's label places the arrow, as MARK's label does. Undo is the first tool.
            (17, x, y), (18, *self.MARK), (18.5, *self.TOOLS), (19, *self.UNDO), (19.5, *self.PLACE),
            (20, x + 130, y), (21, *self.PLACE),
            (22, x - 130, y - 130, x - 200, y - 160), (23, *self.MARK)), seconds=30, extra=["--face", "wa_122"])
        names = [name for name in os.listdir(session.card) if "_S" in name]
        self.assertEqual(len(names), 1, session.err)
        with open(os.path.join(session.card, names[0], "session.json"), encoding="utf-8") as file:
            record = json.load(file)
        end = record["ends"][0]
        self.assertEqual([arrow["label"] for arrow in end["arrows"]], ["X", "9", "8"])
        self.assertTrue(end["isDone"])
        self.assertEqual(marked(clip["file"] for clip in record["clips"]), ["clips/01_X.mp4", "clips/02_9.mp4", "clips/03_8.mp4"])


class OtherEnds(unittest.TestCase):
    def record(self, session):
        names = [name for name in os.listdir(session.card) if "_S" in name]
        self.assertEqual(len(names), 1)
        with open(os.path.join(session.card, names[0], "session.json"), encoding="utf-8") as file:
            return json.load(file)

    def test_a_miss_is_past_the_lowest_ring_and_an_arrow_is_called_again(self):
        record = self.record(vir.Session("7 mark tap\n10 mark tap\n13 stop tap\n15 knob turn -3\n16 mark tap\n17 mark tap\n17.5 left tap\n"
                                         "18 knob turn +20\n19 mark tap\n",
                                         seconds=24, extra=["--face", "wa_40"]))
        self.assertEqual([arrow["label"] for arrow in record["ends"][0]["arrows"]], ["X", "M"])
        self.assertEqual(record["ends"][0]["total"], 10)

    def test_a_miss_is_a_tool_and_undo_takes_it_back(self):
        # The first time nothing can be undone; later Undo comes first, and then the tool that looks at a clip.
        record = self.record(vir.Session("7 mark tap\n10 mark tap\n13 stop tap\n" + TOOLS_MISS.format(15, 1) + TOOLS_UNDO.format(17)
                                         + "18.5 knob turn -20\n19 mark tap\n" + TOOLS_MISS.format(20, 2),
                                         seconds=24, extra=["--face", "wa_40"]))
        self.assertEqual([arrow["label"] for arrow in record["ends"][0]["arrows"]], ["X", "M"])
        self.assertTrue(record["ends"][0]["isDone"])

    def test_what_was_placed_before_the_end_of_the_run_is_kept(self):
        record = self.record(vir.Session("7 mark tap\n9 mark tap\n10 stop tap\n12 mark tap\n", seconds=14))
        self.assertEqual(len(record["ends"][0]["arrows"]), 1)
        self.assertFalse(record["ends"][0]["isDone"])

    def test_a_round_goes_on_over_ends_in_one_session(self):
        script = "7 mark tap\n9 stop tap\n10 mark tap\n10.5 mark tap\n11 mark tap\n14 mark tap\n24 mark tap\n27 stop tap\n29 mark tap\n29.5 mark tap\n30 mark tap\n33 stop tap\n"
        record = self.record(vir.Session(script, seconds=36, extra=["--round", "vegas_300"]))
        self.assertEqual([end["number"] for end in record["ends"]], [1, 2])
        self.assertEqual([end["face"]["id"] for end in record["ends"]], ["vegas_3spot_40"] * 2)
        self.assertEqual([end["clips"] for end in record["ends"]], [[1], [2]])
        self.assertEqual(marked(clip["file"] for clip in record["clips"]), ["clips/01_10.mp4", "clips/02_10.mp4"])

    def test_skipping_leaves_the_end_to_be_scored_later(self):
        record = self.record(vir.Session("7 mark tap\n10 stop tap\n12 stop hold 1.3\n", seconds=16))
        self.assertEqual((record["ends"][0]["arrows"], record["ends"][0]["isDone"]), ([], False))
        self.assertEqual(marked(clip["file"] for clip in record["clips"]), ["clips/01.mp4"])

    def test_without_scoring_there_is_no_end(self):
        record = self.record(vir.Session("7 mark tap\n10 stop tap\n", seconds=14, settings="scoring = false\n"))
        self.assertEqual(record["ends"], [])


class CustomFaces(unittest.TestCase):
    FACE = 'custom-face-1 = "club; Club <3D>; X/? 11 50 red, 8 8 150 white black"\n'

    def settings(self, text):
        path = os.path.join(vir.new_folder(), "settings.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_a_face_of_the_clubs_own_is_listed_scored_and_shot_at(self):
        path = self.settings(self.FACE)
        status, out, err = vir.run("faces", "--json", "--settings", path)
        self.assertEqual(status, 0, err)
        self.assertEqual(json.loads(out)[-1]["id"], "club")
        rows = os.path.join(os.path.dirname(path), "rows.csv")
        with open(rows, "w", encoding="utf-8") as file:
            file.write("x_mm,y_mm\n0,27.7\n0,30\n100,0\n")
        status, out, err = vir.run("score", "--face", "club", "--arrow", "5.5", "--settings", path, rows)
        self.assertEqual((status, out), (0, "label,points,ring\nX/?,11,11\n8,8,8\nM,0,0\n"), err)
        session = vir.Session("7 mark tap\n10 stop tap\n12 mark tap\n", seconds=16, settings=self.FACE + 'face = "club"\n')
        folder = next(name for name in os.listdir(session.card) if "_S" in name)
        self.assertIn("01_X--.mp4", os.listdir(os.path.join(session.card, folder, "clips")))
        with open(os.path.join(session.card, folder, "index.html"), encoding="utf-8") as file:
            self.assertNotIn("<3D>", file.read())
        check_links(self, os.path.join(session.card, folder, "index.html"))

    def test_a_wrong_face_is_named_with_its_line(self):
        status, out, err = vir.run("faces", "--settings", self.settings("# ours\n" + self.FACE.replace("red", "pink")))
        self.assertEqual(status, 64)
        self.assertRegex(err, r'line 2: custom-face-1: there is no colour "pink"')


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends as people shoot them: arrows too many, practice first, nobody there for minutes. On the card, its pages and its tables."""
import csv
import json
import os
import unittest

import vir


class Ends(unittest.TestCase):
    def shoot(self, script, seconds, *extra, settings=None):
        session = vir.Session(script, seconds=seconds, size="320x180", extra=list(extra), settings=settings)
        self.assertEqual(session.status, 0, session.out + session.err)
        names = [name for name in os.listdir(session.card) if "_S" in name]
        self.assertEqual(len(names), 1)
        folder = os.path.join(session.card, names[0])
        with open(os.path.join(folder, "session.json"), encoding="utf-8") as file:
            record = json.load(file)
        # A session without an end has no table.
        rows = []
        if record["ends"]:
            with open(os.path.join(folder, "scores.csv"), encoding="utf-8-sig", newline="") as file:
                rows = list(csv.DictReader(file))
        with open(os.path.join(folder, "index.html"), encoding="utf-8") as file:
            page = file.read()
        status, out, err = vir.run("card", "check", session.card)
        self.assertEqual(status, 0, out + err)
        _, listed, _ = vir.run("card", "list", session.card)
        return record, rows, page, listed

    def test_of_seven_arrows_in_an_end_of_six_the_lowest_six_count(self):
        script, at = [], 6.0
        for _ in range(7):
            script.append(f"{at} mark tap")
            at += 2
        script.append(f"{at} stop tap")
        at += 2
        for _ in range(6):
            script.append(f"{at} mark tap")
            at += 1.2
        script += vir.to_tool("+1 arrow", "The target face", at, impossible=("Miss", "−1 arrow", "Finish"))
        script += [f"{at + 2} knob turn +7", f"{at + 2.6} mark tap", f"{at + 5} mark tap"]
        record, rows, page, listed = self.shoot("\n".join(script) + "\n", at + 8, "--round", "wa_70")
        end = record["ends"][0]
        self.assertEqual([arrow["label"] for arrow in end["arrows"]], ["10"] * 6 + ["3"])
        self.assertEqual((end["total"], sum(arrow["score"] for arrow in end["arrows"])), (53, 53))
        self.assertEqual(sum(int(row["points"]) for row in rows), 53)
        self.assertEqual([row["counts"] for row in rows].count("no"), 1)
        self.assertIn("<strong>53</strong> <span>of 60</span>", page)
        self.assertIn("6 of 72", page)
        self.assertIn("53", listed)

    def test_practice_comes_before_the_ends_that_count(self):
        script = ["6 mark tap", "9 mark tap", "12 mark tap", "16 stop tap"]
        script += vir.to_tool("Practice", "The target face", 18, impossible=("Finish",))
        script += ["20 mark tap", "20.5 mark tap", "21 mark tap", "24.5 mark tap", "28 mark tap", "32 stop tap"]
        script += [f"{34 + number} mark tap" for number in range(6)] + ["41 mark tap"]
        record, rows, page, _ = self.shoot("\n".join(script) + "\n", 46, "--round", "wa_70")
        self.assertEqual([(end.get("isPractice", False), end["total"], len(end["arrows"])) for end in record["ends"]],
                         [(True, 0, 3), (False, 60, 6)])
        self.assertEqual([end["clips"] for end in record["ends"]], [[1, 2, 3], [4]])
        self.assertEqual(record["ends"][1]["round"], "wa_70")
        self.assertEqual(sum(int(row["points"]) for row in rows), 60)
        self.assertIn("Practice 1, 70 m", page)
        self.assertIn("End 1, 70 m", page)
        self.assertIn("<strong>60</strong> <span>of 60</span>", page)

    def test_two_minutes_in_the_review_merge_no_end_with_the_next(self):
        script = "8 mark tap\n12 mark tap\n16 mark tap\n20 stop tap\n150 mark tap\n154 mark tap\n158 mark tap\n162 stop tap\n164 stop tap\n" \
                 "166 mark tap\n167 mark tap\n168 mark tap\n"
        record, _, _, _ = self.shoot(script, 172, "--round", "vegas_300", settings='after-stop = "review"\nback-to-live = 2\n')
        self.assertEqual([end["clips"] for end in record["ends"]], [[1, 2, 3], [4, 5, 6]])
        self.assertEqual([len(end["arrows"]) for end in record["ends"]], [0, 3])

    def test_a_quick_save_uses_no_marks_number(self):
        record, _, _, _ = self.shoot("8 mark hold 1.3\n12 mark tap\n16 stop tap\n", 20, settings="scoring = false\n")
        self.assertEqual([mark["number"] for mark in record["marks"]], [1])
        self.assertIn("buffer", [clip["kind"] for clip in record["clips"]])

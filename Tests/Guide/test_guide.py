# SPDX-License-Identifier: GPL-3.0-or-later
"""The building guide says what the program does: pins, rhythms, messages, measures; and its links lead somewhere."""
import re
import unittest

import guide

# The 40-pin header of every board since 2014: BCM number to pin. Written down a second time on purpose.
PIN_OF = {2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23, 8: 24, 7: 26,
          0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40}
GROUND_PINS = {6, 9, 14, 20, 25, 30, 34, 39}
PARTS = {"MARK": "mark", "STOP": "stop", "Left": "left", "Right": "right", "Up": "up", "Down": "down", "Knob A": "knobA",
         "Knob B": "knobB", "Knob push": "push", "LED": "led", "Buzzer": "buzzer", "Trigger": "trigger"}


class Links(unittest.TestCase):
    def test_every_link_of_the_guide_leads_somewhere(self):
        links = guide.links(guide.text())
        self.assertGreater(len(links), 20)
        for link in links:
            with self.subTest(link):
                if link.startswith("https://"):
                    self.assertRegex(link, r"^https://[\w.-]+\.[a-z]+(/\S*)?$")
                    continue
                path, _, anchor = link.partition("#")
                target = (guide.IMAGE / path).resolve() if path else guide.README
                self.assertTrue(target.exists(), f"there is no {path}")
                if anchor:
                    self.assertIn(anchor, guide.anchors(guide.text(target)))

    def test_every_drawing_is_shown_or_linked(self):
        links = guide.links(guide.text())
        for drawing in [*guide.DRAWINGS.glob("*.svg"), *guide.DRAWINGS.glob("*.html")]:
            self.assertIn(f"drawings/{drawing.name}", links)


class Pins(unittest.TestCase):
    def setUp(self):
        self.lines = guide.facts.panel_lines()

    def test_the_box_has_a_line_for_each_part_that_is_wired(self):
        self.assertEqual(set(self.lines), set(PARTS.values()))

    def test_the_guides_table_wires_what_the_box_takes(self):
        rows = {row[0]: row for row in guide.table("control", "GPIO (BCM)")}
        for name, part in PARTS.items():
            with self.subTest(name):
                self.assertEqual(rows[name][1:3], [str(self.lines[part]), str(PIN_OF[self.lines[part]])])
        self.assertLessEqual({int(pin) for pin in re.findall(r"\d+", rows["ground"][2])}, GROUND_PINS)
        self.assertEqual((rows["3.3 V"][2], guide.facts.POWER_PIN), ("1", 1))

    def test_the_wiring_drawing_says_the_same(self):
        words = ["".join(element.itertext()) for element in guide.svg("wiring.svg").iter(guide.SVG + "text")]
        for name, part in PARTS.items():
            with self.subTest(name):
                number = self.lines[part]
                place = words.index(f"GPIO {number}")
                self.assertEqual(words[place - 1:place + 2], [f"pin {PIN_OF[number]}", f"GPIO {number}", name])

    def test_the_page_about_using_it_says_the_same(self):
        sentence = re.search(r"\(MARK \d+.*?BCM numbers\)", guide.text(guide.SOURCES / "docs/using.md"), re.S).group(0)
        self.assertEqual([int(number) for number in re.findall(r"\d+", sentence)], list(self.lines.values()))


class Drawings(unittest.TestCase):
    def test_they_are_what_is_made_of_todays_pins_and_measures(self):
        for name, draw in guide.make.DRAWINGS.items():
            with self.subTest(name):
                self.assertTrue(guide.text(guide.DRAWINGS / name) == str(draw()), f"{name} is old: run image/drawings/make.py")

    def test_nothing_is_written_over_the_edge(self):
        for name in guide.make.DRAWINGS:
            root = guide.svg(name)
            _, _, width, height = guide.view(root)
            for element in root.iter(guide.SVG + "text"):
                # The letters of a long line are at least 0.43 of their size wide, so a line that is too long by this measure is too long.
                length = 0.43 * float(element.get("font-size")) * len(element.text)
                x, y = float(element.get("x")), float(element.get("y"))
                left = x - {"end": length, "middle": length / 2}.get(element.get("text-anchor"), 0)
                with self.subTest(name, words=element.text):
                    self.assertGreaterEqual(left, 0)
                    self.assertLessEqual(left + length, width)
                    self.assertTrue(0 < y < height)

    def test_a_millimetre_of_the_template_is_a_millimetre_on_paper(self):
        root = guide.svg("panel-template.svg")
        self.assertEqual((root.get("viewBox"), root.get("width"), root.get("height")), ("0 0 210 297", "210mm", "297mm"))
        lines = [[tuple(map(float, point.split(","))) for point in line.get("points").split()] for line in root.iter(guide.SVG + "polyline")]
        self.assertIn(100.0, [points[1][0] - points[0][0] for points in lines if points[0][1] == points[1][1]])

    def test_the_templates_holes_are_where_the_measures_say(self):
        measures = guide.facts.dimensions()
        root = guide.svg("panel-template.svg")
        panel = next(box for box in root.iter(guide.SVG + "rect") if box.get("rx"))
        left, bottom = float(panel.get("x")), float(panel.get("y")) + float(panel.get("height"))
        circles = {(round(float(circle.get("cx")) - left, 2), round(bottom - float(circle.get("cy")), 2), round(2 * float(circle.get("r")), 2))
                   for circle in root.iter(guide.SVG + "circle")}
        kinds = {**{button: "button_hole" for button in guide.make.BUTTONS}, "knob": "knob_hole", "led": "led_hole", "buzzer": "buzzer_hole"}
        for control, kind in kinds.items():
            self.assertIn((measures[control + "_x"], measures[control + "_y"], measures[kind]), circles, control)

    def test_fingers_and_nuts_have_room(self):
        measures = guide.facts.dimensions()
        # The radius in millimetres that a part covers on the panel: a button's collar, the knob's cap, the LED's holder, the buzzer.
        covers = {**{button: 10 for button in guide.make.BUTTONS}, "knob": 15, "led": 4, "buzzer": 7}
        places = {control: (measures[control + "_x"], measures[control + "_y"]) for control in covers}
        for one, (x, y) in places.items():
            self.assertTrue(covers[one] + 3 <= x <= measures["panel_width"] - covers[one] - 3, one)
            self.assertTrue(covers[one] + 3 <= y <= measures["panel_depth"] - covers[one] - 3, one)
            for other, (a, b) in places.items():
                if one < other:
                    self.assertGreaterEqual(((x - a) ** 2 + (y - b) ** 2) ** 0.5, covers[one] + covers[other] + 2, f"{one}, {other}")


class Words(unittest.TestCase):
    def setUp(self):
        self.messages = [row[0].strip("*") for row in guide.table("message", "what it means")]

    def test_each_condition_that_the_tv_can_show_is_explained(self):
        said = self.messages + re.findall(r'"([^"]+)"', guide.text())
        titles = {**guide.condition_titles(), **guide.system_titles()}
        self.assertGreater(len(titles), 12)
        for literal, pattern in titles.items():
            with self.subTest(literal):
                self.assertTrue(any(pattern.fullmatch(words) for words in said), "the guide doesn't explain it")

    def test_each_message_that_is_explained_can_be_shown(self):
        patterns = [*guide.core_patterns(), *guide.system_titles().values()]
        for message in self.messages:
            with self.subTest(message):
                self.assertTrue(any(pattern.fullmatch(message) for pattern in patterns), "nothing says this")

    def test_each_rhythm_that_the_light_has_is_explained(self):
        def written(beats):
            return " ".join(f"({beat})" if index % 2 else str(beat) for index, beat in enumerate(beats))

        rows = {(row[1], row[2]) for row in guide.table("rhythm", "light, ms on (off)")}
        signals = guide.signals()
        self.assertGreaterEqual(len(signals), 3)
        self.assertEqual({(written(beats["lamp"]), written(beats["buzzer"])) for beats in signals.values()}, rows)


class QuickCard(unittest.TestCase):
    def setUp(self):
        self.card = guide.text(guide.DRAWINGS / "quick-card.html")

    def test_it_needs_nothing_from_elsewhere(self):
        self.assertNotRegex(self.card, r"<script|src=|href=|url\(|@import")

    def test_it_is_black_on_white(self):
        self.assertEqual(set(re.findall(r"#[0-9a-fA-F]{3,6}\b", self.card)), {"#000"})

    def test_each_control_is_on_it_for_the_live_screen(self):
        live = self.card.split("<h2>While you shoot</h2>", 1)[1].split("</section>", 1)[0]
        self.assertEqual(re.findall(r"<dt>(.*?)</dt>", live), ["MARK", "MARK, 1 s", "STOP", "Knob", "Knob, push", "Knob, held", "◀ ▼", "▲", "▶"])

    def test_the_german_card_has_the_same_rows(self):
        german = guide.text(guide.DRAWINGS / "quick-card-german.html")
        keys = {"Knob": "Knopf", "Knob, push": "Knopf drücken", "Knob, held": "Knopf halten", "▶ or MARK": "▶ oder MARK", "one flash": "einmal",
                "two": "zweimal", "short, short, long": "kurz, kurz, lang", "four": "viermal"}
        rows = [keys.get(row, row) for row in re.findall(r"<dt>(.*?)</dt>", self.card)]
        self.assertEqual(re.findall(r"<dt>(.*?)</dt>", german), rows)
        self.assertNotRegex(german.partition("</style>")[2], r"\b(the|and|back|then)\b")
        self.assertEqual(set(re.findall(r"#[0-9a-fA-F]{3,6}\b", german)), {"#000"})

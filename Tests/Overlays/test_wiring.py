# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person wires by, what the overlays set up and what the program takes: all the same."""
import re
import unittest
import xml.etree.ElementTree

from device_tree import SOURCES
from test_overlays import KNOB, OVERLAYS, PANEL

# The function of each pin of the header, pin 1 first.
HEADER = dict(enumerate((
    "3.3 V", "5 V", 2, "5 V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3.3 V", 24, 10, "GND",
    9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21), start=1))
README = (SOURCES / "overlays/README.md").read_text(encoding="utf-8")


def table():
    """The wiring table's rows."""
    lines = README.split("## What goes where")[1].split("\n\n")[1].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


class Wiring(unittest.TestCase):
    def test_the_programs_own_pins_are_the_overlays(self):
        text = (SOURCES / "Sources/Core/Input/PanelLines.swift").read_text()
        header = re.search(r"header: \[Part: Line\] = \[(.*?)\n    \]", text, re.S).group(1)
        names = dict(re.findall(r'case (\w+) = "([\w-]+)"', text))
        pins = {names.get(part, part.lower()): int(number) for part, number in re.findall(r"\.(\w+): \.number\((\d+)\)", header)}
        self.assertEqual(pins, PANEL | KNOB)

    def test_the_table_has_each_part_with_its_pin_and_its_names(self):
        rows = table()
        self.assertEqual({row[5].strip("`"): int(row[2]) for row in rows}, PANEL | KNOB)
        for row in rows:
            with self.subTest(row[0]):
                self.assertEqual(HEADER[int(row[3])], int(row[2]))
                self.assertEqual(row[6], f"`line-{row[5].strip('`')}`")
                for pin in re.findall(r"ground, pin (\d+)", row[4]):
                    self.assertEqual(HEADER[int(pin)], "GND")

    def test_the_settings_keys_are_the_programs(self):
        part = re.search(r"enum Part: .*?\{(.*?)\n\n", (SOURCES / "Sources/Core/Input/PanelLines.swift").read_text(), re.S).group(1)
        keys = [f"line-{quoted or bare}" for names in re.findall(r"case (.*)", part)
                for bare, quoted in re.findall(r'(\w+)(?: = "([\w-]+)")?(?:, |$)', names)]
        self.assertIn('"line-\\(part.rawValue)"', (SOURCES / "Sources/Core/Settings/Table/PanelSettings.swift").read_text())
        self.assertEqual(sorted(row[6].strip("`") for row in table()), sorted(keys))

    def test_the_grounds_and_supplies_that_the_page_names_are_such(self):
        grounds = re.search(r"Ground is the same on pins ([\d, and]+):", README).group(1)
        self.assertEqual([int(pin) for pin in re.findall(r"\d+", grounds)], [pin for pin, what in HEADER.items() if what == "GND"])
        self.assertIn("3.3 V (pin 1 or 17)", README)
        self.assertEqual([pin for pin, what in HEADER.items() if what == "3.3 V"], [1, 17])

    def test_the_pins_to_move_to_are_free(self):
        good = {int(pin) for pin in re.findall(r"\d+", re.search(r"Good ones to move to: ([\d, ]+)\.", README).group(1))}
        self.assertEqual(good & set((PANEL | KNOB).values()), set())
        self.assertLessEqual(good, set(range(2, 28)))

    def test_the_drawing_has_every_pin_and_every_part(self):
        drawing = xml.etree.ElementTree.parse(SOURCES / "overlays/wiring.svg").getroot()
        texts = [(element.text, float(element.get("x")), float(element.get("y")), element.get("font-weight"))
                 for element in drawing.iter("{http://www.w3.org/2000/svg}text")]
        label = {what: what for what in ("3.3 V", "5 V", "GND")}
        parts = {"MARK": "mark", "STOP": "stop", "LEFT ◀": "left", "RIGHT ▶": "right", "UP ▲": "up", "DOWN ▼": "down",
                 "KNOB-A": "knob-a", "KNOB-B": "knob-b", "PUSH": "push", "LED": "led", "BUZZER": "buzzer", "TRIGGER": "trigger"}
        columns = {float(element.get("cx")) for element in drawing.iter("{http://www.w3.org/2000/svg}circle") if element.get("r") == "13.5"}
        self.assertEqual(len(columns), 2)
        drawn = {}
        for pin, what in HEADER.items():
            [(x, y)] = [(x, y) for text, x, y, _ in texts if text == str(pin) and x in columns]
            self.assertEqual(x, sorted(columns)[(pin - 1) % 2], pin)
            # Its label is beside it, on its own side.
            side = min(((abs(at - x), text) for text, at, level, _ in texts
                        if abs(level - y) < 2 and at not in columns and (at < x) == (pin % 2 == 1)))
            self.assertEqual(side[1], label.get(what, f"GPIO{what}"), pin)
            # The part that is wired to it is the name at the same height, further out.
            further = [text for text, at, level, _ in texts
                       if text in parts and abs(level - y) < 2 and (at < x) == (pin % 2 == 1)]
            for text in further:
                drawn[parts[text]] = what
        self.assertEqual(drawn, PANEL | KNOB)

    def test_the_cards_config_asks_each_board_for_the_overlays_of_its_family(self):
        section, asked = "all", {}
        for line in (SOURCES / "image/boot/config.txt").read_text().splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif line.startswith("dtoverlay=vir-"):
                asked.setdefault(section, set()).add(line.removeprefix("dtoverlay="))
        old = set(OVERLAYS)
        self.assertEqual(asked, {"pi4": old, "pi02": old, "pi5": {f"{name}-pi5" for name in OVERLAYS}})

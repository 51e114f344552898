# SPDX-License-Identifier: GPL-3.0-or-later
"""What the drawings say: the pins as the box takes them, the measures as the box is printed. Nothing is said twice."""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parent.parent
LINES = SOURCES / "Sources/Core/Input/PanelLines.swift"
DIMENSIONS = HERE.parent / "print/dimensions.scad"

# The 40-pin header: the BCM number of each pin that has one, as on every Raspberry Pi since 2014.
HEADER = {3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11, 24: 8,
          26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21}
# The ground pin that all controls share, and the pin for the buzzer's plus.
GROUND_PIN = 39
POWER_PIN = 1

NAMES = {"mark": "MARK", "stop": "STOP", "left": "Left", "right": "Right", "up": "Up", "down": "Down", "knobA": "Knob A", "knobB": "Knob B",
         "push": "Knob push", "led": "LED", "buzzer": "Buzzer", "trigger": "Trigger"}
# Red and black are reserved for 3.3 V and ground.
COLOURS = {"mark": "#7a9a01", "stop": "#2b3f8c", "left": "#1a9fd9", "right": "#1a9a3c", "up": "#c98a00", "down": "#8a4fc4",
           "knobA": "#0f8f94", "knobB": "#a05a2c", "push": "#d4529b", "led": "#e06c00", "buzzer": "#5b6b7a", "trigger": "#3d6b5c"}


def panel_lines():
    """Part -> BCM number, as the box takes them where settings.toml says nothing else."""
    table = re.search(r"header: \[Part: Line\] = \[(.*?)\n    \]", LINES.read_text(encoding="utf-8"), re.S).group(1)
    return {part: int(number) for part, number in re.findall(r"\.(\w+): \.number\((\d+)\)", table)}


def dimensions():
    """Name -> millimetres."""
    lines = re.sub(r"//.*", "", DIMENSIONS.read_text(encoding="utf-8"))
    return {name: float(number) for name, number in re.findall(r"(\w+) = ([\d.]+);", lines)}


def pin_of(number):
    """The header's pin of a BCM number."""
    return next(pin for pin, bcm in HEADER.items() if bcm == number)

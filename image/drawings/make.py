#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the pictures of the building guide: the panel, its wiring, the whole, and the paper template.

usage: make.py [FOLDER]     writes the SVG files there (default: beside this file)
"""
import pathlib
import sys

from drawing import Drawing, number
from facts import COLOURS, GROUND_PIN, HERE, NAMES, POWER_PIN, dimensions, panel_lines, pin_of


def place(measures, control, x, y):
    """Where a control is, on paper whose panel has its left front corner at (x, y)."""
    return x + measures[f"{control}_x"], y - measures[f"{control}_y"]


BUTTONS = ("mark", "stop", "left", "right", "up", "down")
ARROWS = {"up": 0, "right": 90, "down": 180, "left": 270}


def arrow(drawing, control, x, y, scale):
    """A triangle of our own: not every font has one."""
    drawing.add("path", d="M0,-4 L3.8,2.8 L-3.8,2.8 Z", fill="#222",
                transform=f"translate({number(x)},{number(y)}) rotate({ARROWS[control]}) scale({scale})")


def panel():
    measures = dimensions()
    drawing = Drawing(330, 176, "The panel from above: MARK and STOP left, the arrows in the middle, the knob right", zoom=3)
    x, y = 75, 138
    drawing.box(x, y - measures["panel_depth"], measures["panel_width"], measures["panel_depth"], 6, "#f2f3f5", "#333", 0.8)
    for control in BUTTONS:
        cx, cy = place(measures, control, x, y)
        fill = {"mark": "#d33", "stop": "#333"}.get(control, "#fff")
        drawing.circle(cx, cy, 9.5, "#cfd3d8", "#666", 0.5)
        drawing.circle(cx, cy, 7.2, fill, "#333", 0.5)
        if control in ("mark", "stop"):
            drawing.text(cx, cy + 15, NAMES[control], 5.4, "middle", 700)
        else:
            arrow(drawing, control, cx, cy, 1)
    kx, ky = place(measures, "knob", x, y)
    drawing.circle(kx, ky, 13, "#444", "#222", 0.6)
    drawing.circle(kx, ky, 10, "#5a5a5a", "#333", 0.4)
    drawing.line((kx, ky - 4), (kx, ky - 9.4), stroke="#fff", width=1.2)
    lx, ly = place(measures, "led", x, y)
    drawing.circle(lx, ly, 2.5, "#ffb000", "#a66", 0.4)
    bx, by = place(measures, "buzzer", x, y)
    for dx, dy in ((0, 0), (4, 0), (2, 3.46), (-2, 3.46), (-4, 0), (-2, -3.46), (2, -3.46)):
        drawing.circle(bx + dx, by + dy, 0.9, "#333", "none")

    def note(x, y, anchor, title, *lines):
        drawing.text(x, y, title, 5, anchor, 700)
        for row, line in enumerate(lines):
            drawing.text(x, y + 6 + 5.6 * row, line, 4.5, anchor, fill="#333")

    def lead(*points):
        drawing.line(*points, stroke="#888", width=0.4)

    mx, my = place(measures, "mark", x, y)
    sx, sy = place(measures, "stop", x, y)
    lead((68, my), (mx - 9.5, my))
    note(66, my - 4, "end", "MARK", "keeps the shot on the TV", "1 s: keeps everything")
    lead((68, sy), (sx - 9.5, sy))
    note(66, sy - 4, "end", "STOP", "the end is over", "1 s: back to live", "5 s: switch off")
    ux, uy = place(measures, "up", x, y)
    lead((ux, uy - 9.5), (ux, 31))
    note(ux, 16, "middle", "Arrows",
         "left: mirror · right: live beside delayed · up: figures · down: upside down")
    lead((kx + 13, ky), (262, ky))
    note(264, ky - 4, "start", "Knob", "turn: the delay", "push: the settings")
    lead((lx + 2.5, ly), (262, ly))
    note(264, ly - 1, "start", "LED", "heard, saved, refused")
    lead((bx + 6, by), (262, by))
    note(264, by - 1, "start", "Buzzer", "says the same")
    drawing.text(165, 150, "What they do while you shoot. On every screen the bottom line of the TV says what they do there.", 4.5,
                 "middle", fill="#333")
    drawing.line((x, 158), (x + measures["panel_width"], 158), stroke="#666", width=0.4)
    for end in (x, x + measures["panel_width"]):
        drawing.line((end, 156), (end, 160), stroke="#666", width=0.4)
    drawing.text(165, 166, f"{number(measures['panel_width'])} mm wide, {number(measures['panel_depth'])} mm deep; "
                           f"the drilling template is panel-template.svg", 4.2, "middle", fill="#555")
    return drawing


def wiring():
    """Each control between its pin and ground, as a list that can be ticked off."""
    lines = panel_lines()
    drawing = Drawing(900, 696, "The panel's wiring: every control between its own pin and ground")
    drawing.text(30, 40, "The panel’s wires", 24, weight=700)
    drawing.text(30, 64, "Each line is one wire from a pin of the Pi’s header. Solder or plug one at a time, and tick it off.", 14,
                 fill="#333")
    drawing.text(30, 100, "Pi’s header", 14, weight=700)
    drawing.text(510, 100, "on the panel", 14, weight=700)
    start, contact, rail = 260, 560, 800
    top, row_height = 126, 40
    # The buzzer's own wires take the room below its row.
    places = {part: top + row_height * row for row, part in enumerate([part for part in lines if part != "buzzer"] + ["buzzer"])}

    def pin(y, pin, words, colour):
        drawing.box(32, y - 8, 16, 16, 2, "#fff", "#777", 1.2)
        drawing.circle(74, y, 13, colour, "none")
        drawing.text(74, y + 5, str(pin), 14, "middle", 700, "#fff")
        drawing.text(98, y + 5, f"pin {pin}", 15, weight=700)
        drawing.text(160, y + 5, words, 15, fill="#333")

    def resistor(y, ohms, colour):
        drawing.box(contact - 40, y - 7, 44, 14, 2, "#fff", colour, 2)
        drawing.text(contact - 18, y + 4.5, ohms, 11, "middle")

    for part, bcm in lines.items():
        y, colour = places[part], COLOURS[part]
        pin(y, pin_of(bcm), f"GPIO {bcm}", colour)
        drawing.line((start, y), (contact - 200, y), stroke=colour, width=3)
        drawing.text(contact - 190, y + 5, NAMES[part], 15, weight=700)
        drawing.line((contact - 90, y), (contact - 40, y), stroke=colour, width=3)
        if part == "led":
            resistor(y, "330 Ω", colour)
            drawing.line((contact + 4, y), (contact + 24, y), stroke=colour, width=3)
            drawing.add("path", d=f"M{contact + 24},{y - 9} L{contact + 42},{y} L{contact + 24},{y + 9} Z", fill=colour)
            drawing.line((contact + 42, y - 9), (contact + 42, y + 9), stroke=colour, width=3)
            drawing.line((contact + 42, y), (rail, y), stroke="#111", width=2)
            drawing.text(contact + 56, y - 6, "short leg to ground", 12, fill="#333")
        elif part == "buzzer":
            resistor(y, "1 kΩ", colour)
        else:
            # A contact: two terminals and a bar above them.
            near, far = contact - 34, contact + 34
            drawing.line((contact - 40, y), (near, y), stroke=colour, width=3)
            drawing.line((near, y - 9), (far, y - 9), stroke="#333", width=2.5)
            drawing.line((contact, y - 9), (contact, y - 15), stroke="#333", width=2.5)
            drawing.line((far, y), (rail, y), stroke="#111", width=2)
            drawing.circle(near, y, 3.5, "#fff", colour, 2)
            drawing.circle(far, y, 3.5, "#fff", "#111", 2)
            if part == "trigger":
                drawing.text(far + 24, y - 6, "if there is one: a contact; 5 V through an optocoupler", 12, fill="#333")
            if part in ("knobA", "knobB"):
                drawing.text(far + 24, y - 6, "the knob’s C to ground", 12, fill="#333")
        if part != "buzzer":
            drawing.circle(rail, y, 4, "#111", "none")

    # The buzzer: its pin opens the transistor, which lets current through the buzzer to ground.
    y = places["buzzer"]
    colour, transistor = COLOURS["buzzer"], contact + 92
    drawing.line((contact + 4, y), (transistor - 6, y), stroke=colour, width=3)
    drawing.text(contact + 34, y - 6, "base", 12, fill="#333")
    drawing.circle(transistor, y, 17, "none", "#333", 2)
    drawing.line((transistor - 6, y - 10), (transistor - 6, y + 10), stroke="#333", width=3)
    drawing.line((transistor - 6, y - 4), (transistor + 9, y - 11), (transistor + 9, y - 17), (rail, y - 17), stroke="#333", width=2)
    drawing.add("path", d=f"M{transistor + 9},{y - 11} l-7,-0.4 l3.4,6 Z", fill="#333")
    drawing.circle(rail, y - 17, 4, "#111", "none")
    drawing.text(transistor + 22, y - 1, "emitter to ground", 12, fill="#333")
    drawing.line((transistor - 6, y + 4), (transistor + 9, y + 11), (transistor + 9, y + 28), (transistor + 28, y + 28), stroke="#333", width=2)
    drawing.text(transistor + 2, y + 36, "collector", 12, "end", fill="#333")
    drawing.box(transistor + 28, y + 16, 70, 24, 4, "#fff", "#333", 2)
    drawing.text(transistor + 63, y + 32.5, "−  buzzer  +", 12, "middle", 700)
    power_y, ground_y = y + 62, y + 104
    pin(power_y, POWER_PIN, "3.3 V", "#d33")
    drawing.line((start, power_y), (transistor + 118, power_y), (transistor + 118, y + 28), (transistor + 98, y + 28), stroke="#d33", width=3)
    drawing.text(start + 14, power_y - 8, "only to the buzzer’s plus; its neighbours, pins 2 and 4, are 5 V: they destroy the Pi", 12, fill="#a00")
    pin(ground_y, GROUND_PIN, "ground", "#111")
    drawing.line((start, ground_y), (rail, ground_y), (rail, top), stroke="#111", width=3)
    drawing.text(start + 14, ground_y - 8, "one ground for all: a rail, or a wire from terminal to terminal", 12, fill="#333")
    return drawing


def template():
    measures = dimensions()
    drawing = Drawing(210, 297, "Drilling template of the panel, 1:1 on A4", unit="mm")
    x = (210 - measures["panel_width"]) / 2
    y = 60 + measures["panel_depth"]
    drawing.text(x, 18, "VIR: drilling template of the panel, 1 : 1", 6.5, weight=700)
    drawing.text(x, 26, "Print at 100 % (“actual size”), never “fit to page”. Then measure the rule: it has to be 100 mm long.", 3.7)
    rule = 40
    drawing.line((x, rule), (x + 100, rule), width=0.3, stroke="#000")
    for step in range(11):
        drawing.line((x + 10 * step, rule), (x + 10 * step, rule - (5 if step % 5 == 0 else 3)), width=0.3, stroke="#000")
    drawing.text(x, rule - 6.5, "0", 3.2, "middle")
    drawing.text(x + 50, rule - 6.5, "50", 3.2, "middle")
    drawing.text(x + 100, rule - 6.5, "100 mm", 3.2, "middle")
    drawing.box(x, y - measures["panel_depth"], measures["panel_width"], measures["panel_depth"], 6, "none", "#000", 0.3)
    drawing.text(x, y + 6, "cut along this line", 3.2)
    drawing.text(x + measures["panel_width"] / 2, y + 6, "this side faces you", 3.2, "middle")

    def hole(control, diameter, label, below=True):
        cx, cy = place(measures, control, x, y)
        drawing.circle(cx, cy, diameter / 2, "none", "#000", 0.3)
        reach = diameter / 2 + 2.5
        drawing.line((cx - reach, cy), (cx + reach, cy), width=0.15, stroke="#000")
        drawing.line((cx, cy - reach), (cx, cy + reach), width=0.15, stroke="#000")
        drawing.text(cx, cy + (reach + 4 if below else -reach - 1.5), label, 3.2, "middle", 700)
        return cx, cy

    for control in BUTTONS:
        hole(control, measures["button_hole"], NAMES[control].upper())
    hole("knob", measures["knob_hole"], "KNOB")
    hole("led", measures["led_hole"], "LED")
    bx, by = place(measures, "buzzer", x, y)
    for dx, dy in ((0, 0), (4, 0), (2, 3.464), (-2, 3.464), (-4, 0), (-2, -3.464), (2, -3.464)):
        drawing.circle(bx + dx, by + dy, measures["buzzer_hole"] / 2, "none", "#000", 0.2)
    drawing.text(bx + 9, by + 1.2, "BUZZER", 3.2, weight=700)
    rows = [("Hole", "Diameter", "From the left", "From the front")]
    for control, kind in [(name, "button_hole") for name in BUTTONS] + [("knob", "knob_hole"), ("led", "led_hole"), ("buzzer", "buzzer_hole")]:
        title = {"knob": "KNOB", "buzzer": "BUZZER (7 holes)"}.get(control) or NAMES[control].upper()
        rows.append((title, f"{number(measures[kind])} mm", f"{number(measures[control + '_x'])} mm", f"{number(measures[control + '_y'])} mm"))
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            drawing.text(x + (0, 50, 85, 125)[column], y + 20 + row * 6, cell, 3.8, weight=700 if row == 0 else None)
    notes = ("How: cut out, tape to the lid of any box, prick through the crosses with a nail, drill 3 mm first, then open the holes",
             "step by step (a step drill is best in plastic). Try each part in scrap first: “16 mm” buttons differ by half a millimetre.",
             "Behind the panel a button needs 30 mm, the knob 20 mm. The seven small holes let the buzzer be heard: glue it",
             "behind them.")
    for row, words in enumerate(notes):
        drawing.text(x, y + 90 + row * 6, words, 3.3)
    return drawing


def whole():
    lines = panel_lines()
    pins = sorted(pin_of(bcm) for bcm in lines.values())
    drawing = Drawing(960, 620, "The whole box: camera, Raspberry Pi, panel, TV, power")
    px, py, pw, ph = 330, 150, 300, 190
    # The TV
    drawing.box(690, 40, 240, 146, 8, "#222", "#111", 2)
    drawing.box(698, 48, 224, 126, 3, "#bcd9ee", "none")
    drawing.add("path", d="M698,146 L922,132 L922,174 L698,174 Z", fill="#7fb069")
    drawing.circle(796, 86, 8, "#7a4a2b", "none")
    drawing.line((796, 98), (796, 130), stroke="#c22", width=12)
    drawing.line((792, 136), (789, 162), stroke="#235", width=7)
    drawing.line((800, 136), (804, 162), stroke="#235", width=7)
    drawing.line((796, 104), (824, 104), stroke="#7a4a2b", width=5)
    drawing.add("path", d="M826,74 Q844,104 826,134", fill="none", stroke="#333", stroke_width=3)
    drawing.box(706, 55, 48, 21, 5, "#222", "none")
    drawing.text(730, 70, "5.0 s", 13, "middle", 700, "#fff")
    drawing.text(690, 28, "TV, any with HDMI", 16, weight=700)
    # The Pi as it lies in the box: connectors away from you, card to the right, pins towards you.
    drawing.box(px, py, pw, ph, 12, "#3c8d5a", "#256b40", 2)
    drawing.text(px + 170, py + 106, "Raspberry Pi", 20, "middle", 700, "#fff")
    for hole_x, hole_y in ((pw - 14, 14), (pw - 218, 14), (pw - 14, ph - 14), (pw - 218, ph - 14)):
        drawing.circle(px + hole_x, py + hole_y, 6, "#fff", "#256b40", 2)
    # The header: 40 and 39 at the left, 2 and 1 at the right, the even pins at the board's edge.
    for column in range(20):
        for row in range(2):
            pin = 39 - 2 * column + row
            fill = "#ffb000" if pin in pins else "#d33" if pin == POWER_PIN else "#111" if pin == GROUND_PIN else "#ddd"
            drawing.box(px + 96 + column * 8.8, py + ph - 22 + 9 * row, 6.6, 6.6, 1, fill, "none")
    for index, name in enumerate(("USB", "USB", "LAN")):
        drawing.box(px - 12, py + 16 + index * 56, 58, 42, 3, "#c9ccd1", "#888", 1.5)
        drawing.text(px + 17, py + 42 + index * 56, name, 13, "middle")
    for name, x in (("power", 222), ("HDMI 0", 174), ("HDMI 1", 126)):
        drawing.box(px + x, py - 8, 36, 20, 3, "#c9ccd1", "#888", 1.5)
        drawing.text(px + x + 18, py + 27, name, 11, "middle", fill="#fff")
    drawing.box(px + 104, py + 4, 10, 60, 2, "#eee", "#555", 1)
    drawing.text(px + 109, py + 80, "camera", 11, "middle", fill="#fff")
    drawing.box(px + pw - 16, py + 76, 26, 34, 2, "#333", "#111", 1)
    drawing.text(px + pw + 18, py + 91, "card", 14, weight=700)
    drawing.text(px + pw + 18, py + 108, "microSD", 13, fill="#444")
    # HDMI, and power below it
    drawing.line((px + 192, py - 8), (px + 192, 72), (690, 72), stroke="#333", width=6)
    drawing.text(px + 200, 58, "HDMI 0, beside power", 13)
    drawing.line((px + 240, py - 8), (px + 240, 112), (662, 112), (662, 222), (712, 222), stroke="#999", width=5)
    drawing.box(712, 200, 60, 44, 6, "#eee", "#777", 2)
    drawing.text(742, 227, "mains", 14, "middle")
    drawing.text(782, 216, "its own supply:", 14)
    drawing.text(782, 234, "USB-C 5 V 3 A (Pi 4)", 14)
    # The camera
    drawing.box(60, 50, 70, 70, 6, "#3c8d5a", "#256b40", 2)
    drawing.circle(95, 85, 22, "#222", "#000", 2)
    drawing.circle(95, 85, 9, "#456", "#000", 1)
    drawing.text(95, 38, "camera", 16, "middle", 700)
    ribbon = ((130, 85), (px + 109, 85), (px + 109, py + 8))
    drawing.line(*ribbon, stroke="#9a8f6a", width=16)
    drawing.line(*ribbon, stroke="#f3edd9", width=13)
    drawing.text(180, 68, "flat ribbon", 14)
    drawing.line((px - 14, py + 92), (210, py + 92), stroke="#777", width=4, stroke_dasharray="8 6")
    drawing.text(204, py + 88, "or a camera", 14, "end")
    drawing.text(204, py + 106, "by USB", 14, "end")
    # The panel, and its cable
    qx, qy, qw, qh = 310, 420, 340, 170
    for index, colour in enumerate([COLOURS[part] for part in lines] + ["#111", "#d33"]):
        x = px + 100 + index * 13.4
        drawing.line((x, py + ph + 10), (x, qy), stroke=colour, width=3)
    drawing.box(px + 93, py + ph + 4, 182, 12, 2, "#333", "#111", 1)
    drawing.text(px + 284, 376, f"{len(lines)} signals, ground,", 14)
    drawing.text(px + 284, 394, "and 3.3 V for the buzzer: wiring.svg", 14)
    drawing.box(qx, qy, qw, qh, 12, "#f2f3f5", "#333", 2)
    measures = dimensions()

    def at(control):
        return qx + measures[control + "_x"] * qw / measures["panel_width"], qy + qh - measures[control + "_y"] * qh / measures["panel_depth"]

    for control in BUTTONS:
        x, y = at(control)
        drawing.circle(x, y, 15, {"mark": "#d33", "stop": "#333"}.get(control, "#fff"), "#333", 1.5)
        if control in ("mark", "stop"):
            drawing.text(x, y + 31, NAMES[control], 13, "middle", 700)
        else:
            arrow(drawing, control, x, y, 2)
    x, y = at("knob")
    drawing.circle(x, y, 24, "#555", "#222", 2)
    drawing.line((x, y - 8), (x, y - 20), stroke="#fff", width=3)
    x, y = at("led")
    drawing.circle(x, y, 5, "#ffb000", "#a66", 1)
    drawing.text(x - 10, y + 4, "LED", 12, "end")
    drawing.text(664, 500, "the panel", 16, weight=700)
    drawing.text(40, 320, "In this order", 16, weight=700)
    for row, words in enumerate(("1  Camera, with the power off", "2  Panel, with the power off",
                                 "3  HDMI to the TV", "4  Card", "5  Power last")):
        drawing.text(40, 348 + row * 24, words, 15)
    for row, words in enumerate(("Drawn as the board lies in the", "printed box: sockets away from", "you, pins towards you.",
                                 "Yellow: pins that the panel uses.",
                                 f"Black: ground ({GROUND_PIN}). Red: 3.3 V ({POWER_PIN}).")):
        drawing.text(40, 500 + row * 19, words, 13, fill="#444")
    return drawing


DRAWINGS = {"panel.svg": panel, "wiring.svg": wiring, "whole.svg": whole, "panel-template.svg": template}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for name, draw in DRAWINGS.items():
        (folder / name).write_text(str(draw()), encoding="utf-8")


if __name__ == "__main__":
    main()

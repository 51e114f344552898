# SPDX-License-Identifier: GPL-3.0-or-later
"""What a printer makes of it: parts that are one closed body each (OpenSCAD), and pages of A4 (Chromium). A minute."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import guide

PARTS = {"pi4": ("shell", "base", "hook", "camera"), "zero2w": ("shell", "base")}


@unittest.skipUnless(shutil.which("openscad"), "OpenSCAD isn't installed (package openscad): no part was rendered")
class Parts(unittest.TestCase):
    def render(self, part, board, folder, *options):
        stl = pathlib.Path(folder) / f"{part}.stl"
        result = subprocess.run(["openscad", "-D", f'part="{part}"', "-D", f'board="{board}"', *options, "-o", stl, guide.IMAGE / "print/panel.scad"],
                                capture_output=True, text=True, timeout=300, check=True)
        points = [tuple(map(float, point)) for point in re.findall(r"vertex (\S+) (\S+) (\S+)", stl.read_text(encoding="ascii"))]
        return result.stderr, points

    def test_each_is_one_closed_body_that_fits_a_printer_and_lies_on_its_bed(self):
        measures = guide.facts.dimensions()
        with tempfile.TemporaryDirectory() as folder:
            for board, parts in PARTS.items():
                for part in parts:
                    with self.subTest(part=part, board=board):
                        words, points = self.render(part, board, folder)
                        self.assertNotRegex(words, "WARNING|ERROR")
                        self.assertRegex(words, r"Simple: +yes")
                        # OpenSCAD counts the space around it too.
                        self.assertRegex(words, r"Volumes: +2\b")
                        low, high = ([pick(axis) for axis in zip(*points)] for pick in (min, max))
                        self.assertEqual(low[2], 0)
                        self.assertTrue(all(b - a <= 200 for a, b in zip(low, high)), (low, high))
                        if part in ("shell", "base"):
                            self.assertAlmostEqual(high[0] - low[0], measures["panel_width"], 1)
                            self.assertAlmostEqual(high[1] - low[1], measures["panel_depth"], 1)


@unittest.skipUnless(shutil.which("chromium"), "Chromium isn't installed: no page was printed")
class Pages(unittest.TestCase):
    def test_each_is_one_page_of_a4(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("quick-card.html", "panel-template.svg"):
                with self.subTest(name):
                    pdf = pathlib.Path(folder) / "page.pdf"
                    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                                    "--no-pdf-header-footer", f"--print-to-pdf={pdf}", (guide.DRAWINGS / name).as_uri()], capture_output=True, timeout=60, check=True)
                    printed = pdf.read_bytes()
                    self.assertEqual(len(re.findall(rb"/Type\s*/Page\b", printed)), 1)
                    width, height = (float(number) for number in re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed).groups())
                    self.assertAlmostEqual(width, 595.3, delta=1)
                    self.assertAlmostEqual(height, 841.9, delta=1)

# SPDX-License-Identifier: GPL-3.0-or-later
"""What a printer makes of it: parts that are one closed body each (OpenSCAD), and pages of paper (Chromium). A minute."""
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
                        # OpenSCAD counts the surrounding space as a volume too.
                        self.assertRegex(words, r"Volumes: +2\b")
                        low, high = ([pick(axis) for axis in zip(*points)] for pick in (min, max))
                        self.assertEqual(low[2], 0)
                        self.assertTrue(all(b - a <= 200 for a, b in zip(low, high)), (low, high))
                        if part in ("shell", "base"):
                            self.assertAlmostEqual(high[0] - low[0], measures["panel_width"], 1)
                            self.assertAlmostEqual(high[1] - low[1], measures["panel_depth"], 1)


@unittest.skipUnless(shutil.which("chromium"), "Chromium isn't installed: no page was printed")
class Pages(unittest.TestCase):
    def print(self, page, folder):
        """The count of its pages, and their size in points."""
        pdf = pathlib.Path(folder) / "page.pdf"
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                        "--no-pdf-header-footer", f"--print-to-pdf={pdf}", page.as_uri()], capture_output=True, timeout=60, check=True)
        printed = pdf.read_bytes()
        size = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed).groups()
        return len(re.findall(rb"/Type\s*/Page\b", printed)), tuple(float(number) for number in size)

    def test_the_template_is_one_page_of_a4(self):
        with tempfile.TemporaryDirectory() as folder:
            count, (width, height) = self.print(guide.DRAWINGS / "panel-template.svg", folder)
            self.assertEqual(count, 1)
            self.assertAlmostEqual(width, 595.3, delta=1)
            self.assertAlmostEqual(height, 841.9, delta=1)

    def test_the_quick_card_is_one_page_of_whatever_is_in_the_printer(self):
        for name in ("quick-card.html", "quick-card-german.html"):
            card = (guide.DRAWINGS / name).read_text(encoding="utf-8")
            self.assertNotRegex(card, r"@page[^}]*\bsize\b")
            for paper, points in (("A4", (595.3, 841.9)), ("Letter", (612, 792))):
                with self.subTest(name=name, paper=paper), tempfile.TemporaryDirectory() as folder:
                    page = pathlib.Path(folder) / "card.html"
                    page.write_text(card.replace("@page {", f"@page {{ size: {paper} portrait;"), encoding="utf-8")
                    count, size = self.print(page, folder)
                    self.assertEqual(count, 1)
                    for side, expected in zip(size, points):
                        self.assertAlmostEqual(side, expected, delta=1)

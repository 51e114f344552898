# SPDX-License-Identifier: GPL-3.0-or-later
"""An SVG from few kinds of elements."""
from html import escape


class Drawing:
    """An SVG that grows element by element."""

    def __init__(self, width, height, title, unit="", zoom=1):
        size = f'width="{width * zoom}{unit}" height="{height * zoom}{unit}"'
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} '
                      f'font-family="Inter, Helvetica, Arial, sans-serif" role="img">',
                      f"<title>{escape(title)}</title>",
                      *(["<style>@page { size: A4 portrait; margin: 0 }</style>"] if unit else []),
                      f'<rect width="{width}" height="{height}" fill="#fff"/>']

    def add(self, element, content=None, **attributes):
        words = "".join(f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items() if value is not None)
        self.parts.append(f"<{element}{words}/>" if content is None else f"<{element}{words}>{escape(content)}</{element}>")

    def text(self, x, y, words, size, anchor="start", weight=None, fill="#111", **more):
        self.add("text", words, x=number(x), y=number(y), font_size=size, text_anchor=None if anchor == "start" else anchor,
                 font_weight=weight, fill=fill, **more)

    def line(self, *points, stroke="#444", width=1, **more):
        self.add("polyline", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill="none", stroke=stroke, stroke_width=width,
                 stroke_linejoin="round", stroke_linecap="round", **more)

    def circle(self, x, y, radius, fill="none", stroke="#444", width=1, **more):
        self.add("circle", cx=number(x), cy=number(y), r=number(radius), fill=fill, stroke=stroke, stroke_width=width, **more)

    def box(self, x, y, width, height, radius=0, fill="none", stroke="#444", stroke_width=1, **more):
        self.add("rect", x=number(x), y=number(y), width=number(width), height=number(height), rx=radius or None, fill=fill,
                 stroke=stroke, stroke_width=stroke_width, **more)

    def __str__(self):
        return "\n".join(self.parts) + "\n</svg>\n"


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")

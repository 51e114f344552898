# SPDX-License-Identifier: GPL-3.0-or-later
"""A page as a tree of its elements, as a test reads it: `page.all("tr")`, `row.words`, `link["href"]`."""
import html.parser

VOID = {"meta", "link", "img", "br", "input", "hr"}


class Element:
    def __init__(self, tag, attributes=()):
        self.tag, self.attributes, self.children = tag, dict(attributes), []

    def __getitem__(self, name):
        return self.attributes[name]

    @property
    def words(self):
        """Its text, with one space in the place of several."""
        parts = [child if isinstance(child, str) else child.words for child in self.children]
        return " ".join("".join(f" {part} " if part and not isinstance(child, str) and child.tag in ("p", "span", "dt", "dd") else part
                                for part, child in zip(parts, self.children)).split())

    def all(self, tag, kind=None):
        """Every element of a tag in it, and of a class, in the order of the page."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                if child.tag == tag and (kind is None or kind in child.attributes.get("class", "").split()):
                    found.append(child)
                found += child.all(tag, kind)
        return found

    def one(self, tag, kind=None):
        found = self.all(tag, kind)
        assert len(found) == 1, f"{len(found)} of {tag} {kind or ''}"
        return found[0]


class _Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag, attributes):
        self.handle_startendtag(tag, attributes)
        if tag not in VOID:
            self.open.append(self.open[-1].children[-1])

    def handle_startendtag(self, tag, attributes):
        self.open[-1].children.append(Element(tag, attributes))

    def handle_endtag(self, tag):
        assert self.open[-1].tag == tag, f"</{tag}> where <{self.open[-1].tag}> is open"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)


def read(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    reader = _Reader()
    reader.feed(text)
    assert len(reader.open) == 1, f"{path}: <{reader.open[-1].tag}> isn't closed"
    return reader.open[0]

# SPDX-License-Identifier: GPL-3.0-or-later
"""Device trees as values, and what is done with them: compiled overlays, their parameters, and boards with overlays applied."""
import os
import pathlib
import struct
import subprocess

SOURCES = pathlib.Path(__file__).resolve().parents[2]
TREES = pathlib.Path(os.environ.get("VIR_TREES", ""))


class Refused(Exception):
    """A tool or a parameter's rule said no, in its own words."""


class Node:
    """A node: its properties as bytes, its children by name."""

    def __init__(self):
        self.properties, self.children = {}, {}

    def texts(self, name):
        """The strings of a property."""
        return self.properties[name].decode().split("\0")[:-1]

    def text(self, name):
        [text] = self.texts(name)
        return text

    def cells(self, name):
        """The 32-bit numbers of a property."""
        return [cell for (cell,) in struct.iter_unpack(">I", self.properties[name])]

    def at(self, path):
        """The node at a path from here."""
        node = self
        for part in path.split("/"):
            if part:
                node = node.children[part]
        return node

    def walk(self, path=""):
        """This node and all below it, with their paths."""
        yield path or "/", self
        for name, child in self.children.items():
            yield from child.walk(f"{path}/{name}")


def read(blob):
    """The tree in a flattened one (Devicetree Specification 0.4, chapter 5)."""
    magic, _, structure, strings = struct.unpack_from(">4I", blob)
    if magic != 0xD00DFEED:
        raise ValueError("no device tree")
    top, position = Node(), structure
    open_nodes = [top]
    while True:
        [token] = struct.unpack_from(">I", blob, position)
        position += 4
        if token == 1:
            end = blob.index(b"\0", position)
            child = Node()
            open_nodes[-1].children[blob[position:end].decode()] = child
            open_nodes.append(child)
            position = (end + 4) & ~3
        elif token == 2:
            open_nodes.pop()
        elif token == 3:
            length, name = struct.unpack_from(">2I", blob, position)
            name = blob[strings + name:blob.index(b"\0", strings + name)].decode()
            open_nodes[-1].properties[name] = blob[position + 8:position + 8 + length]
            position = (position + 8 + length + 3) & ~3
        elif token == 9:
            return top.children[""]
        elif token != 4:
            raise ValueError(f"no token of a device tree: {token}")


def read_file(path):
    return read(pathlib.Path(path).read_bytes())


def tool(*words):
    """What a program prints; `Refused` with its complaint if it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Refused(done.stderr.strip())
    return done.stdout


def with_parameters(overlay, out, parameters):
    """A copy of an overlay with its parameters set, as Raspberry Pi's firmware sets them before it applies one.

    An entry of `__overrides__` is a node's phandle and `property{key=value,…}`: the value of the given key becomes the
    property. That is all the syntax that these overlays use; any other is refused here.
    """
    pathlib.Path(out).write_bytes(pathlib.Path(overlay).read_bytes())
    tree = read_file(overlay)
    entries = tree.children["__overrides__"].properties
    nodes = {node.cells("phandle")[0]: path for path, node in tree.walk() if "phandle" in node.properties}
    for parameter, key in parameters.items():
        if parameter not in entries:
            raise Refused(f"unknown parameter {parameter}")
        entry = entries[parameter]
        [phandle], rule = struct.unpack_from(">I", entry), entry[4:]
        name, brace, table = rule[:-1].decode().partition("{")
        if not brace or not table.endswith("}") or rule[-1:] != b"\0" or "\0" in table:
            raise Refused(f"{parameter} is no table: {rule!r}")
        values = dict(pair.split("=") for pair in table[:-1].split(","))
        if str(key) not in values:
            raise Refused(f"{parameter}={key} isn't in its table")
        tool("fdtput", "-t", "s", out, nodes[phandle], name, values[str(key)])
    return out


class Board:
    """A board's own device tree, as a kernel's package has it."""

    def __init__(self, kernel, name):
        self.kernel, self.name = kernel, name
        self.path = TREES / kernel / f"{name}.dtb"
        # The suffix of the overlays for this board, and the label of its header's GPIO chip.
        self.suffix, self.label = ("-pi5", "rp1_gpio") if name.startswith("bcm2712") else ("", "gpio")

    def __str__(self):
        return f"{self.name} of {self.kernel}"

    def tree(self):
        return read_file(self.path)

    def applied(self, scratch, *overlays):
        """The board's tree with overlays applied in that order."""
        merged = pathlib.Path(scratch) / "merged.dtb"
        tool("fdtoverlay", "-i", self.path, "-o", merged, *overlays)
        return read_file(merged)

    def header(self, tree):
        """The node of the header's GPIO chip."""
        return tree.at(tree.children["__symbols__"].text(self.label))


class Pins:
    """What the chip's state called `default` makes of its pins."""

    def __init__(self, tree, chip):
        if chip.texts("pinctrl-names") != ["default"]:
            raise ValueError(f"states {chip.texts('pinctrl-names')}")
        by_handle = {node.cells("phandle")[0]: node for _, node in tree.walk() if "phandle" in node.properties}
        self.parts = {}
        for handle in chip.cells("pinctrl-0"):
            self.parts |= by_handle[handle].children

    def number(self, part):
        return int(self.parts[part].text("pins").removeprefix("gpio"))

    def numbers(self):
        return {part: self.number(part) for part in self.parts}

    def doubles(self):
        """A line for each pin that two parts have."""
        owners = {}
        for part, number in self.numbers().items():
            owners.setdefault(number, []).append(part)
        return [f"GPIO{number}: {' and '.join(sorted(parts))}" for number, parts in sorted(owners.items()) if len(parts) > 1]

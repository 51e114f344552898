# SPDX-License-Identifier: GPL-3.0-or-later
"""Each overlay compiled, applied to the boards' own device trees, and read back."""
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from device_tree import SOURCES, TREES, Board, Pins, Refused, read_file, tool, with_parameters

PANEL = {"mark": 17, "stop": 27, "left": 22, "right": 23, "up": 24, "down": 25, "led": 16, "buzzer": 12, "trigger": 26}
KNOB = {"knob-a": 5, "knob-b": 6, "push": 13}
INDICATORS = {"led", "buzzer"}
OVERLAYS = {"vir-panel": PANEL, "vir-knob": KNOB}
BOARDS = [Board(kernel, board) for kernel in ("backports", "stable")
          for board in ("bcm2711-rpi-4-b", "bcm2837-rpi-zero-2-w", "bcm2712-rpi-5-b")]
# Before version 7 the mainline kernel doesn't know the chip with a Pi 5's header.
HEADLESS = [board for board in BOARDS if board.kernel == "stable" and board.suffix]
BOARDS = [board for board in BOARDS if board not in HEADLESS]


class OverlayCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)
        cls.built = cls.scratch / "built"
        tool(SOURCES / "overlays/build.sh", cls.built)

    def overlay(self, name, board, **parameters):
        """A compiled overlay for a board, with parameters; `knob_a` stands for `knob-a`."""
        path = self.built / f"{name}{board.suffix}.dtbo"
        if not parameters:
            return path
        return with_parameters(path, self.scratch / f"{name}-moved.dtbo", {key.replace("_", "-"): pin for key, pin in parameters.items()})

    def pins(self, board, *overlays):
        tree = board.applied(self.scratch, *overlays)
        return Pins(tree, board.header(tree))

    def each(self, *lists):
        """Every combination, each with a context in which a failure names it."""
        for case in itertools.product(*lists):
            yield self.subTest(" ".join(str(part) for part in case)), case


class Applied(OverlayCase):
    def test_each_part_has_its_pin_direction_and_pull_on_every_board(self):
        for case, (board, name) in self.each(BOARDS, OVERLAYS):
            with case:
                pins = self.pins(board, self.overlay(name, board))
                self.assertEqual(pins.numbers(), OVERLAYS[name])
                directions = ("gpio", "gpio") if board.suffix else ("gpio_in", "gpio_out")
                for part, node in pins.parts.items():
                    is_output = part in INDICATORS
                    self.assertEqual(node.text("function"), directions[is_output], part)
                    # Exactly these properties: if the pin's driver refuses one, the chip loses its whole pinctrl state.
                    allowed = {"bias-pull-down", "output-low"} if is_output else {"bias-pull-up"}
                    self.assertEqual(set(node.properties) - {"pins", "function", "phandle"}, allowed, part)
                    self.assertEqual({node.properties[name] for name in allowed}, {b""}, part)

    def test_both_overlays_together_have_the_pins_of_both_in_any_order(self):
        for case, (board, order) in self.each(BOARDS, [("vir-panel", "vir-knob"), ("vir-knob", "vir-panel")]):
            with case:
                pins = self.pins(board, *(self.overlay(name, board) for name in order))
                self.assertEqual(pins.numbers(), PANEL | KNOB)
                self.assertEqual(pins.doubles(), [])

    def test_no_line_is_taken_and_nothing_else_is_changed(self):
        for case, ((board,)) in self.each(BOARDS):
            with case:
                before = board.tree()
                after = board.applied(self.scratch, self.overlay("vir-panel", board), self.overlay("vir-knob", board))
                chip = before.children["__symbols__"].text(board.label)
                old, new = dict(before.walk()), dict(after.walk())
                added = {path for path in new if path not in old}
                self.assertEqual(added, {f"{chip}/vir-pins"} | {f"{chip}/vir-pins/{part}" for part in PANEL | KNOB})
                changed = {(path, name) for path in old for name in old[path].properties.keys() | new[path].properties.keys()
                           if path != "/__symbols__" and old[path].properties.get(name) != new[path].properties.get(name)}
                names = {(chip, "gpio-line-names")} if board.suffix else set()
                # A board with a pinctrl state of its own already has its name.
                self.assertEqual(changed | {(chip, "pinctrl-names")}, {(chip, "pinctrl-0"), (chip, "pinctrl-names")} | names)

    def test_a_line_is_called_by_its_number_on_every_board(self):
        for case, ((board,)) in self.each(BOARDS):
            with case:
                tree = board.applied(self.scratch, self.overlay("vir-panel", board), self.overlay("vir-knob", board))
                names = board.header(tree).texts("gpio-line-names")
                for number in (PANEL | KNOB).values():
                    self.assertEqual(names[number], f"GPIO{number}")
                used = [name for name in names if name not in ("-", "NC", "")]
                self.assertEqual(len(used), len(set(used)), "two lines of one name")

    def test_the_boards_own_state_drives_no_pin_of_the_knob_any_more(self):
        board = next(board for board in BOARDS if board.name == "bcm2837-rpi-zero-2-w")
        own = board.tree()
        by_handle = {node.cells("phandle")[0]: node for _, node in own.walk() if "phandle" in node.properties}
        states = [by_handle[handle] for handle in board.header(own).cells("pinctrl-0")]
        driven = {pin for state in states for pin in state.cells("brcm,pins")}
        self.assertLessEqual({KNOB["knob-a"], KNOB["knob-b"]}, driven, "nothing to be replaced: say so in pins.dtsi and README.md")
        tree = board.applied(self.scratch, self.overlay("vir-panel", board), self.overlay("vir-knob", board))
        self.assertEqual(board.header(tree).cells("pinctrl-0"), tree.at(tree.children["__symbols__"].text("vir_pins")).cells("phandle"))

    def test_an_overlay_for_another_board_is_refused(self):
        for case, (board, name) in self.each(BOARDS, OVERLAYS):
            with case:
                other = next(other for other in BOARDS if other.suffix != board.suffix)
                if "gpio" in board.tree().children["__symbols__"].properties and board.suffix:
                    self.fail("the mainline kernel has a label gpio for the Pi 5 now: the overlays of both families apply to it")
                with self.assertRaisesRegex(Refused, "FDT_ERR_NOTFOUND"):
                    board.applied(self.scratch, self.overlay(name, other))

    def test_a_kernel_that_does_not_know_the_header_refuses_the_overlay(self):
        for case, (board, name) in self.each(HEADLESS, OVERLAYS):
            with case:
                self.assertNotIn("rp1_gpio", board.tree().children["__symbols__"].properties)
                with self.assertRaisesRegex(Refused, "FDT_ERR_NOTFOUND"):
                    board.applied(self.scratch, self.overlay(name, board))

    def test_a_wrong_label_is_refused(self):
        for case, ((board,)) in self.each(BOARDS):
            with case:
                sources = shutil.copytree(SOURCES / "overlays", self.scratch / "wrong", dirs_exist_ok=True)
                for header in ("bcm283x.dtsi", "rp1.dtsi"):
                    path = sources / header
                    path.write_text(path.read_text().replace("#define HEADER_CHIP ", "#define HEADER_CHIP the_"))
                tool(sources / "build.sh", self.scratch / "wrong-built")
                with self.assertRaisesRegex(Refused, "FDT_ERR_NOTFOUND"):
                    board.applied(self.scratch, self.scratch / "wrong-built" / f"vir-panel{board.suffix}.dtbo")


class Parameters(OverlayCase):
    def test_a_parameter_moves_its_own_pin_and_no_other(self):
        newest = [board for board in BOARDS if board.kernel == "backports"]
        for case, (board, name) in self.each(newest, OVERLAYS):
            with case:
                for part, number in itertools.product(OVERLAYS[name], (2, 9, 21)):
                    pins = self.pins(board, self.overlay(name, board, **{part: number}))
                    self.assertEqual(pins.numbers(), OVERLAYS[name] | {part: number})

    def test_every_parameter_takes_the_headers_pins_and_nothing_else(self):
        for case, (board, name) in self.each([BOARDS[0], next(board for board in BOARDS if board.suffix)], OVERLAYS):
            with case:
                entries = read_file(self.overlay(name, board)).children["__overrides__"].properties
                self.assertEqual(set(entries), set(OVERLAYS[name]), "parameters are the parts")
                for part in entries:
                    table = entries[part][4:].decode().removeprefix("pins{").removesuffix("}\0")
                    self.assertEqual(table, ",".join(f"{number}=gpio{number}" for number in range(2, 28)))
                # 0 and 1 are for an add-on board's memory; 28 and higher aren't on the header.
                for wrong in (0, 1, 28, -1, "gpio17", ""):
                    with self.assertRaisesRegex(Refused, "isn't in its table"):
                        self.overlay(name, board, **{next(iter(entries)): wrong})
                with self.assertRaisesRegex(Refused, "unknown parameter"):
                    self.overlay(name, board, nose=4)

    def test_moving_a_pin_keeps_what_it_is(self):
        board = BOARDS[0]
        pins = self.pins(board, self.overlay("vir-panel", board, mark=4, led=21), self.overlay("vir-knob", board, knob_a=20))
        self.assertEqual(pins.numbers(), PANEL | KNOB | {"mark": 4, "led": 21, "knob-a": 20})
        self.assertIn("bias-pull-up", pins.parts["mark"].properties)
        self.assertIn("output-low", pins.parts["led"].properties)

    def test_a_pin_given_twice_is_told_with_both_of_its_parts(self):
        for case, ((board,)) in self.each(BOARDS):
            with case:
                one = self.pins(board, self.overlay("vir-panel", board, mark=27))
                self.assertEqual(one.doubles(), ["GPIO27: mark and stop"])
                two = self.pins(board, self.overlay("vir-panel", board, led=13), self.overlay("vir-knob", board))
                self.assertEqual(two.doubles(), ["GPIO13: led and push"])

    @unittest.skipUnless(shutil.which("dtmerge"), "Raspberry Pi's dtmerge isn't on the PATH")
    def test_raspberry_pis_own_tool_makes_the_same_of_it(self):
        for case, ((board,)) in self.each(BOARDS):
            with case:
                panel, knob = {"mark": 4, "buzzer": 21}, {"knob-a": 20, "push": 3}
                steps = [board.path, self.scratch / "first.dtb", self.scratch / "second.dtb"]
                for step, (name, parameters) in enumerate((("vir-panel", panel), ("vir-knob", knob))):
                    tool("dtmerge", steps[step], steps[step + 1], self.overlay(name, board), *(f"{part}={pin}" for part, pin in parameters.items()))
                theirs = read_file(steps[2])
                ours = board.applied(self.scratch, self.overlay("vir-panel", board, **panel), self.overlay("vir-knob", board, **knob))
                described = [{part: {name: value for name, value in node.properties.items() if name != "phandle"}
                              for part, node in Pins(tree, board.header(tree)).parts.items()} for tree in (theirs, ours)]
                self.assertEqual(*described)
                self.assertEqual({part: Pins(theirs, board.header(theirs)).number(part) for part in PANEL | KNOB}, PANEL | KNOB | panel | knob)
                for wrong in ("mark=28", "nose=4"):
                    with self.assertRaises(Refused):
                        tool("dtmerge", board.path, steps[1], self.overlay("vir-panel", board), wrong)


class Building(OverlayCase):
    def test_an_overlay_of_each_name_for_each_family_is_built(self):
        self.assertEqual({path.name for path in self.built.iterdir()}, {f"{name}{suffix}.dtbo" for name in OVERLAYS for suffix in ("", "-pi5")})

    def test_the_same_sources_make_the_same_bytes(self):
        tool(SOURCES / "overlays/build.sh", self.scratch / "again")
        for path in self.built.iterdir():
            self.assertEqual(path.read_bytes(), (self.scratch / "again" / path.name).read_bytes())

    def build(self, *words, sources=SOURCES / "overlays", path=os.environ["PATH"]):
        return subprocess.run(["/bin/bash", sources / "build.sh", *words], env={"PATH": path}, capture_output=True, text=True, check=False)

    def test_a_missing_tool_is_named_with_its_package(self):
        few = self.scratch / "few"
        few.mkdir()
        for name in ("dirname", "basename", "mkdir", "mktemp", "rm", "mv", "cat"):
            (few / name).symlink_to(shutil.which(name))
        done = self.build(self.scratch / "none", path=str(few))
        self.assertEqual(done.returncode, 69)
        self.assertEqual(done.stderr.splitlines(), ["overlays: missing: dtc (package device-tree-compiler)", "overlays: missing: cpp (package cpp)"])
        self.assertFalse((self.scratch / "none").exists())

    def test_without_a_folder_it_says_what_it_takes(self):
        for words in ((), ("",), ("one", "two")):
            done = self.build(*words)
            self.assertEqual((done.returncode, done.stdout), (64, ""))
            self.assertEqual(done.stderr, "overlays: build.sh takes one folder, to put the overlays in\n")

    def test_a_warning_or_a_fault_stops_it_and_leaves_no_overlay_of_that_name(self):
        # dtc warns of a node with an address and no reg; the other is no device tree at all.
        for name, text in (("warning", '/dts-v1/;\n/plugin/;\n&{/} { part@1 { }; };\n'), ("fault", "/dts-v1/;\n/plugin/;\n&gpio {\n"),
                           ("header", '#include "nothing.h"\n')):
            with self.subTest(name):
                sources = shutil.copytree(SOURCES / "overlays", self.scratch / name)
                (sources / "vir-bad.dts").write_text(text)
                done = self.build(self.scratch / f"{name}-built", sources=sources)
                self.assertEqual(done.returncode, 1)
                self.assertIn("vir-bad.dts", done.stderr)
                self.assertFalse((self.scratch / f"{name}-built" / "vir-bad.dtbo").exists())


class Reading(unittest.TestCase):
    def test_a_tree_is_read_as_fdtget_reads_it(self):
        board = BOARDS[0]
        for path, node in itertools.islice(board.tree().walk(), 60):
            self.assertEqual(sorted(tool("fdtget", "-p", board.path, path).split("\n")[:-1]), sorted(node.properties))
        chip = board.tree().children["__symbols__"].text("gpio")
        self.assertEqual(tool("fdtget", board.path, chip, "gpio-line-names").split(), board.header(board.tree()).texts("gpio-line-names"))

    def test_the_trees_are_those_of_two_kernels(self):
        versions = [(TREES / kernel / "version").read_text().strip() for kernel in ("backports", "stable")]
        self.assertRegex(versions[0], r"^[7-9]\.")
        self.assertRegex(versions[1], r"^6\.12\.")

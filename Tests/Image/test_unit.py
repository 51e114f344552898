# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be said of the box's units and scripts without starting them."""

import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).parents[2] / "image" / "root"
UNITS = ROOT / "usr/lib/systemd/system"
INITRAMFS = ROOT.parent / "initramfs"


class Units(unittest.TestCase):
    def test_the_box_can_do_little_that_it_needn_t(self):
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", UNITS / "vir.service"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout[-200:] + done.stderr)

    def test_each_program_that_a_unit_or_a_rule_starts_is_there(self):
        for unit in [*UNITS.glob("vir*.service"), ROOT / "usr/lib/udev/rules.d/90-vir.rules"]:
            for path in re.findall(r"/usr/lib/vir/([a-z-]+)", unit.read_text()):
                if path in ("still", "release"):     # made by the build
                    continue
                program = ROOT / "usr/lib/vir" / path
                self.assertTrue(program.exists(), f"{unit.name}: {path}")
                self.assertTrue(program.stat().st_mode & 0o111, f"{path} can't be run")

    def test_each_unit_that_is_named_is_there(self):
        for unit in UNITS.rglob("vir*.*"):
            if not unit.is_file():
                continue
            for name in re.findall(r"\b(vir-[a-z-]+@?)(?:%k|%i)?\.(service|path|target)", unit.read_text()):
                self.assertTrue((UNITS / ".".join(name)).exists(), f"{unit.name}: {'.'.join(name)}")

    def test_what_root_mounts_for_the_box_reaches_it(self):
        """A unit with a mount namespace of its own would keep the mount to itself; the box has the places, on a root that is read-only."""
        for name, script in (("vir-card@.service", "card"), ("vir-stick.service", "stick")):
            text = (UNITS / name).read_text()
            self.assertNotRegex(text, r"(?m)^(Private|Protect|ReadOnly|ReadWrite|Inaccessible|Temporary|Root|Bind(ReadOnly)?Paths|DynamicUser|MountFlags)")
            place = re.search(r"^place=/media/(\w+)$", (ROOT / "usr/lib/vir" / script).read_text(), re.M).group(1)
            self.assertRegex((ROOT.parent / "lib/root.sh").read_text(), rf'mkdir -p "\$root"/{{[^ ]*media/{{[^ ]*\b{place}\b')
        self.assertIn("\nReadWritePaths=-/media\n", (UNITS / "vir.service").read_text())

    def test_the_box_is_let_go_of_before_its_stick(self):
        """What it still writes at the end is on the stick: units stop in the reverse of their order."""
        self.assertRegex((UNITS / "vir-stick.service").read_text(), r"(?m)^Before=.*\bvir\.service\b")

    def test_what_the_box_asks_for_by_a_file_is_watched_from_the_start(self):
        wanted = re.search(r"^Wants=(.*)$", (UNITS / "vir.target").read_text(), re.M).group(1).split()
        paths = [unit.name for unit in UNITS.glob("vir-*.path")]
        self.assertEqual(sorted(paths), ["vir-power-off.path", "vir-stick.path"])
        for name in paths:
            self.assertIn(name, wanted)
            self.assertIn("\nPathExists=/run/vir/", (UNITS / name).read_text())
            self.assertTrue((UNITS / name.replace(".path", ".service")).exists())

    def test_a_stick_s_file_systems_and_their_tools_are_on_the_image(self):
        packages = (ROOT.parent / "packages/root.list").read_text().split()
        for package in ("dosfstools", "exfatprogs", "udev"):
            self.assertIn(package, packages)
        modules = (ROOT.parent / "packages/modules.list").read_text().split()
        for module in ("fs/fat/vfat", "fs/exfat/exfat", "fs/nls/nls_cp437", "fs/nls/nls_ascii", "drivers/usb/storage/usb-storage", "drivers/scsi/sd_mod"):
            self.assertIn(module, modules)

    def test_no_rule_mounts_a_stick(self):
        rules = (ROOT / "usr/lib/udev/rules.d/90-vir.rules").read_text()
        self.assertNotIn("mount", rules)
        for line in rules.splitlines():
            if "SYSTEMD_WANTS" in line:
                self.assertIn('ENV{ID_FS_LABEL}=="VIR"', line)

    def test_nothing_listens(self):
        for unit in UNITS.glob("*"):
            self.assertNotIn("Listen", unit.read_text() if unit.is_file() else "")

    def test_the_scripts_are_clean(self):
        scripts = [path for path in (ROOT / "usr/lib/vir").iterdir() if path.suffix == ""]
        done = subprocess.run(["shellcheck", "--shell=dash", "--external-sources", "--source-path=" + str(ROOT), "--exclude=SC1091,SC2034,SC3010", *scripts, INITRAMFS / "boot-partition"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


class Closed(unittest.TestCase):
    """What image/lib/root.sh leaves out, by its lists."""

    def test_no_login_and_no_network_service_is_left(self):
        text = (pathlib.Path(__file__).parents[2] / "image/lib/root.sh").read_text()
        closed = text[text.index("closed_units=("):text.index(")", text.index("closed_units=("))]
        for unit in ("systemd-networkd.service", "systemd-resolved.service", "getty@.service", "serial-getty@.service",
                     "systemd-logind.service", "systemd-timesyncd.service"):
            self.assertIn(unit, closed)


if __name__ == "__main__":
    unittest.main(verbosity=2)

# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/preflight on machines that lack something: each is this one with a part hidden, in a mount name space of its own. Needs root."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PREFLIGHT = ROOT / "tools/preflight"
TARGETS = "run bench soak sanitize test machine machine-short image image-test bare".split()


def preflight(*words, hide="", before=(), script=PREFLIGHT, **environment):
    """Its status and lines, after the shell commands `hide` in a name space; `before` stands before its command."""
    done = subprocess.run(["unshare", "--mount", "bash", "-c", 'set -e; eval "$0"; exec "$@"', hide, *before, str(script), *words], capture_output=True, text=True,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


class APreflight(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def assertLacks(self, words, target, **options):
        """It ends with 69 and one line about it."""
        status, _, problems = preflight(target, **options)
        self.assertEqual(status, 69, problems)
        about = [line for line in problems if words in line]
        self.assertEqual(len(about), 1, problems)
        self.assertTrue(about[0].startswith(f"make {target}: "), problems)

    def path_with(self, *commands):
        """A folder with these commands only, and what the script itself needs."""
        os.makedirs(f"{self.folder}/bin", exist_ok=True)
        for command in ("bash", "env", "dirname", "realpath", "id", "awk", "df", "du", "uname", "grep", "sed", "sort", "mktemp", "rm", *commands):
            found = subprocess.run(["bash", "-c", f"type -P {command}"], check=True, capture_output=True, text=True).stdout.strip()
            if not os.path.lexists(f"{self.folder}/bin/{command}"):
                os.symlink(found, f"{self.folder}/bin/{command}")
        return f"{self.folder}/bin"

    def test_each_target_first_says_what_it_does_and_how_long_that_takes(self):
        for target in TARGETS:
            with self.subTest(target):
                _, said, _ = preflight(target)
                self.assertEqual(len(said), 1)
                self.assertTrue(said[0].startswith(f"make {target}: "), said)
                if target != "run":
                    self.assertRegex(said[0], "minutes|hour")

    def test_quiet_it_says_nothing_where_nothing_is_missing(self):
        self.assertEqual(preflight("--quiet", "run"), (0, [], []))

    def test_no_swift(self):
        for target in ("run", "swift"):
            self.assertLacks("there is no 'swift' on the PATH", target, before=("env", f"PATH={self.path_with()}"))
        status, _, said = preflight("--quiet", "swift", before=("env", f"PATH={self.path_with()}"))
        self.assertEqual((status, len(said)), (69, 1), said)

    def test_a_swift_that_does_not_start_and_one_that_is_too_old(self):
        swift = pathlib.Path(self.folder, "swift")
        for says, words in (("echo no library >&2; exit 127", "swift doesn't start: no library"),
                            ("echo Swift version 6.1.3", "VIR needs Swift 6.2 or later")):
            swift.write_text(f"#!/bin/sh\n{says}\n")
            swift.chmod(0o755)
            self.assertLacks(words, "swift", PATH=f"{self.folder}:{os.environ['PATH']}")
        swift.write_text("#!/bin/sh\necho Swift version 6.10\n")
        self.assertEqual(preflight("--quiet", "swift", PATH=f"{self.folder}:{os.environ['PATH']}"), (0, [], []))

    def test_no_room_for_the_image(self):
        self.assertLacks("GB of room are needed", "image", hide=f"mount -t tmpfs -o size=20m small {self.folder}", XDG_CACHE_HOME=self.folder)

    def test_a_cache_that_cannot_be_written(self):
        self.assertLacks("can't be written", "image", hide=f"mount -t tmpfs -o ro,size=20g ro {self.folder}", XDG_CACHE_HOME=self.folder)

    def test_no_mounts(self):
        self.assertLacks("mounts aren't allowed here", "image", before=("setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"))

    def test_no_loop_devices_and_no_fuse(self):
        hide = f"cp -a /dev/null {self.folder}; mount -t tmpfs dev /dev; cp -a {self.folder}/null /dev"
        self.assertLacks("there are no loop devices", "image-test", hide=hide)
        self.assertLacks("there is no /dev/fuse", "image-test", hide=hide)
        self.assertLacks("there are no loop devices", "test", hide=hide)

    def test_arm64_programs_that_run_here_but_not_in_a_changed_root(self):
        formats = "/proc/sys/fs/binfmt_misc"
        for content, words in ((r"enabled\ninterpreter /usr/bin/qemu-aarch64\nflags: OC\n", "lacks the flag F"),
                               (r"disabled\ninterpreter /usr/bin/qemu-aarch64\nflags: F\n", "is off")):
            self.assertLacks(words, "image", hide=f"mount -t tmpfs formats {formats}; printf '{content}' > {formats}/qemu-aarch64; touch {formats}/status {formats}/register")

    def test_neither_root_nor_sudo(self):
        # The user may not enter the folder that holds the tree, so the tree is mounted elsewhere.
        tree = f"{self.folder}/tree"
        os.chmod(self.folder, 0o755)
        for target in ("image", "test", "machine"):
            self.assertLacks("root is needed", target, hide=f"mkdir -p {tree}; mount --bind {ROOT} {tree}", script=f"{tree}/tools/preflight",
                             before=("env", f"PATH={self.path_with('setpriv', 'git', 'swift')}", "setpriv", "--reuid=65534", "--clear-groups"))

    def test_a_package_is_missing_and_nothing_can_install_it(self):
        status, _, problems = preflight("run", "no-such-package", hide="mount -t tmpfs apt /etc/apt")
        self.assertEqual((status, len(problems)), (69, 1), problems)
        self.assertIn("apt has no source of packages", problems[0])

    def test_what_is_no_target(self):
        self.assertEqual(preflight("tea")[0], 64)


if __name__ == "__main__":
    unittest.main()

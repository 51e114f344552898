# SPDX-License-Identifier: GPL-3.0-or-later
"""The camera's object in the image: compiled for the box's libcamera, put where the program opens it, and on a developer's card
exchanged with the program. Nothing is compiled here: a stand-in for the compiler writes down what it was asked."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

IMAGE = pathlib.Path(__file__).resolve().parents[2] / "image"
SOURCES = IMAGE.parent
LOADER = SOURCES / "Sources/Shims/CCamera/Loader.c"


def places():
    """The paths at which the program looks, in their order; that of a checkout isn't among them."""
    text = re.search(r"places\[\] = \{(.*?)\};", LOADER.read_text(encoding="utf-8"), re.S).group(1)
    return re.findall(r'^\s*"(/.*)",$', text, re.M)


class CameraTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "cache").mkdir()
        self.root = self.folder / "root"
        self.root.mkdir()

    def write(self, path, text, mode=0o644):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)
        return file

    def bash(self, words, **variables):
        """Runs words of the image's build, with a cache of this test's own."""
        return subprocess.run(["bash", "-euo", "pipefail", "-c", f". lib/common.sh; . lib/program.sh; . lib/root.sh; BASE=debian KIND=debian; {words}"],
                              capture_output=True, text=True, cwd=IMAGE,
                              env={**os.environ, "VIR_IMAGE_CACHE": str(self.folder / "cache"), **variables})


class Compiling(CameraTest):
    # The commands of the compiler's tree run here, with the tree's two mounts as folders.
    CROSS = 'cross() { local words=("${@//\\/cache\\//$CACHE/}"); "${words[@]//\\/src\\//$SOURCES/}"; }; '

    def compile(self, answer):
        self.write("bin/clang", f'#!/bin/sh\nprintf "%s\\n" "$@" > {self.folder}/asked\nwhile [ "$1" != -o ]; do shift; done\n{answer}\n', 0o755)
        self.write("bin/pkg-config", '#!/bin/sh\necho "$1-of-libcamera"\n', 0o755)
        return self.bash(self.CROSS + "make_camera", PATH=f"{self.folder}/bin:{os.environ['PATH']}")

    def test_it_is_compiled_for_the_box_with_its_libcamera(self):
        done = self.compile('echo object > "$2"')
        self.assertEqual(done.returncode, 0, done.stderr)
        asked = (self.folder / "asked").read_text(encoding="utf-8").split("\n")
        for word in ("--target=aarch64-linux-gnu", f"--sysroot={self.folder}/cache/sysroot-debian", "-shared", "-Wl,-z,defs,-z,now,-z,relro,-z,noexecstack",
                     "--cflags-of-libcamera", "--libs-of-libcamera"):
            self.assertIn(word, asked)
        for source in (SOURCES / "Sources/Shims/CameraObject").glob("*.cpp"):
            self.assertIn(str(source), asked)
        made = self.folder / "cache/camera-debian.so"
        self.assertEqual(made.stat().st_mode & 0o7777, 0o644)
        self.assertEqual(made.read_text(encoding="utf-8"), "object\n")

    def test_one_that_does_not_compile_ends_the_build_and_leaves_nothing(self):
        done = self.compile('echo half > "$2"; exit 1')
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(list((self.folder / "cache").iterdir()), [])

    def test_the_build_makes_it_before_the_root_and_anew_when_it_changes(self):
        steps = re.findall(r'^step "?([a-z]+)-.*$', (IMAGE / "build.sh").read_text(encoding="utf-8"), re.M)
        self.assertLess(steps.index("sysroot"), steps.index("camera"))
        self.assertLess(steps.index("camera"), steps.index("root"))
        lines = dict(re.findall(r'^step "([a-z]+)-\$\w+" ((?:.*\\\n)*.*)$', (IMAGE / "build.sh").read_text(encoding="utf-8"), re.M))
        for needed in ("Sources/Shims/CameraObject", "Sources/Shims/CCamera/include", "done/sysroot-$BASE"):
            self.assertIn(needed, lines["camera"])
        self.assertIn("$CACHE/camera-$BASE.so", lines["root"])


class Installing(CameraTest):
    def install(self, made_for, there):
        self.write(f"root/usr/lib/aarch64-linux-gnu/{there}", "")
        object = self.write("cache/camera-debian.so", f"\x7fELF\0{made_for}\0and {made_for}\0\n", 0o600)
        return self.bash(f'install_camera "{self.root}" "{object}"')

    def test_it_lies_where_the_program_opens_it(self):
        done = self.install("libcamera.so.0.4", "libcamera.so.0.4")
        self.assertEqual(done.returncode, 0, done.stderr)
        [installed] = [path for path in self.root.rglob("*") if path.suffix == ".so"]
        self.assertEqual(f"/{installed.relative_to(self.root)}", places()[-1])
        # The program opens none that others may write.
        self.assertEqual(installed.stat().st_mode & 0o7777, 0o644)

    def test_a_root_with_another_libcamera_ends_the_build(self):
        for made_for, words in (("libcamera.so.0.4", "made for libcamera.so.0.4, and the root has none"), ("nothing", "names no libcamera")):
            done = self.install(made_for, "libcamera.so.0.5")
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)
        self.assertFalse((self.root / "usr/lib/vir").exists())

    def test_the_root_takes_it_so(self):
        body = re.search(r"^make_root\(\) \{(.*?)^\}", (IMAGE / "lib/root.sh").read_text(encoding="utf-8"), re.S | re.M).group(1)
        self.assertIn('install_camera "$root" "$CACHE/camera-$BASE.so"', body)


class Developers(CameraTest):
    """A developer's card: the first place leads to the object of the current program, which deploy.sh sends along."""

    def test_the_first_place_leads_to_the_current_program(self):
        key = self.write("key.pub", "ssh-ed25519 AAAA test\n")
        self.write("cache/keys/ssh_host_ed25519_key", "a key\n")
        self.write("cache/keys/ssh_host_ed25519_key.pub", "a key\n")
        done = self.bash(f'DEVELOPER={key} open_root "{self.root}"')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(places(), ["/usr/local/lib/vir/camera.so", "/usr/lib/vir/camera.so"])
        link = self.root / places()[0].lstrip("/")
        self.assertEqual(os.readlink(link), "/var/lib/vir/programs/current/camera.so")
        [program] = re.findall(r"^ExecStart=(/\S+)", (self.root / "etc/systemd/system/vir.service.d/programs.conf").read_text(encoding="utf-8"), re.M)
        self.assertEqual(os.path.dirname(program), os.path.dirname(os.readlink(link)))

    def test_the_card_s_own_program_has_the_card_s_own_object(self):
        links = dict(re.findall(r"^L (\S+) - - - - (\S+)$", (IMAGE / "developer/usr/lib/tmpfiles.d/vir-programs.conf").read_text(encoding="utf-8"), re.M))
        self.assertEqual(links["/var/lib/vir/programs/image/camera.so"], places()[-1])
        self.assertEqual(links["/var/lib/vir/programs/current"], "image")


class HandingOut(CameraTest):
    def test_a_program_that_is_handed_out_has_its_object_beside_it(self):
        text = (IMAGE / "build.sh").read_text(encoding="utf-8")
        block = re.search(r'^if \[ "\$ONLY" = program \]; then\n(.*?)^fi', text, re.S | re.M).group(1)
        self.write("cache/vir-debian", "a program", 0o755)
        self.write("cache/camera-debian.so", "an object")
        out = self.folder / "vir"
        done = self.bash(f'PROGRAM=$CACHE/vir-debian PROGRAM_OUT={out}; {block}')
        self.assertEqual((done.returncode, done.stdout), (0, f"{out}\n"), done.stderr)
        self.assertEqual((self.folder / "vir.camera.so").read_text(encoding="utf-8"), "an object")


if __name__ == "__main__":
    unittest.main()

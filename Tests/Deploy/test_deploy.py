# SPDX-License-Identifier: GPL-3.0-or-later
"""deploy.sh and a box, when all is well and when it's refused."""
import glob
import os
import shutil
import unittest

from box_test import BoxTest
from fake_box import ENDS_AT_ONCE, GOOD, HELD, ROOT, Line, camera_object, elf, free_port, program, write


class Deploying(BoxTest):
    def test_the_new_program_runs_whole_and_executable_in_a_folder_of_its_own(self):
        file = self.program()
        status, said, complaints = self.deploy(file)
        self.assertEqual((status, complaints), (0, ""), said)
        name = self.box.current()
        self.assertRegex(name, r"^deployed-\d{8}T\d{6}Z-[0-9a-f]{8}$")
        self.assertRuns(name)
        self.assertEqual(self.box.folders(), [name])
        with open(file, "rb") as mine, open(f"{self.box.programs}/{name}/vir", "rb") as theirs:
            self.assertEqual(mine.read(), theirs.read())
        # The service runs as a user of its own.
        for path, mode in ((f"{self.box.programs}/{name}", 0o755), (f"{self.box.programs}/{name}/vir", 0o755)):
            self.assertEqual(os.stat(path).st_mode & 0o7777, mode)
        self.assertIn("I am new", said, "the log")
        self.assertIn("until the plug", said)

    def test_what_builds_the_program_says_last_where_it_is(self):
        project = os.path.join(self.box.folder, "a project's \"folder\" $HOME")
        os.makedirs(f"{project}/image")
        shutil.copy(f"{ROOT}/deploy.sh", project)
        shutil.copytree(f"{ROOT}/image/deploy", f"{project}/image/deploy")
        built = self.program("it's \"built\" $(touch here) *", GOOD.format(name="built"))
        # The program must be built for the base that the box reports.
        self.box.tool("sed", 'case "$*" in */usr/lib/vir/release) echo raspberrypi;; *) exec /usr/bin/sed "$@";; esac')
        write(f"{project}/image/build.sh", "#!/bin/sh\n[ \"$1 $2 $3\" = '--base raspberrypi --program-only' ] || exit 9\necho compiling >&2\n"
              f"cat <<'END'\nwords\n{built}\nEND\n", 0o755)
        # Without its camera object the program is half of what was to be built.
        self.refused(self.box.run("--no-follow", "box", script=f"{project}/deploy.sh"), 1, "without its camera object")
        self.assertOldRuns()
        write(f"{built}.camera.so", camera_object("built"))
        status, said, complaints = self.box.run("--no-follow", "box", script=f"{project}/deploy.sh")
        self.assertEqual(status, 0, complaints)
        self.assertIn("compiling", complaints)
        self.assertIn("I am built", said)
        self.assertEqual(self.box.camera(), camera_object("built"))
        write(f"{project}/image/build.sh", "#!/bin/sh\necho no compiler >&2\nexit 3\n", 0o755)
        self.refused(self.box.run("--no-follow", "box", script=f"{project}/deploy.sh"), 1, "couldn't be built")

    def test_a_name_with_spaces_and_quotes_is_only_a_name(self):
        for number, name in enumerate((" -rf '; touch here; \"$(touch here)`", "новая program\n2")):
            status, _, complaints = self.deploy(self.box.file(name, program(GOOD.format(name=number), seed=number)))
            self.assertEqual(status, 0, complaints)
        self.assertEqual(glob.glob(f"{self.box.home}/here") + glob.glob(f"{self.box.root}/root/here"), [])

    def test_the_last_two_are_kept_and_the_cards_own(self):
        names = []
        for number in range(3):
            self.assertEqual(self.deploy(self.program(str(number), seed=number))[0], 0)
            names.append(self.box.current())
        self.assertEqual(self.box.folders(), sorted(names[1:]))
        self.assertTrue(os.path.exists(f"{self.box.programs}/image/vir"))

    def test_a_rollback_goes_back_one_program_at_a_time_to_the_cards_own(self):
        names = ["image"]
        for number in range(2):
            self.assertEqual(self.deploy(self.program(str(number), seed=number))[0], 0)
            names.append(self.box.current())
        for name in (names[1], names[0]):
            self.assertEqual(self.box.run("--rollback", "--no-follow", "box")[0], 0)
            self.assertRuns(name)
        self.refused(self.box.run("--rollback", "--no-follow", "box"), 1, "there is no program before image")
        self.assertRuns("image")

    def test_a_rollback_to_a_program_that_no_longer_starts_stays_where_it_was(self):
        self.assertEqual(self.deploy(self.program("0"))[0], 0)
        first = self.box.current()
        self.assertEqual(self.deploy(self.program("1", seed=2))[0], 0)
        second = self.box.current()
        write(f"{self.box.programs}/{first}/vir", program(ENDS_AT_ONCE), 0o755)
        self.refused(self.box.run("--rollback", "--no-follow", "box"), 1, f"{second} runs again")
        self.assertRuns(second)

    def test_the_log_is_followed_until_one_has_seen_enough(self):
        process = self.box.start("--program", self.program(script="echo READY=1; while :; do echo tick; sleep 1; done"), "box", start_new_session=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        ticks = 0
        while ticks < 30:
            line = process.stdout.readline()
            self.assertTrue(line, "it ended by itself")
            ticks += "tick" in line
        os.killpg(process.pid, 2)
        self.assertEqual(process.wait(20), 0)

    def test_logs_are_the_last_twenty_lines(self):
        self.assertEqual(self.deploy(self.program(script="seq 100; echo READY=1; exec /usr/bin/sleep infinity"))[0], 0)
        status, said, complaints = self.box.run("--logs", "--no-follow", "box")
        self.assertEqual((status, complaints), (0, ""))
        self.assertEqual(said.split("\n")[:-1], [f"vir: {number}" for number in range(81, 101)])

    def test_a_report_is_one_file_here_whose_name_is_told(self):
        status, said, complaints = self.box.run("--report", "box")
        self.assertEqual((status, complaints), (0, ""))
        self.assertRegex(said, r"\Avir-report-box-\d{8}T\d{6}Z\.txt\n\Z")
        with open(os.path.join(self.box.home, said.strip())) as file:
            text = file.read()
        for words in ("== program", "image/vir", "vir.service: active", "the devices of /var/lib/vir/programs/current/vir", "MemTotal", "== temperature", "I am image"):
            self.assertIn(words, text)


class Cameras(BoxTest):
    """A program opens the camera object that came with it, by a full path that leads to the current program's."""

    def test_the_one_beside_the_program_comes_along(self):
        self.assertEqual(self.box.camera(), "/usr/lib/vir/camera.so")
        file = self.program()
        write(f"{file}.camera.so", camera_object("beside"))
        status, said, complaints = self.deploy(file)
        self.assertEqual((status, complaints), (0, ""), said)
        self.assertEqual(self.box.camera(), camera_object("beside"))
        self.assertNotIn("older", said)

    def test_one_that_is_named_goes_before_it(self):
        file = self.program()
        write(f"{file}.camera.so", camera_object("beside"))
        status, said, complaints = self.deploy(file, "--camera", self.box.file("another", camera_object("named")))
        self.assertEqual((status, complaints), (0, ""), said)
        self.assertEqual(self.box.camera(), camera_object("named"))

    def test_a_program_without_one_is_said_to_use_the_cards(self):
        status, said, complaints = self.deploy(self.program())
        self.assertEqual((status, complaints), (0, ""), said)
        self.assertIn("the program opens the one of the card", said)
        self.assertIsNone(self.box.camera())

    def test_a_rollback_brings_the_one_of_its_program_back(self):
        for name in ("first", "second"):
            self.assertEqual(self.deploy(self.program(name, seed=name), "--camera", self.box.file(f"{name}.so", camera_object(name)))[0], 0)
        self.assertEqual(self.box.camera(), camera_object("second"))
        for expected in (camera_object("first"), "/usr/lib/vir/camera.so"):
            self.assertEqual(self.box.run("--rollback", "--no-follow", "box")[0], 0)
            self.assertEqual(self.box.camera(), expected)

    def test_a_program_that_fails_takes_its_own_along(self):
        self.refused(self.deploy(self.program(script=ENDS_AT_ONCE), "--camera", self.box.file("new.so", camera_object("new"))), 1, "image runs again")
        self.assertEqual(self.box.camera(), "/usr/lib/vir/camera.so")
        self.assertOldRuns()

    def test_an_older_card_is_named(self):
        self.box.tool("readlink", 'case $1 in /usr/local/*) exit 1;; *) exec /usr/bin/readlink "$@";; esac')
        status, said, _ = self.deploy(self.program(), "--camera", self.box.file("new.so", camera_object("new")))
        self.assertEqual(status, 0)
        self.assertIn("the card of this box is older", said)

    def test_one_that_isn_t_one_is_refused(self):
        file = self.program()
        for name, content, words in (("text", b"text", "no camera object"), ("x86", elf(machine=62, entry=0), "isn't a camera object for arm64"),
                                     ("program", elf(kind=2) + b"vir_camera_object_table", "no camera object"), ("library", elf(entry=0), "no camera object")):
            with self.subTest(name):
                self.refused(self.deploy(file, "--camera", self.box.file(name, content)), 1, words)
        self.refused(self.deploy(file, "--camera", "/no/such file"), 66, "no such file: /no/such file")
        self.assertOldRuns()

    def test_one_that_arrives_changed_is_refused(self):
        self.box.tool("head", 'case $2 in [1-9]????) exec /usr/bin/head "$@" | tr a b;; *) exec /usr/bin/head "$@";; esac')
        self.refused(self.deploy(self.program(), "--camera", self.box.file("new.so", camera_object("new"))), 1, "isn't what was sent")
        self.assertOldRuns()

    def test_a_line_that_is_cut_in_it_leaves_nothing(self):
        line = Line(self.box.port, up=400_000)
        self.addCleanup(line.close)
        self.box.configure("cut", line.port)
        result = self.deploy(self.program(), "--camera", self.box.file("new.so", camera_object("new", size=2_000_000)), host="cut")
        self.assertEqual(result[0], 69, result[2])
        # Either the client says so, or, if it gets through again, the box.
        self.assertRegex(result[2], "lost while copying|didn't arrive whole")
        self.assertOldRuns()


class Refusals(BoxTest):
    """Nothing of it reaches the box's programs, and each has its own line and exit status."""

    def test_words_that_make_no_sense(self):
        for words in ((), ("a", "b"), ("-x", "box"), ("--wait", "0", "box"), ("--wait", "soon", "box"), ("--program",), ("--logs", "--report", "box"),
                      ("--card", "/dev/null", "box"), ("--camera", "/dev/null", "box"), ("-oProxyCommand=touch here",), ("a b",), ("box;reboot",), ("",)):
            with self.subTest(words=words):
                status, said, complaints = self.box.run(*words)
                self.assertEqual((status, said), (64, ""))
                self.assertRegex(complaints, r"\Adeploy\.sh: [^\n]+\n\Z")
        self.assertOldRuns()

    def test_help_says_how_long_a_program_lasts(self):
        status, said, _ = self.box.run("--help")
        self.assertEqual(status, 0)
        self.assertIn("until the plug is pulled", said)

    def test_a_file_that_is_no_arm64_program(self):
        for name, content, words in (("empty", b"", "no program"), ("a script", b"#!/bin/sh\n" + bytes(100), "no 64-bit program"), ("x86", elf(machine=62), "isn't a program for arm64"),
                                     ("32 bits", b"\x7fELF\x01\x01" + elf()[6:], "no 64-bit program"), ("object", elf(kind=1, entry=0), "no executable"), ("library", elf(entry=0), "no executable"),
                                     ("half", elf()[:20], "no program")):
            with self.subTest(name):
                self.refused(self.deploy(self.box.file(name, content)), 1, words)
        self.refused(self.deploy("/no/such file"), 66, "no such file: /no/such file")
        self.assertOldRuns()

    def test_a_host_that_isnt_there_or_lets_nobody_in(self):
        file = self.program()
        self.box.configure("closed", free_port())
        self.box.configure("stranger", self.box.port, key="stranger")
        for host, words in (("closed", "refused"), ("stranger", "Permission denied"), ("no-such-host.invalid", "no connection to no-such-host.invalid: ")):
            with self.subTest(host):
                result = self.deploy(file, host=host)
                self.refused(result, 69, words)
                self.assertEqual(result[2].count("\n"), 1)
        with open(f"{self.box.shared}/stranger.pub") as key:
            write(f"{self.box.folder}/known", f"box {key.read()}")
        self.refused(self.deploy(file), 69, "its key isn't the one it had")
        self.assertOldRuns()

    def test_another_processor(self):
        self.box.tool("uname", "echo armv7l")
        self.refused(self.deploy(self.program()), 1, "this machine's processor is armv7l")
        self.assertOldRuns()

    def test_a_machine_that_is_no_developer_box(self):
        self.box.tool("systemctl", "echo ExecStart=")
        self.refused(self.deploy(self.program()), 69, "this is no developer box")

    def test_a_copy_that_is_another_file_there(self):
        self.box.tool("head", 'exec /usr/bin/head "$@" | tr a b')
        self.refused(self.deploy(self.program()), 1, "isn't what was sent")
        self.assertOldRuns()

    def test_a_copy_that_ends_early(self):
        self.box.tool("head", "exec /usr/bin/head -c 1000")
        self.refused(self.deploy(self.program()), 69, "only 1000 of")
        self.assertOldRuns()

    def test_a_second_deploy_while_one_runs(self):
        self.box.hold()
        first = self.box.start("--no-follow", "--program", self.program("first", script=HELD + GOOD.format(name=1)), "box")
        self.box.wait_until(lambda: self.box.show()["units"] == 1, "the first one switches")
        for words in (("--program", self.program("second")), ("--rollback",)):
            self.refused(self.box.run("--no-follow", *words, "box"), 1, "another program is being deployed here right now")
        self.box.let_go()
        self.assertEqual(self.box.end(first)[::2], (0, ""))
        self.assertRuns(self.box.current())
        self.assertEqual(len(self.box.folders()), 1)

    def test_a_second_deploy_while_one_copies(self):
        line = Line(self.box.port, up=1_500_000, silent=True)
        self.addCleanup(line.close)
        self.box.configure("slow", line.port)
        first = self.box.start("--no-follow", "--program", self.program("first", size=8_000_000), "slow")
        self.box.wait_until(lambda: line.gone and glob.glob(f"{self.box.programs}/.incoming-*"), "the first one copies")
        second = self.program("second")
        self.refused(self.deploy(second), 1, "another program is being deployed here right now")
        # The box gives up the first copy by itself, before the first client notices anything.
        self.box.wait_until(lambda: not glob.glob(f"{self.box.programs}/.incoming-*"), "the first copy is given up", 14)
        self.assertEqual(self.deploy(second)[0], 0)
        self.assertEqual(self.box.folders(), [self.box.current()])
        status, _, complaints = self.box.end(first)
        self.assertEqual(status, 69, complaints)
        self.assertIn("the connection to slow was lost while copying; the program that ran there still runs", complaints)


class NoRoom(BoxTest):
    room = "2m"

    def test_too_little_for_the_program_and_a_fifth(self):
        # The card's own program takes 300 kB of the 2 MiB.
        self.refused(self.deploy(self.program(size=1_600_000)), 74, "no room")
        self.assertOldRuns()

    def test_full_half_way(self):
        self.box.tool("df", "echo Avail; echo 999999")
        self.refused(self.deploy(self.program(size=3_000_000)), 74, "No space left")
        self.assertOldRuns()

    def test_what_an_interrupted_copy_left_takes_no_room(self):
        os.mkdir(f"{self.box.programs}/.incoming-old")
        write(f"{self.box.programs}/.incoming-old/vir", bytes(1_400_000))
        self.assertEqual(self.deploy(self.program(size=700_000))[0], 0)
        self.assertEqual(self.box.folders(), [self.box.current()])


if __name__ == "__main__":
    unittest.main()

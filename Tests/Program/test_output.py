# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the program writes what it was asked for, and who may go away meanwhile: files, devices, pipes, terminals."""
import glob
import json
import os
import pty
import signal
import stat
import subprocess
import threading
import unittest

import vir

VIRTUAL = ["run", "--clock", "virtual", "--camera", "synthetic", "--display", "headless:640x360@30", "--size", "320x180", "--fps", "30",
           "--delay", "1", "--scoring", "false"]


def a_device(test, name, minor):
    """A device of our own: what is tested here once replaced the machine's."""
    path = os.path.join(vir.new_folder(), name)
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
        open(path, "w").close()
    except OSError:
        test.skipTest("this machine makes no devices")
    return path


def a_full_device(test):
    return a_device(test, "full", 7)


def lines(text):
    """What is said on standard error beside the log."""
    return [line for line in text.splitlines() if line.startswith("vir:")]


class TheReport(unittest.TestCase):
    def setUp(self):
        self.folder = vir.new_folder()

    def words(self, report, *more):
        return [vir.PROGRAM, *VIRTUAL, "--for", "1", "--card", os.path.join(self.folder, "card"), "--report", report, *more]

    def run_with(self, report, **options):
        return subprocess.run(self.words(report), capture_output=True, text=True, timeout=120, **options)

    def test_a_device_stays_a_device_and_its_refusal_is_told(self):
        full = a_full_device(self)
        done = self.run_with(full)
        self.assertTrue(stat.S_ISCHR(os.stat(full).st_mode), "the device was replaced by a file")
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertEqual(lines(done.stderr), [f"vir: --report {full}: there is no room left"])
        self.assertNotIn("the report in", done.stdout)
        self.assertEqual(os.listdir(os.path.dirname(full)), ["full"])

    def test_a_device_that_takes_anything_takes_it(self):
        null = a_device(self, "null", 3)
        done = self.run_with(null)
        self.assertEqual((done.returncode, lines(done.stderr)), (0, []))
        self.assertTrue(stat.S_ISCHR(os.stat(null).st_mode))

    def test_standard_output_gets_the_report_and_nothing_else(self):
        for name in ("-", "/dev/stdout", "/dev/fd/1"):
            with self.subTest(name=name):
                done = self.run_with(name)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(json.loads(done.stdout)["camera"]["width"], 320)
        with open(os.path.join(self.folder, "out"), "w+") as file:
            file.write("before\n")
            file.flush()
            subprocess.run(self.words("/dev/stdout"), stdout=file, stderr=subprocess.DEVNULL, check=True)
            file.seek(0)
            self.assertEqual(file.readline(), "before\n")
            self.assertIn("camera", json.load(file))

    def test_a_pipe_is_written_in_place(self):
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        read = []

        def take():
            with open(pipe) as file:
                read.append(file.read())
        reader = threading.Thread(target=take)
        reader.start()
        done = self.run_with(pipe)
        reader.join()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("camera", json.loads(read[0]))
        self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))

    def test_a_pipe_that_nobody_reads_holds_up_nothing(self):
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        done = self.run_with(pipe)
        self.assertEqual((done.returncode, lines(done.stderr)), (74, [f"vir: --report {pipe}: nobody reads it"]))

    def test_a_file_is_replaced_whole_with_its_mode_and_over_its_links(self):
        file, link = os.path.join(self.folder, "report.json"), os.path.join(self.folder, "link")
        with open(file, "w") as old:
            old.write("old")
        os.chmod(file, 0o640)
        os.symlink("report.json", link)
        before = os.stat(file).st_ino
        done = self.run_with(link)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.islink(link))
        self.assertEqual(stat.S_IMODE(os.stat(file).st_mode), 0o640)
        self.assertNotEqual(os.stat(file).st_ino, before)
        with open(file) as new:
            self.assertIn("camera", json.load(new))
        self.assertEqual(sorted(os.listdir(self.folder)), ["card", "link", "report.json"])

    def test_a_report_that_can_not_be_written_costs_nothing_else(self):
        script = os.path.join(self.folder, "script")
        with open(script, "w") as file:
            file.write("2 mark tap\n")
        done = subprocess.run([vir.PROGRAM, *VIRTUAL, "--for", "5", "--card", os.path.join(self.folder, "card"), "--panel", f"script:{script}",
                               "--report", a_full_device(self)], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 74, done.stderr)
        self.assertIn("1 clip on the card", done.stdout)
        self.assertEqual(vir.run("card", "check", os.path.join(self.folder, "card"))[0], 0)


@unittest.skipUnless(os.geteuid() == 0, "mounting needs root")
class PicturesOfTheTV(unittest.TestCase):
    def test_pictures_without_room_are_told_once_and_the_session_goes_on(self):
        folder = vir.new_folder()
        tv, card, script = (os.path.join(folder, name) for name in ("tv", "card", "script"))
        os.mkdir(tv)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", tv], capture_output=True).returncode:
            self.skipTest("this machine doesn't mount")
        self.addCleanup(subprocess.run, ["umount", "-l", tv])
        with open(script, "w") as file:
            file.write("3 mark tap\n")
        for clock in ("virtual", "real"):
            with self.subTest(clock=clock):
                words = [word if word != "virtual" else clock for word in VIRTUAL]
                done = subprocess.run([vir.PROGRAM, *words, "--for", "5", "--card", card, "--panel", f"script:{script}", "--snapshots", tv,
                                       "--snapshot-every", "0.2"], capture_output=True, text=True, timeout=120)
                self.assertEqual(done.returncode, 74, done.stderr)
                line, = lines(done.stderr)
                self.assertRegex(line, r"--snapshots .*: \d+ pictures of the TV could not be written: ")
                self.assertLess(done.stderr.count("snapshot:"), 2)
                self.assertIn("1 clip on the card", done.stdout)
                self.assertNotIn("pictures of the TV", done.stdout)
        self.assertEqual(vir.run("card", "check", card)[0], 0)


class WhoeverReads(unittest.TestCase):
    """Standard output and error that are full, closed, or whose reader has gone."""

    @classmethod
    def setUpClass(cls):
        cls.card = os.path.join(vir.new_folder(), "card")
        script = os.path.join(os.path.dirname(cls.card), "script")
        with open(script, "w") as file:
            file.write("2 mark tap\n")
        cls.rows = os.path.join(os.path.dirname(cls.card), "rows.csv")
        with open(cls.rows, "w") as file:
            file.write("1,2\n")
        subprocess.run([vir.PROGRAM, *VIRTUAL, "--for", "5", "--card", cls.card, "--panel", f"script:{script}"], check=True,
                       capture_output=True)

    def commands(self):
        return [["--help"], ["help", "run"], ["faces"], ["faces", "--json"], ["score", "--face", "wa_40", "--arrow", "5", self.rows],
                ["card", "list", self.card], ["card", "check", self.card], ["card", "rebuild", self.card],
                ["devices", "--card", self.card], ["devices", "--json", "--card", self.card], ["bench", "append"],
                [*VIRTUAL, "--for", "0.5", "--card", self.card]]

    def test_a_full_standard_output_is_a_failure_with_one_line(self):
        full = a_full_device(self)
        for words in self.commands():
            with self.subTest(words=words), open(full, "w") as output:
                done = subprocess.run([vir.PROGRAM, *words], stdout=output, stderr=subprocess.PIPE, text=True, timeout=300)
                self.assertEqual((done.returncode, lines(done.stderr)), (74, ["vir: standard output: there is no room left"]))

    def test_a_reader_that_went_has_what_it_wanted(self):
        for words in self.commands():
            with self.subTest(words=words):
                read, write = os.pipe()
                os.close(read)
                try:
                    done = subprocess.run([vir.PROGRAM, *words], stdout=write, stderr=subprocess.PIPE, text=True, timeout=300)
                finally:
                    os.close(write)
                self.assertEqual((done.returncode, lines(done.stderr)), (0, []))

    def shell(self, words, redirection):
        return subprocess.run(["sh", "-c", f'exec "$@" {redirection}', "sh", vir.PROGRAM, *words], capture_output=True, text=True,
                              timeout=300)

    def test_a_closed_standard_output_is_a_failure_for_who_only_prints(self):
        for words in self.commands()[:-1]:
            with self.subTest(words=words):
                done = self.shell(words, ">&-")
                self.assertEqual((done.returncode, lines(done.stderr)), (74, ["vir: standard output: it is closed"]))

    def test_a_closed_standard_input_is_no_table(self):
        done = self.shell(["score", "--face", "wa_40", "--arrow", "5"], "<&-")
        self.assertEqual((done.returncode, lines(done.stderr)), (66, ["vir: standard input: it is closed"]))

    def test_nothing_that_is_said_lands_in_a_file_that_has_a_closed_streams_number(self):
        for redirection in (">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(redirection=redirection):
                folder = vir.new_folder()
                script, card, report = (os.path.join(folder, name) for name in ("script", "card", "report.json"))
                with open(script, "w") as file:
                    file.write("2 mark tap\n3 card unplug\n4 card plug\n")
                done = self.shell([*VIRTUAL, "--for", "8", "--card", card, "--panel", f"script:{script}", "--report", report], redirection)
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(report) as file:
                    self.assertEqual(len(json.load(file)["clips"]), 1)
                for path in glob.glob(card + "/**", recursive=True):
                    if os.path.isfile(path) and not path.endswith("vir-log.txt"):
                        with open(path, "rb") as file:
                            content = file.read()
                        self.assertNotIn(b"info vir", content, path)
                        self.assertNotIn(b"vir: 1 clip", content, path)
                self.assertEqual(vir.run("card", "check", card)[0], 0)


class ToldToEnd(unittest.TestCase):
    """However a run is told to end, it ends its session: the clip of a mark that was only just set is on the card."""

    def start(self, clock="real", nohup=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, seconds=None):
        folder = vir.new_folder()
        self.card, self.report, script = (os.path.join(folder, name) for name in ("card", "report.json", "script"))
        with open(script, "w") as file:
            file.write(vir.A_MARK if clock == "real" else "2 mark tap\n")
        words = [word if word != "virtual" else clock for word in VIRTUAL]

        def heed():
            signal.signal(signal.SIGHUP, signal.SIG_IGN if nohup else signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        process = subprocess.Popen([vir.PROGRAM, *words, "--card", self.card, "--panel", f"script:{script}", "--report", self.report,
                                 *(["--for", str(seconds)] if seconds else [])], stdout=stdout, stderr=stderr, text=True, preexec_fn=heed)
        vir.limit(self, process)
        return process

    def wait_for_mark(self, process):
        for line in process.stderr:
            if "mark 1 acknowledged" in line:
                return
        self.fail("no mark was acknowledged")

    def assert_ended_properly(self, process):
        self.assertEqual(process.wait(timeout=60), 0)
        with open(self.report) as file:
            self.assertEqual(len(json.load(file)["clips"]), 1)
        record, = glob.glob(self.card + "/*/session.json")
        with open(record) as file:
            self.assertEqual(json.load(file)["ending"], "stopped")
        self.assertEqual(vir.run("card", "check", self.card)[0], 0)

    def test_each_signal_that_asks_for_an_end_gets_one(self):
        for clock in ("real", "virtual"):
            for end in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                with self.subTest(clock=clock, end=end):
                    process = self.start(clock, seconds=None if clock == "real" else 86_400)
                    self.wait_for_mark(process)
                    process.send_signal(end)
                    process.stderr.read()
                    process.stderr.close()
                    self.assert_ended_properly(process)

    def test_what_was_started_with_nohup_outlasts_its_terminal(self):
        process = self.start(nohup=True)
        self.wait_for_mark(process)
        process.send_signal(signal.SIGHUP)
        for line in process.stderr:
            if "clip written" in line:
                break
        self.assertIsNone(process.poll())
        process.terminate()
        process.stderr.read()
        process.stderr.close()
        self.assert_ended_properly(process)

    def test_a_reader_of_the_log_that_goes_doesnt_end_the_run(self):
        process = self.start(seconds=6, stdout=subprocess.PIPE)
        process.stdout.close()
        self.wait_for_mark(process)
        process.stderr.close()
        self.assert_ended_properly(process)

    def test_a_terminal_that_is_closed_ends_the_session(self):
        master, slave = pty.openpty()
        process = self.start(stdout=slave, stderr=slave)
        os.close(slave)
        said = b""
        while b"mark 1 acknowledged" not in said:
            said += os.read(master, 4096)
        # The terminal's program ends: the kernel sends SIGHUP to its session, and every write to it fails from now on.
        os.close(master)
        process.send_signal(signal.SIGHUP)
        self.assert_ended_properly(process)


if __name__ == "__main__":
    unittest.main()

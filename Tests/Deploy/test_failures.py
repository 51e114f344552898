# SPDX-License-Identifier: GPL-3.0-or-later
"""deploy.sh when something fails: whatever it is, a program runs on the box, and it's the one that deploy.sh said."""
import glob
import os
import random
import shutil
import threading
import unittest

from box_test import BoxTest
from fake_box import ENDS_AT_ONCE, ENDS_LATER, GOOD, HELD, NEVER_READY, Line, program, write


class Failures(BoxTest):
    """A program that doesn't run: the old one does again."""

    def fails(self, script, words, *options):
        result = self.deploy(self.program(script=script), *options)
        self.refused(result, 1, words)
        self.assertIn("image runs again", result[2])
        self.assertOldRuns()
        return result[2]

    def test_it_ends_at_once(self):
        self.assertIn("no camera in sight", self.fails(ENDS_AT_ONCE, "didn't get ready"))

    def test_it_ends_after_it_was_ready(self):
        self.assertIn("out of film", self.fails(ENDS_LATER, "after it was ready"))

    def test_it_is_never_ready(self):
        self.fails(NEVER_READY, "didn't get ready (timeout)")

    def test_it_is_never_ready_and_the_service_manager_waits_for_it(self):
        shutil.copy(f"{self.box.shared}/bin/systemctl", f"{self.box.shared}/bin/systemctl.real")
        # The fake tool chooses its role by its name.
        write(f"{self.box.shared}/bin/systemctl", "#!/usr/bin/env python3\nimport os, sys\n"
              "if sys.argv[1] == 'restart' and os.readlink('/var/lib/vir/programs/current') != 'image':\n    os.execv('/usr/bin/sleep', ['sleep', '60'])\n"
              "sys.argv[0] = 'systemctl'\nexec(open('/fake/bin/systemctl.real').read())\n", 0o755)
        self.fails(NEVER_READY, "said nothing of being ready within 5 s", "--wait", "5")

    def test_the_switch_cant_be_started(self):
        write(f"{self.box.shared}/no-units", "")
        self.refused(self.deploy(self.program()), 1, "the switch can't be started; the program that ran still runs")
        self.assertOldRuns()

    def test_neither_the_new_one_nor_the_old_one_gets_ready(self):
        write(f"{self.box.programs}/image/vir", program(ENDS_AT_ONCE), 0o755)
        self.refused(self.deploy(self.program(script=NEVER_READY)), 1, "the service manager goes on trying it")
        self.assertEqual((self.box.current(), self.box.folders()), ("image", []))

    def test_the_switch_is_at_one_stroke(self):
        """Whoever looks at any moment finds a whole program by the name `current`."""
        wrong, looks, stop = [], [0], threading.Event()
        sums = set()

        def look():
            while not stop.is_set():
                looks[0] += 1
                try:
                    sums.add(self.box.sum_of("current"))
                except OSError as error:
                    wrong.append(error)
        watcher = threading.Thread(target=look)
        watcher.start()
        try:
            for number in range(3):
                self.assertEqual(self.deploy(self.program(str(number), seed=number))[0], 0)
        finally:
            stop.set()
            watcher.join()
        self.assertEqual(wrong, [])
        self.assertEqual(len(sums), 4)
        self.assertGreater(looks[0], 200)


class LostConnections(BoxTest):
    SIZE = 300_000

    def lose(self, file, **cut):
        """Deploys over a line that is cut; what deploy.sh said must be so."""
        line = Line(self.box.port, **cut)
        self.addCleanup(line.close)
        before = self.box.current()
        self.box.configure(f"line{line.port}", line.port)
        status, said, complaints = self.deploy(file, host=f"line{line.port}")
        self.box.wait_for_rest()
        after = self.box.current()
        told = said + complaints
        self.assertRuns(after)
        self.assertIn(status, (0, 69), told)
        if status == 0:
            self.assertNotEqual(after, before, told)
        if "that ran there still runs" in told or "the one that ran still runs" in told or "no connection" in told:
            self.assertEqual(after, before, told)
        if "running: deployed" in told:
            self.assertIn(f"running: {after} ", told)
        if after != before:
            with open(file, "rb") as mine, open(f"{self.box.programs}/{after}/vir", "rb") as theirs:
                self.assertEqual(mine.read(), theirs.read())
        return status, told, after != before, line

    def test_at_any_byte(self):
        """A program runs, a whole one; what deploy.sh says of it is so; and the next deploy finds nothing in its way."""
        _, _, _, line = self.lose(self.program("whole"))
        total = line.carried
        ends = {True: 0, False: 0}
        for seed in range(14):
            with self.subTest(seed=seed):
                chance = random.Random(seed)
                # Half of the cuts come near the end, at the switch-over.
                way = chance.choice(("up", "down"))
                at = chance.randrange(1, total[way]) if seed % 2 else total[way] - chance.randrange(1, 1500)
                status, told, switched, _ = self.lose(self.program(f"seed{seed}", seed=seed), **{way: at}, back=chance.random() < 0.7)
                ends[switched] += 1
        self.assertEqual(self.deploy(self.program("last", seed=99))[0], 0)
        self.assertRuns(self.box.current())
        self.assertLessEqual(len(self.box.folders()), 2)
        self.assertGreater(min(ends.values()), 0, f"cuts before and after the switch: {ends}")

    def test_while_it_switches_and_the_line_is_back(self):
        """The client learns from the box what came of it."""
        for script, status, words in ((GOOD.format(name="slow"), 0, "running: deployed"), (ENDS_AT_ONCE, 1, "image runs again")):
            with self.subTest(words):
                line = Line(self.box.port)
                self.addCleanup(line.close)
                self.box.configure(f"line{line.port}", line.port)
                if status:
                    self.assertEqual(self.box.run("--rollback", "--no-follow", "box")[0], 0)
                self.box.hold()
                process = self.box.start("--no-follow", "--program", self.program("slow", script=HELD + script), f"line{line.port}")
                self.box.wait_until(lambda: self.box.show()["units"] == 1, "it switches")
                line.cut()
                self.box.let_go()
                ended, said, complaints = self.box.end(process)
                self.assertEqual(ended, status, said + complaints)
                self.assertIn(words, said + complaints)
                self.assertRuns(self.box.current())
                self.assertEqual(self.box.current() == "image", status == 1)

    def test_while_it_switches_for_good(self):
        """The box ends by itself what it began, and the client says that it doesn't know."""
        for script, stays in ((ENDS_AT_ONCE, True), (GOOD.format(name="slow"), False)):
            with self.subTest(script):
                line = Line(self.box.port, back=False)
                self.addCleanup(line.close)
                self.box.configure(f"line{line.port}", line.port)
                self.box.hold()
                process = self.box.start("--no-follow", "--program", self.program("slow", script=HELD + script), f"line{line.port}")
                self.box.wait_until(lambda: self.box.show()["units"] == 1, "it switches")
                line.cut()
                self.box.let_go()
                status, _, complaints = self.box.end(process)
                self.assertEqual(status, 69)
                self.assertIn("with the new program or the old one", complaints)
                self.box.wait_for_rest()
                self.assertRuns(self.box.current())
                self.assertEqual(self.box.current() == "image", stays)

    def test_control_c_leaves_a_running_box(self):
        line = Line(self.box.port, pace=0.005)
        self.addCleanup(line.close)
        self.box.configure("slow", line.port)
        for part in ("copying", "switching"):
            with self.subTest(part):
                host, size = ("slow", 8_000_000) if part == "copying" else ("box", 1000)
                self.box.hold()
                process = self.box.start("--no-follow", "--program", self.program("new", script=HELD + GOOD.format(name=1), size=size), host, start_new_session=True)
                self.box.wait_until(lambda: glob.glob(f"{self.box.programs}/.incoming-*/vir") if part == "copying" else self.box.show()["units"], part)
                os.killpg(process.pid, 2)
                self.box.let_go()
                self.assertEqual(self.box.end(process)[0], 130)
                self.box.wait_until(lambda: not glob.glob(f"{self.box.programs}/.incoming-*"), "the copy is given up")
                self.box.wait_for_rest()
                self.assertRuns(self.box.current())
                self.assertEqual(self.box.current() == "image", part == "copying")


if __name__ == "__main__":
    unittest.main()

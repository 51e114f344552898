# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done as root after each run of the box, as vir.service says it, in a folder that the box's own user may fill as it likes."""

import os
import re
import unittest

from world import SOURCES, VIR, World

UNIT = SOURCES / "image/root/usr/lib/systemd/system/vir.service"


class AfterARun(World):
    def setUp(self):
        super().setUp()
        self.folder = self.world / "run/vir"
        self.folder.mkdir()
        os.chown(self.folder, VIR, VIR)
        self.victim = self.world / "victim"
        self.victim.write_text("root's own\n")
        self.victim.chmod(0o600)

    def end(self, result="watchdog"):
        """The unit's commands in their order: with + as root, the others as the box's own user."""
        commands = re.findall(r"^ExecStopPost=([-+]*)(\S+)$", UNIT.read_text(), re.MULTILINE)
        self.assertTrue(commands)
        words = " ; ".join(path if "+" in marks else f"setpriv --reuid={VIR} --regid={VIR} --clear-groups --no-new-privs {path}" for marks, path in commands)
        return self.enter("sh", "-c", words, env={"SERVICE_RESULT": result, "EXIT_CODE": "killed", "EXIT_STATUS": "ABRT"})

    def left(self):
        return self.world / "left/vir/crash-log"

    def test_what_a_run_that_failed_said_last_is_the_next_one_s_to_read_and_remove(self):
        self.end()
        self.assertEqual(self.left().read_text(), "watchdog killed ABRT\nthe last words\n")
        status = self.left().stat()
        self.assertEqual((status.st_uid, oct(status.st_mode & 0o777)), (VIR, "0o644"))

    def test_a_run_that_ended_well_leaves_nothing_not_even_another_s(self):
        crash = self.world / "run/vir-crash"
        crash.mkdir()
        (crash / "log").write_text("of the run before\n")
        self.end("success")
        self.assertFalse(self.left().exists())

    def test_a_link_leads_nowhere(self):
        for name in (".crash-log", "crash-log", ".log"):
            for kind in ("link", "hard link"):
                with self.subTest(name, kind=kind):
                    path = self.folder / name
                    path.symlink_to(self.victim) if kind == "link" else os.link(self.victim, path)
                    self.end()
                    status = self.victim.stat()
                    self.assertEqual((self.victim.read_text(), status.st_uid, oct(status.st_mode & 0o777)), ("root's own\n", 0, "0o600"))
                    path.unlink()

    def test_a_pipe_or_a_folder_in_the_way_holds_nothing_up(self):
        for name in (".crash-log", "crash-log"):
            for make in (os.mkfifo, os.mkdir):
                with self.subTest(name, kind=make.__name__):
                    path = self.folder / name
                    make(path)
                    self.end()
                    os.rmdir(path) if make is os.mkdir else path.unlink()

    def test_a_long_log_has_an_end(self):
        (self.world / "journal-is-long").touch()
        self.end()
        self.assertLess(self.left().stat().st_size, 300_000)


if __name__ == "__main__":
    unittest.main()

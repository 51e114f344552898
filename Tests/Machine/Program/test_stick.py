# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports to a USB stick: a real mass storage, real file systems, and what a pull leaves on it."""
import contextlib
import filecmp
import os
import pty
import random
import re
import shutil
import subprocess
import threading
import time
import unittest

import guest
from box import OUT, PROGRAM, Box

import vir

MEGABYTE = 1 << 20


class Sticks(unittest.TestCase):
    """What the tests of sticks have in common: the box's script, a card with a session, and sticks that go at the end."""

    # Clips that are copied in addition to the session's: their number, the size of each, and how many of them differ.
    files, megabytes, different = 0, 0, 1000

    @classmethod
    def setUpClass(cls):
        cls.root = guest.BoxRoot()
        session = vir.Session("3 mark tap\n", seconds=6, size="320x180", settings="scoring = false\ntail = false\n")
        if session.status != 0:
            raise RuntimeError(session.err)
        cls.card = session.card
        cls.session = next(name for name in os.listdir(cls.card) if name.endswith("_S01"))
        for number in range(cls.files):
            path = f"{cls.card}/{cls.session}/clips/{number + 10}.mp4"
            if number >= cls.different:
                os.link(f"{cls.card}/{cls.session}/clips/{number % cls.different + 10}.mp4", path)
                continue
            with open(path, "wb") as file:
                file.write(os.urandom(cls.megabytes * MEGABYTE))
        for path, _, _ in os.walk(os.path.dirname(cls.card)):
            os.chmod(path, 0o755)
        cls.sources = {os.path.relpath(os.path.join(path, name), cls.card): os.path.join(path, name)
                       for path, _, names in os.walk(f"{cls.card}/{cls.session}") for name in names}
        cls.bytes = sum(os.path.getsize(path) for path in cls.sources.values())

    def tearDown(self):
        self.root.done()

    def stick(self, *words, **more):
        stick = guest.Stick(*words, **more)
        self.addCleanup(stick.throw_away)
        # Runs before that, whatever failed.
        self.addCleanup(self.root.done)
        return stick

    def export(self, *words):
        """As the box's user; (status, what it printed, what it complained of)."""
        done = subprocess.run(self.command(*words), capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout, done.stderr

    def command(self, *words, to=guest.BoxRoot.PLACE):
        user = str(guest.BoxRoot.VIR)
        return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", PROGRAM, "export", self.card, *map(str, words), "--to", to]

    def assert_whole(self, folder, all=True):
        """Every file that has its final name and any content is whole; how many bytes of the session can be read, those of unfinished ones too."""
        readable = 0
        for name, source in self.sources.items():
            copy = os.path.join(folder, name)
            # If the stick is pulled during a renaming, FAT has the new name without its size yet.
            if not all and os.path.exists(copy) and os.path.getsize(copy) == 0:
                continue
            if os.path.exists(copy):
                self.assertTrue(filecmp.cmp(source, copy, shallow=False), f"{name}: {os.path.getsize(copy)} of {os.path.getsize(source)} bytes")
                readable += os.path.getsize(copy)
            else:
                self.assertFalse(all, name)
                if os.path.exists(copy + ".part"):
                    with open(copy + ".part", "rb") as part, open(source, "rb") as whole:
                        readable += self.common(part, whole)
        return readable

    @staticmethod
    def common(part, whole):
        """How far two files are the same. FAT has a file's size before its table: what was being synced may have no clusters yet."""
        count = 0
        with contextlib.suppress(OSError):
            while (bytes := part.read(MEGABYTE)) and bytes == whole.read(len(bytes)):
                count += len(bytes)
        return count

    def export_until(self, moment, pull):
        """An export at a terminal, and the pull meanwhile: its status, what it complained of, and how many percent it showed at most."""
        terminal, other = pty.openpty()
        process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        heard = []
        listener = threading.Thread(target=self.listen, args=(terminal, heard), daemon=True)
        listener.start()
        end = time.monotonic() + moment
        while process.poll() is None and time.monotonic() < end:
            # Renews the request, as the program does while it wants the stick.
            os.utime(self.root.REQUEST)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(min(5, max(0.01, end - time.monotonic())))
        if process.poll() is None:
            pull()
        status = process.wait(60)
        listener.join(10)
        os.close(terminal)
        text = b"".join(heard).decode()
        shown = max([int(number) for number in re.findall(r"exported (\d+) %", text)], default=0)
        lines = [line for line in re.sub(r"\r(exported \d+ %|\x1b\[K)", "", text).replace("\r", "").splitlines() if line]
        return status, lines, shown

    @staticmethod
    def listen(terminal, heard):
        while True:
            try:
                heard.append(os.read(terminal, 4096))
            except OSError:
                return
            if not heard[-1]:
                return

    def assert_pulled(self, stick, status, lines, shown, report):
        """What a pull left: how much of it is readable."""
        with stick.contents() as folder:
            readable = self.assert_whole(folder, all=False)
        share = 100 * readable / self.bytes
        report.write(f"{stick.fs}: said {shown} %, readable {share:.1f} %, status {status}: {lines}\n")
        report.flush()
        self.assertLessEqual(shown, share + 5, "more was said to be done than is")
        self.assertEqual((status, len(lines)), (74, 1), lines)
        return readable

    def unfinished(self, folder):
        return [name for _, _, names in os.walk(folder) for name in names if name.upper().endswith(".PART") or name.upper().endswith(".PAR")]


class AStickAtTheBox(Sticks):
    """The script that mounts it, on the kernel's own USB."""

    def test_exfat_and_fat32_are_exported_to_and_let_go_of(self):
        for fs, partitioned in (("exfat", True), ("fat32", False)):
            with self.subTest(fs):
                stick = self.stick(fs=fs, partitioned=partitioned)
                self.root.ask()
                self.root.wait_for("state none")
                stick.plug()
                answer = self.root.wait_for("state ready", "label HOLIDAY")
                self.assertEqual(len(answer), 3, answer)
                mounted = next(line.split() for line in guest.read("/proc/mounts").splitlines() if f" {self.root.PLACE} " in line)
                for word in ("rw", "nosuid", "nodev", "noexec", "noatime", "uid=6001", "fmask=0133", "dmask=0022", "errors=remount-ro"):
                    self.assertIn(word, mounted[3].split(","))
                status, out, err = self.export()
                self.assertEqual((status, err), (0, ""))
                # Including the page that leads to it.
                self.assertEqual(len(out.splitlines()), len(self.sources) + 1)
                self.assertTrue(self.root.done())
                # The stick may be pulled now: nothing is missing.
                stick.pull()
                self.assertEqual(stick.check(), "")
                with stick.contents() as folder:
                    self.assert_whole(folder)

    def test_the_one_that_came_last_is_taken_and_cards_are_refused(self):
        first, last, card = self.stick(32, label="FIRST"), self.stick(64, "fat32", label="LAST"), self.stick(32, label="VIR")
        for stick in (card, first, last):
            stick.plug()
            guest.tool("udevadm", "settle")
            time.sleep(1)
        self.root.ask()
        self.root.wait_for("state ready", "label LAST", "refused VIR card")
        last.pull()
        self.root.wait_for("state gone", "label LAST")
        self.root.wait_for("state ready", "label FIRST", "refused VIR card")
        first.pull()
        self.root.wait_for("state refused", "label VIR", "reason card")
        card.pull()
        self.root.wait_for("state none")
        self.assertTrue(self.root.done())

    def test_one_that_was_pulled_while_it_was_written_is_mended(self):
        for fs in ("exfat", "fat32"):
            with self.subTest(fs):
                stick = self.stick(64, fs)
                stick.plug()
                self.root.ask()
                self.root.wait_for("state ready")
                writing = subprocess.Popen(["sh", "-c", f"for n in $(seq 1000); do head -c 300000 /dev/urandom > {self.root.PLACE}/$n; sync {self.root.PLACE}/$n; done"],
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                guest.wait_until(lambda: os.path.exists(f"{self.root.PLACE}/5"), 20, "files")
                stick.pull()
                writing.kill()
                writing.wait()
                self.root.wait_for("state gone")
                self.assertTrue(stick.is_dirty)
                self.root.wait_for("state none")
                stick.plug()
                self.root.wait_for("state ready")
                self.assertEqual(self.export()[0], 0)
                self.assertTrue(self.root.done())
                stick.pull()
                self.assertFalse(stick.is_dirty)
                self.assertEqual(stick.check(), "")


class AStickThatCannotBeWritten(Sticks):
    """Locked, of another system, or full: one clear line."""

    def test_one_that_is_write_protected_and_one_of_linux(self):
        stick, other = self.stick(32, read_only=True, label="LOCKED"), self.stick(32, "ext4", label="LINUX")
        stick.plug()
        self.root.ask()
        self.root.wait_for("state read-only", "label LOCKED", "reason write-protected")
        self.assertFalse(os.path.ismount(self.root.PLACE))
        stick.pull()
        other.plug()
        self.root.wait_for("state refused", "label LINUX", "reason file-system")

    def test_a_full_one_is_one_clear_line(self):
        for fs in ("exfat", "fat32"):
            with self.subTest(fs):
                stick = self.stick(40, fs)
                stick.plug()
                self.root.ask()
                self.root.wait_for("state ready")
                # Leaves half a megabyte free.
                free = os.statvfs(self.root.PLACE)
                with open(f"{self.root.PLACE}/other", "wb") as file:
                    file.write(bytes(free.f_bavail * free.f_bsize - MEGABYTE // 2))
                big = f"{self.card}/{self.session}/clips/90.mp4"
                with open(big, "wb") as file:
                    file.write(os.urandom(MEGABYTE))
                self.addCleanup(lambda: os.path.exists(big) and os.unlink(big))
                status, out, err = self.export()
                os.unlink(big)
                self.assertEqual((status, out, len(err.splitlines())), (74, "", 1), err)
                self.assertIn("there is no room left", err)
                self.assertTrue(self.root.done())
                stick.pull()
                with stick.contents() as folder:
                    self.assert_whole(folder, all=False)
                    self.assertEqual(self.unfinished(folder), [])


class AStickIsPulled(Sticks):
    """Fifty times, at any moment of an export; the next one goes on."""

    files, megabytes, minutes = 12, 10, 12

    def test_what_is_readable_is_whole_and_no_less_than_was_said(self):
        pulls = int(os.environ.get("VIR_KILLS", 50))
        chance = random.Random(int(os.environ.get("VIR_SEED", 1)))
        with open(os.path.join(OUT, "pulls.txt"), "w", encoding="utf-8") as report:
            for fs in ("fat32", "exfat"):
                self.pull(fs, pulls // 2, chance, report)

    def pull(self, fs, pulls, chance, report):
        stick, pulled, before = self.stick(200, fs), 0, 0
        while pulled < pulls:
            stick.plug()
            self.root.ask()
            self.root.wait_for("state ready")
            # The repair has removed nothing.
            self.assertGreaterEqual(self.assert_whole(self.root.PLACE, all=False), before)
            moment = chance.uniform(0.05, 4)
            status, lines, shown = self.export_until(moment, stick.pull)
            if status == 0:
                # The export finished before the pull: everything is there. Starts from the beginning again.
                self.assertTrue(self.root.done())
                self.assert_the_next_skips_all(stick)
                before = 0
                continue
            pulled += 1
            self.root.wait_for("state gone")
            self.root.done()
            before = self.assert_pulled(stick, status, lines, shown, report)
        stick.plug()
        self.root.ask()
        self.root.wait_for("state ready")
        status, out, err = self.export()
        self.assertEqual(status, 0, err)
        self.assertTrue(self.root.done())
        self.assert_the_next_skips_all(stick)

    def assert_the_next_skips_all(self, stick):
        """Pulled after that, the stick is clean and whole; another export writes nothing. Then it is empty again."""
        stick.pull()
        self.assertEqual(stick.check(), "")
        with stick.contents() as folder:
            self.assert_whole(folder)
            self.assertEqual(self.unfinished(folder), [])
        stick.plug()
        self.root.ask()
        self.root.wait_for("state ready")
        status, out, _ = self.export()
        self.assertEqual((status, {line.split(":")[1] for line in out.splitlines()}), (0, {" is there already"}))
        shutil.rmtree(f"{self.root.PLACE}/{self.session}")
        self.assertTrue(self.root.done())
        stick.pull()


class ALargeExport(Sticks):
    """Three gigabytes, with a pull or two in between."""

    files, megabytes, different, minutes, disk_megabytes = 200, 16, 4, 15, 4000

    def test_three_gigabytes(self):
        chance = random.Random(int(os.environ.get("VIR_SEED", 1)))
        self.assertGreater(self.bytes, 3 << 30)
        stick = self.stick(fs="exfat", image="/dev/vdb")
        with open(os.path.join(OUT, "large.txt"), "w", encoding="utf-8") as report:
            for pull in range(3):
                stick.plug()
                self.root.ask()
                self.root.wait_for("state ready")
                begin = time.monotonic()
                # The last export runs to its end.
                status, lines, shown = self.export_until(chance.uniform(10, 40) if pull < 2 else 600, stick.pull)
                if status == 0:
                    report.write(f"to its end in {time.monotonic() - begin:.0f} s of the last try\n")
                    break
                self.root.wait_for("state gone")
                self.root.done()
                self.assert_pulled(stick, status, lines, shown, report)
        self.assertEqual((status, lines, shown), (0, [], 100))
        begin = time.monotonic()
        self.assertTrue(self.root.done())
        # "Exported" means that the data is on the stick; releasing the stick takes no longer than a person waits.
        self.assertLess(time.monotonic() - begin, 10)
        stick.pull()
        self.assertEqual(stick.check(), "")
        with stick.contents() as folder:
            self.assert_whole(folder)
            self.assertEqual(self.unfinished(folder), [])

    def test_what_fat32_can_t_hold_is_said_and_the_others_go_on(self):
        """A clip of more than 4 GB, which takes no room here."""
        stick = self.stick(100, "fat32")
        card = vir.new_folder()
        session = f"{card}/{self.session}"
        shutil.copytree(f"{self.card}/{self.session}", session, ignore=lambda _, names: [name for name in names if re.fullmatch(r"[1-9]\d+\.mp4", name)])
        with open(f"{session}/clips/09.mp4", "wb") as file:
            file.truncate((4 << 30) + 1)
        os.chmod(card, 0o755)
        stick.plug()
        self.root.ask()
        self.root.wait_for("state ready")
        begin = time.monotonic()
        done = subprocess.run([word if word != self.card else card for word in self.command()], capture_output=True, text=True, timeout=300)
        lines = [line for line in done.stderr.splitlines() if not line.startswith("exported ")]
        self.assertEqual((done.returncode, len(lines)), (1, 1), done.stderr)
        self.assertRegex(lines[0], "09.mp4.*4 GB.*exFAT")
        self.assertLess(time.monotonic() - begin, 30, "said at once, not after 4 GB")
        exported = os.listdir(f"{self.root.PLACE}/{self.session}/clips")
        self.assertEqual(exported, ["01.mp4"])
        self.assertEqual(self.unfinished(self.root.PLACE), [])


class TheBoxExports(Sticks):
    """The box itself, by its buttons: it asks for the stick, exports a session, and lets go."""

    files, megabytes, minutes = 8, 10, 4

    # Answers "no" to the question whether the session goes on; then the menu, its sessions, the first one's tools, Export (Undo can't be
    # chosen), begin.
    PANEL = "6 stop tap\n8 knob push\n10 knob turn +2\n12 knob push\n15 knob hold 0.8\n18 knob turn +3\n20 knob push\n27 mark tap\n"

    def start(self):
        for path, _, _ in os.walk(self.card):
            os.chmod(path, 0o777)
        script = f"{vir.new_folder()}/panel.script"
        with open(script, "w", encoding="utf-8") as file:
            file.write(self.PANEL)
        box = Box(panel=f"script:{script}", card=self.card, display="headless", settings="scoring = false\n",
                  environment={"RUNTIME_DIRECTORY": os.path.dirname(self.root.REQUEST)})
        self.addCleanup(box.kill)
        box.wait_for("export of .* to the stick")
        return box

    def test_pulled_in_between_the_next_export_goes_on(self):
        for fs in ("exfat", "fat32"):
            with self.subTest(fs), self.root.watching():
                stick = self.stick(128, fs)
                stick.plug()
                box = self.start()
                time.sleep(random.Random(int(os.environ.get("VIR_SEED", 1))).uniform(1, 3))
                stick.pull()
                box.wait_for("export stopped: ")
                # The stick isn't wanted any more; the box goes on.
                guest.wait_until(lambda: not os.path.exists(self.root.REQUEST) and not os.path.exists(self.root.STATE), 20, "letting go")
                self.assertEqual(box.end(), 0, box.said)
                with stick.contents() as folder:
                    self.assert_whole(f"{folder}/VIR", all=False)
                    before = len([name for _, _, names in os.walk(folder) for name in names if not name.endswith(".part")])
                stick.plug()
                box = self.start()
                box.wait_for(f"export ended: {len(self.sources) + 1 - before} files? written, 0 replaced, {before} there already, stick", seconds=180)
                guest.wait_until(lambda: not os.path.exists(self.root.REQUEST) and not os.path.exists(self.root.STATE), 20, "letting go")
                # The stick may be pulled as soon as it is released.
                stick.pull()
                self.assertEqual(box.end(), 0, box.said)
                self.assertEqual(stick.check(), "")
                with stick.contents() as folder:
                    self.assert_whole(f"{folder}/VIR")
                    self.assertEqual(self.unfinished(folder), [])

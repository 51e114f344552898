# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the program the way a person would, and keeps what it left behind."""
import atexit
import copy
import fcntl
import hashlib
import json
import os
import pickle
import shutil
import subprocess
import tempfile
import threading

PROGRAM = os.environ["VIR"]


def run(*words, timeout=600, environment=None):
    """Runs vir; returns (status, standard output, standard error)."""
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=timeout, env=environment)
    return done.returncode, done.stdout, done.stderr


# MARK, for a run that is ended once a mark is acknowledged. The first tap that finds a picture counts, and mostly that is the first one: a
# machine that stalls may have no picture after two seconds. The others come long after the run was ended for the first.
A_MARK = "".join(f"{seconds} mark tap\n" for seconds in (2, 12, 30, 60, 120))


def limit(test, process, seconds=300):
    """Nobody waits for ever for a process that never says what is waited for."""
    patience = threading.Timer(seconds, process.kill)
    patience.daemon = True
    patience.start()
    test.addCleanup(patience.cancel)


def new_folder():
    """A folder that goes when the tests are over."""
    path = tempfile.mkdtemp(prefix="vir-test-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def to_row(row, at):
    """The script that goes from Live to a row of the menu, found by its words, as docs/panel.md lists them; from this second on, and
    within 2 seconds. The menu is opened for the first time."""
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/panel.md")
    with open(page, encoding="utf-8") as file:
        lines = [line for line in file.read().split("behind the menu’s tiles")[1].splitlines() if line.lstrip().startswith("- **")]
    # A tile's line, and below it the line of all settings of its page, if there are more than on the page.
    tiles = []
    for line in lines:
        # Rows with a condition after their name don't exist here.
        rows = [name for name in line.split("**: ")[1].split("; ") if not name.endswith(")")]
        if line.startswith(" "):
            tiles[-1].append(rows)
        else:
            tiles.append([rows])
    number, pages = next((number, pages) for number, pages in enumerate(tiles) if any(row in rows for rows in pages))
    steps = ["push", f"turn {number:+}", "push"]
    if row in pages[0]:
        steps += [f"turn {pages[0].index(row):+}"]
    else:
        steps += [f"turn {pages[0].index('All settings'):+}", "push", f"turn {pages[1].index(row):+}"]
    # After each change of screen the knob is ignored for a moment.
    times = [at, at + 0.5, at + 0.6, at + 1.1, at + 1.2, at + 1.7]
    return "".join(f"{time:.2f} knob {step}\n" for time, step in zip(times, steps) if not step.endswith("+0"))


def to_tool(word, screen, at, *, last=None, impossible=()):
    """The script's lines that open a tool, found by its word and its screen's name as docs/panel.md lists them; from this second on, and within
    a second. The row opens on its second tile; the row behind "More" on `last`, the tool that was used last there, or on its first.
    `impossible`: those that can't be chosen."""
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/panel.md")
    with open(page, encoding="utf-8") as file:
        sections = {part.split("\n")[0]: part for part in file.read().split("\n## ")}
    part = sections[screen]
    if "Its tools are those of “" in part:
        part = sections[part.split("Its tools are those of “")[1].split("”")[0]]
    row, _, more = part.split("Its tools:")[1].partition("Behind “More”:")
    row, more = ([line.split("**")[1] for line in lines.splitlines() if line.startswith("- **")] for lines in (row, more))

    def turn(words, start, end, when):
        """The detents from one tool to another, past those that can't be chosen."""
        steps = len([known for known in words[start + 1:end + 1] if known not in impossible])
        back = len([known for known in words[end:start] if known not in impossible])
        return [f"{when:.2f} knob turn {steps or -back:+}"] if steps or back else []

    hold = f"{at:.2f} knob hold 0.6"
    if word in row:
        return [hold, *turn(row, 1, row.index(word), at + 0.9), f"{at + 1:.2f} knob push"]
    start = more.index(last) if last in more else next(number for number, known in enumerate(more) if known not in impossible)
    return [hold, *turn(row, 1, row.index("More"), at + 0.66), f"{at + 0.72:.2f} knob push", *turn(more, start, more.index(word), at + 0.9),
            f"{at + 1:.2f} knob push"]


def with_score_after_stop(settings):
    """Most scripts go from Live to the face: reviews have tests of their own, which say so."""
    lines = {"after-stop": '"score"', "review-help": "false", "back-to-live": "0"}
    return settings + "".join(f"{name} = {value}\n" for name, value in lines.items() if name + " =" not in settings)


def shot(script, **options):
    """A virtual run as `Session` makes it, or a copy of its folder if one of the tests' processes (see lanes.py) has made the same run before:
    the same inputs give the same card."""
    kept = os.environ.get("VIR_SHOTS") or os.environ.setdefault("VIR_SHOTS", new_folder())
    name = hashlib.sha256(repr((script, sorted(options.items()))).encode()).hexdigest()[:16]
    original = os.path.join(kept, name)
    with open(f"{original}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(f"{original}.run"):
            shutil.rmtree(original, ignore_errors=True)
            os.mkdir(original)
            made = Session(script, folder=original, **options)
            with open(f"{original}.run", "wb") as file:
                pickle.dump(made, file)
    with open(f"{original}.run", "rb") as file:
        made = pickle.load(file)
    folder = new_folder()
    shutil.copytree(original, folder, dirs_exist_ok=True)
    return made.moved(folder)


class Session:
    """A virtual run in a folder of its own."""

    def __init__(self, script="", *, seconds, size="640x360", fps=30, delay=5, camera="synthetic", snapshot_every=None, snapshot_at=None,
                 folder=None, settings=None, clock="virtual", display="headless", extra=(), environment=None,
                 timeout=600):
        self.folder = folder or new_folder()
        self.card = os.path.join(self.folder, "card")
        self.snapshots = os.path.join(self.folder, "tv")
        self.report_path = os.path.join(self.folder, "report.json")
        os.makedirs(self.card, exist_ok=True)
        path = os.path.join(self.card, "settings.toml")
        if settings is not None or not os.path.exists(path):
            with open(path, "w", encoding="utf-8") as file:
                file.write(with_score_after_stop(settings or ""))
        script_path = os.path.join(self.folder, "panel.script")
        with open(script_path, "w", encoding="utf-8") as file:
            file.write(script)
        words = ["run", "--camera", camera, "--display", display, "--panel", f"script:{script_path}", "--clock", clock,
                 "--for", seconds, "--card", self.card, "--report", self.report_path]
        if delay is not None:
            words += ["--delay", delay]
        if size:
            words += ["--size", size]
        if fps:
            words += ["--fps", fps]
        if snapshot_every or snapshot_at:
            words += ["--snapshots", self.snapshots]
        if snapshot_every:
            words += ["--snapshot-every", snapshot_every]
        if snapshot_at:
            # Seconds, and spans of them as (from, until).
            words += ["--snapshot-at", ",".join("-".join(map(str, at)) if isinstance(at, tuple) else str(at) for at in snapshot_at)]
        self.words = [str(word) for word in [*words, *extra]]
        self.status, self.out, self.err = run(*self.words, timeout=timeout, environment=environment)
        if os.path.exists(self.report_path):
            with open(self.report_path, encoding="utf-8") as file:
                self.report_text = file.read()
            self.report = json.loads(self.report_text)

    def moved(self, folder):
        """The same, after its folder was copied to this one."""
        other = copy.copy(self)
        other.folder = folder
        for name in ("card", "snapshots", "report_path"):
            setattr(other, name, getattr(self, name).replace(self.folder, folder, 1))
        return other

    def clip_path(self, clip):
        return os.path.join(self.card, clip["file"])

    def snapshot_times(self):
        """(path, seconds) of every snapshot, in order."""
        names = sorted(os.listdir(self.snapshots))
        return [(os.path.join(self.snapshots, name), float(name[3:-4])) for name in names]

# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tests of the modules that are named, as `python3 -m unittest` does, but class by class in two lanes side by side: most of a test
is a run of the program that uses one core and waits for the other. What each class printed comes in one piece, with its seconds. A few
classes that failed beside another have a second try alone, which the last line counts.

usage: lanes.py [--lanes N] MODULE[.CLASS[.TEST]] …"""
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time
import unittest


MOST_TRIED_AGAIN = 3


def classes(name):
    """The test classes that a name stands for, each by a name of its own; a name that is none is run as it is, for its message."""
    if name.count(".") > 0:
        return [name]
    found = []
    for suite in unittest.defaultTestLoader.loadTestsFromName(name):
        tests = list(suite) if isinstance(suite, unittest.TestSuite) else []
        if tests:
            found.append(f"{name}.{type(tests[0]).__name__}")
    return found or [name]


def run(name):
    """Returns (name, whether it passed, how many tests, seconds, processor seconds, what it printed)."""
    start = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "unittest", "-v", name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               errors="replace")
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    counts = [line.split()[1] for line in said.splitlines() if line.startswith("Ran ")]
    return name, process.returncode == 0, int(counts[-1]) if counts else 0, time.monotonic() - start, usage.ru_utime + usage.ru_stime, said


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1])
    parser.add_argument("--lanes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    names = [found for name in options.names for found in classes(name)]
    # Cards that several classes begin with are shot once; see vir.shot.
    shots = tempfile.TemporaryDirectory(prefix="vir-shots-")
    os.environ["VIR_SHOTS"] = shots.name
    failed, tests, start = [], 0, time.monotonic()

    def tell(done, tried=""):
        name, _, count, seconds, processor, said = done
        print(f"== {name}{tried}: {count} tests, {seconds:.0f} s ({processor:.0f} s of a processor)\n{said}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(options.lanes) as lanes:
        for done in concurrent.futures.as_completed([lanes.submit(run, name) for name in names]):
            name, passed, count, *_ = done.result()
            tests += count
            tell(done.result())
            if not passed:
                failed.append(name)
    second = 0
    # A program that is broken fails in many classes, and trying them all again would only take time.
    for name in failed[:] if options.lanes > 1 and len(failed) <= MOST_TRIED_AGAIN else []:
        again = run(name)
        tell(again, ", a second try alone")
        if again[1]:
            failed.remove(name)
            second += 1
    print(f"Ran {tests} tests of {len(names)} classes in {time.monotonic() - start:.0f} s, {second} on a second try: "
          + ("FAILED: " + " ".join(failed) if failed else "OK"))
    shots.cleanup()
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())

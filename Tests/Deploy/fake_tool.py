#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""systemctl, journalctl and systemd-run of the fake box, by the name it is called by; no more of them than deploy.sh asks for."""
import json
import os
import socket
import sys
import time


def ask(*words):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect("/fake/socket")
        with connection.makefile("rw") as stream:
            stream.write(json.dumps({"words": words}) + "\n")
            stream.flush()
            return json.loads(stream.readline())


def systemctl(words):
    if words[0] == "restart":
        if not ask("restart"):
            print("Job for vir.service failed.", file=sys.stderr)
            return 1
    elif words[0] == "show":
        state = ask("show")
        wanted = [words[index + 1] for index, word in enumerate(words) if word == "-p"]
        for name in wanted:
            print(state[name] if "--value" in words else f"{name}={state[name]}")
    elif "status" in words:
        state = ask("show")
        print(f"vir.service: {state['ActiveState']}, main process {state['MainPID']}")
    else:
        return 1
    return 0


def journalctl(words):
    lines = ask("journal", "0")
    for line in lines[-int(words[words.index("-n") + 1]):]:
        print(line, flush=True)
    seen = len(lines)
    while "-f" in words:
        time.sleep(0.05)
        for line in ask("journal", str(seen)):
            print(line, flush=True)
            seen += 1
    return 0


name = os.path.basename(sys.argv[0])
if name == "systemctl":
    sys.exit(systemctl(sys.argv[1:]))
if name == "journalctl":
    sys.exit(journalctl(sys.argv[1:]))
sys.exit(0 if ask("run", *sys.argv[1:]) else 1)

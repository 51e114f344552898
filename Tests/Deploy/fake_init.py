# SPDX-License-Identifier: GPL-3.0-or-later
"""The first process of a fake developer box: `fake_init.py FOLDER PORT`, in mount and process name spaces of its own.

It makes a small tree (this machine's /usr, all else in memory), enters it, starts a real sshd on 127.0.0.1:PORT, and stands
for the service manager: it runs one service, vir.service, as systemd does with Type=notify and Restart=always, and detached
units for systemd-run. systemctl, journalctl and systemd-run are `fake_tool.py`, which asks it over FOLDER/shared/socket; so do
the tests. Its time runs ten times as fast, and so do the `sleep` and `timeout` of the box.

A "program" is the header of an arm64 executable, and between two MARKs the shell script that runs in its place; a line
READY=1 from it is its notice that it is ready, its other lines are the journal's.
"""
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time

SCALE = 0.1
MARK = b"\n--- stand-in ---\n"
STOP, RESTART = 60 * SCALE, 1 * SCALE
PROGRAMS = "/var/lib/vir/programs"
# The place at which a program looks for its camera object.
CAMERA_PLACE = "/usr/local/lib/vir/camera.so"
ENVIRONMENT = {"PATH": "/fake/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}


def mount(*words):
    subprocess.run(["mount", *words], check=True)


def make_tree(folder):
    root = os.path.join(folder, "root")
    os.makedirs(root, exist_ok=True)
    mount("-t", "tmpfs", "tmpfs", root)
    for name in ("usr", "etc", "proc", "dev", "var", "run", "tmp", "root", "fake"):
        os.mkdir(os.path.join(root, name))
    for name in ("bin", "sbin", "lib", "lib64"):
        os.symlink(f"usr/{name}", os.path.join(root, name))
    mount("--rbind", "/usr", f"{root}/usr")
    # As image/lib/root.sh makes it on a developer's card.
    mount("-t", "tmpfs", "tmpfs", f"{root}/usr/local")
    os.makedirs(os.path.dirname(root + CAMERA_PLACE))
    os.symlink(f"{PROGRAMS}/current/camera.so", root + CAMERA_PLACE)
    mount("--bind", os.path.join(folder, "shared"), f"{root}/fake")
    mount("-t", "proc", "proc", f"{root}/proc")
    mount("--rbind", "/dev", f"{root}/dev")
    with open(f"{root}/etc/passwd", "w") as file:
        file.write("root:x:0:0:root:/root:/bin/sh\nsshd:x:100:65534::/run/sshd:/usr/sbin/nologin\n")
    with open(f"{root}/etc/group", "w") as file:
        file.write("root:x:0:\nnogroup:x:65534:\n")
    os.makedirs(f"{root}/run/sshd", mode=0o755)
    os.makedirs(root + PROGRAMS)
    with open(os.path.join(folder, "shared", "room")) as file:
        mount("-t", "tmpfs", "-o", f"size={file.read()}", "tmpfs", root + PROGRAMS)
    os.mkdir(f"{root}{PROGRAMS}/image")
    with open(os.path.join(folder, "shared", "image"), "rb") as source, open(f"{root}{PROGRAMS}/image/vir", "wb") as file:
        file.write(source.read())
    os.chmod(f"{root}{PROGRAMS}/image/vir", 0o755)
    os.symlink("/usr/lib/vir/camera.so", f"{root}{PROGRAMS}/image/camera.so")
    os.symlink("image", f"{root}{PROGRAMS}/current")
    os.chroot(root)
    os.chdir("/")


class Manager:
    """The service manager: its one service, its journal, its units."""

    def __init__(self):
        # `turn` is held during a whole start or stop, `lock` only while the state is read or changed.
        self.turn, self.lock = threading.RLock(), threading.RLock()
        self.state, self.result, self.restarts = "inactive", "success", 0
        self.process, self.program, self.ready = None, None, None
        self.journal, self.units, self.started = [], {}, []

    def log(self, line):
        with self.lock:
            self.journal.append(line)

    def start(self):
        """Whether the service got ready in time. A restart that comes meanwhile ends the waiting."""
        with self.lock:
            path = os.path.realpath(f"{PROGRAMS}/current/vir")
            self.program, self.state, self.ready = os.path.basename(os.path.dirname(path)), "activating", threading.Event()
            self.started.append(self.program)
            try:
                with open(path, "rb") as file:
                    script = file.read().split(MARK)[1]
            except (OSError, IndexError):
                self.log(f"systemd: {path} can't be executed")
                self.state, self.result = "failed", "exit-code"
                return False
            process = self.process = subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                                      text=True, env=ENVIRONMENT, start_new_session=True)
            threading.Thread(target=self.listen, args=(process, self.ready), daemon=True).start()
            ready = self.ready
        with open("/fake/patience") as file:
            deadline = time.monotonic() + float(file.read()) * SCALE
        while time.monotonic() < deadline and not ready.is_set() and process.poll() is None and self.state == "activating":
            time.sleep(0.005)
        with self.lock:
            if ready.is_set() and process.poll() is None:
                self.state, self.result = "active", "success"
                threading.Thread(target=self.watch, args=(process,), daemon=True).start()
                return True
            self.result = "exit-code" if process.poll() is not None else "timeout"
            self.end(process)
            self.state = "failed"
            threading.Thread(target=self.again, args=(process,), daemon=True).start()
            return False

    def listen(self, process, ready):
        for line in process.stdout:
            if line == "READY=1\n":
                ready.set()
            else:
                self.log("vir: " + line.rstrip("\n"))

    def watch(self, process):
        process.wait()
        with self.lock:
            if process is not self.process or self.state != "active":
                return
            self.state, self.result = "failed", "exit-code"
            self.log("systemd: vir.service: the process ended")
        self.again(process)

    def again(self, process):
        """Restart=always."""
        time.sleep(RESTART)
        with self.turn:
            with self.lock:
                if process is not self.process or self.state != "failed":
                    return
                self.restarts += 1
            self.start()

    def end(self, process):
        for number, patience in ((signal.SIGTERM, STOP), (signal.SIGKILL, 5)):
            if process.poll() is None:
                os.killpg(process.pid, number)
                try:
                    process.wait(patience)
                except subprocess.TimeoutExpired:
                    pass

    def restart(self):
        with self.lock:
            self.state = "deactivating"
        with self.turn:
            with self.lock:
                self.state, self.restarts = "deactivating", 0
            self.end(self.process)
            return self.start()

    def run(self, words):
        """systemd-run: the unit's name and its command."""
        if os.path.exists("/fake/no-units"):
            return False
        unit = next(word.split("=", 1)[1] for word in words if word.startswith("--unit="))
        command = words[next(index for index, word in enumerate(words) if not word.startswith("-")):]
        with self.lock:
            if unit in self.units and self.units[unit].poll() is None:
                return False
            with open("/fake/units.log", "a") as log:
                self.units[unit] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT, start_new_session=True)
        return True

    def show(self):
        with self.lock:
            alive = self.process is not None and self.process.poll() is None
            return {"ActiveState": self.state, "MainPID": str(self.process.pid if alive else 0), "NRestarts": str(self.restarts),
                    "Result": self.result, "ExecStart": f"{{ path={PROGRAMS}/current/vir ; argv[]={PROGRAMS}/current/vir run }}",
                    "program": self.program, "alive": alive, "started": list(self.started),
                    "units": sum(unit.poll() is None for unit in self.units.values())}

    def answer(self, request):
        words = request["words"]
        if words[0] == "show":
            return self.show()
        if words[0] == "restart":
            return self.restart()
        if words[0] == "run":
            return self.run(words[1:])
        if words[0] == "journal":
            with self.lock:
                return self.journal[int(words[1]):]
        return None


def serve(manager):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("/fake/socket~")
    listener.listen(50)
    os.rename("/fake/socket~", "/fake/socket")
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=converse, args=(manager, connection), daemon=True).start()


def converse(manager, connection):
    with connection, connection.makefile("rw") as stream:
        stream.write(json.dumps(manager.answer(json.loads(stream.readline()))) + "\n")


def main(folder, port):
    make_tree(folder)
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    sshd = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", "/fake/sshd_config", "-p", port], stderr=open("/fake/sshd.log", "w"))
    manager = Manager()
    manager.start()
    threading.Thread(target=serve, args=(manager,), daemon=True).start()
    # The first process reaps all orphans; its own child is waited for by its process id.
    sshd.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])

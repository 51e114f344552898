// SPDX-License-Identifier: GPL-3.0-or-later

#define _GNU_SOURCE
#include "CFakeConsole.h"
#include <CTerminal.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void hold(const char *path, int descriptor, int report) {
    // The process ends with the test, even if that is cut short.
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    struct vir_console_state state;
    pid_t guardian = 0;
    int console = open(path, O_RDWR | O_CLOEXEC);
    if (console < 0 || vir_console_read(console, &state) < 0 || vir_console_guard(path, &state, &guardian) < 0 ||
        vir_console_take(console, &state) < 0) {
        _exit(1);
    }
    close(descriptor);
    if (write(report, &guardian, sizeof guardian) != sizeof guardian) _exit(1);
    for (;;) pause();
}

bool fake_holder_start(const char *path, int descriptor, struct fake_holder *holder) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0) return false;
    // The orphaned guardian becomes this process's child, so it can be waited for.
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    holder->process = fork();
    if (holder->process == 0) hold(path, descriptor, report[1]);
    close(report[1]);
    bool isHeld = holder->process > 0 && read(report[0], &holder->guardian, sizeof holder->guardian) == sizeof holder->guardian;
    close(report[0]);
    return isHeld;
}

bool fake_holder_kill(const struct fake_holder *holder) {
    kill(holder->process, SIGKILL);
    waitpid(holder->process, NULL, 0);
    struct pollfd end = {.fd = (int)syscall(SYS_pidfd_open, holder->guardian, 0), .events = POLLIN};
    bool hasEnded = end.fd >= 0 && poll(&end, 1, 10 * 1000) == 1;
    if (end.fd >= 0) close(end.fd);
    if (!hasEnded) kill(holder->guardian, SIGKILL);
    waitpid(holder->guardian, NULL, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
    return hasEnded;
}

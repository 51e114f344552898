// SPDX-License-Identifier: GPL-3.0-or-later

#define _GNU_SOURCE
#include "CTerminal.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// From the fork to its end the guardian calls only what is async-signal-safe: other threads may have held locks.

/// Puts the console back. The process that died may have led the console's session: the kernel then takes the console from everybody in it,
/// and for a moment from whoever opens it. The guardian makes the console its own, and tries for two seconds.
static void put_back(const char *path, const struct vir_console_state *state) {
    const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};
    for (int attempt = 0; attempt < 100; attempt++) {
        int console = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (console >= 0) {
            int result = vir_console_restore(console, state);
            if (result < 0) {
                setsid();
                ioctl(console, TIOCSCTTY, 0);
                result = vir_console_restore(console, state);
            }
            close(console);
            if (result == 0) return;
        }
        nanosleep(&moment, NULL);
    }
}

static _Noreturn void guard(const char *path, const struct vir_console_state *state, int leash) {
    prctl(PR_SET_NAME, "vir-console", 0, 0, 0);
    // It keeps nothing open that its parent has open, above all not the display and not the other end of its own leash.
    if (leash > 0) close_range(0, (unsigned int)leash - 1, 0);
    close_range((unsigned int)leash + 1, ~0U, 0);
    char word;
    ssize_t count;
    do { count = read(leash, &word, 1); } while (count < 0 && errno == EINTR);
    if (count == 0) put_back(path, state);
    _exit(0);
}

int vir_console_guard(const char *path, const struct vir_console_state *state, pid_t *guardian) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
    // Signals that end the parent (SIGTERM to all of a service, SIGHUP, Ctrl-C) must not end its guardian: only SIGKILL does.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child == 0) guard(path, state, ends[0]);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        errno = error;
        return -1;
    }
    *guardian = child;
    return ends[1];
}

void vir_console_dismiss(int leash, pid_t guardian) {
    // No SIGPIPE if the guardian is gone already.
    send(leash, "", 1, MSG_NOSIGNAL);
    close(leash);
    while (waitpid(guardian, NULL, 0) < 0 && errno == EINTR) {}
}

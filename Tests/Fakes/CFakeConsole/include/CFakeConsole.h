// SPDX-License-Identifier: GPL-3.0-or-later

// A text console that is a plain file: what is done to it outlives who did it, and another process sees it too.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

enum { fake_console_log_size = 32 };

/// A call that changed something or answered.
struct fake_console_call {
    unsigned long request;
    unsigned long number;
};

/// What the file holds.
struct fake_console {
    /// Other files are no consoles.
    unsigned int mark;
    int mode;
    int keyboard;
    /// VT_AUTO or VT_PROCESS.
    int switching;
    /// So many calls of this number are refused with EPERM.
    unsigned long refused;
    int refusals;
    /// The first of them first.
    struct fake_console_call log[fake_console_log_size];
    int count;
};

/// Makes a console that shows text, and has the shim ask this file's instead of the kernel.
/// Returns whether the file could be written.
bool fake_console_make(const char *path, int keyboard);

bool fake_console_read(const char *path, struct fake_console *console);
bool fake_console_write(const char *path, const struct fake_console *console);

/// A process that has taken a console, and its guardian.
struct fake_holder {
    pid_t process;
    pid_t guardian;
};

/// Starts a process that takes the console as a program does, and then sleeps for ever. It has closed `descriptor` once
/// there is a guardian.
/// Returns whether it could take it.
bool fake_holder_start(const char *path, int descriptor, struct fake_holder *holder);

/// Kills the process with SIGKILL, and waits for its guardian to end by itself.
/// Returns whether it did within ten seconds.
bool fake_holder_kill(const struct fake_holder *holder);

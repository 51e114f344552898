// SPDX-License-Identifier: GPL-3.0-or-later

// A text console that is a plain file: changes to it outlive the process that made them, and other processes see them too.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

enum { fake_console_log_size = 32 };

/// A call that changed or read the console's state.
struct fake_console_call {
    unsigned long request;
    unsigned long number;
};

/// The contents of the file.
struct fake_console {
    /// Marks the file as a console of ours.
    unsigned int mark;
    int mode;
    int keyboard;
    /// VT_AUTO or VT_PROCESS.
    int switching;
    /// The next `refusals` calls with this request number fail with EPERM.
    unsigned long refused;
    int refusals;
    /// The first calls, in order.
    struct fake_console_call log[fake_console_log_size];
    int count;
};

/// Makes a console that shows text, and makes the shim use this file instead of the kernel.
/// Returns true if the file could be written.
bool fake_console_make(const char *path, int keyboard);

bool fake_console_read(const char *path, struct fake_console *console);
bool fake_console_write(const char *path, const struct fake_console *console);

/// A process that has taken a console, and its guardian process.
struct fake_holder {
    pid_t process;
    pid_t guardian;
};

/// Starts a process that takes the console as the program does and then sleeps for ever. It closes `descriptor` once the guardian exists.
/// Returns true if it could take the console.
bool fake_holder_start(const char *path, int descriptor, struct fake_holder *holder);

/// Kills the process with SIGKILL, and waits until its guardian ends by itself.
/// Returns true if that happened within ten seconds.
bool fake_holder_kill(const struct fake_holder *holder);

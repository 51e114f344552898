// SPDX-License-Identifier: GPL-3.0-or-later

// The kernel's text console (console_ioctl(4), ioctl_vt(2)): its calls are variadic, and the part that restores it after a crash has to be
// a process of its own.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// The state of a console, which is put back in the end.
struct vir_console_state {
    int mode;
    int keyboard;
};

/// Asks the kernel as ioctl(2) does, with the bits of a pointer or of a number as the argument. Async-signal-safe.
typedef int (*vir_console_call)(int console, unsigned long request, unsigned long argument);

/// Asks another function instead of the kernel: a test has consoles of its own. To be called before the first console is read.
void vir_console_use(vir_console_call call);

/// Reads the state of a console.
/// Returns 0, or −1 with errno if this is no console.
int vir_console_read(int console, struct vir_console_state *state);

/// Returns true if the console shows text; otherwise a program draws on it.
bool vir_console_is_text(const struct vir_console_state *state);

/// Sets the usual state of a console that nobody has taken.
void vir_console_make_usual(struct vir_console_state *state);

/// Returns the number of the console that is shown now, or −1 with errno.
int vir_console_shown(int console);

/// Takes a console: no text and no cursor are drawn on it, and its keys go nowhere. The kernel asks this thread's process before it shows
/// another console (SIGUSR1), and tells it when this one is back (SIGUSR2). The thread has to outlive the console's use.
/// Returns 0, or −1 with errno: then the console is as it was.
int vir_console_take(int console, const struct vir_console_state *state);

/// Puts a console back as it was. Async-signal-safe.
/// Returns 0, or −1 with errno if something couldn't be put back.
int vir_console_restore(int console, const struct vir_console_state *state);

enum { vir_console_no_switch, vir_console_away, vir_console_back };

/// Returns the last switch that the kernel asked for or reported since the last call. Reentrant.
int vir_console_next_switch(void);

/// Answers that another console may be shown now.
int vir_console_let_go(int console);

/// Asks for the console of this number to be shown.
int vir_console_show(int console, int number);

/// Answers that this console's return was noticed.
int vir_console_welcome_back(int console);

/// Starts a process that waits for this one to end, in whatever way, and then puts the console back.
///
/// Its memory is a copy of this process's, shared until written, so it is to be started early.
/// Returns the leash, a descriptor whose closing tells the process to act, or −1 with errno.
int vir_console_guard(const char *path, const struct vir_console_state *state, pid_t *guardian);

/// Sends the guardian away, because the console is as it should be.
void vir_console_dismiss(int leash, pid_t guardian);

// SPDX-License-Identifier: GPL-3.0-or-later

// The kernel's text console (console_ioctl(4), ioctl_vt(2)): its calls are variadic, and what restores it after a crash has to
// be a process of its own.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// How a console is: what is put back in the end.
struct vir_console_state {
    int mode;
    int keyboard;
};

/// How the kernel is asked: as ioctl(2) does it, a pointer's or a number's bits as the argument. Async-signal-safe.
typedef int (*vir_console_call)(int console, unsigned long request, unsigned long argument);

/// Has somebody else asked than the kernel: a test has consoles of its own. Before the first console is read.
void vir_console_use(vir_console_call call);

/// Reads how a console is.
/// Returns 0, or −1 with errno where this isn't one.
int vir_console_read(int console, struct vir_console_state *state);

/// Whether it shows text; otherwise a program draws on it.
bool vir_console_is_text(const struct vir_console_state *state);

/// How a console is that nobody has taken.
void vir_console_make_usual(struct vir_console_state *state);

/// The number of the console that is shown now, or −1 with errno.
int vir_console_shown(int console);

/// Takes a console: no text and no cursor are drawn on it, its keys go nowhere, and the kernel asks this thread's process
/// before it shows another (SIGUSR1) and tells it when it is back (SIGUSR2). The thread has to outlive the console's use.
/// Returns 0, or −1 with errno: then it is as it was.
int vir_console_take(int console, const struct vir_console_state *state);

/// Puts a console back as it was. Async-signal-safe.
/// Returns 0, or −1 with errno where something couldn't be put back.
int vir_console_restore(int console, const struct vir_console_state *state);

enum { vir_console_no_switch, vir_console_away, vir_console_back };

/// What the kernel asked or told since the last call, the last of it. Reentrant.
int vir_console_next_switch(void);

/// Answers that another console may be shown now.
int vir_console_let_go(int console);

/// Asks for the console of this number to be shown.
int vir_console_show(int console, int number);

/// Answers that this one being shown again was noticed.
int vir_console_welcome_back(int console);

/// Starts a process that waits for this one to end, however it does, and puts the console back then.
///
/// Its memory is a copy of this process's, shared until written: it is to be started early.
/// Returns the leash, a descriptor whose closing is the sign, or −1 with errno.
int vir_console_guard(const char *path, const struct vir_console_state *state, pid_t *guardian);

/// Sends the guardian away: the console is as it should be.
void vir_console_dismiss(int leash, pid_t guardian);

// SPDX-License-Identifier: GPL-3.0-or-later

#define _GNU_SOURCE
#include "CTerminal.h"
#include <errno.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/ioctl.h>

static int ask_kernel(int console, unsigned long request, unsigned long argument) { return ioctl(console, request, argument); }

static vir_console_call call = ask_kernel;

void vir_console_use(vir_console_call other) { call = other; }

static int ask(int console, unsigned long request, void *answer) { return call(console, request, (unsigned long)answer); }

static atomic_int last_switch;

static void note_away(int signal) {
    (void)signal;
    atomic_store(&last_switch, vir_console_away);
}

static void note_back(int signal) {
    (void)signal;
    atomic_store(&last_switch, vir_console_back);
}

int vir_console_next_switch(void) { return atomic_exchange(&last_switch, vir_console_no_switch); }

int vir_console_read(int console, struct vir_console_state *state) {
    if (ask(console, KDGETMODE, &state->mode) < 0) return -1;
    return ask(console, KDGKBMODE, &state->keyboard);
}

bool vir_console_is_text(const struct vir_console_state *state) { return state->mode == KD_TEXT; }

void vir_console_make_usual(struct vir_console_state *state) {
    state->mode = KD_TEXT;
    state->keyboard = K_UNICODE;
}

int vir_console_shown(int console) {
    struct vt_stat consoles;
    return ask(console, VT_GETSTATE, &consoles) < 0 ? -1 : consoles.v_active;
}

int vir_console_take(int console, const struct vir_console_state *state) {
    struct sigaction away = {.sa_handler = note_away, .sa_flags = SA_RESTART};
    struct sigaction back = {.sa_handler = note_back, .sa_flags = SA_RESTART};
    struct vt_mode switching = {.mode = VT_PROCESS, .relsig = SIGUSR1, .acqsig = SIGUSR2};
    // The handlers come first: without one the signal ends the process.
    if (sigaction(SIGUSR1, &away, NULL) == 0 && sigaction(SIGUSR2, &back, NULL) == 0 && ask(console, VT_SETMODE, &switching) == 0 &&
        call(console, KDSKBMODE, K_OFF) == 0 && call(console, KDSETMODE, KD_GRAPHICS) == 0) {
        return 0;
    }
    int error = errno;
    vir_console_restore(console, state);
    errno = error;
    return -1;
}

int vir_console_restore(int console, const struct vir_console_state *state) {
    struct vt_mode switching = {.mode = VT_AUTO};
    // Each call is tried, whatever the others return.
    int text = call(console, KDSETMODE, (unsigned long)state->mode);
    int keys = call(console, KDSKBMODE, (unsigned long)state->keyboard);
    int own = ask(console, VT_SETMODE, &switching);
    return text == 0 && keys == 0 && own == 0 ? 0 : -1;
}

int vir_console_show(int console, int number) { return call(console, VT_ACTIVATE, (unsigned long)number); }

int vir_console_let_go(int console) { return call(console, VT_RELDISP, 1); }

int vir_console_welcome_back(int console) { return call(console, VT_RELDISP, VT_ACKACQ); }

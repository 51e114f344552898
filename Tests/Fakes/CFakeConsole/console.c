// SPDX-License-Identifier: GPL-3.0-or-later

#define _GNU_SOURCE
#include "CFakeConsole.h"
#include <CTerminal.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <unistd.h>

static const unsigned int console_mark = 0x7666;

static bool load(int file, struct fake_console *console) {
    return pread(file, console, sizeof *console, 0) == sizeof *console && console->mark == console_mark;
}

static bool save(int file, const struct fake_console *console) { return pwrite(file, console, sizeof *console, 0) == sizeof *console; }

static int refuse(int code) {
    errno = code;
    return -1;
}

static int answer(int file, unsigned long request, unsigned long argument) {
    struct fake_console console;
    if (!load(file, &console)) return refuse(ENOTTY);
    if (console.refusals > 0 && console.refused == request) {
        console.refusals--;
        save(file, &console);
        return refuse(EPERM);
    }
    int number = (int)argument;
    switch (request) {
    case KDGETMODE: *(int *)argument = console.mode; return 0;
    case KDGKBMODE: *(int *)argument = console.keyboard; return 0;
    case KDSETMODE: console.mode = number; break;
    case KDSKBMODE: console.keyboard = number; break;
    case VT_SETMODE: console.switching = number = ((struct vt_mode *)argument)->mode; break;
    case VT_RELDISP:
    case VT_ACTIVATE: break;
    default: return refuse(EINVAL);
    }
    if (console.count < fake_console_log_size) {
        console.log[console.count++] = (struct fake_console_call){request, (unsigned long)number};
    }
    return save(file, &console) ? 0 : refuse(EIO);
}

bool fake_console_make(const char *path, int keyboard) {
    struct fake_console console = {.mark = console_mark, .mode = KD_TEXT, .keyboard = keyboard, .switching = VT_AUTO};
    vir_console_use(answer);
    return fake_console_write(path, &console);
}

bool fake_console_read(const char *path, struct fake_console *console) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool isRead = load(file, console);
    close(file);
    return isRead;
}

bool fake_console_write(const char *path, const struct fake_console *console) {
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    bool isWritten = save(file, console);
    close(file);
    return isWritten;
}

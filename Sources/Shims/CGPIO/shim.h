// SPDX-License-Identifier: GPL-3.0-or-later

// libgpiod 2, for the lines of the panel, and a way to wake the thread that waits for them.
#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <gpiod.h>
#include <poll.h>
#include <sys/eventfd.h>

/// Makes a file descriptor with which poll(2) returns once something was written to it; -1 with errno on failure.
static inline int vir_make_wake_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/// Waits as poll(2) does, for this many nanoseconds; a negative number means for ever.
static inline int vir_poll(struct pollfd *descriptors, unsigned long count, long long nanoseconds) {
    struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &limit, NULL);
}

// SPDX-License-Identifier: GPL-3.0-or-later

// A small libgpiod 2 for tests, linked in front of the real one.
//
// Chips whose path begins with "fake:" are made here and live until they are forgotten; everything else goes on to the real
// library. Each test takes a path of its own. Thread-safe. What a path or a line doesn't have is quietly left alone.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Makes a chip, or makes it anew.
void fake_gpio_make(const char *path, const char *label, unsigned int lines);
void fake_gpio_forget(const char *path);

/// Gives a line its name in the kernel.
void fake_gpio_name(const char *path, unsigned int line, const char *name);
/// Somebody else takes the line; NULL gives it back.
void fake_gpio_occupy(const char *path, unsigned int line, const char *consumer);

/// Opening the chip fails with this errno; 0: it works again.
void fake_gpio_refuse_open(const char *path, int error);
/// Requests that have this line in them fail with this errno.
void fake_gpio_refuse_line(const char *path, unsigned int line, int error);
/// Requests with a debounce period fail with this errno.
void fake_gpio_refuse_debounce(const char *path, int error);
/// The next reading of edges fails with this errno, once.
void fake_gpio_fail_next_read(const char *path, int error);
/// Setting an output fails with this errno.
void fake_gpio_fail_outputs(const char *path, int error);
/// The chip is gone, with all that was requested of it; `fake_gpio_make` makes another.
void fake_gpio_unplug(const char *path);

/// An edge of a requested line. `lost` edges of it before this one found no room.
void fake_gpio_edge(const char *path, unsigned int line, bool is_rising, int64_t nanoseconds, unsigned int lost);

/// What is put out on a line: 0 or 1; -1 where it isn't requested.
int fake_gpio_output(const char *path, unsigned int line);
/// The line that is requested, as it was asked for: the debounce period in microseconds; -1 where it isn't requested.
long fake_gpio_debounce(const char *path, unsigned int line);
/// Whether it was asked for as the box's contacts are: an input that is pulled up, active low, both edges, monotonic clock.
bool fake_gpio_is_contact(const char *path, unsigned int line);
/// How many requests of the chip are alive.
unsigned int fake_gpio_requests(const char *path);

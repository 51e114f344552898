// SPDX-License-Identifier: GPL-3.0-or-later

// A small libgpiod 2 for tests, linked in front of the real one.
//
// Chips whose path begins with "fake:" are made here and live until they are forgotten; all other calls go to the real
// library. Each test uses its own path. Thread-safe. Unknown paths and lines are ignored silently.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Makes a chip, or makes it anew.
void fake_gpio_make(const char *path, const char *label, unsigned int lines);
void fake_gpio_forget(const char *path);

/// Names a line, as the kernel does.
void fake_gpio_name(const char *path, unsigned int line, const char *name);
/// Another consumer takes the line; NULL gives it back.
void fake_gpio_occupy(const char *path, unsigned int line, const char *consumer);

/// Opening the chip fails with this errno; 0 ends that.
void fake_gpio_refuse_open(const char *path, int error);
/// Requests that include this line fail with this errno.
void fake_gpio_refuse_line(const char *path, unsigned int line, int error);
/// Requests with a debounce period fail with this errno.
void fake_gpio_refuse_debounce(const char *path, int error);
/// The next read of edges fails with this errno, once.
void fake_gpio_fail_next_read(const char *path, int error);
/// Setting an output fails with this errno.
void fake_gpio_fail_outputs(const char *path, int error);
/// Removes the chip and all its requests; `fake_gpio_make` makes another.
void fake_gpio_unplug(const char *path);

/// Adds an edge of a requested line. `lost` edges of that line before it found no room.
void fake_gpio_edge(const char *path, unsigned int line, bool is_rising, int64_t nanoseconds, unsigned int lost);

/// Returns the output value of a line, 0 or 1; -1 if it isn't requested.
int fake_gpio_output(const char *path, unsigned int line);
/// Returns the debounce period that was requested for a line, in microseconds; -1 if the line isn't requested.
long fake_gpio_debounce(const char *path, unsigned int line);
/// Returns true if the line was requested as the box's contacts are: an input with pull-up, active low, both edges, monotonic clock.
bool fake_gpio_is_contact(const char *path, unsigned int line);
/// Returns the number of live requests of the chip.
unsigned int fake_gpio_requests(const char *path);

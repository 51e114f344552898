// SPDX-License-Identifier: GPL-3.0-or-later

// The registers of a chip on an I2C bus, through the kernel's device of that bus (i2c-dev).
#pragma once
#include <stdint.h>

/// Opens a bus such as /dev/i2c-0 for the chip with this address, also if a driver of the kernel's has that chip. Returns its descriptor, or -1
/// with `errno`.
int vir_i2c_open(const char *bus, int address);
/// Reads or writes the registers from `first` on, 32 at most. Returns 0, or -1 with `errno`.
int vir_i2c_read(int chip, uint8_t first, uint8_t *registers, uint8_t count);
int vir_i2c_write(int chip, uint8_t first, const uint8_t *registers, uint8_t count);

// SPDX-License-Identifier: GPL-3.0-or-later

#include "CI2C.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int vir_i2c_open(const char *bus, int address) {
    int chip = open(bus, O_RDWR | O_CLOEXEC);
    if (chip < 0) return -1;
    if (ioctl(chip, I2C_SLAVE_FORCE, (long)address) == 0) return chip;
    int refusal = errno;
    close(chip);
    errno = refusal;
    return -1;
}

// The kernel's driver of the clock moves its registers by the same kind of transfer.
static int transfer(int chip, uint8_t way, uint8_t first, union i2c_smbus_data *data) {
    struct i2c_smbus_ioctl_data call = {.read_write = way, .command = first, .size = I2C_SMBUS_I2C_BLOCK_DATA, .data = data};
    return ioctl(chip, I2C_SMBUS, &call) < 0 ? -1 : 0;
}

int vir_i2c_read(int chip, uint8_t first, uint8_t *registers, uint8_t count) {
    union i2c_smbus_data data = {.block = {count}};
    if (count > I2C_SMBUS_BLOCK_MAX) {
        errno = EINVAL;
        return -1;
    }
    if (transfer(chip, I2C_SMBUS_READ, first, &data) < 0) return -1;
    memcpy(registers, data.block + 1, count);
    return 0;
}

int vir_i2c_write(int chip, uint8_t first, const uint8_t *registers, uint8_t count) {
    union i2c_smbus_data data = {.block = {count}};
    if (count > I2C_SMBUS_BLOCK_MAX) {
        errno = EINVAL;
        return -1;
    }
    memcpy(data.block + 1, registers, count);
    return transfer(chip, I2C_SMBUS_WRITE, first, &data);
}

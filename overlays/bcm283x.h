// SPDX-License-Identifier: GPL-3.0-or-later

/*
 * The header of the Pi 4 and those before it, the Zero 2 W among them: GPIO 0 to 27 of the processor's own chip. Its label is
 * gpio in the mainline kernel and in Raspberry Pi's.
 */
#define HEADER_COMPATIBLE "brcm,bcm2835"
#define HEADER_CHIP gpio

#define FUNCTION_INPUT "gpio_in"
#define FUNCTION_OUTPUT "gpio_out"

/* The boards' own trees name their lines: GPIO17 and so on. */
#define LINE_NAMES

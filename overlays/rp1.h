// SPDX-License-Identifier: GPL-3.0-or-later

/*
 * The header of a Pi 5: GPIO 0 to 27 of RP1, the chip behind its own PCI Express link. Its label is rp1_gpio in the mainline
 * kernel and in Raspberry Pi's.
 */
#define HEADER_COMPATIBLE "brcm,bcm2712"
#define HEADER_CHIP rp1_gpio

/* RP1 has one function for both directions. An input is what a pin is until somebody makes it an output. */
#define FUNCTION_INPUT "gpio"
#define FUNCTION_OUTPUT "gpio"

/*
 * The mainline kernel names no line of RP1, Raspberry Pi's had other names for a time. With these `line-mark = "GPIO17"` in
 * settings.toml is the same pin on every board. The property is one list for all 54 lines, so those beside the header's have
 * the board's own names here, "-" where they have none.
 */
#define LINE_NAMES                                                                                                                         \
    gpio - line - names = "ID_SDA", "ID_SCL", "GPIO2", "GPIO3", "GPIO4", "GPIO5", "GPIO6", "GPIO7", "GPIO8", "GPIO9", "GPIO10", "GPIO11",  \
                  "GPIO12", "GPIO13", "GPIO14", "GPIO15", "GPIO16", "GPIO17", "GPIO18", "GPIO19", "GPIO20", "GPIO21", "GPIO22", "GPIO23",  \
                  "GPIO24", "GPIO25", "GPIO26", "GPIO27", "PCIE_RP1_WAKE", "FAN_TACH", "HOST_SDA", "HOST_SCL", "ETH_RST_N", "-",           \
                  "CD0_IO0_MICCLK", "CD0_IO0_MICDAT0", "RP1_PCIE_CLKREQ_N", "-", "CD0_SDA", "CD0_SCL", "CD1_SDA", "CD1_SCL",               \
                  "USB_VBUS_EN", "USB_OC_N", "RP1_STAT_LED", "FAN_PWM", "CD1_IO0_MICCLK", "2712_WAKE", "CD1_IO1_MICDAT1",                  \
                  "EN_MAX_USB_CUR", "-", "-", "-", "-";

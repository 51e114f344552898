// SPDX-License-Identifier: GPL-3.0-or-later

/*
 * What the overlays of all boards have in common.
 *
 * The pins are set up by a hog: a state called "default" that the GPIO controller applies to itself when its driver starts. No
 * line is taken by it. VIR takes them through the kernel's GPIO device, and a line that gpio-keys, gpio-leds or a gpio-hog had
 * taken would be refused to it.
 *
 * A chip has one such state, and an overlay can only replace it, not add to it. So both overlays put their pins into one node,
 * vir-pins, and name that node as the whole state: whichever comes last, the pins of both are in it. What the board's own
 * state had is gone, and should be: that of a Zero 2 W in the mainline kernel drives the knob's GPIO6 as an output and puts
 * GPIO5 to a clock.
 *
 * One property that a pin's driver doesn't know costs the chip its whole state, not just the pin: the kernel says "failed to
 * select default state" and sets up none. So only what the drivers of all boards take is used, from the generic pinctrl bindings
 * (a drive strength, for one, no Pi before the 5 takes).
 */

/* One state, called "default". */
#define VIR_HEADER                                                                                                                         \
    pinctrl - names = "default";                                                                                                           \
    pinctrl - 0 = <&vir_pins>;                                                                                                             \
    LINE_NAMES

/* A contact to ground. */
#define BUTTON(label, part, pin)                                                                                                           \
    vir_##label : part {                                                                                                                   \
        pins = #pin;                                                                                                                       \
        function = FUNCTION_INPUT;                                                                                                         \
        bias - pull - up;                                                                                                                  \
    };

/* An output, off from the start. It is pulled down too, for while nobody drives it. */
#define INDICATOR(label, part, pin)                                                                                                        \
    vir_##label : part {                                                                                                                   \
        pins = #pin;                                                                                                                       \
        function = FUNCTION_OUTPUT;                                                                                                        \
        bias - pull - down;                                                                                                                \
        output - low;                                                                                                                      \
    };

/*
 * The parameter of a part: `dtoverlay=vir-panel,mark=4`. Raspberry Pi's firmware looks the number up among those that the
 * header has, and refuses any other.
 */
#define MOVED_BY(label, part) part = <&vir_##label>, HEADER_PINS;

#define HEADER_PINS                                                                                                                        \
    "pins{2=gpio2,3=gpio3,4=gpio4,5=gpio5,6=gpio6,7=gpio7,8=gpio8,9=gpio9,10=gpio10,11=gpio11,12=gpio12,13=gpio13,14=gpio14,15=gpio15,16=" \
    "gpio16,17=gpio17,18=gpio18,19=gpio19,20=gpio20,21=gpio21,22=gpio22,23=gpio23,24=gpio24,25=gpio25,26=gpio26,27=gpio27}"

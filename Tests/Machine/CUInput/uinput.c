// SPDX-License-Identifier: GPL-3.0-or-later

#include "CUInput.h"

#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int begin(void) { return open("/dev/uinput", O_WRONLY | O_CLOEXEC); }

static int end(int device, const char *name) {
    struct uinput_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.id.bustype = BUS_USB;
    setup.id.vendor = 0x1234;
    setup.id.product = 0x5678;
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) {
        close(device);
        return -1;
    }
    return device;
}

int vir_uinput_keyboard(const char *name) {
    int device = begin();
    if (device < 0) return -1;
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    for (int key = 1; key < 0x100; key++) ioctl(device, UI_SET_KEYBIT, key);
    return end(device, name);
}

int vir_uinput_mouse(const char *name) {
    int device = begin();
    if (device < 0) return -1;
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    ioctl(device, UI_SET_EVBIT, EV_REL);
    for (int button = BTN_LEFT; button <= BTN_MIDDLE; button++) ioctl(device, UI_SET_KEYBIT, button);
    ioctl(device, UI_SET_RELBIT, REL_X);
    ioctl(device, UI_SET_RELBIT, REL_Y);
    ioctl(device, UI_SET_RELBIT, REL_WHEEL);
    return end(device, name);
}

static void axis(int device, unsigned short code, int maximum, int resolution) {
    struct uinput_abs_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.code = code;
    setup.absinfo.maximum = maximum;
    setup.absinfo.resolution = resolution;
    ioctl(device, UI_SET_ABSBIT, code);
    ioctl(device, UI_ABS_SETUP, &setup);
}

int vir_uinput_touch(const char *name) {
    int device = begin();
    if (device < 0) return -1;
    ioctl(device, UI_SET_EVBIT, EV_KEY);
    ioctl(device, UI_SET_EVBIT, EV_ABS);
    ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
    ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    axis(device, ABS_X, 1000, 10);
    axis(device, ABS_Y, 1000, 10);
    axis(device, ABS_MT_SLOT, 4, 0);
    axis(device, ABS_MT_TRACKING_ID, 65535, 0);
    axis(device, ABS_MT_POSITION_X, 1000, 10);
    axis(device, ABS_MT_POSITION_Y, 1000, 10);
    return end(device, name);
}

void vir_uinput_send(int device, unsigned short type, unsigned short code, int value) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = type;
    event.code = code;
    event.value = value;
    if (write(device, &event, sizeof event) < 0) return;
}

void vir_uinput_sync(int device) { vir_uinput_send(device, EV_SYN, SYN_REPORT, 0); }

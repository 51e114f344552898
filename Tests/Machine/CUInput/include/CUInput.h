// SPDX-License-Identifier: GPL-3.0-or-later

// Input devices that a program makes (the kernel's uinput), for the presses of tests.
#pragma once

/// Makes a keyboard with every key. Returns its descriptor, or -1; closing it removes the device.
int vir_uinput_keyboard(const char *name);
/// Makes a mouse with three buttons and a wheel.
int vir_uinput_mouse(const char *name);
/// Makes a touch panel of 1000 by 1000 units.
int vir_uinput_touch(const char *name);
/// Sends one event; `vir_uinput_sync` ends a group of events.
void vir_uinput_send(int device, unsigned short type, unsigned short code, int value);
void vir_uinput_sync(int device);

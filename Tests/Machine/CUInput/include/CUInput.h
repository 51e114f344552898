// SPDX-License-Identifier: GPL-3.0-or-later

// Input devices made by a program (the kernel's uinput): what a test presses.
#pragma once

/// A keyboard with every key. Returns its descriptor, or -1; closing it takes the device away.
int vir_uinput_keyboard(const char *name);
/// A mouse with three buttons and a wheel.
int vir_uinput_mouse(const char *name);
/// A touch panel of 1000 by 1000 units.
int vir_uinput_touch(const char *name);
/// Sends one event; `vir_uinput_sync` ends a group of them.
void vir_uinput_send(int device, unsigned short type, unsigned short code, int value);
void vir_uinput_sync(int device);

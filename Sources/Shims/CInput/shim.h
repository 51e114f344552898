// SPDX-License-Identifier: GPL-3.0-or-later

// libinput: keyboards, presenters, pedals, remotes, mice and touch panels; libudev: devices that come and go.
#pragma once
#include <errno.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input-event-codes.h>

// SPDX-License-Identifier: GPL-3.0-or-later

// libdrm: modes, planes, atomic commits and buffers of the kernel's displays.
#pragma once
#include <errno.h>
#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

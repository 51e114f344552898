// SPDX-License-Identifier: GPL-3.0-or-later

// Cairo for shapes, Pango for text.
#pragma once
#include <cairo/cairo.h>
#include <pango/pangocairo.h>

/// g_object_unref is a macro in newer GLib; this is a function for Swift.
static inline void vir_g_object_unref(void *object) { g_object_unref(object); }
/// Converts a length in pixels to PANGO_SCALE units.
static inline int vir_pango_units(double pixels) { return (int)(pixels * PANGO_SCALE + 0.5); }

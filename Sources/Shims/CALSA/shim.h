// SPDX-License-Identifier: GPL-3.0-or-later

// ALSA's library: sound in, sound out.
#pragma once
#include <errno.h>
#include <alsa/asoundlib.h>

static inline void vir_snd_no_message(const char *file, int line, const char *function, int err, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)err, (void)format;
}

/// Keeps the library from printing: its errors come back as codes.
static inline void vir_snd_quiet(void) { snd_lib_error_set_handler(vir_snd_no_message); }

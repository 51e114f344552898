// SPDX-License-Identifier: GPL-3.0-or-later

// The voice of libespeak-ng, which is loaded when it is first wanted: neither a build nor a start needs it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Loads a library by its name and makes it ready to speak, unless that was done before. Thread-safe. A library that was loaded stays so.
///
/// Returns the voice's samples a second, or 0 with the objection, one line of English for a log.
int vir_voice_open(const char *library, char *objection, size_t size);

/// Speaks UTF-8 text in the language with this tag, or in English if the library doesn't know the tag. Returns true if it was all said.
/// Thread-safe: the library's state is global, and a second caller waits for the first.
///
/// `receive` gets the samples, some 60 ms at a time and none at the end, on the calling thread; if it returns false, nothing more is said.
bool vir_voice_speak(const char *text, const char *language, void *context,
                     bool (*receive)(void *context, const int16_t *samples, int count));

// SPDX-License-Identifier: GPL-3.0-or-later

// SDL 2: a window, its keyboard and its mouse. The library is loaded when a window is asked for, so a box without a desktop does without it.
#pragma once
#define SDL_MAIN_HANDLED 1
#include <SDL2/SDL.h>
#include <stdbool.h>

/// Loads SDL, once for the process. No function of SDL may be called before.
///
/// Any thread; the first call may take some milliseconds.
/// \return NULL, or the reason why SDL can't be had, in the loader's words, valid for as long as the process lives.
const char *_Nullable vir_sdl_load(void);

/// True once SDL is loaded.
bool vir_sdl_is_loaded(void);

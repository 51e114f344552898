// SPDX-License-Identifier: GPL-3.0-or-later

// SDL 2: a window, its keyboard and its mouse.
#pragma once
#define SDL_MAIN_HANDLED 1
#include <SDL2/SDL.h>

// SPDX-License-Identifier: GPL-3.0-or-later

#include "CSDL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// The functions of SDL that VIR and its tests call, with the types of SDL's own headers. Each keeps its name and passes the call on to the
// library that was loaded: so a program needs no SDL to start, and the calls read as SDL's documentation has them.
// clang-format off
#define FUNCTIONS(CALL) \
    CALL(SDL_BlendMode, SDL_ComposeCustomBlendMode, (SDL_BlendFactor srcColorFactor, SDL_BlendFactor dstColorFactor, SDL_BlendOperation colorOperation, SDL_BlendFactor srcAlphaFactor, SDL_BlendFactor dstAlphaFactor, SDL_BlendOperation alphaOperation), (srcColorFactor, dstColorFactor, colorOperation, srcAlphaFactor, dstAlphaFactor, alphaOperation)) \
    CALL(SDL_Renderer *, SDL_CreateRenderer, (SDL_Window *window, int index, Uint32 flags), (window, index, flags)) \
    CALL(SDL_Texture *, SDL_CreateTexture, (SDL_Renderer *renderer, Uint32 format, int access, int w, int h), (renderer, format, access, w, h)) \
    CALL(SDL_Window *, SDL_CreateWindow, (const char *title, int x, int y, int w, int h, Uint32 flags), (title, x, y, w, h, flags)) \
    CALL(void, SDL_DestroyRenderer, (SDL_Renderer *renderer), (renderer)) \
    CALL(void, SDL_DestroyTexture, (SDL_Texture *texture), (texture)) \
    CALL(void, SDL_DestroyWindow, (SDL_Window *window), (window)) \
    CALL(int, SDL_GetCurrentDisplayMode, (int displayIndex, SDL_DisplayMode *mode), (displayIndex, mode)) \
    CALL(const char *, SDL_GetCurrentVideoDriver, (void), ()) \
    CALL(const char *, SDL_GetError, (void), ()) \
    CALL(const char *, SDL_GetHint, (const char *name), (name)) \
    CALL(SDL_Keymod, SDL_GetModState, (void), ()) \
    CALL(int, SDL_GetRendererInfo, (SDL_Renderer *renderer, SDL_RendererInfo *info), (renderer, info)) \
    CALL(int, SDL_GetRendererOutputSize, (SDL_Renderer *renderer, int *w, int *h), (renderer, w, h)) \
    CALL(Uint32, SDL_GetTicks, (void), ()) \
    CALL(int, SDL_GetWindowDisplayIndex, (SDL_Window *window), (window)) \
    CALL(void, SDL_GetWindowSize, (SDL_Window *window, int *w, int *h), (window, w, h)) \
    CALL(int, SDL_InitSubSystem, (Uint32 flags), (flags)) \
    CALL(int, SDL_LockTexture, (SDL_Texture *texture, const SDL_Rect *rect, void **pixels, int *pitch), (texture, rect, pixels, pitch)) \
    CALL(int, SDL_PollEvent, (SDL_Event *event), (event)) \
    CALL(int, SDL_PushEvent, (SDL_Event *event), (event)) \
    CALL(void, SDL_QuitSubSystem, (Uint32 flags), (flags)) \
    CALL(int, SDL_RenderClear, (SDL_Renderer *renderer), (renderer)) \
    CALL(int, SDL_RenderCopyEx, (SDL_Renderer *renderer, SDL_Texture *texture, const SDL_Rect *srcrect, const SDL_Rect *dstrect, const double angle, const SDL_Point *center, const SDL_RendererFlip flip), (renderer, texture, srcrect, dstrect, angle, center, flip)) \
    CALL(void, SDL_RenderPresent, (SDL_Renderer *renderer), (renderer)) \
    CALL(int, SDL_RenderReadPixels, (SDL_Renderer *renderer, const SDL_Rect *rect, Uint32 format, void *pixels, int pitch), (renderer, rect, format, pixels, pitch)) \
    CALL(SDL_bool, SDL_SetHint, (const char *name, const char *value), (name, value)) \
    CALL(SDL_bool, SDL_SetHintWithPriority, (const char *name, const char *value, SDL_HintPriority priority), (name, value, priority)) \
    CALL(void, SDL_SetMainReady, (void), ()) \
    CALL(void, SDL_SetModState, (SDL_Keymod modstate), (modstate)) \
    CALL(int, SDL_SetRenderDrawColor, (SDL_Renderer *renderer, Uint8 r, Uint8 g, Uint8 b, Uint8 a), (renderer, r, g, b, a)) \
    CALL(int, SDL_SetTextureBlendMode, (SDL_Texture *texture, SDL_BlendMode blendMode), (texture, blendMode)) \
    CALL(int, SDL_SetWindowFullscreen, (SDL_Window *window, Uint32 flags), (window, flags)) \
    CALL(void, SDL_SetYUVConversionMode, (SDL_YUV_CONVERSION_MODE mode), (mode)) \
    CALL(void, SDL_UnlockTexture, (SDL_Texture *texture), (texture)) \
    CALL(int, SDL_UpdateNVTexture, (SDL_Texture *texture, const SDL_Rect *rect, const Uint8 *Yplane, int Ypitch, const Uint8 *UVplane, int UVpitch), (texture, rect, Yplane, Ypitch, UVplane, UVpitch)) \
    CALL(int, SDL_UpdateTexture, (SDL_Texture *texture, const SDL_Rect *rect, const void *pixels, int pitch), (texture, rect, pixels, pitch)) \
    CALL(int, SDL_UpdateYUVTexture, (SDL_Texture *texture, const SDL_Rect *rect, const Uint8 *Yplane, int Ypitch, const Uint8 *Uplane, int Upitch, const Uint8 *Vplane, int Vpitch), (texture, rect, Yplane, Ypitch, Uplane, Upitch, Vplane, Vpitch))
// clang-format on

#define DEFINE(result, name, parameters, arguments)                                                                                        \
    static result(*loaded_##name) parameters;                                                                                              \
    result name parameters { return loaded_##name arguments; }
FUNCTIONS(DEFINE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[256] = "SDL isn't loaded yet";
static bool is_loaded = false;

static void load(void) {
    void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(reason, sizeof reason, "%s", dlerror());
        return;
    }
#define FIND(result, name, parameters, arguments)                                                                                          \
    *(void **)&loaded_##name = dlsym(library, #name);                                                                                      \
    if (loaded_##name == NULL) {                                                                                                           \
        snprintf(reason, sizeof reason, "libSDL2-2.0.so.0 has no " #name);                                                                 \
        return;                                                                                                                            \
    }
    FUNCTIONS(FIND)
    is_loaded = true;
}

const char *vir_sdl_load(void) {
    pthread_once(&once, load);
    return is_loaded ? NULL : reason;
}

bool vir_sdl_is_loaded(void) { return is_loaded; }

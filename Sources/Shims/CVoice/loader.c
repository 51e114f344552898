// SPDX-License-Identifier: GPL-3.0-or-later

#include "CVoice.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The few functions and values of espeak-ng's speak_lib.h (API revision 12, since 1.49) that are used here. An event is only passed on.
enum { EE_OK = 0, AUDIO_OUTPUT_SYNCHRONOUS = 2, POS_CHARACTER = 1, espeakCHARS_UTF8 = 1, espeakINITIALIZE_DONT_EXIT = 0x8000 };
typedef int speak_callback(short *samples, int count, void *events);
static int (*initialize)(int output, int milliseconds, const char *path, int options);
static void (*set_callback)(speak_callback *callback);
static int (*set_voice)(const char *name);
static int (*synthesize)(const void *text, size_t size, unsigned position, int kind, unsigned end, unsigned flags, unsigned *id,
                         void *user);

/// The length of the pieces in which the library gives its sound, in milliseconds.
static const int piece = 60;

/// Held for as long as something is said.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sample_rate = 0;
static struct {
    bool (*receive)(void *context, const int16_t *samples, int count);
    void *context;
    bool is_ended;
} listener;

static int pass_on(short *samples, int count, void *events) {
    (void)events;
    if (!listener.is_ended) listener.is_ended = !listener.receive(listener.context, samples, samples ? count : 0);
    // Anything but 0 ends the synthesis.
    return listener.is_ended;
}

/// POSIX: a symbol's address may be a function's.
static bool find(void *handle, const char *name, void **function) { return (*function = dlsym(handle, name)) != NULL; }

int vir_voice_open(const char *library, char *objection, size_t size) {
    pthread_mutex_lock(&lock);
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    int rate = 0;
    if (!handle) {
        const char *reason = dlerror();
        snprintf(objection, size, "%s", reason ? reason : library);
    } else if (sample_rate) {
        rate = sample_rate;
    } else if (!find(handle, "espeak_Initialize", (void **)&initialize) ||
               !find(handle, "espeak_SetSynthCallback", (void **)&set_callback) ||
               !find(handle, "espeak_SetVoiceByName", (void **)&set_voice) || !find(handle, "espeak_Synth", (void **)&synthesize)) {
        snprintf(objection, size, "%s speaks another interface", library);
    } else if ((rate = initialize(AUDIO_OUTPUT_SYNCHRONOUS, piece, NULL, espeakINITIALIZE_DONT_EXIT)) <= 0) {
        snprintf(objection, size, "%s has no data of its voices", library);
        rate = 0;
    } else {
        set_callback(pass_on);
        sample_rate = rate;
    }
    pthread_mutex_unlock(&lock);
    return rate;
}

bool vir_voice_speak(const char *text, const char *language, void *context,
                     bool (*receive)(void *context, const int16_t *samples, int count)) {
    pthread_mutex_lock(&lock);
    bool is_said = false;
    if (sample_rate && (set_voice(language) == EE_OK || set_voice("en") == EE_OK)) {
        listener.receive = receive;
        listener.context = context;
        listener.is_ended = false;
        is_said = synthesize(text, strlen(text) + 1, 0, POS_CHARACTER, 0, espeakCHARS_UTF8, NULL, NULL) == EE_OK && !listener.is_ended;
    }
    pthread_mutex_unlock(&lock);
    return is_said;
}

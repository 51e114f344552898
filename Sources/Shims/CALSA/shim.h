// ALSA's library: sound in, sound out.
#pragma once
#include <errno.h>
#include <alsa/asoundlib.h>

static inline size_t vir_snd_pcm_hw_params_size(void) { return snd_pcm_hw_params_sizeof(); }

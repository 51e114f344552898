// SPDX-License-Identifier: GPL-3.0-or-later

// The samples of decoded sound, whatever their format.
#pragma once
#include <libavutil/frame.h>
#include <libavutil/samplefmt.h>

/// Returns one sample of a decoded frame, -1...1. A sample, a channel or a format that isn't there is silence.
static inline float vir_sample(const AVFrame *frame, int channel, int index) {
    const int channels = frame->ch_layout.nb_channels;
    if (channel < 0 || channel >= channels || index < 0 || index >= frame->nb_samples || !frame->extended_data) return 0;
    const int planar = av_sample_fmt_is_planar((enum AVSampleFormat)frame->format);
    const void *plane = frame->extended_data[planar ? channel : 0];
    const int place = planar ? index : index * channels + channel;
    if (!plane) return 0;
    switch (frame->format) {
    case AV_SAMPLE_FMT_FLT:
    case AV_SAMPLE_FMT_FLTP: return ((const float *)plane)[place];
    case AV_SAMPLE_FMT_DBL:
    case AV_SAMPLE_FMT_DBLP: return (float)((const double *)plane)[place];
    case AV_SAMPLE_FMT_S16:
    case AV_SAMPLE_FMT_S16P: return (float)((const int16_t *)plane)[place] / 32768.f;
    case AV_SAMPLE_FMT_S32:
    case AV_SAMPLE_FMT_S32P: return (float)((const int32_t *)plane)[place] / 2147483648.f;
    case AV_SAMPLE_FMT_U8:
    case AV_SAMPLE_FMT_U8P: return (float)((const uint8_t *)plane)[place] / 128.f - 1.f;
    default: return 0;
    }
}

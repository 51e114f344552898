// SPDX-License-Identifier: GPL-3.0-or-later

// The encoder's inside: libx264 through libavcodec, behaving like the hardware. A keyframe comes when the GOP is full or when one is
// requested; parameter sets come as the controls say; there are never B-frames.
#include "device.h"
#include <libavutil/opt.h>
#include <stdio.h>
#include <string.h>

static const char *profile_of(int32_t value, const char **features) {
    *features = "cabac=1:8x8dct=1";
    switch (value) {
    case V4L2_MPEG_VIDEO_H264_PROFILE_BASELINE:
    case V4L2_MPEG_VIDEO_H264_PROFILE_CONSTRAINED_BASELINE: *features = "cabac=0:8x8dct=0"; return "baseline";
    case V4L2_MPEG_VIDEO_H264_PROFILE_MAIN: *features = "cabac=1:8x8dct=0"; return "main";
    }
    return "high";
}

static const char *level_of(int32_t value) {
    static const char *const names[] = {"1", "1b",  "1.1", "1.2", "1.3", "2",   "2.1", "2.2",
                                        "3", "3.1", "3.2", "4",   "4.1", "4.2", "5",   "5.1"};
    return value >= 0 && value < 16 ? names[value] : "4";
}

static enum AVPixelFormat pixels_of(uint32_t fourcc) {
    return fourcc == V4L2_PIX_FMT_NV12 || fourcc == V4L2_PIX_FMT_NV12M ? AV_PIX_FMT_NV12
           : fourcc == V4L2_PIX_FMT_NV21                               ? AV_PIX_FMT_NV21
                                                                       : AV_PIX_FMT_YUV420P;
}

int encoder_open(struct context *context) {
    const struct format *format = &context->queue[output_side].format;
    const AVCodec *codec = avcodec_find_encoder_by_name("libx264");
    AVCodecContext *made = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!made) return -1;
    const char *features;
    const char *profile = profile_of(control_value(context, V4L2_CID_MPEG_VIDEO_H264_PROFILE), &features);
    char params[160];
    snprintf(params, sizeof params, "threads=1:bframes=0:scenecut=0:keyint=infinite:min-keyint=1:open-gop=0:%s", features);
    made->width = (int)format->visible_width;
    made->height = (int)format->visible_height;
    made->pix_fmt = pixels_of(format->fourcc);
    made->time_base = (AVRational){(int)context->interval.numerator, (int)context->interval.denominator};
    made->framerate = (AVRational){made->time_base.den, made->time_base.num};
    made->bit_rate = control_value(context, V4L2_CID_MPEG_VIDEO_BITRATE);
    made->rc_max_rate = made->bit_rate;
    made->rc_buffer_size = (int)made->bit_rate;
    made->qmin = control_value(context, V4L2_CID_MPEG_VIDEO_H264_MIN_QP);
    made->qmax = control_value(context, V4L2_CID_MPEG_VIDEO_H264_MAX_QP);
    made->max_b_frames = 0;
    made->thread_count = 1;
    // Keeps the inner codec's messages from the client.
    made->log_level_offset = 200;
    av_opt_set(made->priv_data, "preset", "ultrafast", 0);
    av_opt_set(made->priv_data, "tune", "zerolatency", 0);
    av_opt_set(made->priv_data, "profile", profile, 0);
    av_opt_set(made->priv_data, "level", level_of(control_value(context, V4L2_CID_MPEG_VIDEO_H264_LEVEL)), 0);
    av_opt_set(made->priv_data, "forced-idr", "1", 0);
    av_opt_set(made->priv_data, "x264-params", params, 0);
    if (avcodec_open2(made, codec, NULL) < 0) {
        avcodec_free_context(&made);
        return -1;
    }
    context->codec = made;
    return 0;
}

void codec_close(struct context *context) {
    avcodec_free_context(&context->codec);
    av_freep(&context->headers);
    context->headers_size = 0;
}

/// Returns the position of the next NAL unit's start code from `at` on, or the end.
static size_t start_code(const uint8_t *bytes, size_t at, size_t count) {
    for (; at + 3 < count; at++)
        if (!bytes[at] && !bytes[at + 1] && (bytes[at + 2] == 1 || (!bytes[at + 2] && at + 4 < count && bytes[at + 3] == 1))) return at;
    return count;
}

/// Splits libx264's packet into parameter sets, which are kept aside, and the picture, which stays.
static size_t part(struct context *context, uint8_t *bytes, size_t count) {
    size_t kept = 0, sets = 0;
    uint8_t *headers = av_malloc(count);
    for (size_t at = start_code(bytes, 0, count); headers && at < count;) {
        size_t body = at + (bytes[at + 2] == 1 ? 3 : 4), end = start_code(bytes, body, count);
        int kind = bytes[body] & 31;
        if (kind == 7 || kind == 8) {
            memcpy(headers + sets, bytes + at, end - at);
            sets += end - at;
        } else if (kind == 1 || kind == 5) {
            memmove(bytes + kept, bytes + at, end - at);
            kept += end - at;
        }
        at = end;
    }
    if (sets) {
        av_free(context->headers);
        context->headers = headers;
        context->headers_size = sets;
    } else av_free(headers);
    return kept;
}

static AVPacket *packet_of(const uint8_t *first, size_t first_size, const uint8_t *second, size_t second_size) {
    AVPacket *packet = av_packet_alloc();
    if (!packet || av_new_packet(packet, (int)(first_size + second_size))) return packet;
    if (first_size) memcpy(packet->data, first, first_size);
    if (second_size) memcpy(packet->data + first_size, second, second_size);
    return packet;
}

/// Returns true if this picture is dropped: a Pi that can't hold its bit rate drops pictures silently. The bucket holds the excess.
static bool overshoots(struct context *context, int64_t share) {
    uint64_t percent = fault_argument(encode_role, fault_overshoot);
    if (!percent || context->bucket <= share * (int64_t)percent / 100) return false;
    context->bucket -= share;
    context->counters.dropped++;
    note(context, "dropped", "a picture of %lld us, for the bitrate", (long long)context->last_stamp);
    return true;
}

static void hand_over(struct context *context, AVPacket *packet, struct timeval stamp) {
    bool is_keyframe = packet->flags & AV_PKT_FLAG_KEY;
    size_t size = part(context, packet->data, (size_t)packet->size);
    bool is_separate = control_value(context, V4L2_CID_MPEG_VIDEO_HEADER_MODE) == V4L2_MPEG_VIDEO_HEADER_MODE_SEPARATE;
    bool repeats = control_value(context, V4L2_CID_MPEG_VIDEO_REPEAT_SEQ_HEADER) != 0;
    bool has_headers = is_keyframe && (context->wants_headers || repeats);
    if (has_headers && is_separate && !repeats) {
        // A Pi's parameter sets come in a buffer of their own, without a time.
        result_add(context, (struct result){.packet = packet_of(context->headers, context->headers_size, NULL, 0)});
        has_headers = false;
    }
    if (is_keyframe) context->wants_headers = false;
    AVPacket *whole = packet_of(context->headers, has_headers ? context->headers_size : 0, packet->data, size);
    result_add(context, (struct result){.packet = whole, .stamp = stamp, .is_keyframe = is_keyframe});
}

void encoder_take(struct context *context, struct buffer *buffer, bool forces_keyframe) {
    if (!context->codec && encoder_open(context)) {
        violation(context, "libx264 doesn't open: the stand-in is broken");
        return;
    }
    AVCodecContext *codec = context->codec;
    int64_t bit_rate = control_value(context, V4L2_CID_MPEG_VIDEO_BITRATE);
    int64_t share = bit_rate * context->interval.numerator / (context->interval.denominator ? context->interval.denominator : 1);
    if (overshoots(context, share)) {
        context->wants_keyframe |= forces_keyframe;
        return;
    }
    codec->bit_rate = codec->rc_max_rate = bit_rate;
    codec->rc_buffer_size = (int)bit_rate;
    uint64_t gop = (uint64_t)control_value(context, V4L2_CID_MPEG_VIDEO_GOP_SIZE);
    bool is_due = !context->counters.keyframes && !context->since_keyframe;
    if (forces_keyframe || context->wants_headers || (gop && context->since_keyframe >= gop)) is_due = true;
    AVFrame *picture = picture_of(context, buffer);
    AVPacket *packet = av_packet_alloc();
    if (picture && packet) {
        picture->pts = (int64_t)context->frames;
        picture->pict_type = is_due ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
        context->since_keyframe = is_due ? 1 : context->since_keyframe + 1;
        if (avcodec_send_frame(codec, picture) < 0) violation(context, "libx264 refuses a picture: the stand-in is broken");
        while (avcodec_receive_packet(codec, packet) >= 0) {
            context->bucket += packet->size * 8 - share;
            if (context->bucket < 0) context->bucket = 0;
            hand_over(context, packet, buffer->stamp);
            av_packet_unref(packet);
        }
    }
    av_frame_free(&picture);
    av_packet_free(&packet);
}

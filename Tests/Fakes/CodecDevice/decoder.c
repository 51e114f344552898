// SPDX-License-Identifier: GPL-3.0-or-later

// The decoder's inside: libavcodec's own decoder on one thread. Each buffer holds one access unit; decoding begins at parameter
// sets with a keyframe; pictures come in display order with the times of their buffers.
#include "device.h"
#include <string.h>

static int open_codec(struct context *context) {
    const AVCodec *codec = avcodec_find_decoder_by_name("h264");
    AVCodecContext *made = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!made) return -1;
    made->thread_count = 1;
    // Keeps the inner codec's messages from the client.
    made->log_level_offset = 200;
    made->pkt_timebase = (AVRational){1, 1000000};
    if (avcodec_open2(made, codec, NULL) < 0) {
        avcodec_free_context(&made);
        return -1;
    }
    context->codec = made;
    return 0;
}

struct contents {
    bool has_sets, has_keyframe;
    unsigned int pictures;
};

/// Returns the contents of an access unit. A picture's first slice begins with macroblock 0: a single bit 1 after the NAL unit's header.
static struct contents look_at(const uint8_t *bytes, size_t count) {
    struct contents found = {0};
    for (size_t at = 0; at + 4 < count; at++) {
        if (bytes[at] || bytes[at + 1] || bytes[at + 2] != 1) continue;
        int kind = bytes[at + 3] & 31;
        if (kind == 7) found.has_sets = true;
        if (kind == 5) found.has_keyframe = true;
        if ((kind == 1 || kind == 5) && bytes[at + 4] & 0x80) found.pictures++;
    }
    return found;
}

/// Returns true if the block gets stuck: too many bits within a second of the stream's own time.
static bool jams(struct context *context, const struct buffer *buffer) {
    uint64_t most = fault_argument(decode_role, fault_jam);
    int64_t stamp = buffer->stamp.tv_sec * 1000000LL + buffer->stamp.tv_usec;
    if (!context->rate_window_bits || stamp < context->rate_window_start || stamp >= context->rate_window_start + 1000000) {
        context->rate_window_start = stamp;
        context->rate_window_bits = 0;
    }
    context->rate_window_bits += buffer->plane[0].used * 8ull;
    return most && context->rate_window_bits > most && fault_strikes(decode_role, fault_jam, most);
}

static void receive(struct context *context) {
    for (;;) {
        AVFrame *picture = av_frame_alloc();
        if (!picture || avcodec_receive_frame(context->codec, picture) < 0) {
            av_frame_free(&picture);
            return;
        }
        int64_t stamp = picture->pts;
        struct result result = {.picture = picture,
                                .stamp = {stamp / 1000000, stamp % 1000000},
                                .is_keyframe = picture->key_frame,
                                .is_broken = picture->decode_error_flags != 0};
        if (picture->format != AV_PIX_FMT_YUV420P && picture->format != AV_PIX_FMT_YUVJ420P) {
            note(context, "undecodable", "not 8-bit 4:2:0");
            av_frame_free(&result.picture);
        } else if (!result_add(context, result)) av_frame_free(&result.picture);
    }
}

void decoder_take(struct context *context, struct buffer *buffer) {
    if (!context->codec && open_codec(context)) {
        violation(context, "the inner decoder doesn't open: the stand-in is broken");
        return;
    }
    if (!buffer) {
        avcodec_send_packet(context->codec, NULL);
        receive(context);
        avcodec_flush_buffers(context->codec);
        context->has_resume_point = false;
        return;
    }
    const uint8_t *bytes = buffer->plane[0].address + buffer->plane[0].offset;
    size_t count = buffer->plane[0].used - buffer->plane[0].offset;
    struct contents contents = look_at(bytes, count);
    if (contents.pictures > 1) violation(context, "%u pictures in one output buffer", contents.pictures);
    if (!context->has_resume_point) {
        context->has_resume_point = contents.has_sets && contents.has_keyframe;
        if (!context->has_resume_point) {
            if (!context->told_of_resume_point)
                violation(context, "decoding begins without parameter sets and a keyframe; what comes before them is thrown away");
            context->told_of_resume_point = true;
            context->counters.dropped++;
            return;
        }
    }
    if (jams(context, buffer)) {
        note(context, "fault", "stuck on %llu bits in a second", (unsigned long long)context->rate_window_bits);
        context->is_stuck = true;
        return;
    }
    AVPacket *packet = av_packet_alloc();
    if (!packet || av_new_packet(packet, (int)count)) {
        av_packet_free(&packet);
        return;
    }
    memcpy(packet->data, bytes, count);
    packet->pts = buffer->stamp.tv_sec * 1000000LL + buffer->stamp.tv_usec;
    bool begins = !context->stream_width && !context->result_count;
    if (avcodec_send_packet(context->codec, packet) < 0) note(context, "undecodable", "%zu bytes", count);
    receive(context);
    av_packet_free(&packet);
    // The buffer with the stream's start stays queued until the client has set up the capture queue.
    if (begins && context->result_count) context->holds_output = true;
}

void decoder_flush(struct context *context) {
    if (context->codec) avcodec_flush_buffers(context->codec);
    context->has_resume_point = context->told_of_resume_point = false;
}

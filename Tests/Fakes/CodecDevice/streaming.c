// SPDX-License-Identifier: GPL-3.0-or-later

// Starting and stopping the two queues, and the end of a stream: STREAMON, STREAMOFF, STOP, START.
#include "device.h"
#include <time.h>

/// Returns the macroblocks a second of a level. A Pi's encoder refuses to start a stream that exceeds its level.
static uint64_t level_speed(int32_t level) {
    if (level >= V4L2_MPEG_VIDEO_H264_LEVEL_5_1) return 983040;
    if (level >= V4L2_MPEG_VIDEO_H264_LEVEL_5_0) return 589824;
    if (level >= V4L2_MPEG_VIDEO_H264_LEVEL_4_2) return 522240;
    if (level >= V4L2_MPEG_VIDEO_H264_LEVEL_4_0) return 245760;
    if (level >= V4L2_MPEG_VIDEO_H264_LEVEL_3_2) return 216000;
    if (level >= V4L2_MPEG_VIDEO_H264_LEVEL_3_1) return 108000;
    return 40500;
}

static bool fits_level(struct context *context) {
    const struct format *format = &context->queue[output_side].format;
    uint64_t macroblocks = (uint64_t)((format->width + 15) / 16) * ((format->height + 15) / 16);
    const struct v4l2_fract *interval = &context->interval;
    uint64_t a_second = macroblocks * interval->denominator / interval->numerator;
    if (macroblocks <= macroblocks_per_frame && a_second <= level_speed(control_value(context, V4L2_CID_MPEG_VIDEO_H264_LEVEL)))
        return true;
    note(context, "refused", "STREAMON: %llu macroblocks a picture, %llu a second are over the level", (unsigned long long)macroblocks,
         (unsigned long long)a_second);
    return false;
}

int stream_on(struct context *context, struct queue *queue) {
    if (queue->is_streaming) return 0;
    if (!queue->count) {
        violation(context, "STREAMON of a queue without buffers");
        return -EINVAL;
    }
    if (fault_strikes(context->role, fault_streamon, 0)) {
        note(context, "refused", "STREAMON: busy");
        return -EBUSY;
    }
    if (!block_enter(context)) {
        note(context, "refused", "STREAMON: the block has %u users already", options.users);
        return -ENOMEM;
    }
    if (context->role == encode_role && options.enforces_level && !fits_level(context)) return -EINVAL;
    queue->is_streaming = true;
    queue->sequence = 0;
    if (queue->side == capture_side) context->awaits_setup = false;
    worker_start(context);
    context_changed(context);
    return 0;
}

/// Waits two seconds for a block that no longer answers, then gives up (bcm2835-codec's COMPLETE_TIMEOUT).
static void give_up(struct context *context) {
    int64_t until = now_nanoseconds() + 2000000000;
    note(context, "timeout", "waited for buffers that don't come back");
    while (now_nanoseconds() < until) {
        struct timespec nap = {.tv_nsec = 20000000};
        pthread_mutex_unlock(&device_lock);
        nanosleep(&nap, NULL);
        pthread_mutex_lock(&device_lock);
    }
    context->is_stuck = false;
}

void stream_off(struct context *context, struct queue *queue) {
    if (queue->is_streaming && context->is_stuck && !context->is_failed) give_up(context);
    bool was_streaming = queue->is_streaming;
    queue->is_streaming = false;
    while (context->is_working) pthread_cond_wait(&context->changed, &device_lock);
    for (unsigned int i = 0; i < queue->count; i++) queue->buffer[i].state = with_client;
    queue->waiting = queue->ready = (struct fifo){0};
    queue->is_at_end = false;
    if (!context->is_stuck) context->is_failed = false;
    if (was_streaming && queue->side == output_side) {
        results_drop(context);
        context->holds_output = false;
        if (context->role == decode_role) decoder_flush(context);
        context->last_stamp = INT64_MIN;
    }
    if (was_streaming && context->role == encode_role) {
        // A new stream follows: parameter sets and a keyframe first.
        context->wants_keyframe = context->wants_headers = true;
    }
    context->is_stopping = context->is_flushed = context->is_stopped = false;
    if (!context->queue[output_side].is_streaming && !context->queue[capture_side].is_streaming) block_leave(context);
    context_changed(context);
}

int command(struct context *context, bool is_stop) {
    struct queue *output = &context->queue[output_side], *capture = &context->queue[capture_side];
    if (!is_stop) {
        context->is_stopping = context->is_flushed = context->is_stopped = context->awaits_setup = false;
        capture->is_at_end = false;
    } else if (!output->is_streaming || !capture->is_streaming) {
        // The kernel's document: unless both queues stream, the command does nothing and succeeds.
        note(context, "ignored", "STOP while not both queues stream");
    } else {
        if (context->is_stopping) violation(context, "STOP while the last one isn't done");
        context->is_stopping = true;
        context->before_stop = output->waiting.count;
        context->counters.drains++;
    }
    context_changed(context);
    return 0;
}

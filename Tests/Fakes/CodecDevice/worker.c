// SPDX-License-Identifier: GPL-3.0-or-later

// The device's thread, one for each open: takes output buffers, runs the codec on them, and puts the results into capture buffers, with
// a delay of some pictures. It stalls while the client holds all capture buffers, as the hardware does.
#include "device.h"
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <time.h>

bool result_add(struct context *context, struct result result) {
    if (context->result_count == most_results) return false;
    context->result[(context->first_result + context->result_count++) % most_results] = result;
    return true;
}

static void result_end(struct context *context) {
    struct result *first = &context->result[context->first_result];
    av_frame_free(&first->picture);
    av_packet_free(&first->packet);
    context->first_result = (context->first_result + 1) % most_results;
    context->result_count--;
}

void results_drop(struct context *context) {
    while (context->result_count) result_end(context);
}

/// Waits as long as the block needs for this picture and for its other users' work.
static void take_time(struct context *context, uint64_t macroblocks) {
    int64_t until = block_book(macroblocks), left;
    bool is_closing = false;
    while (until && !is_closing && (left = until - now_nanoseconds()) > 0) {
        struct timespec nap = {.tv_nsec = left > 5000000 ? 5000000 : left};
        nanosleep(&nap, NULL);
        pthread_mutex_lock(&device_lock);
        is_closing = context->is_closing;
        pthread_mutex_unlock(&device_lock);
    }
}

static void check_untouched(struct context *context, const struct queue *queue, const struct buffer *buffer) {
    uint64_t digest = 0;
    for (unsigned int p = 0; p < queue->format.planes; p++) digest ^= plane_digest(&buffer->plane[p]);
    if (digest != buffer->digest) violation(context, "an output buffer was written to while the device had it");
}

/// Runs the codec on the next output buffer.
static void consume(struct context *context) {
    struct queue *output = &context->queue[output_side];
    unsigned int index = (unsigned int)fifo_take(&output->waiting);
    struct buffer *buffer = &output->buffer[index];
    if (context->is_stopping && context->before_stop) context->before_stop--;
    buffer->state = working;
    check_untouched(context, output, buffer);
    uint64_t frame = context->frames++;
    if (fault_strikes(context->role, fault_stuck, frame)) {
        note(context, "fault", "stuck at frame %llu", (unsigned long long)frame);
        context->is_stuck = true;
        return;
    }
    if (fault_strikes(context->role, fault_eio, frame)) {
        note(context, "fault", "EIO at frame %llu", (unsigned long long)frame);
        context->is_failed = true;
        context_changed(context);
        return;
    }
    bool is_dropped = fault_strikes(context->role, fault_drop, frame), is_held = fault_strikes(context->role, fault_hold, frame);
    bool is_broken = fault_strikes(context->role, fault_error, frame);
    bool forces = context->wants_keyframe;
    unsigned int before = context->result_count;
    context->counters.in++;
    if (is_dropped) {
        note(context, "dropped", "frame %llu", (unsigned long long)frame);
        context->counters.dropped++;
    } else {
        context->wants_keyframe = false;
        context->is_working = true;
        pthread_mutex_unlock(&device_lock);
        if (context->role == encode_role) encoder_take(context, buffer, forces);
        else decoder_take(context, buffer);
        const struct format *format = &output->format;
        take_time(context, (uint64_t)((format->width + 15) / 16) * ((format->height + 15) / 16));
        pthread_mutex_lock(&device_lock);
        context->is_working = false;
    }
    if (is_broken && context->result_count > before) {
        note(context, "fault", "frame %llu comes out marked as broken", (unsigned long long)frame);
        context->result[(context->first_result + context->result_count - 1) % most_results].is_broken = true;
    }
    if (is_held) {
        note(context, "fault", "the output buffer of frame %llu doesn't come back", (unsigned long long)frame);
        context_changed(context);
    } else if (context->holds_output) {
        context->held_output = index;
        context_changed(context);
    } else if (output->is_streaming) queue_finish(context, output, index);
    else context_changed(context);
}

/// Fills a capture buffer with the first result. An access unit larger than the buffer continues in the next one.
static void deliver(struct context *context) {
    struct queue *capture = &context->queue[capture_side];
    unsigned int index = (unsigned int)fifo_take(&capture->waiting);
    struct buffer *buffer = &capture->buffer[index];
    struct result *first = &context->result[context->first_result];
    buffer->state = working;
    context->is_working = true;
    pthread_mutex_unlock(&device_lock);
    bool is_whole = true;
    size_t bytes = 0;
    if (first->picture) {
        picture_write(first->picture, &capture->format, buffer, context->is_tiled_within);
        if (first->is_broken) memset(buffer->plane[0].address, 0x80, buffer->plane[0].length / 2);
    } else {
        size_t room = buffer->plane[0].length, left = (size_t)first->packet->size;
        bytes = left < room ? left : room;
        memcpy(buffer->plane[0].address, first->packet->data, bytes);
        buffer->plane[0].used = (uint32_t)(first->is_broken ? bytes / 2 : bytes);
        is_whole = bytes == left;
        first->packet->data += bytes;
        first->packet->size -= (int)bytes;
    }
    pthread_mutex_lock(&device_lock);
    context->is_working = false;
    buffer->stamp = first->stamp;
    buffer->is_keyframe = first->is_keyframe;
    buffer->is_broken = first->is_broken;
    context->counters.bytes += bytes;
    if (is_whole) {
        context->counters.out++;
        context->counters.keyframes += first->is_keyframe;
        result_end(context);
    }
    if (capture->is_streaming) queue_finish(context, capture, index);
    else context_changed(context);
}

/// Delivers an empty buffer with the flag LAST, and the older end-of-stream event.
static void tell_end(struct context *context) {
    struct queue *capture = &context->queue[capture_side];
    unsigned int index = (unsigned int)fifo_take(&capture->waiting);
    struct buffer *buffer = &capture->buffer[index];
    for (unsigned int p = 0; p < capture->format.planes; p++) buffer->plane[p].used = 0;
    buffer->is_last = true;
    buffer->stamp = (struct timeval){0};
    context->is_stopped = true;
    event_add(context, V4L2_EVENT_EOS, 0);
    queue_finish(context, capture, index);
}

/// Reports a decoder's first picture if its size differs from the capture queue's: the client has to set that up.
static void notice_stream(struct context *context) {
    if (context->role != decode_role || !context->result_count || context->awaits_setup) return;
    const AVFrame *picture = context->result[context->first_result].picture;
    uint32_t width = (uint32_t)picture->width, height = (uint32_t)picture->height, coded = (height + 15) / 16 * 16;
    if (width == context->stream_width && height == context->stream_height) return;
    struct queue *capture = &context->queue[capture_side];
    bool is_first = !context->stream_width;
    context->stream_width = width;
    context->stream_height = height;
    if (capture->format.width == width && capture->format.height == coded && !(is_first && options.always_tells_source)) {
        capture->format.visible_height = height;
        return;
    }
    note(context, "source", "%ux%u", width, height);
    format_for_stream(context, width, height, width, coded);
    context->awaits_setup = true;
    if (capture->is_streaming) capture->is_at_end = true;
    event_add(context, V4L2_EVENT_SOURCE_CHANGE, V4L2_EVENT_SRC_CH_RESOLUTION);
    context_changed(context);
}

/// Does one step, if there is one to do.
static bool step(struct context *context) {
    struct queue *output = &context->queue[output_side], *capture = &context->queue[capture_side];
    if (context->is_stuck || context->is_failed) return false;
    notice_stream(context);
    bool can_deliver = capture->is_streaming && !context->awaits_setup;
    if (context->holds_output && !context->awaits_setup) {
        context->holds_output = false;
        queue_finish(context, output, context->held_output);
    }
    unsigned int latency = options.latency[context->role];
    bool has_results = context->result_count > (context->is_flushed ? 0 : latency);
    if (can_deliver && has_results && capture->waiting.count) return deliver(context), true;
    if (can_deliver && has_results) context->counters.starved++;
    bool may_take = output->is_streaming && output->waiting.count && context->result_count <= latency && !context->is_stopped &&
                    !context->awaits_setup && !(context->is_stopping && !context->before_stop);
    if (may_take && (context->role == decode_role || capture->is_streaming)) return consume(context), true;
    if (!context->is_stopping || context->is_stopped || context->before_stop) return false;
    if (!context->is_flushed) {
        if (context->role == decode_role) decoder_take(context, NULL);
        context->is_flushed = true;
        return true;
    }
    if (context->result_count || !can_deliver || !capture->waiting.count) return false;
    return tell_end(context), true;
}

static void *work(void *argument) {
    struct context *context = argument;
    pthread_mutex_lock(&device_lock);
    int64_t spent = 0;
    while (!context->is_closing) {
        if (!step(context)) {
            context->is_settled = true;
            pthread_cond_broadcast(&context->changed);
            pthread_cond_wait(&context->changed, &device_lock);
        }
        context->counters.own_time += (uint64_t)(thread_nanoseconds() - spent);
        spent = thread_nanoseconds();
    }
    pthread_mutex_unlock(&device_lock);
    return NULL;
}

void worker_start(struct context *context) {
    if (context->has_worker) return;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    context->has_worker = !pthread_create(&context->worker, NULL, work, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void worker_stop(struct context *context) {
    if (!context->has_worker) return;
    context_changed(context);
    pthread_mutex_unlock(&device_lock);
    pthread_join(context->worker, NULL);
    pthread_mutex_lock(&device_lock);
    context->has_worker = false;
}

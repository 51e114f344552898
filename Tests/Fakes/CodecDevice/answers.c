// SPDX-License-Identifier: GPL-3.0-or-later

// Answers to ioctls: the device's description, frame interval and events, starting and stopping.
#include "device.h"
#include <stdio.h>
#include <string.h>

int answer_description(struct context *context, unsigned long request, void *argument) {
    if (request == VIDIOC_QUERYCAP) {
        struct v4l2_capability *capability = argument;
        memset(capability, 0, sizeof *capability);
        snprintf((char *)capability->driver, sizeof capability->driver, "bcm2835-codec");
        snprintf((char *)capability->card, sizeof capability->card, "bcm2835-codec-%s", role_name(context->role));
        snprintf((char *)capability->bus_info, sizeof capability->bus_info, "platform:bcm2835-codec");
        capability->version = 6 << 16 | 1 << 8;
        capability->device_caps =
            (options.is_mplane ? V4L2_CAP_VIDEO_M2M_MPLANE : V4L2_CAP_VIDEO_M2M) | V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT;
        capability->capabilities = capability->device_caps | V4L2_CAP_DEVICE_CAPS;
        return 0;
    }
    if (request != VIDIOC_G_PARM && request != VIDIOC_S_PARM) return not_mine;
    struct v4l2_streamparm *parameters = argument;
    if (context->role != encode_role) return -ENOTTY;
    if (parameters->type != context->queue[output_side].type) return -EINVAL;
    struct v4l2_fract *interval = &parameters->parm.output.timeperframe;
    if (request == VIDIOC_S_PARM) {
        if (!interval->numerator || !interval->denominator) return -EINVAL;
        context->interval = *interval;
    }
    *interval = context->interval;
    parameters->parm.output.capability = V4L2_CAP_TIMEPERFRAME;
    return 0;
}

void event_add(struct context *context, uint32_t type, uint32_t changes) {
    if (!(context->subscribed & 1u << type) || context->event_count == most_events) return;
    struct v4l2_event *event = &context->event[context->event_count++];
    *event = (struct v4l2_event){.type = type, .sequence = context->event_sequence++};
    event->u.src_change.changes = changes;
    context->counters.events++;
    context_changed(context);
}

int answer_event(struct context *context, unsigned long request, void *argument) {
    const struct v4l2_event_subscription *subscription = argument;
    switch (request) {
    case VIDIOC_SUBSCRIBE_EVENT:
        if (subscription->type != V4L2_EVENT_EOS && subscription->type != V4L2_EVENT_SOURCE_CHANGE) return -EINVAL;
        if (subscription->type == V4L2_EVENT_SOURCE_CHANGE && context->role != decode_role) return -EINVAL;
        context->subscribed |= 1u << subscription->type;
        return 0;
    case VIDIOC_UNSUBSCRIBE_EVENT:
        context->subscribed = subscription->type == V4L2_EVENT_ALL ? 0 : context->subscribed & ~(1u << subscription->type);
        return 0;
    case VIDIOC_DQEVENT:
        if (!context->event_count) return -ENOENT;
        memcpy(argument, &context->event[0], sizeof context->event[0]);
        context->event_count--;
        memmove(&context->event[0], &context->event[1], context->event_count * sizeof context->event[0]);
        ((struct v4l2_event *)argument)->pending = context->event_count;
        return 0;
    }
    return not_mine;
}

static int answer_command(struct context *context, unsigned long request, void *argument) {
    bool is_encoders = request == VIDIOC_ENCODER_CMD || request == VIDIOC_TRY_ENCODER_CMD;
    bool is_decoders = request == VIDIOC_DECODER_CMD || request == VIDIOC_TRY_DECODER_CMD;
    if (!is_encoders && !is_decoders) return not_mine;
    if (context->role != (is_encoders ? encode_role : decode_role)) return -ENOTTY;
    uint32_t wanted = is_encoders ? ((struct v4l2_encoder_cmd *)argument)->cmd : ((struct v4l2_decoder_cmd *)argument)->cmd;
    uint32_t stop = is_encoders ? V4L2_ENC_CMD_STOP : V4L2_DEC_CMD_STOP, start = is_encoders ? V4L2_ENC_CMD_START : V4L2_DEC_CMD_START;
    if (wanted != stop && wanted != start) return -EINVAL;
    if (request == VIDIOC_TRY_ENCODER_CMD || request == VIDIOC_TRY_DECODER_CMD) return 0;
    return command(context, wanted == stop);
}

static int find_answer(struct context *context, int file, unsigned long request, void *argument) {
    context->counters.ioctls++;
    if (context->owner != getpid()) {
        violation(context, "%s from a process that only inherited the descriptor", request_name(request));
        return -ENODEV;
    }
    if (fault_strikes(context->role, fault_gone, context->frames) || (context->is_failed && context->is_stuck)) {
        context->is_failed = context->is_stuck = true;
        context_changed(context);
        return -ENODEV;
    }
    int result = answer_description(context, request, argument);
    if (result == not_mine) result = answer_format(context, request, argument);
    if (result == not_mine) result = answer_control(context, request, argument);
    if (result == not_mine) result = answer_event(context, request, argument);
    if (result == not_mine) result = answer_command(context, request, argument);
    if (result == not_mine) result = answer_queue(context, file, request, argument);
    if (result == not_mine) {
        note(context, "unsupported", "ioctl 0x%lx", request);
        result = -ENOTTY;
    }
    if (options.traces) note(context, "ioctl", "%s = %d", request_name(request), result);
    return result;
}

int answer(struct context *context, int file, unsigned long request, void *argument) {
    int64_t before = thread_nanoseconds();
    int result = find_answer(context, file, request, argument);
    context->counters.own_time += (uint64_t)(thread_nanoseconds() - before);
    return result;
}

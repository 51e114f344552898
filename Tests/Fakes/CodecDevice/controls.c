// SPDX-License-Identifier: GPL-3.0-or-later

// The controls, with bcm2835-codec's ranges: integers are clamped to their range silently, so a client must read them back.
#include "device.h"
#include <string.h>

struct definition {
    uint32_t id, type;
    int32_t least, most, step, standard;
    const char *name;
};

#define CID(name) V4L2_CID_MPEG_VIDEO_##name
static const struct definition encoding[] =
    {
        {CID(BITRATE_MODE), V4L2_CTRL_TYPE_MENU, 0, 1, 0, V4L2_MPEG_VIDEO_BITRATE_MODE_VBR, "Video Bitrate Mode"},
        {CID(BITRATE), V4L2_CTRL_TYPE_INTEGER, 25000, 25000000, 25000, 10000000, "Video Bitrate"},
        {CID(HEADER_MODE), V4L2_CTRL_TYPE_MENU, 0, 1, 0, V4L2_MPEG_VIDEO_HEADER_MODE_JOINED_WITH_1ST_FRAME, "Sequence Header Mode"},
        {CID(REPEAT_SEQ_HEADER), V4L2_CTRL_TYPE_BOOLEAN, 0, 1, 1, 0, "Repeat Sequence Header"},
        {CID(H264_I_PERIOD), V4L2_CTRL_TYPE_INTEGER, 0, INT32_MAX, 1, 60, "H264 I-Frame Period"},
        {CID(H264_LEVEL), V4L2_CTRL_TYPE_MENU, 0, V4L2_MPEG_VIDEO_H264_LEVEL_5_1, 0, V4L2_MPEG_VIDEO_H264_LEVEL_4_0, "H264 Level"},
        {CID(H264_PROFILE), V4L2_CTRL_TYPE_MENU, 0, V4L2_MPEG_VIDEO_H264_PROFILE_HIGH, 0, V4L2_MPEG_VIDEO_H264_PROFILE_HIGH,
         "H264 Profile"},
        {CID(H264_MIN_QP), V4L2_CTRL_TYPE_INTEGER, 0, 51, 1, 20, "H264 Minimum QP Value"},
        {CID(H264_MAX_QP), V4L2_CTRL_TYPE_INTEGER, 0, 51, 1, 51, "H264 Maximum QP Value"},
        {CID(FORCE_KEY_FRAME), V4L2_CTRL_TYPE_BUTTON, 0, 0, 0, 0, "Force Key Frame"},
        {CID(B_FRAMES), V4L2_CTRL_TYPE_INTEGER, 0, 0, 1, 0, "Number of B Frames"},
        {CID(GOP_SIZE), V4L2_CTRL_TYPE_INTEGER, 0, INT32_MAX, 1, 60, "Video GOP Size"},
},
                               decoding[] = {
                                   {V4L2_CID_MIN_BUFFERS_FOR_CAPTURE, V4L2_CTRL_TYPE_INTEGER, 1, 1, 1, 1, "Min Number of Capture Buffers"},
                                   {CID(H264_LEVEL), V4L2_CTRL_TYPE_MENU, 0, V4L2_MPEG_VIDEO_H264_LEVEL_4_2, 0,
                                    V4L2_MPEG_VIDEO_H264_LEVEL_4_0, "H264 Level"},
                                   {CID(H264_PROFILE), V4L2_CTRL_TYPE_MENU, 0, V4L2_MPEG_VIDEO_H264_PROFILE_HIGH, 0,
                                    V4L2_MPEG_VIDEO_H264_PROFILE_HIGH, "H264 Profile"},
};

static const struct definition *definitions(const struct context *context, unsigned int *count) {
    *count = context->role == encode_role   ? sizeof encoding / sizeof *encoding
             : context->role == decode_role ? sizeof decoding / sizeof *decoding
                                            : 0;
    return context->role == encode_role ? encoding : decoding;
}

static const struct definition *definition(const struct context *context, uint32_t id) {
    unsigned int count;
    const struct definition *known = definitions(context, &count);
    for (unsigned int i = 0; i < count; i++)
        if (known[i].id == id) return &known[i];
    return NULL;
}

/// Returns true if the value is on the menu. A Pi's menu of profiles has no Extended.
static bool is_on_menu(const struct definition *definition, int64_t value) {
    return definition->id != CID(H264_PROFILE) || value != V4L2_MPEG_VIDEO_H264_PROFILE_EXTENDED;
}

void controls_begin(struct context *context) {
    unsigned int count;
    const struct definition *known = definitions(context, &count);
    context->control_count = count;
    for (unsigned int i = 0; i < count; i++) context->control[i] = (struct control){known[i].id, known[i].standard};
}

static struct control *control(struct context *context, uint32_t id) {
    for (unsigned int i = 0; i < context->control_count; i++)
        if (context->control[i].id == id) return &context->control[i];
    return NULL;
}

int32_t control_value(struct context *context, uint32_t id) {
    const struct control *known = control(context, id);
    return known ? known->value : 0;
}

/// Adapts a value as the kernel does: rounded to the step and clamped to the range; menus refuse instead.
static int bend(const struct definition *definition, int64_t wish, int32_t *value) {
    switch (definition->type) {
    case V4L2_CTRL_TYPE_BOOLEAN: *value = wish != 0; return 0;
    case V4L2_CTRL_TYPE_BUTTON: *value = 0; return 0;
    case V4L2_CTRL_TYPE_MENU:
        if (wish < definition->least || wish > definition->most) return -ERANGE;
        if (!is_on_menu(definition, wish)) return -EINVAL;
        *value = (int32_t)wish;
        return 0;
    }
    int64_t rounded = wish < definition->least ? definition->least : wish > definition->most ? definition->most : wish;
    rounded = definition->least + (rounded - definition->least + definition->step / 2) / definition->step * definition->step;
    *value = (int32_t)(rounded > definition->most ? definition->most : rounded);
    return 0;
}

static int set(struct context *context, uint32_t id, int32_t *value, bool is_try) {
    const struct definition *known = definition(context, id);
    if (!known) {
        note(context, "refused", "control 0x%08x, which the device doesn't have", id);
        return -EINVAL;
    }
    if (context->role == decode_role) return -EACCES;
    int32_t wish = *value;
    int error = bend(known, wish, value);
    if (error) note(context, "refused", "%s = %d", known->name, wish);
    if (error || is_try) return error;
    if (*value != wish && known->type != V4L2_CTRL_TYPE_BUTTON) note(context, "clamped", "%s from %d to %d", known->name, wish, *value);
    control(context, id)->value = *value;
    if (id == CID(FORCE_KEY_FRAME)) {
        // As on the real block, the flag applies to the next picture that it begins, not to a particular one of the client's.
        context->wants_keyframe = true;
        context->counters.forced++;
    }
    // bcm2835-codec: the I period is another name of the GOP.
    if (id == CID(H264_I_PERIOD)) control(context, CID(GOP_SIZE))->value = *value;
    return 0;
}

static int extended(struct context *context, struct v4l2_ext_controls *controls, unsigned long request) {
    for (uint32_t i = 0; i < controls->count; i++) {
        struct v4l2_ext_control *one = &controls->controls[i];
        int error = 0;
        if (request == VIDIOC_G_EXT_CTRLS) {
            const struct definition *known = definition(context, one->id);
            error = !known ? -EINVAL : known->type == V4L2_CTRL_TYPE_BUTTON ? -EACCES : 0;
            if (!error) one->value = control_value(context, one->id);
        } else {
            int32_t value = one->value;
            error = set(context, one->id, &value, request == VIDIOC_TRY_EXT_CTRLS);
            one->value = value;
        }
        if (!error) continue;
        controls->error_idx = i;
        return error;
    }
    return 0;
}

/// Returns the control with this number, or the device's next one after it.
static const struct definition *asked(const struct context *context, uint32_t id) {
    uint32_t plain = id & V4L2_CTRL_ID_MASK;
    if (!(id & (V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND))) return definition(context, plain);
    if (!(id & V4L2_CTRL_FLAG_NEXT_CTRL)) return NULL;
    unsigned int count;
    const struct definition *known = definitions(context, &count), *next = NULL;
    for (unsigned int i = 0; i < count; i++)
        if (known[i].id > plain && (!next || known[i].id < next->id)) next = &known[i];
    return next;
}

static uint32_t flags(const struct context *context, const struct definition *known) {
    return known->type == V4L2_CTRL_TYPE_BUTTON ? V4L2_CTRL_FLAG_WRITE_ONLY | V4L2_CTRL_FLAG_EXECUTE_ON_WRITE
           : context->role == decode_role       ? V4L2_CTRL_FLAG_READ_ONLY
                                                : 0;
}

int answer_control(struct context *context, unsigned long request, void *argument) {
    switch (request) {
    case VIDIOC_G_EXT_CTRLS:
    case VIDIOC_S_EXT_CTRLS:
    case VIDIOC_TRY_EXT_CTRLS: return extended(context, argument, request);
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL: {
        struct v4l2_control *one = argument;
        if (request == VIDIOC_S_CTRL) return set(context, one->id, &one->value, false);
        if (!definition(context, one->id)) return -EINVAL;
        one->value = control_value(context, one->id);
        return 0;
    }
    case VIDIOC_QUERYCTRL: {
        struct v4l2_queryctrl *query = argument;
        const struct definition *known = asked(context, query->id);
        if (!known) return -EINVAL;
        *query = (struct v4l2_queryctrl){.id = known->id,
                                         .type = known->type,
                                         .minimum = known->least,
                                         .maximum = known->most,
                                         .step = known->step,
                                         .default_value = known->standard,
                                         .flags = flags(context, known)};
        strncpy((char *)query->name, known->name, sizeof query->name - 1);
        return 0;
    }
    case VIDIOC_QUERY_EXT_CTRL: {
        struct v4l2_query_ext_ctrl *query = argument;
        const struct definition *known = asked(context, query->id);
        if (!known) return -EINVAL;
        *query = (struct v4l2_query_ext_ctrl){.id = known->id,
                                              .type = known->type,
                                              .minimum = known->least,
                                              .maximum = known->most,
                                              .step = (uint64_t)known->step,
                                              .default_value = known->standard,
                                              .flags = flags(context, known),
                                              .elem_size = 4,
                                              .elems = 1};
        strncpy(query->name, known->name, sizeof query->name - 1);
        return 0;
    }
    case VIDIOC_QUERYMENU: {
        struct v4l2_querymenu *menu = argument;
        const struct definition *known = definition(context, menu->id);
        int32_t index = (int32_t)menu->index;
        if (!known || known->type != V4L2_CTRL_TYPE_MENU || index < known->least || index > known->most || !is_on_menu(known, index))
            return -EINVAL;
        memset(menu->name, 0, sizeof menu->name);
        strncpy((char *)menu->name, known->name, sizeof menu->name - 1);
        return 0;
    }
    }
    return not_mine;
}

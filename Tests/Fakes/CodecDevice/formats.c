// SPDX-License-Identifier: GPL-3.0-or-later

// The formats of both queues. Requests are adapted as in bcm2835-codec: lines aligned to 32 or 64 bytes, a decoder's heights to
// 16, everything cut to the largest size, an unknown format replaced by the first one.
#include "device.h"
#include <string.h>

static const uint32_t coded[] = {V4L2_PIX_FMT_H264}, still[] = {V4L2_PIX_FMT_JPEG},
                      raw[] = {V4L2_PIX_FMT_YUV420, V4L2_PIX_FMT_YVU420, V4L2_PIX_FMT_NV12, V4L2_PIX_FMT_NV21},
                      separate[] = {V4L2_PIX_FMT_YUV420M, V4L2_PIX_FMT_NV12M},
                      decoded[] = {V4L2_PIX_FMT_YUV420, V4L2_PIX_FMT_YVU420, V4L2_PIX_FMT_NV12, V4L2_PIX_FMT_NV21,
                                   V4L2_PIX_FMT_NV12_COL128},
                      tiled[] = {V4L2_PIX_FMT_NV12_COL128};

#define LIST(name) (*count = sizeof name / sizeof *name, name)

static const uint32_t *formats(const struct context *context, enum side side, unsigned int *count) {
    bool is_capture = side == capture_side;
    switch (context->role) {
    case decode_role:
        if (!is_capture) return LIST(coded);
        break;
    case encode_role:
        if (is_capture) return LIST(coded);
        break;
    case image_role:
        if (is_capture) return LIST(still);
        break;
    default: break;
    }
    if (options.is_mplane && options.has_separate_planes) return LIST(separate);
    if (context->role == decode_role) return options.is_tiled && !options.has_prime ? LIST(tiled) : LIST(decoded);
    return LIST(raw);
}

bool is_compressed(uint32_t fourcc) { return fourcc == V4L2_PIX_FMT_H264 || fourcc == V4L2_PIX_FMT_JPEG; }

static uint32_t aligned(uint32_t value, uint32_t to) { return (value + to - 1) / to * to; }

uint32_t tiled_column(uint32_t lines) { return aligned(lines * 3 / 2, 32); }

static uint32_t pitch_alignment(enum role role, uint32_t fourcc) {
    bool is_planar = fourcc == V4L2_PIX_FMT_YUV420 || fourcc == V4L2_PIX_FMT_YVU420 || fourcc == V4L2_PIX_FMT_YUV420M;
    return is_planar && (role == encode_role || role == isp_role) ? 64 : 32;
}

/// Adapts a requested format.
static void bend(const struct context *context, enum side side, struct format *format, uint32_t wanted_size) {
    unsigned int count = 0;
    const uint32_t *known = formats(context, side, &count);
    bool is_known = false;
    for (unsigned int i = 0; i < count; i++) is_known |= known[i] == format->fourcc;
    if (!is_known) format->fourcc = known[0];
    if (format->width > options.max_width) format->width = options.max_width;
    if (format->height > options.max_height) format->height = options.max_height;
    format->planes = 1;
    if (is_compressed(format->fourcc)) {
        uint32_t least = format->width * format->height > 1280 * 720 ? 768 << 10 : 512 << 10;
        format->size[0] = wanted_size > least ? wanted_size : least;
        format->pitch = 0;
        return;
    }
    if (format->width < 32) format->width = 32;
    if (format->height < 32) format->height = 32;
    if (context->role == decode_role) format->height = aligned(format->height, 16);
    if (format->fourcc == V4L2_PIX_FMT_NV12_COL128) {
        if (format->pitch < tiled_column(format->height)) format->pitch = tiled_column(format->height);
        format->pitch = aligned(format->pitch, 32);
        format->size[0] = aligned(format->width, 128) * format->pitch;
        return;
    }
    if (format->pitch < format->width) format->pitch = format->width;
    format->pitch = aligned(format->pitch, pitch_alignment(context->role, format->fourcc));
    uint32_t luma = format->pitch * format->height;
    bool is_three = format->fourcc == V4L2_PIX_FMT_YUV420M, is_two = format->fourcc == V4L2_PIX_FMT_NV12M;
    format->planes = is_three ? 3 : is_two ? 2 : 1;
    format->size[0] = format->planes == 1 ? luma * 3 / 2 : luma;
    format->size[1] = is_three ? luma / 4 : luma / 2;
    format->size[2] = luma / 4;
}

void formats_begin(struct context *context) {
    for (int side = 0; side < 2; side++) {
        struct queue *queue = &context->queue[side];
        queue->side = (enum side)side;
        queue->type = side == output_side ? (options.is_mplane ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE : V4L2_BUF_TYPE_VIDEO_OUTPUT)
                                          : (options.is_mplane ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE);
        queue->format = (struct format){.width = 32, .height = 32, .visible_width = 32, .visible_height = 32};
        bend(context, (enum side)side, &queue->format, 0);
    }
}

void format_for_stream(struct context *context, uint32_t width, uint32_t height, uint32_t coded_width, uint32_t coded_height) {
    struct format *format = &context->queue[capture_side].format;
    (void)coded_width;
    format->width = format->visible_width = width;
    format->height = coded_height;
    format->visible_height = height;
    format->pitch = 0;
    bend(context, capture_side, format, 0);
}

struct queue *queue_of(struct context *context, uint32_t type) {
    for (int side = 0; side < 2; side++)
        if (context->queue[side].type == type) return &context->queue[side];
    return NULL;
}

static void put(const struct format *format, struct v4l2_format *answer) {
    if (options.is_mplane) {
        struct v4l2_pix_format_mplane *mp = &answer->fmt.pix_mp;
        uint32_t colorspace = mp->colorspace;
        memset(mp, 0, sizeof *mp);
        mp->width = format->width;
        mp->height = format->height;
        mp->pixelformat = format->fourcc;
        mp->field = V4L2_FIELD_NONE;
        mp->colorspace = colorspace ? colorspace : V4L2_COLORSPACE_REC709;
        mp->num_planes = (uint8_t)format->planes;
        for (unsigned int i = 0; i < format->planes; i++) {
            mp->plane_fmt[i].sizeimage = format->size[i];
            mp->plane_fmt[i].bytesperline = i && format->planes == 3 ? format->pitch / 2 : format->pitch;
        }
    } else {
        struct v4l2_pix_format *pix = &answer->fmt.pix;
        uint32_t colorspace = pix->colorspace;
        memset(pix, 0, sizeof *pix);
        pix->width = format->width;
        pix->height = format->height;
        pix->pixelformat = format->fourcc;
        pix->field = V4L2_FIELD_NONE;
        pix->colorspace = colorspace ? colorspace : V4L2_COLORSPACE_REC709;
        pix->bytesperline = format->pitch;
        pix->sizeimage = format->size[0];
    }
}

static int choose(struct context *context, struct v4l2_format *wish, bool is_set) {
    struct queue *queue = queue_of(context, wish->type);
    if (!queue) return -EINVAL;
    if (is_set && queue->count) {
        violation(context, "S_FMT while the queue has buffers");
        return -EBUSY;
    }
    struct format format = {0};
    uint32_t size;
    if (options.is_mplane) {
        format = (struct format){.fourcc = wish->fmt.pix_mp.pixelformat,
                                 .width = wish->fmt.pix_mp.width,
                                 .height = wish->fmt.pix_mp.height,
                                 .pitch = wish->fmt.pix_mp.plane_fmt[0].bytesperline};
        size = wish->fmt.pix_mp.plane_fmt[0].sizeimage;
    } else {
        format = (struct format){.fourcc = wish->fmt.pix.pixelformat,
                                 .width = wish->fmt.pix.width,
                                 .height = wish->fmt.pix.height,
                                 .pitch = wish->fmt.pix.bytesperline};
        size = wish->fmt.pix.sizeimage;
    }
    uint32_t asked_width = format.width, asked_height = format.height;
    bend(context, queue->side, &format, size);
    if (is_set) {
        if (asked_width > format.width || asked_height > format.height)
            note(context, "clamped", "%ux%u to %ux%u", asked_width, asked_height, format.width, format.height);
        format.visible_width = format.width;
        format.visible_height = asked_height < format.height ? asked_height : format.height;
        if (context->role == decode_role && queue->side == capture_side && context->stream_height)
            format.visible_height = queue->format.visible_height;
        queue->format = format;
        // A decoder that is given the coded size lays out its capture queue by it, before it has seen the stream.
        if (context->role == decode_role && queue->side == output_side && asked_width && asked_height)
            format_for_stream(context, format.width, format.height, format.width, format.height);
    }
    put(&format, wish);
    return 0;
}

static int enumerate(struct context *context, struct v4l2_fmtdesc *description) {
    struct queue *queue = queue_of(context, description->type);
    unsigned int count = 0;
    const uint32_t *known = queue ? formats(context, queue->side, &count) : NULL;
    if (description->index >= count) return -EINVAL;
    description->pixelformat = known[description->index];
    description->flags = is_compressed(description->pixelformat) ? V4L2_FMT_FLAG_COMPRESSED : 0;
    return 0;
}

static int sizes(struct context *context, struct v4l2_frmsizeenum *size) {
    bool is_known = false;
    for (int side = 0; side < 2; side++) {
        unsigned int count = 0;
        const uint32_t *known = formats(context, (enum side)side, &count);
        for (unsigned int i = 0; i < count; i++) is_known |= known[i] == size->pixel_format;
    }
    if (!is_known || size->index) return -EINVAL;
    size->type = V4L2_FRMSIZE_TYPE_STEPWISE;
    size->stepwise = (struct v4l2_frmsize_stepwise){32, options.max_width, 2, 32, options.max_height, 2};
    return 0;
}

/// The visible part: a decoder's compose rectangle, an encoder's crop. It always starts at the upper left corner, as on a Pi.
static int selection(struct context *context, struct v4l2_selection *selection, bool is_set) {
    bool is_capture = selection->type == V4L2_BUF_TYPE_VIDEO_CAPTURE || selection->type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE;
    if (is_capture != (context->role == decode_role)) return -EINVAL;
    struct format *format = &context->queue[is_capture ? capture_side : output_side].format;
    uint32_t target = selection->target;
    bool is_active = target == (is_capture ? V4L2_SEL_TGT_COMPOSE : V4L2_SEL_TGT_CROP);
    bool is_whole = target == V4L2_SEL_TGT_CROP_BOUNDS || target == V4L2_SEL_TGT_CROP_DEFAULT;
    bool is_composed = is_capture && (target == V4L2_SEL_TGT_COMPOSE_DEFAULT || target == V4L2_SEL_TGT_COMPOSE_BOUNDS);
    if (is_set) {
        if (!is_active) return -EINVAL;
        if (selection->r.width < format->visible_width) format->visible_width = selection->r.width;
        format->visible_height = selection->r.height < format->height ? selection->r.height : format->height;
    } else if (!is_active && !is_whole && !is_composed) return -EINVAL;
    selection->r = (struct v4l2_rect){.width = is_whole ? format->pitch : format->visible_width,
                                      .height = is_whole ? format->height : format->visible_height};
    return 0;
}

int answer_format(struct context *context, unsigned long request, void *argument) {
    struct v4l2_format *wish = argument;
    switch (request) {
    case VIDIOC_ENUM_FMT: return enumerate(context, argument);
    case VIDIOC_TRY_FMT: return choose(context, wish, false);
    case VIDIOC_S_FMT: return choose(context, wish, true);
    case VIDIOC_G_FMT: {
        struct queue *queue = queue_of(context, wish->type);
        if (!queue) return -EINVAL;
        memset(&wish->fmt, 0, sizeof wish->fmt);
        put(&queue->format, wish);
        return 0;
    }
    case VIDIOC_ENUM_FRAMESIZES: return sizes(context, argument);
    case VIDIOC_G_SELECTION: return selection(context, argument, false);
    case VIDIOC_S_SELECTION: return selection(context, argument, true);
    }
    return not_mine;
}

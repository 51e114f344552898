// SPDX-License-Identifier: GPL-3.0-or-later

// The layout of pictures in the device's buffers: planar, semi-planar, tiled, in one piece of memory or in several.
#include "device.h"
#include <string.h>

static bool is_planar(uint32_t fourcc) {
    return fourcc == V4L2_PIX_FMT_YUV420 || fourcc == V4L2_PIX_FMT_YVU420 || fourcc == V4L2_PIX_FMT_YUV420M;
}

/// Returns the start of a component's plane: 0 is luma; 1 is U, or U and V together; 2 is V.
static uint8_t *plane_at(const struct format *format, const struct buffer *buffer, int component, uint32_t *pitch) {
    uint8_t *base = buffer->plane[0].address + buffer->plane[0].offset;
    uint32_t luma = format->pitch * format->height;
    *pitch = component && is_planar(format->fourcc) ? format->pitch / 2 : format->pitch;
    if (!component) return base;
    if (format->planes > 1) return buffer->plane[component].address + buffer->plane[component].offset;
    if (!is_planar(format->fourcc)) return base + luma;
    bool is_second = (component == 2) != (format->fourcc == V4L2_PIX_FMT_YVU420);
    return base + luma + (is_second ? luma / 4 : 0);
}

AVFrame *picture_of(struct context *context, struct buffer *buffer) {
    const struct format *format = &context->queue[output_side].format;
    AVFrame *picture = av_frame_alloc();
    if (!picture) return NULL;
    picture->format = context->codec->pix_fmt;
    picture->width = (int)format->visible_width;
    picture->height = (int)format->visible_height;
    // Without a reference count, libavcodec copies the picture, as the hardware does when it reads one.
    for (int i = 0; i < (is_planar(format->fourcc) ? 3 : 2); i++) {
        uint32_t pitch;
        picture->data[i] = plane_at(format, buffer, i, &pitch);
        picture->linesize[i] = (int)pitch;
    }
    return picture;
}

static void copy_lines(uint8_t *to, size_t to_pitch, const uint8_t *from, size_t from_pitch, size_t bytes, size_t lines) {
    for (size_t y = 0; y < lines; y++) memcpy(to + y * to_pitch, from + y * from_pitch, bytes);
}

static void interleave(uint8_t *to, const uint8_t *u, const uint8_t *v, size_t count) {
    for (size_t x = 0; x < count; x++) {
        to[2 * x] = u[x];
        to[2 * x + 1] = v[x];
    }
}

/// Columns of 128 bytes, each with its luma lines above its chroma lines; the pitch is the number of lines of a column.
static void write_tiled(const AVFrame *picture, size_t lines, size_t pitch, uint8_t *to, size_t width, size_t height) {
    for (size_t left = 0; left < width; left += 128) {
        size_t bytes = width - left < 128 ? width - left : 128;
        uint8_t *column = to + left / 128 * 128 * pitch;
        copy_lines(column, 128, picture->data[0] + left, (size_t)picture->linesize[0], bytes, height);
        for (size_t y = 0; y < height / 2; y++)
            interleave(column + (lines + y) * 128, picture->data[1] + y * (size_t)picture->linesize[1] + left / 2,
                       picture->data[2] + y * (size_t)picture->linesize[2] + left / 2, bytes / 2);
    }
}

void picture_write(const AVFrame *picture, const struct format *format, struct buffer *buffer, bool is_tiled) {
    size_t width = (size_t)picture->width, height = (size_t)picture->height;
    for (unsigned int p = 0; p < format->planes; p++) {
        buffer->plane[p].used = format->size[p];
        buffer->plane[p].offset = 0;
    }
    if (width > format->width || height > format->height) return;
    if (is_tiled || format->fourcc == V4L2_PIX_FMT_NV12_COL128) {
        size_t column = is_tiled ? tiled_column(format->height) : format->pitch;
        write_tiled(picture, format->height, column, buffer->plane[0].address, width, height);
        return;
    }
    for (int i = 0; i < (is_planar(format->fourcc) ? 3 : 2); i++) {
        uint32_t pitch;
        uint8_t *to = plane_at(format, buffer, i, &pitch);
        if (!i) copy_lines(to, pitch, picture->data[0], (size_t)picture->linesize[0], width, height);
        else if (is_planar(format->fourcc))
            copy_lines(to, pitch, picture->data[i], (size_t)picture->linesize[i], (width + 1) / 2, (height + 1) / 2);
        else
            for (size_t y = 0; y < (height + 1) / 2; y++) {
                bool is_swapped = format->fourcc == V4L2_PIX_FMT_NV21;
                interleave(to + y * pitch, picture->data[is_swapped ? 2 : 1] + y * (size_t)picture->linesize[1],
                           picture->data[is_swapped ? 1 : 2] + y * (size_t)picture->linesize[2], (width + 1) / 2);
            }
    }
}

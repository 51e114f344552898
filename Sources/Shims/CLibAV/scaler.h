// SPDX-License-Identifier: GPL-3.0-or-later

// libswscale, given at once everything by which it chooses its way of converting.
#pragma once
#include <libavutil/frame.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

/// The pictures on one side of a scaler. `format` is an AVPixelFormat, `matrix` one of SWS_CS_…, and RGB needs neither range nor matrix.
struct vir_scaler_side {
    int width, height, format, is_full_range, matrix;
};

/// The box's own pictures of this size: 8-bit planar YUV in BT.709, 16 to 235.
static inline struct vir_scaler_side vir_scaler_side_of_box(int width, int height) {
    return (struct vir_scaler_side){width, height, AV_PIX_FMT_YUV420P, 0, SWS_CS_ITU709};
}

/// A decoder's pictures. If they don't say their matrix, it is that of television of their size: BT.709 from 1280 columns or 577 rows on.
/// Colours beyond BT.709, as in HDR, are taken as they are coded.
static inline struct vir_scaler_side vir_scaler_side_of_frame(const AVFrame *frame) {
    struct vir_scaler_side side = {frame->width, frame->height, frame->format, frame->color_range == AVCOL_RANGE_JPEG, SWS_CS_ITU601};
    // The J in these old names means the full range, which libswscale wants to be told apart from the format.
    const int plain[][2] = {
        {AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P}, {AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P}, {AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P}};
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++) {
        if (frame->format != plain[i][0]) continue;
        side.format = plain[i][1];
        side.is_full_range = 1;
    }
    switch (frame->colorspace) {
    case AVCOL_SPC_BT709: side.matrix = SWS_CS_ITU709; break;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: side.matrix = SWS_CS_ITU601; break;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: side.matrix = SWS_CS_BT2020; break;
    case AVCOL_SPC_SMPTE240M: side.matrix = SWS_CS_SMPTE240M; break;
    case AVCOL_SPC_FCC: side.matrix = SWS_CS_FCC; break;
    default:
        if (frame->width >= 1280 || frame->height > 576) side.matrix = SWS_CS_ITU709;
    }
    return side;
}

static inline int vir_scaler_sides_are_equal(struct vir_scaler_side a, struct vir_scaler_side b) {
    return a.width == b.width && a.height == b.height && a.format == b.format && a.is_full_range == b.is_full_range && a.matrix == b.matrix;
}

/// Scales a decoder's whole picture into three planes; returns the number of rows that were written, or a negative error.
static inline int vir_scale_frame(struct SwsContext *scaler, const AVFrame *frame, void *y, int y_pitch, void *u, int u_pitch, void *v,
                                  int v_pitch) {
    uint8_t *const to[4] = {y, u, v, NULL};
    const int to_pitches[4] = {y_pitch, u_pitch, v_pitch, 0};
    return sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, to, to_pitches);
}

/// Makes a scaler; NULL if libswscale doesn't know a format, or if there is no memory.
///
/// Range and matrix have to be there before the scaler is opened, because that is when libswscale chooses: it plainly copies pictures of
/// the same format and size unless it knows that their values mean something else.
static inline struct SwsContext *vir_make_scaler(struct vir_scaler_side from, struct vir_scaler_side to, int flags) {
    struct SwsContext *scaler = sws_alloc_context();
    if (!scaler) return NULL;
    const struct {
        const char *name;
        int value;
    } options[] = {
        {"srcw", from.width}, {"srch", from.height}, {"src_format", from.format}, {"src_range", from.is_full_range},
        {"dstw", to.width},   {"dsth", to.height},   {"dst_format", to.format},   {"dst_range", to.is_full_range},
        {"sws_flags", flags},
    };
    int result = 0;
    for (unsigned i = 0; i < sizeof options / sizeof *options && result >= 0; i++)
        result = av_opt_set_int(scaler, options[i].name, options[i].value, 0);
    if (result >= 0) result = sws_init_context(scaler, NULL, NULL);
    if (result < 0) {
        sws_freeContext(scaler);
        return NULL;
    }
    // Refused if neither side has a matrix, and then there is nothing to set.
    (void)sws_setColorspaceDetails(scaler, sws_getCoefficients(from.matrix), from.is_full_range, sws_getCoefficients(to.matrix),
                                   to.is_full_range, 0, 1 << 16, 1 << 16);
    return scaler;
}

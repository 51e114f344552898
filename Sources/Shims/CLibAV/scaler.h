// SPDX-License-Identifier: GPL-3.0-or-later

// libswscale, given at once everything by which it chooses its way of converting.
#pragma once
#include <libavutil/opt.h>
#include <libswscale/swscale.h>

/// The pictures on one side of a scaler. `format` is an AVPixelFormat, `matrix` one of SWS_CS_…, and RGB needs neither range nor matrix.
struct vir_scaler_side {
    int width, height, format, is_full_range, matrix;
};

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

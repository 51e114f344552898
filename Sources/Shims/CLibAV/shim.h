// SPDX-License-Identifier: GPL-3.0-or-later

// libavcodec, libavformat and libswscale, and the macros that Swift cannot import.
#pragma once
#include <errno.h>
#include <string.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/display.h>
#include <libavutil/frame.h>
#include <libavutil/hwcontext.h>
#include <libavutil/hwcontext_drm.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libswscale/swscale.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include "codec_device.h"
#include "scaler.h"
#include "sound.h"

static const int vir_averror_again = AVERROR(EAGAIN);
static const int vir_averror_eof = AVERROR_EOF;
static const int vir_averror_nomem = AVERROR(ENOMEM);
static const int vir_averror_io = AVERROR(EIO);
static const int64_t vir_no_pts = AV_NOPTS_VALUE;

/// Returns the AVERROR of an errno value.
static inline int vir_averror(int errnum) { return AVERROR(errnum); }

/// Returns the turn and the mirroring of the stream's pictures, as a display matrix of nine numbers that is valid as long as the stream;
/// NULL if the file says nothing.
static inline const int32_t *vir_stream_matrix(const AVStream *stream) {
    const uint8_t *matrix = NULL;
    size_t size = 0;
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *side =
        av_packet_side_data_get(stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    if (side) {
        matrix = side->data;
        size = side->size;
    }
#else
    matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
#endif
    return matrix && size >= 9 * sizeof(int32_t) ? (const int32_t *)matrix : NULL;
}

/// Gives a stream that is to be written a display matrix. Returns 0, or a libav error.
static inline int vir_set_stream_matrix(AVStream *stream, const int32_t *matrix) {
    const size_t size = 9 * sizeof(int32_t);
    uint8_t *memory = NULL;
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    AVPacketSideData *side = av_packet_side_data_new(&stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data,
                                                     AV_PKT_DATA_DISPLAYMATRIX, size, 0);
    if (side) memory = side->data;
#else
    memory = av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size);
#endif
    if (!memory) return AVERROR(ENOMEM);
    memcpy(memory, matrix, size);
    return 0;
}

/// Begins or ends the processor's reading of a mapped dma-buf: what a device wrote is then seen through the caches. Memory that doesn't
/// need this answers with an error, which can be ignored.
static inline void vir_prime_read(int buffer, int begins) {
    struct dma_buf_sync sync = {.flags = DMA_BUF_SYNC_READ | (begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END)};
    ioctl(buffer, DMA_BUF_IOCTL_SYNC, &sync);
}

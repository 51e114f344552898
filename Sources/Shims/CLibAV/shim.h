// libavcodec, libavformat, libswscale and libswresample, and the macros that Swift cannot import.
#pragma once
#include <errno.h>
#include <math.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/frame.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <stdarg.h>

static const int vir_averror_again = AVERROR(EAGAIN);
static const int vir_averror_eof = AVERROR_EOF;
static const int vir_averror_nomem = AVERROR(ENOMEM);
static const int vir_averror_io = AVERROR(EIO);
static const int64_t vir_no_pts = AV_NOPTS_VALUE;

/// The AVERROR of an errno value.
static inline int vir_averror(int errnum) { return AVERROR(errnum); }

typedef void (*vir_log_sink)(int level, const char *line);

/// Where libav's log lines go; `va_list` has no name that Swift knows on every machine.
static inline vir_log_sink *vir_log_sink_slot(void) {
    static vir_log_sink sink;
    return &sink;
}

static inline void vir_log_line(void *context, int level, const char *format, va_list arguments) {
    vir_log_sink sink = *vir_log_sink_slot();
    if (!sink || level > av_log_get_level()) return;
    char line[1024];
    int prefix = 1;
    av_log_format_line2(context, level, format, arguments, line, sizeof line, &prefix);
    sink(level, line);
}

/// Sends libav's log to `sink` from now on, or nowhere when it is NULL.
static inline void vir_log_route(vir_log_sink sink) {
    *vir_log_sink_slot() = sink;
    av_log_set_callback(vir_log_line);
}

/// How far a stream's pictures must be turned to stand upright, in degrees clockwise: 0, 90, 180 or 270. A telephone
/// held upright films sideways and says so here. The place of the matrix moved with libavformat 60.15.
static inline int vir_stream_rotation(const AVStream *stream) {
    const uint8_t *matrix = NULL;
    size_t size = 0;
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *side = av_packet_side_data_get(stream->codecpar->coded_side_data,
                                                           stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    if (side) {
        matrix = side->data;
        size = side->size;
    }
#else
    matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
#endif
    if (!matrix || size < 9 * sizeof(int32_t)) return 0;
    double degrees = -av_display_rotation_get((const int32_t *)matrix);
    if (!isfinite(degrees)) return 0;
    return ((int)lround(degrees / 90) % 4 + 4) % 4 * 90;
}

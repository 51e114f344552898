// libavcodec, libavformat, libswscale and libswresample, and the macros that Swift cannot import.
#pragma once
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/frame.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int vir_averror_again = AVERROR(EAGAIN);
static const int vir_averror_eof = AVERROR_EOF;
static const int vir_averror_nomem = AVERROR(ENOMEM);
static const int vir_averror_io = AVERROR(EIO);
static const int64_t vir_no_pts = AV_NOPTS_VALUE;

/// The AVERROR of an errno value.
static inline int vir_averror(int errnum) { return AVERROR(errnum); }

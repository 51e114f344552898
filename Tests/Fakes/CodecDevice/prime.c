// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures as display memory (DRM PRIME), which Raspberry Pi's build of libavcodec offers and Debian's doesn't. With `prime=yes` the
// frames of Debian's decoder are handed out in that form, described as the other build describes them. It is the same memory that the
// device wrote to.
#include "device.h"
#define PUBLIC __attribute__((visibility("default")))
#include <dlfcn.h>
#include <fcntl.h>
#include <libavutil/hwcontext_drm.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define SAND128(column) ((uint64_t)0x07 << 56 | (uint64_t)(column) << 8 | 4)

enum { most_mappings = 512, most_sharers = 64 };

/// The client's mapping of a plane, and the descriptor by which it is shared: one for the lifetime of the mapping.
static struct mapping {
    uint8_t *address;
    size_t length;
    int memory, shared;
} mappings[most_mappings];
static const AVCodecContext *sharers[most_sharers];
static pthread_mutex_t prime_lock = PTHREAD_MUTEX_INITIALIZER;
/// True while this thread opens a decoder that will share its memory, and so may get tiled pictures.
static _Thread_local bool opens_sharer;

bool prime_is_wanted(void) { return opens_sharer; }

static void forget(struct mapping *mapping) {
    if (mapping->shared >= 0) syscall(SYS_close, mapping->shared);
    *mapping = (struct mapping){.shared = -1};
}

void prime_mapped(void *address, size_t length, int memory) {
    if (!options.has_prime) return;
    prime_unmapped(address);
    pthread_mutex_lock(&prime_lock);
    for (int i = 0; i < most_mappings; i++)
        if (!mappings[i].address) {
            mappings[i] = (struct mapping){address, length, fcntl(memory, F_DUPFD_CLOEXEC, 200), -1};
            break;
        }
    pthread_mutex_unlock(&prime_lock);
}

void prime_unmapped(void *address) {
    if (!options.has_prime) return;
    pthread_mutex_lock(&prime_lock);
    for (int i = 0; i < most_mappings; i++)
        if (mappings[i].address == address) {
            syscall(SYS_close, mappings[i].memory);
            forget(&mappings[i]);
        }
    pthread_mutex_unlock(&prime_lock);
}

static bool shares(const AVCodecContext *codec) {
    bool result = false;
    pthread_mutex_lock(&prime_lock);
    for (int i = 0; i < most_sharers; i++) result |= sharers[i] == codec;
    pthread_mutex_unlock(&prime_lock);
    return result;
}

static void set_sharer(const AVCodecContext *codec, bool is_one) {
    pthread_mutex_lock(&prime_lock);
    for (int i = 0; i < most_sharers; i++)
        if (sharers[i] == codec) sharers[i] = NULL;
    for (int i = 0; i < most_sharers && is_one; i++)
        if (!sharers[i]) {
            sharers[i] = codec;
            break;
        }
    pthread_mutex_unlock(&prime_lock);
}

PUBLIC int avcodec_open2(AVCodecContext *codec, const AVCodec *kind, AVDictionary **settings) {
    const AVCodec *opened = kind ? kind : codec->codec;
    bool may_share = options.has_prime && opened && !strcmp(opened->name, "h264_v4l2m2m") && av_codec_is_decoder(opened);
    enum AVPixelFormat offered[] = {AV_PIX_FMT_DRM_PRIME, AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE};
    opens_sharer = may_share && codec->get_format && codec->get_format(codec, offered) == AV_PIX_FMT_DRM_PRIME;
    set_sharer(codec, opens_sharer);
    int result = REAL(avcodec_open2)(codec, kind, settings);
    opens_sharer = false;
    return result;
}

static struct mapping *mapping_of(const uint8_t *data) {
    for (int i = 0; i < most_mappings; i++)
        if (mappings[i].address && data >= mappings[i].address && data < mappings[i].address + mappings[i].length) return &mappings[i];
    return NULL;
}

static void describe(const AVFrame *frame, const struct mapping *mapping, AVDRMFrameDescriptor *told) {
    told->nb_objects = told->nb_layers = 1;
    told->objects[0] = (AVDRMObjectDescriptor){.fd = mapping->shared, .size = mapping->length};
    AVDRMLayerDescriptor *layer = &told->layers[0];
    if (options.is_tiled) {
        ptrdiff_t lines = (frame->data[1] - frame->data[0]) / frame->linesize[0];
        told->objects[0].format_modifier = SAND128(tiled_column((uint32_t)lines));
        *layer = (AVDRMLayerDescriptor){.format = V4L2_PIX_FMT_NV12, .nb_planes = 2};
        layer->planes[0] = (AVDRMPlaneDescriptor){.offset = frame->data[0] - mapping->address, .pitch = (frame->width + 127) / 128 * 128};
        layer->planes[1] = (AVDRMPlaneDescriptor){.offset = layer->planes[0].offset + lines * 128, .pitch = layer->planes[0].pitch};
        return;
    }
    bool is_planar = frame->format == AV_PIX_FMT_YUV420P;
    layer->format = is_planar ? V4L2_PIX_FMT_YUV420 : V4L2_PIX_FMT_NV12;
    layer->nb_planes = is_planar ? 3 : 2;
    for (int i = 0; i < layer->nb_planes; i++)
        layer->planes[i] = (AVDRMPlaneDescriptor){.offset = frame->data[i] - mapping->address, .pitch = frame->linesize[i]};
}

static void give_back(void *original, uint8_t *told) {
    AVBufferRef *buffer = original;
    av_buffer_unref(&buffer);
    av_free(told);
}

PUBLIC int avcodec_receive_frame(AVCodecContext *codec, AVFrame *frame) {
    int result = REAL(avcodec_receive_frame)(codec, frame);
    if (result < 0 || !shares(codec) || !frame->buf[0] || frame->buf[1]) return result;
    AVDRMFrameDescriptor *told = av_mallocz(sizeof *told);
    AVBufferRef *buffer = told ? av_buffer_create((uint8_t *)told, sizeof *told, give_back, frame->buf[0], 0) : NULL;
    if (!buffer) {
        av_free(told);
        return AVERROR(ENOMEM);
    }
    pthread_mutex_lock(&prime_lock);
    struct mapping *mapping = mapping_of(frame->data[0]);
    if (mapping) {
        if (mapping->shared < 0) mapping->shared = fcntl(mapping->memory, F_DUPFD_CLOEXEC, 3);
        describe(frame, mapping, told);
    }
    pthread_mutex_unlock(&prime_lock);
    memset(frame->data, 0, sizeof frame->data);
    memset(frame->linesize, 0, sizeof frame->linesize);
    frame->buf[0] = buffer;
    frame->data[0] = (uint8_t *)told;
    frame->format = AV_PIX_FMT_DRM_PRIME;
    return 0;
}

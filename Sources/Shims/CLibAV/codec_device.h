// SPDX-License-Identifier: GPL-3.0-or-later

// The kernel's H.264 encoders and decoders as libavcodec finds them: the first node under /dev that has the formats.
// (Documentation/userspace-api/media/v4l/dev-encoder.rst and dev-decoder.rst)
#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct vir_codec_device {
    char path[280];
    char driver[17];
    char card[33];
    /// The layout in which the encoder wants a picture of the requested size: bytes from row to row, and rows. 0 if it didn't say.
    unsigned pitch, rows;
};

static inline int vir_codec_has_format(int device, unsigned queue, unsigned first, unsigned second) {
    struct v4l2_fmtdesc format = {.type = queue};
    for (; ioctl(device, VIDIOC_ENUM_FMT, &format) == 0; format.index++)
        if (format.pixelformat == first || format.pixelformat == second) return 1;
    return 0;
}

static inline void vir_codec_geometry(int device, unsigned queue, int multiplanar, unsigned width, unsigned height, unsigned one,
                                      unsigned several, struct vir_codec_device *found) {
    const unsigned pixels[2] = {one, several};
    for (int i = 0; i < 2; i++) {
        struct v4l2_format format = {.type = queue};
        if (multiplanar) {
            format.fmt.pix_mp.width = width;
            format.fmt.pix_mp.height = height;
            format.fmt.pix_mp.pixelformat = pixels[i];
        } else {
            format.fmt.pix.width = width;
            format.fmt.pix.height = height;
            format.fmt.pix.pixelformat = pixels[i];
        }
        if (ioctl(device, VIDIOC_TRY_FMT, &format) != 0) continue;
        if ((multiplanar ? format.fmt.pix_mp.pixelformat : format.fmt.pix.pixelformat) != pixels[i]) continue;
        found->pitch = multiplanar ? format.fmt.pix_mp.plane_fmt[0].bytesperline : format.fmt.pix.bytesperline;
        found->rows = multiplanar ? format.fmt.pix_mp.height : format.fmt.pix.height;
        return;
    }
}

/// Looks for an encoder or a decoder of H.264, for pictures of this size with chroma interleaved or in planes.
/// Returns 0 and the device; EBUSY and the path if the only candidate is in use; otherwise ENODEV, or the error of reading /dev.
static inline int vir_find_codec(int encodes, unsigned width, unsigned height, int interleaved, struct vir_codec_device *found) {
    int result = ENODEV;
    DIR *folder = opendir("/dev");
    if (!folder) return errno;
    char busy[sizeof found->path] = "";
    for (struct dirent *entry = readdir(folder); entry && result != 0; entry = readdir(folder)) {
        if (strncmp(entry->d_name, "video", 5) != 0) continue;
        snprintf(found->path, sizeof found->path, "/dev/%s", entry->d_name);
        int device = open(found->path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (device < 0) {
            if (errno == EBUSY) {
                result = EBUSY;
                memcpy(busy, found->path, sizeof busy);
            }
            continue;
        }
        struct v4l2_capability has;
        memset(&has, 0, sizeof has);
        if (ioctl(device, VIDIOC_QUERYCAP, &has) == 0) {
            unsigned caps = has.capabilities & V4L2_CAP_DEVICE_CAPS ? has.device_caps : has.capabilities;
            int multiplanar = (caps & V4L2_CAP_VIDEO_M2M_MPLANE) != 0;
            unsigned in = multiplanar ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE : V4L2_BUF_TYPE_VIDEO_OUTPUT;
            unsigned out = multiplanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE : V4L2_BUF_TYPE_VIDEO_CAPTURE;
            if ((caps & (V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE)) &&
                vir_codec_has_format(device, encodes ? out : in, V4L2_PIX_FMT_H264, V4L2_PIX_FMT_H264)) {
                memcpy(found->driver, has.driver, 16);
                memcpy(found->card, has.card, 32);
                found->driver[16] = found->card[32] = 0;
                found->pitch = found->rows = 0;
                if (encodes)
                    vir_codec_geometry(device, in, multiplanar, width, height, interleaved ? V4L2_PIX_FMT_NV12 : V4L2_PIX_FMT_YUV420,
                                       interleaved ? V4L2_PIX_FMT_NV12M : V4L2_PIX_FMT_YUV420M, found);
                result = 0;
            }
        }
        close(device);
    }
    closedir(folder);
    if (result == EBUSY) memcpy(found->path, busy, sizeof busy);
    return result;
}

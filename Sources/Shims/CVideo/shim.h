// SPDX-License-Identifier: GPL-3.0-or-later

// The kernel's cameras (media/v4l of its userspace API): its calls are variadic, the calls' numbers are macros with types.
#pragma once
#include <errno.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <time.h>

static const unsigned long vir_video_capability = VIDIOC_QUERYCAP;
static const unsigned long vir_video_list_formats = VIDIOC_ENUM_FMT;
static const unsigned long vir_video_list_sizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long vir_video_list_intervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long vir_video_set_format = VIDIOC_S_FMT;
static const unsigned long vir_video_get_parameters = VIDIOC_G_PARM;
static const unsigned long vir_video_set_parameters = VIDIOC_S_PARM;
static const unsigned long vir_video_request_buffers = VIDIOC_REQBUFS;
static const unsigned long vir_video_query_buffer = VIDIOC_QUERYBUF;
static const unsigned long vir_video_queue = VIDIOC_QBUF;
static const unsigned long vir_video_dequeue = VIDIOC_DQBUF;
static const unsigned long vir_video_start = VIDIOC_STREAMON;
static const unsigned long vir_video_stop = VIDIOC_STREAMOFF;
static const unsigned long vir_video_query_control = VIDIOC_QUERYCTRL;
static const unsigned long vir_video_get_control = VIDIOC_G_CTRL;
static const unsigned long vir_video_set_control = VIDIOC_S_CTRL;

/// Calls ioctl(2), again after a signal. Returns 0, or a negative errno.
static inline int vir_video_control(int device, unsigned long request, void *argument) {
    int result;
    do result = ioctl(device, request, argument);
    while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : 0;
}

/// Waits for a frame, for this many nanoseconds at most. Returns 1 if there is a frame or an error to fetch, 0 if there isn't, or a negative
/// errno.
static inline int vir_video_wait(int device, long long nanoseconds) {
    struct pollfd waiting = {.fd = device, .events = POLLIN};
    const struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    const int count = ppoll(&waiting, 1, &limit, NULL);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    return count > 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later

#include "CUVCGadget.h"

#include <fcntl.h>
#include <linux/usb/ch9.h>
#include <linux/usb/g_uvc.h>
#include <linux/usb/video.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { BUFFERS = 4 };

/// The processing unit of the gadget's descriptors, with its only control; and the driver's own number of the interface for pictures.
enum { UNIT = 2, MAINS = UVC_PU_POWER_LINE_FREQUENCY_CONTROL, STREAM = 1 };

struct vir_gadget {
    int node, end;
    pthread_t thread;
    vir_gadget_mode *modes;
    uint32_t mode_count;
    /// The agreement of host and camera (video class 1.1, 4.3.1.1), and the host's wish before it.
    struct uvc_streaming_control probe, commit;
    /// The request whose data the host sends next: its selector, and the unit or the interface that it is for.
    uint8_t pending_selector, pending_unit;
    bool pending_is_stream, is_streaming;
    uint8_t *buffers[BUFFERS];
    uint32_t buffer_bytes, next_picture;
    atomic_uint sent, interval, mains, cuts;
};

// MARK: The camera's answers

static const vir_gadget_mode *mode_of(const vir_gadget *gadget, const struct uvc_streaming_control *control) {
    for (uint32_t index = 0; index < gadget->mode_count; index++) {
        const vir_gadget_mode *mode = &gadget->modes[index];
        if (mode->format_index == control->bFormatIndex && mode->frame_index == control->bFrameIndex) return mode;
    }
    return &gadget->modes[0];
}

/// Makes of the host's wish what the camera can do.
static void agree(const vir_gadget *gadget, struct uvc_streaming_control *control) {
    const vir_gadget_mode *mode = mode_of(gadget, control);
    control->bFormatIndex = mode->format_index;
    control->bFrameIndex = mode->frame_index;
    if (control->dwFrameInterval == 0) control->dwFrameInterval = mode->interval;
    control->dwMaxVideoFrameSize = mode->width * mode->height * 2;
    // The largest packet of the gadget's endpoint (streaming_maxpacket).
    control->dwMaxPayloadTransferSize = 3072;
    control->dwClockFrequency = 48000000;
    control->bmFramingInfo = 3;
    control->bPreferedVersion = control->bMinVersion = control->bMaxVersion = 1;
}

static void answer_stream(vir_gadget *gadget, const struct usb_ctrlrequest *request, struct uvc_request_data *answer) {
    const uint8_t selector = request->wValue >> 8;
    struct uvc_streaming_control control = selector == UVC_VS_COMMIT_CONTROL ? gadget->commit : gadget->probe;
    if (selector != UVC_VS_PROBE_CONTROL && selector != UVC_VS_COMMIT_CONTROL) return;
    switch (request->bRequest) {
    case UVC_SET_CUR: answer->length = request->wLength; return;
    case UVC_GET_LEN:
        answer->data[0] = sizeof control;
        answer->length = 2;
        return;
    case UVC_GET_INFO:
        answer->data[0] = 3;
        answer->length = 1;
        return;
    case UVC_GET_MIN:
    case UVC_GET_MAX:
    case UVC_GET_DEF: memset(&control, 0, sizeof control); break;
    case UVC_GET_CUR: break;
    default: return;
    }
    agree(gadget, &control);
    answer->length = request->wLength < sizeof control ? request->wLength : (int)sizeof control;
    memcpy(answer->data, &control, sizeof control);
}

static void answer_unit(vir_gadget *gadget, const struct usb_ctrlrequest *request, struct uvc_request_data *answer) {
    if (request->wIndex >> 8 != UNIT || request->wValue >> 8 != MAINS) return;
    answer->length = 1;
    switch (request->bRequest) {
    case UVC_SET_CUR: answer->length = request->wLength; break;
    case UVC_GET_CUR: answer->data[0] = (uint8_t)gadget->mains; break;
    case UVC_GET_MIN: answer->data[0] = 0; break;
    case UVC_GET_MAX:
    case UVC_GET_DEF: answer->data[0] = 2; break;
    case UVC_GET_RES: answer->data[0] = 1; break;
    case UVC_GET_INFO: answer->data[0] = 3; break;
    case UVC_GET_LEN:
        answer->data[0] = 1;
        answer->length = 2;
        break;
    default: answer->length = -1;
    }
}

static void answer(vir_gadget *gadget, const struct usb_ctrlrequest *request) {
    // A negative length is a refusal on the bus.
    struct uvc_request_data data = {.length = -1};
    gadget->pending_selector = request->wValue >> 8;
    gadget->pending_unit = request->wIndex >> 8;
    gadget->pending_is_stream = (request->wIndex & 0xFF) == STREAM;
    if (gadget->pending_is_stream) answer_stream(gadget, request, &data);
    else answer_unit(gadget, request, &data);
    ioctl(gadget->node, UVCIOC_SEND_RESPONSE, &data);
}

static void take(vir_gadget *gadget, const struct uvc_request_data *data) {
    if (gadget->pending_is_stream) {
        struct uvc_streaming_control control = {0};
        if (data->length < 0) return;
        memcpy(&control, data->data, (size_t)data->length < sizeof control ? (size_t)data->length : sizeof control);
        agree(gadget, &control);
        gadget->probe = control;
        if (gadget->pending_selector != UVC_VS_COMMIT_CONTROL) return;
        gadget->commit = control;
        gadget->interval = control.dwFrameInterval;
    } else if (gadget->pending_unit == UNIT && gadget->pending_selector == MAINS && data->length == 1) {
        gadget->mains = data->data[0];
    }
}

// MARK: Pictures

/// Puts the next picture into a buffer and hands it to the driver.
static void send(vir_gadget *gadget, uint32_t index) {
    const vir_gadget_mode *mode = mode_of(gadget, &gadget->commit);
    const uint32_t picture = gadget->next_picture++ % mode->picture_count;
    uint32_t length = mode->lengths[picture] < gadget->buffer_bytes ? mode->lengths[picture] : gadget->buffer_bytes;
    if (atomic_load(&gadget->cuts) > 0) {
        atomic_fetch_sub(&gadget->cuts, 1);
        length /= 2;
    }
    memcpy(gadget->buffers[index], mode->pictures[picture], length);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    // The camera's own time of the picture, which goes over the bus with it.
    struct v4l2_buffer buffer = {.index = index,
                                 .type = V4L2_BUF_TYPE_VIDEO_OUTPUT,
                                 .memory = V4L2_MEMORY_MMAP,
                                 .bytesused = length,
                                 .timestamp = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000}};
    ioctl(gadget->node, VIDIOC_QBUF, &buffer);
}

static void unmap(vir_gadget *gadget) {
    for (int index = 0; index < BUFFERS; index++) {
        if (gadget->buffers[index]) munmap(gadget->buffers[index], gadget->buffer_bytes);
        gadget->buffers[index] = NULL;
    }
    struct v4l2_requestbuffers none = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT, .memory = V4L2_MEMORY_MMAP};
    ioctl(gadget->node, VIDIOC_REQBUFS, &none);
}

static void stop(vir_gadget *gadget) {
    int type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
    if (!gadget->is_streaming) return;
    gadget->is_streaming = false;
    ioctl(gadget->node, VIDIOC_STREAMOFF, &type);
    unmap(gadget);
}

static void start(vir_gadget *gadget) {
    const vir_gadget_mode *mode = mode_of(gadget, &gadget->commit);
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    format.fmt.pix.width = mode->width;
    format.fmt.pix.height = mode->height;
    format.fmt.pix.pixelformat = mode->fourcc;
    format.fmt.pix.sizeimage = mode->width * mode->height * 2;
    ioctl(gadget->node, VIDIOC_S_FMT, &format);
    // The driver spreads a picture over this time.
    struct v4l2_streamparm rate = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    rate.parm.output.timeperframe.numerator = gadget->commit.dwFrameInterval;
    rate.parm.output.timeperframe.denominator = 10000000;
    ioctl(gadget->node, VIDIOC_S_PARM, &rate);
    struct v4l2_requestbuffers wanted = {.count = BUFFERS, .type = V4L2_BUF_TYPE_VIDEO_OUTPUT, .memory = V4L2_MEMORY_MMAP};
    if (ioctl(gadget->node, VIDIOC_REQBUFS, &wanted) < 0 || wanted.count != BUFFERS) return;
    for (uint32_t index = 0; index < BUFFERS; index++) {
        struct v4l2_buffer buffer = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_OUTPUT, .memory = V4L2_MEMORY_MMAP};
        void *base = MAP_FAILED;
        if (ioctl(gadget->node, VIDIOC_QUERYBUF, &buffer) == 0)
            base = mmap(NULL, buffer.length, PROT_READ | PROT_WRITE, MAP_SHARED, gadget->node, buffer.m.offset);
        if (base == MAP_FAILED) return unmap(gadget);
        gadget->buffers[index] = base;
        gadget->buffer_bytes = buffer.length;
    }
    // The order matters: a picture that is queued earlier is cut into packets of the stream before, for which the driver has no room any more
    // (uvc_queue.c of Linux 7.3 takes req_size before uvc_video.c sets it), and the kernel's memory is overwritten.
    int type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
    gadget->is_streaming = ioctl(gadget->node, VIDIOC_STREAMON, &type) == 0;
    if (!gadget->is_streaming) return unmap(gadget);
    for (uint32_t index = 0; index < BUFFERS; index++) send(gadget, index);
}

// MARK: The thread

static void handle(vir_gadget *gadget, struct v4l2_event *event) {
    struct uvc_event content;
    memcpy(&content, &event->u.data, sizeof content);
    switch (event->type) {
    case UVC_EVENT_SETUP: answer(gadget, &content.req); break;
    case UVC_EVENT_DATA: take(gadget, &content.data); break;
    case UVC_EVENT_STREAMON: start(gadget); break;
    case UVC_EVENT_STREAMOFF:
    case UVC_EVENT_DISCONNECT: stop(gadget); break;
    }
}

static void *run(void *context) {
    vir_gadget *gadget = context;
    for (;;) {
        struct pollfd waiting[] = {{.fd = gadget->end, .events = POLLIN},
                                   {.fd = gadget->node, .events = POLLPRI | (gadget->is_streaming ? POLLOUT : 0)}};
        if (poll(waiting, 2, -1) < 0) continue;
        if (waiting[0].revents) return NULL;
        if (waiting[1].revents & POLLPRI) {
            struct v4l2_event event = {0};
            if (ioctl(gadget->node, VIDIOC_DQEVENT, &event) == 0) handle(gadget, &event);
        } else if (waiting[1].revents & POLLOUT) {
            struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT, .memory = V4L2_MEMORY_MMAP};
            if (ioctl(gadget->node, VIDIOC_DQBUF, &buffer) == 0) {
                atomic_fetch_add(&gadget->sent, 1);
                send(gadget, buffer.index);
            }
        } else if (waiting[1].revents) {
            // The node is gone, or the host has just stopped: its event is on the way.
            poll(waiting, 1, 5);
        }
    }
}

vir_gadget *vir_gadget_plug(const char *node, const vir_gadget_mode *modes, uint32_t count) {
    vir_gadget *gadget = calloc(1, sizeof *gadget);
    if (!gadget || count == 0) return NULL;
    gadget->modes = malloc(count * sizeof *modes);
    gadget->node = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    gadget->end = eventfd(0, EFD_CLOEXEC);
    if (gadget->modes && gadget->node >= 0 && gadget->end >= 0) {
        memcpy(gadget->modes, modes, count * sizeof *modes);
        gadget->mode_count = count;
        gadget->mains = 2;
        agree(gadget, &gadget->probe);
        gadget->commit = gadget->probe;
        bool is_subscribed = true;
        // The last one plugs the camera in.
        static const uint32_t events[] = {UVC_EVENT_CONNECT,   UVC_EVENT_DISCONNECT, UVC_EVENT_STREAMON,
                                          UVC_EVENT_STREAMOFF, UVC_EVENT_DATA,       UVC_EVENT_SETUP};
        for (size_t index = 0; index < sizeof events / sizeof *events; index++) {
            struct v4l2_event_subscription subscription = {.type = events[index]};
            is_subscribed = is_subscribed && ioctl(gadget->node, VIDIOC_SUBSCRIBE_EVENT, &subscription) == 0;
        }
        if (is_subscribed && pthread_create(&gadget->thread, NULL, run, gadget) == 0) return gadget;
    }
    if (gadget->node >= 0) close(gadget->node);
    if (gadget->end >= 0) close(gadget->end);
    free(gadget->modes);
    free(gadget);
    return NULL;
}

void vir_gadget_pull(vir_gadget *gadget) {
    eventfd_write(gadget->end, 1);
    pthread_join(gadget->thread, NULL);
    stop(gadget);
    // The end of the last reader pulls the cable.
    close(gadget->node);
    close(gadget->end);
    free(gadget->modes);
    free(gadget);
}

uint32_t vir_gadget_sent(vir_gadget *gadget) { return atomic_load(&gadget->sent); }

uint32_t vir_gadget_interval(vir_gadget *gadget) { return atomic_load(&gadget->interval); }

uint32_t vir_gadget_mains(vir_gadget *gadget) { return atomic_load(&gadget->mains); }

void vir_gadget_cut_next(vir_gadget *gadget) { atomic_fetch_add(&gadget->cuts, 1); }

// SPDX-License-Identifier: GPL-3.0-or-later

// The program half of a camera on the kernel's own UVC gadget: the driver asks it what the camera answers, and for the camera's pictures.
#pragma once
#include <stdint.h>

/// A size of a format, in the order of the gadget's descriptors, with the pictures that the camera sends in it, over and over.
typedef struct {
    /// V4L2_PIX_FMT_YUYV or V4L2_PIX_FMT_MJPEG.
    uint32_t fourcc;
    /// Its place in the descriptors, from 1.
    uint8_t format_index, frame_index;
    uint32_t width, height;
    /// The time between frames unless the host asks for another, in units of 100 ns.
    uint32_t interval;
    /// The pictures, each of the given number of bytes; they must outlive the camera.
    const uint8_t *const *pictures;
    const uint32_t *lengths;
    uint32_t picture_count;
} vir_gadget_mode;

typedef struct vir_gadget vir_gadget;

/// Plugs a camera in at a node of the gadget's; it has a thread of its own. The modes are copied. NULL if the node can't be used.
vir_gadget *vir_gadget_plug(const char *node, const vir_gadget_mode *modes, uint32_t count);
/// Pulls the camera's cable, and ends its thread.
void vir_gadget_pull(vir_gadget *gadget);
/// Pictures that went onto the bus since the camera was plugged in. Thread-safe.
uint32_t vir_gadget_sent(vir_gadget *gadget);
/// The time between frames that the host has asked for last, in units of 100 ns. Thread-safe.
uint32_t vir_gadget_interval(vir_gadget *gadget);
/// The mains frequency that the host has set: 0 off, 1 50 Hz, 2 60 Hz. Thread-safe.
uint32_t vir_gadget_mains(vir_gadget *gadget);
/// Sends half of the next picture only, as if a part was lost on the way. Thread-safe.
void vir_gadget_cut_next(vir_gadget *gadget);

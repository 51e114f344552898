// SPDX-License-Identifier: GPL-3.0-or-later

// GBM: buffers that a GPU draws into and a display scans out.
#pragma once
#include <gbm.h>
#include <libdrm/drm.h>
#include <libdrm/drm_fourcc.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>

static const uint32_t vir_fourcc_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t vir_fourcc_abgr8888 = DRM_FORMAT_ABGR8888;
static const uint32_t vir_fourcc_r8 = DRM_FORMAT_R8;
static const uint32_t vir_fourcc_gr88 = DRM_FORMAT_GR88;
static const uint64_t vir_modifier_linear = DRM_FORMAT_MOD_LINEAR;

/// Leaves the card to the program that drives the display: the first to open a card's own node becomes its master unasked.
static inline void vir_drop_master(int card) { ioctl(card, DRM_IOCTL_DROP_MASTER, 0); }

/// Begins or ends the processor's reading of a mapped dma-buf: what a device wrote is then seen through the caches. Memory that doesn't
/// need this answers with an error, which can be ignored.
static inline void vir_dma_buf_read(int buffer, int begins) {
    struct dma_buf_sync sync = {.flags = DMA_BUF_SYNC_READ | (begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END)};
    ioctl(buffer, DMA_BUF_IOCTL_SYNC, &sync);
}

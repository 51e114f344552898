// SPDX-License-Identifier: GPL-3.0-or-later

// The buffers' memory: memory files, which a client maps or takes as descriptors (EXPBUF) in place of dma-bufs; or memory that the
// client lends (DMABUF).
#include "device.h"
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct plane no_plane = {.file = -1, .lent = -1};

static int map(struct plane *plane, int file, size_t length) {
    struct stat known;
    if (fstat(file, &known)) return -errno;
    void *address = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (address == MAP_FAILED) return -errno;
    plane->file = file;
    plane->address = address;
    plane->length = length;
    plane->inode = known.st_ino;
    plane->device = known.st_dev;
    return 0;
}

int plane_make(struct plane *plane, size_t length) {
    *plane = no_plane;
    size_t rounded = (length + 4095) & ~(size_t)4095;
    int file = memfd_create("codec-device", MFD_CLOEXEC);
    if (file < 0) return -errno;
    int error = ftruncate(file, (off_t)rounded) ? -errno : map(plane, file, rounded);
    if (error) close(file);
    return error;
}

int plane_lend(struct plane *plane, int file, size_t needed) {
    off_t length = lseek(file, 0, SEEK_END);
    if (length < 0 || (size_t)length < needed) return -EINVAL;
    plane_end(plane);
    int own = fcntl(file, F_DUPFD_CLOEXEC, 3);
    if (own < 0) return -EINVAL;
    int error = map(plane, own, (size_t)length);
    if (error) close(own);
    plane->lent = file;
    return error ? -EINVAL : 0;
}

void plane_end(struct plane *plane) {
    if (plane->address) munmap(plane->address, plane->length);
    if (plane->file >= 0) close(plane->file);
    *plane = no_plane;
}

static struct plane *plane_at(struct context *context, off_t offset) {
    struct queue *queue = &context->queue[(offset >> 30) & 1];
    unsigned long number = (unsigned long)(offset & 0x3fffffff) >> 12;
    if (!number || offset & 4095 || queue->memory != V4L2_MEMORY_MMAP) return NULL;
    unsigned long index = (number - 1) / 4, plane = (number - 1) % 4;
    if (index >= queue->count || plane >= queue->format.planes) return NULL;
    return &queue->buffer[index].plane[plane];
}

int memory_mapped(struct context *context, off_t offset, size_t length, int protection, int flags, int *error) {
    struct plane *plane = plane_at(context, offset);
    bool is_output = !((offset >> 30) & 1);
    *error = EINVAL;
    if (!plane) {
        violation(context, "mmap at %lld, which no buffer lies at", (long long)offset);
        return -1;
    }
    if (!(flags & MAP_SHARED) || length > plane->length || !(protection & (is_output ? PROT_WRITE : PROT_READ))) {
        violation(context, "mmap of %zu bytes of %zu, protection %d, flags %d", length, plane->length, protection, flags);
        return -1;
    }
    *error = 0;
    return plane->file;
}

static bool is_ours(const struct stat *known) {
    extern struct context contexts[most_contexts];
    for (int i = 0; i < most_contexts; i++)
        for (int side = 0; contexts[i].is_open && side < 2; side++)
            for (unsigned int b = 0; b < contexts[i].queue[side].count; b++)
                for (unsigned int p = 0; p < contexts[i].queue[side].format.planes; p++) {
                    const struct plane *plane = &contexts[i].queue[side].buffer[b].plane[p];
                    if (plane->file >= 0 && plane->inode == known->st_ino && plane->device == known->st_dev) return true;
                }
    return false;
}

int memory_synchronised(int file, unsigned long request, void *argument) {
    struct stat known;
    if (request != DMA_BUF_IOCTL_SYNC || fstat(file, &known) || !S_ISREG(known.st_mode)) return not_mine;
    pthread_mutex_lock(&device_lock);
    int result = not_mine;
    if (is_ours(&known)) {
        const struct dma_buf_sync *sync = argument;
        bool is_valid = !(sync->flags & ~(uint64_t)DMA_BUF_SYNC_VALID_FLAGS_MASK) && sync->flags & DMA_BUF_SYNC_RW;
        if (!is_valid) violation(NULL, "DMA_BUF_IOCTL_SYNC with flags 0x%llx", (unsigned long long)sync->flags);
        result = is_valid ? 0 : -EINVAL;
    }
    pthread_mutex_unlock(&device_lock);
    return result;
}

uint64_t plane_digest(const struct plane *plane) {
    uint64_t digest = 14695981039346656037u;
    size_t length = plane->used && plane->used <= plane->length ? plane->used : plane->length, step = length / 2048 + 1;
    for (size_t at = 0; at < length; at += step) digest = (digest ^ plane->address[at]) * 1099511628211u;
    return digest;
}

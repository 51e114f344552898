// SPDX-License-Identifier: GPL-3.0-or-later

// Buffers and their owners, with videobuf2's answers: the same refusals with the same errors.
#include "device.h"
#include <fcntl.h>
#include <string.h>
#include <time.h>

int fifo_take(struct fifo *fifo) {
    if (!fifo->count) return -1;
    int index = fifo->index[fifo->first];
    fifo->first = (fifo->first + 1) % most_buffers;
    fifo->count--;
    return index;
}

void fifo_add(struct fifo *fifo, unsigned int index) { fifo->index[(fifo->first + fifo->count++) % most_buffers] = (uint8_t)index; }

void queue_finish(struct context *context, struct queue *queue, unsigned int index) {
    queue->buffer[index].state = done;
    queue->buffer[index].sequence = queue->sequence++;
    fifo_add(&queue->ready, index);
    context_changed(context);
}

void queue_release(struct queue *queue) {
    for (unsigned int i = 0; i < queue->count; i++)
        for (int p = 0; p < most_planes; p++) plane_end(&queue->buffer[i].plane[p]);
    queue->count = 0;
    queue->waiting = queue->ready = (struct fifo){0};
}

static size_t room(const struct context *context, const struct format *format, unsigned int plane) {
    size_t tiled = (format->width + 127) / 128 * 128ul * tiled_column(format->height), plain = format->size[plane];
    return context->is_tiled_within && tiled > plain ? tiled : plain;
}

static int request(struct context *context, struct v4l2_requestbuffers *wish) {
    struct queue *queue = queue_of(context, wish->type);
    wish->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP | V4L2_BUF_CAP_SUPPORTS_DMABUF | V4L2_BUF_CAP_SUPPORTS_ORPHANED_BUFS;
    if (!queue || (wish->memory != V4L2_MEMORY_MMAP && wish->memory != V4L2_MEMORY_DMABUF)) return -EINVAL;
    if (queue->is_streaming) {
        violation(context, "REQBUFS while the queue streams");
        return -EBUSY;
    }
    queue_release(queue);
    if (!wish->count) return 0;
    if (fault_strikes(context->role, fault_reqbufs, 0)) {
        note(context, "refused", "REQBUFS: the block has no component left");
        return -EINVAL;
    }
    unsigned int most = queue->side == capture_side ? options.capture_buffers : most_buffers;
    if (wish->count > most) wish->count = most;
    queue->memory = wish->memory;
    for (unsigned int i = 0; i < wish->count; i++) {
        struct buffer *buffer = &queue->buffer[i];
        *buffer = (struct buffer){.state = with_client};
        for (int p = 0; p < most_planes; p++) buffer->plane[p] = (struct plane){.file = -1, .lent = -1};
        for (unsigned int p = 0; p < queue->format.planes && wish->memory == V4L2_MEMORY_MMAP; p++)
            if (plane_make(&buffer->plane[p], room(context, &queue->format, p))) return -ENOMEM;
        queue->count = i + 1;
    }
    return 0;
}

static void describe(const struct queue *queue, unsigned int index, struct v4l2_buffer *answer) {
    const struct buffer *buffer = &queue->buffer[index];
    unsigned int planes = queue->format.planes;
    answer->index = index;
    answer->memory = queue->memory;
    answer->field = V4L2_FIELD_NONE;
    answer->timestamp = buffer->stamp;
    answer->sequence = buffer->sequence;
    answer->flags = V4L2_BUF_FLAG_TIMESTAMP_COPY | (buffer->state == queued || buffer->state == working ? V4L2_BUF_FLAG_QUEUED : 0) |
                    (buffer->state == done ? V4L2_BUF_FLAG_DONE : 0) | (buffer->is_keyframe ? V4L2_BUF_FLAG_KEYFRAME : 0) |
                    (buffer->is_last ? V4L2_BUF_FLAG_LAST : 0) | (buffer->is_broken ? V4L2_BUF_FLAG_ERROR : 0);
    for (unsigned int p = 0; p < planes; p++) {
        const struct plane *plane = &buffer->plane[p];
        uint32_t offset = (uint32_t)queue->side << 30 | (index * 4 + p + 1) << 12;
        uint32_t length = plane->length ? (uint32_t)plane->length : queue->format.size[p];
        if (options.is_mplane) {
            struct v4l2_plane *told = &answer->m.planes[p];
            told->bytesused = plane->used;
            told->data_offset = plane->offset;
            told->length = length;
            if (queue->memory == V4L2_MEMORY_MMAP) told->m.mem_offset = offset;
            else told->m.fd = plane->lent;
        } else {
            answer->bytesused = plane->used;
            answer->length = length;
            if (queue->memory == V4L2_MEMORY_MMAP) answer->m.offset = offset;
            else answer->m.fd = plane->lent;
        }
    }
    if (options.is_mplane) answer->length = planes;
}

/// Returns the queue of a client's buffer, if the request is valid at all.
static struct queue *queue_for(struct context *context, const struct v4l2_buffer *asked, const char *what, bool has_index) {
    struct queue *queue = queue_of(context, asked->type);
    if (!queue) violation(context, "%s of a buffer of type %u", what, asked->type);
    else if (has_index && asked->index >= queue->count) violation(context, "%s of buffer %u of %u", what, asked->index, queue->count);
    else if (options.is_mplane && (!asked->m.planes || asked->length < queue->format.planes))
        violation(context, "%s with room for %u planes of %u", what, asked->m.planes ? asked->length : 0, queue->format.planes);
    else return queue;
    return NULL;
}

/// Reads the client's description of an output buffer's payload.
static int take_payload(struct context *context, struct queue *queue, struct buffer *buffer, const struct v4l2_buffer *asked) {
    for (unsigned int p = 0; p < queue->format.planes; p++) {
        struct plane *plane = &buffer->plane[p];
        plane->used = options.is_mplane ? asked->m.planes[p].bytesused : asked->bytesused;
        plane->offset = options.is_mplane ? asked->m.planes[p].data_offset : 0;
        if (plane->used > plane->length || (plane->offset && plane->offset >= plane->used)) {
            violation(context, "QBUF of %u bytes from %u in a plane of %zu", plane->used, plane->offset, plane->length);
            return -EINVAL;
        }
        if (!plane->used) {
            violation(context, "QBUF of an output buffer with no bytes in it");
            plane->used = (uint32_t)plane->length;
        }
        if (!is_compressed(queue->format.fourcc) && plane->used - plane->offset != queue->format.size[p])
            violation(context, "QBUF of %u bytes, a picture of %ux%u with lines of %u has %u", plane->used - plane->offset,
                      queue->format.width, queue->format.height, queue->format.pitch, queue->format.size[p]);
    }
    buffer->stamp = asked->timestamp;
    int64_t stamp = asked->timestamp.tv_sec * 1000000LL + asked->timestamp.tv_usec;
    if (context->role == encode_role && stamp <= context->last_stamp)
        violation(context, "QBUF of a picture of %lld us after one of %lld us", (long long)stamp, (long long)context->last_stamp);
    context->last_stamp = stamp;
    buffer->digest = 0;
    for (unsigned int p = 0; p < queue->format.planes; p++) buffer->digest ^= plane_digest(&buffer->plane[p]);
    return 0;
}

static int enqueue(struct context *context, struct v4l2_buffer *asked) {
    struct queue *queue = queue_for(context, asked, "QBUF", true);
    if (!queue) return -EINVAL;
    struct buffer *buffer = &queue->buffer[asked->index];
    if (asked->memory != queue->memory || buffer->state != with_client) {
        violation(context, "QBUF of buffer %u, %s", asked->index,
                  buffer->state != with_client ? "which the device has already" : "with another kind of memory");
        return -EINVAL;
    }
    if (context->is_failed) return -EIO;
    for (unsigned int p = 0; p < queue->format.planes && queue->memory == V4L2_MEMORY_DMABUF; p++) {
        int error = plane_lend(&buffer->plane[p], options.is_mplane ? asked->m.planes[p].m.fd : asked->m.fd, queue->format.size[p]);
        if (error) {
            violation(context, "QBUF of a descriptor that is no memory of %u bytes", queue->format.size[p]);
            return error;
        }
    }
    buffer->is_keyframe = buffer->is_last = buffer->is_broken = false;
    if (queue->side == output_side) {
        int error = take_payload(context, queue, buffer, asked);
        if (error) return error;
        buffer->is_keyframe = asked->flags & V4L2_BUF_FLAG_KEYFRAME;
    } else if (options.poisons)
        for (unsigned int p = 0; p < queue->format.planes; p++) memset(buffer->plane[p].address, 0x5a, buffer->plane[p].length);
    buffer->state = queued;
    fifo_add(&queue->waiting, asked->index);
    if (queue->waiting.count > context->counters.longest_queue && queue->side == output_side)
        context->counters.longest_queue = queue->waiting.count;
    describe(queue, asked->index, asked);
    context_changed(context);
    return 0;
}

static int dequeue(struct context *context, int file, struct v4l2_buffer *asked) {
    struct queue *queue = queue_for(context, asked, "DQBUF", false);
    if (!queue || asked->memory != queue->memory) return -EINVAL;
    context_settle(context);
    for (;;) {
        if (!queue->is_streaming) {
            violation(context, "DQBUF of a queue that doesn't stream");
            return -EINVAL;
        }
        if (context->is_failed) return -EIO;
        if (queue->ready.count) break;
        if (queue->is_at_end) return -EPIPE;
        if (fcntl(file, F_GETFL) & O_NONBLOCK) return -EAGAIN;
        pthread_cond_wait(&context->changed, &device_lock);
    }
    unsigned int index = (unsigned int)fifo_take(&queue->ready);
    struct buffer *buffer = &queue->buffer[index];
    buffer->state = with_client;
    if (buffer->is_last) queue->is_at_end = true;
    describe(queue, index, asked);
    return 0;
}

static int export(struct context *context, struct v4l2_exportbuffer *wish) {
    struct queue *queue = queue_of(context, wish->type);
    if (!queue || queue->memory != V4L2_MEMORY_MMAP || wish->index >= queue->count || wish->plane >= queue->format.planes ||
        wish->flags & ~(uint32_t)(O_CLOEXEC | O_ACCMODE)) {
        violation(context, "EXPBUF of plane %u of buffer %u", wish->plane, wish->index);
        return -EINVAL;
    }
    int file = fcntl(queue->buffer[wish->index].plane[wish->plane].file, wish->flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 3);
    if (file < 0) return -errno;
    wish->fd = file;
    return 0;
}

int answer_queue(struct context *context, int file, unsigned long wanted, void *argument) {
    switch (wanted) {
    case VIDIOC_REQBUFS: return request(context, argument);
    case VIDIOC_QUERYBUF: {
        struct v4l2_buffer *asked = argument;
        struct queue *queue = queue_for(context, asked, "QUERYBUF", true);
        if (queue) describe(queue, asked->index, asked);
        return queue ? 0 : -EINVAL;
    }
    case VIDIOC_QBUF: return enqueue(context, argument);
    case VIDIOC_DQBUF: return dequeue(context, file, argument);
    case VIDIOC_EXPBUF: return export(context, argument);
    case VIDIOC_STREAMON:
    case VIDIOC_STREAMOFF: {
        struct queue *queue = queue_of(context, *(uint32_t *)argument);
        if (!queue) return -EINVAL;
        if (wanted == VIDIOC_STREAMON) return stream_on(context, queue);
        stream_off(context, queue);
        return 0;
    }
    }
    return not_mine;
}

// SPDX-License-Identifier: GPL-3.0-or-later

// Memory, its handles, and the framebuffers made of it.
#include "fake.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const off_t mapping_distance = (off_t)1 << 32;

static struct fake_memory *free_memory(struct fake_card *card) {
    for (size_t index = 0; index < most_memories; index++) {
        if (card->memory[index].users == 0) return &card->memory[index];
    }
    return NULL;
}

static void leave(struct fake_memory *memory) {
    if (--memory->users == 0) close(memory->file);
}

struct fake_memory *fake_mapped(struct fake_card *card, off_t offset) {
    off_t index = offset / mapping_distance - 1;
    bool is_one = index >= 0 && index < most_memories && card->memory[index].users > 0;
    return is_one ? &card->memory[index] : NULL;
}

// MARK: Handles

static struct fake_handle *handle_of(struct fake_client *client, uint32_t number) {
    for (size_t index = 0; index < most_handles; index++) {
        struct fake_handle *handle = &client->card->handle[index];
        if (handle->client == client && handle->number == number) return handle;
    }
    return NULL;
}

static uint32_t make_handle(struct fake_client *client, struct fake_memory *memory) {
    for (size_t index = 0; index < most_handles; index++) {
        struct fake_handle *handle = &client->card->handle[index];
        if (handle->client) continue;
        *handle = (struct fake_handle){.client = client, .number = ++client->card->last_handle, .memory = memory};
        memory->users++;
        return handle->number;
    }
    return 0;
}

void fake_drop_handle(struct fake_handle *handle) {
    leave(handle->memory);
    *handle = (struct fake_handle){0};
}

static int close_handle(struct fake_client *client, uint32_t number) {
    struct fake_handle *handle = handle_of(client, number);
    if (!handle) return -EINVAL;
    fake_drop_handle(handle);
    return 0;
}

static int make_buffer(struct fake_client *client, struct drm_mode_create_dumb *wish) {
    struct fake_card *card = client->card;
    if (fake_is_refused(&card->buffer_refusals)) return -card->buffer_error;
    struct fake_memory *memory = free_memory(card);
    if (!wish->width || !wish->height || !wish->bpp) return -EINVAL;
    if (!memory) return -ENOMEM;
    wish->pitch = (wish->width * (wish->bpp / 8) + 63) & ~63u;
    wish->size = ((uint64_t)wish->pitch * wish->height + 4095) & ~(uint64_t)4095;
    int file = memfd_create("fake display memory", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)wish->size) < 0) return -ENOMEM;
    *memory = (struct fake_memory){.file = file, .size = wish->size};
    wish->handle = make_handle(client, memory);
    card->counts.buffers++;
    return wish->handle ? 0 : -ENOMEM;
}

static int map_buffer(struct fake_client *client, struct drm_mode_map_dumb *wish) {
    struct fake_handle *handle = handle_of(client, wish->handle);
    if (!handle) return -ENOENT;
    wish->offset = (uint64_t)(handle->memory - client->card->memory + 1) * (uint64_t)mapping_distance;
    return 0;
}

/// Imports memory. The same memory has the same handle, however often it is imported.
static int bring(struct fake_client *client, struct drm_prime_handle *wish) {
    struct fake_card *card = client->card;
    if (fake_is_refused(&card->import_refusals)) return -card->import_error;
    struct stat about;
    if (fstat(wish->fd, &about) < 0) return -EBADF;
    for (size_t index = 0; index < most_handles; index++) {
        struct fake_handle *handle = &card->handle[index];
        if (handle->client != client || !handle->memory->is_imported) continue;
        if (handle->memory->device != about.st_dev || handle->memory->inode != about.st_ino) continue;
        wish->handle = handle->number;
        return 0;
    }
    struct fake_memory *memory = free_memory(card);
    int file = memory ? dup(wish->fd) : -1;
    if (file < 0) return -ENOMEM;
    *memory = (struct fake_memory){
        .file = file, .size = (size_t)about.st_size, .is_imported = true, .device = about.st_dev, .inode = about.st_ino};
    wish->handle = make_handle(client, memory);
    card->counts.imports++;
    return wish->handle ? 0 : -ENOMEM;
}

// MARK: Framebuffers

struct fake_framebuffer *fake_framebuffer_of(struct fake_card *card, uint32_t id) {
    for (size_t index = 0; index < most_framebuffers; index++) {
        if (id && card->framebuffer[index].id == id) return &card->framebuffer[index];
    }
    return NULL;
}

/// Returns the number of memory planes of a format, or 0 for an unknown format.
static unsigned int plane_count(uint32_t fourcc) {
    switch (fourcc) {
    case DRM_FORMAT_XRGB8888:
    case DRM_FORMAT_ARGB8888: return 1;
    case DRM_FORMAT_NV12: return 2;
    case DRM_FORMAT_YUV420: return 3;
    default: return 0;
    }
}

static uint64_t row_bytes(uint32_t fourcc, unsigned int plane, uint32_t width) {
    if (plane_count(fourcc) == 1) return (uint64_t)width * 4;
    if (plane == 0) return width;
    return fourcc == DRM_FORMAT_NV12 ? (uint64_t)((width + 1) / 2) * 2 : (width + 1) / 2;
}

static int make_framebuffer(struct fake_client *client, struct drm_mode_fb_cmd2 *wish) {
    struct fake_card *card = client->card;
    unsigned int planes = plane_count(wish->pixel_format);
    if (!planes || !wish->width || !wish->height) return -EINVAL;
    struct fake_framebuffer made = {.client = client,
                                    .width = wish->width,
                                    .height = wish->height,
                                    .fourcc = wish->pixel_format,
                                    .pitch = wish->pitches[0],
                                    .offset = wish->offsets[0],
                                    .memory_count = planes};
    for (unsigned int plane = 0; plane < 4; plane++) {
        if (plane >= planes) {
            if (wish->handles[plane] || wish->pitches[plane] || wish->offsets[plane]) return -EINVAL;
            continue;
        }
        struct fake_handle *handle = handle_of(client, wish->handles[plane]);
        if (!handle) return -ENOENT;
        uint32_t rows = plane == 0 ? wish->height : (wish->height + 1) / 2;
        uint64_t row = row_bytes(wish->pixel_format, plane, wish->width);
        uint64_t end = wish->offsets[plane] + (uint64_t)wish->pitches[plane] * (rows - 1) + row;
        if (wish->pitches[plane] < row || end > handle->memory->size) return -EINVAL;
        made.memory[plane] = handle->memory;
    }
    for (size_t index = 0; index < most_framebuffers; index++) {
        if (card->framebuffer[index].id) continue;
        made.id = wish->fb_id = ++card->last_number;
        for (unsigned int plane = 0; plane < planes; plane++) made.memory[plane]->users++;
        card->framebuffer[index] = made;
        return 0;
    }
    return -ENOMEM;
}

void fake_drop_framebuffer(struct fake_card *card, struct fake_framebuffer *framebuffer) {
    bool is_seen = false;
    for (unsigned int index = 0; index < card->object_count; index++) {
        struct fake_object *object = &card->object[index];
        struct fake_state *states[] = {&object->committed, &object->shown};
        for (int state = 0; state < 2; state++) {
            if (object->kind != DRM_MODE_OBJECT_PLANE || states[state]->value[fake_fb] != framebuffer->id) continue;
            is_seen = true;
            states[state]->value[fake_fb] = states[state]->value[fake_crtc] = 0;
        }
    }
    if (is_seen && !framebuffer->client->is_cut_off) card->counts.removed_on_screen++;
    for (unsigned int plane = 0; plane < framebuffer->memory_count; plane++) leave(framebuffer->memory[plane]);
    *framebuffer = (struct fake_framebuffer){0};
}

int fake_buffers(struct fake_client *client, unsigned long request, void *argument) {
    switch (request) {
    case DRM_IOCTL_MODE_CREATE_DUMB: return make_buffer(client, argument);
    case DRM_IOCTL_MODE_MAP_DUMB: return map_buffer(client, argument);
    case DRM_IOCTL_MODE_DESTROY_DUMB: return close_handle(client, ((struct drm_mode_destroy_dumb *)argument)->handle);
    case DRM_IOCTL_GEM_CLOSE: return close_handle(client, ((struct drm_gem_close *)argument)->handle);
    case DRM_IOCTL_PRIME_FD_TO_HANDLE: return bring(client, argument);
    case DRM_IOCTL_MODE_ADDFB2: return make_framebuffer(client, argument);
    case DRM_IOCTL_MODE_RMFB: {
        struct fake_framebuffer *framebuffer = fake_framebuffer_of(client->card, *(uint32_t *)argument);
        if (!framebuffer || framebuffer->client != client) return -ENOENT;
        fake_drop_framebuffer(client->card, framebuffer);
        return 0;
    }
    default: return fake_not_mine;
    }
}

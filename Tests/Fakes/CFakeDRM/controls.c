// SPDX-License-Identifier: GPL-3.0-or-later

// The functions by which a test changes a card and reads its state.
#include "fake.h"
#include <string.h>
#include <unistd.h>

static void begin(void) { pthread_mutex_lock(&fake_lock); }
static void done(void) { pthread_mutex_unlock(&fake_lock); }

void fake_drm_plug(fake_card *card, uint32_t connector, const drmModeModeInfo *modes, size_t count, const void *edid, size_t length) {
    fake_drm_unplug(card, connector);
    begin();
    struct fake_object *object = fake_find(card, connector, DRM_MODE_OBJECT_CONNECTOR);
    if (object) {
        object->is_connected = true;
        object->mode_count = count < most_modes ? (uint32_t)count : most_modes;
        if (count) memcpy(object->modes, modes, object->mode_count * sizeof *modes);
        object->committed.value[fake_edid] = length ? fake_make_blob(card, NULL, edid, (uint32_t)length) : 0;
    }
    done();
}

void fake_drm_unplug(fake_card *card, uint32_t connector) {
    begin();
    struct fake_object *object = fake_find(card, connector, DRM_MODE_OBJECT_CONNECTOR);
    if (object) {
        struct fake_blob *edid = fake_blob_of(card, (uint32_t)object->committed.value[fake_edid]);
        if (edid) fake_drop_blob(edid);
        object->is_connected = false;
        object->mode_count = 0;
        object->committed.value[fake_edid] = 0;
    }
    done();
}

static void refuse(int *error, unsigned int *refusals, int wanted, unsigned int count) {
    begin();
    *error = wanted;
    *refusals = count;
    done();
}

void fake_drm_refuse_commits(fake_card *card, int error, unsigned int count) {
    refuse(&card->commit_error, &card->commit_refusals, error, count);
}

void fake_drm_refuse_tests(fake_card *card, int error, unsigned int count) {
    refuse(&card->test_error, &card->test_refusals, error, count);
}

void fake_drm_refuse_buffers(fake_card *card, int error, unsigned int count) {
    refuse(&card->buffer_error, &card->buffer_refusals, error, count);
}

void fake_drm_refuse_imports(fake_card *card, int error, unsigned int count) {
    refuse(&card->import_error, &card->import_refusals, error, count);
}

void fake_drm_lose_flips(fake_card *card, unsigned int count) {
    begin();
    card->lost_flips = count;
    done();
}

void fake_drm_refuse_mode(fake_card *card, unsigned int height) {
    begin();
    card->refused_height = height;
    done();
}

void fake_drm_occupy(fake_card *card, bool is_occupied) {
    begin();
    card->is_occupied = is_occupied;
    if (is_occupied) fake_each_client(card, fake_depose);
    done();
}

void fake_drm_remove_plane(fake_card *card, uint32_t plane) {
    begin();
    struct fake_object *object = fake_find(card, plane, DRM_MODE_OBJECT_PLANE);
    if (object) object->kind = 0;
    done();
}

void fake_drm_remove(fake_card *card) {
    begin();
    card->is_gone = true;
    fake_each_client(card, fake_cut_off);
    card->is_flipping = false;
    card->flip_client = card->watch_client = NULL;
    fake_turn_off(card);
    done();
}

void fake_drm_return(fake_card *card) {
    begin();
    card->is_gone = false;
    done();
}

void fake_turn_off(struct fake_card *card) {
    for (unsigned int index = 0; index < card->object_count; index++) {
        uint64_t *value = card->object[index].committed.value;
        value[fake_fb] = value[fake_crtc] = value[fake_active] = value[fake_mode] = 0;
        card->object[index].shown = card->object[index].committed;
    }
}

// MARK: Reading the state

static bool is_shown(const struct fake_object *object) { return object->kind == DRM_MODE_OBJECT_PLANE && object->shown.value[fake_fb]; }

static struct fake_shown seen(struct fake_card *card, const struct fake_object *plane) {
    const uint64_t *value = plane->shown.value;
    const struct fake_framebuffer *framebuffer = fake_framebuffer_of(card, (uint32_t)value[fake_fb]);
    return (struct fake_shown){.plane = plane->id,
                               .fourcc = framebuffer->fourcc,
                               .width = framebuffer->width,
                               .height = framebuffer->height,
                               .source_x = (uint32_t)value[fake_src_x],
                               .source_y = (uint32_t)value[fake_src_y],
                               .source_width = (uint32_t)value[fake_src_w],
                               .source_height = (uint32_t)value[fake_src_h],
                               .x = (int32_t)value[fake_crtc_x],
                               .y = (int32_t)value[fake_crtc_y],
                               .shown_width = (uint32_t)value[fake_crtc_w],
                               .shown_height = (uint32_t)value[fake_crtc_h],
                               .rotation = value[fake_rotation],
                               .zpos = value[fake_zpos],
                               .alpha = value[fake_alpha],
                               .is_imported = framebuffer->memory[0]->is_imported,
                               .is_bt709 = value[fake_encoding] == 3,
                               .is_limited_range = value[fake_range] == 0,
                               .is_premultiplied = value[fake_blend] == 0};
}

size_t fake_drm_shown(fake_card *card, struct fake_shown *planes, size_t room) {
    begin();
    size_t count = 0;
    for (unsigned int index = 0; index < card->object_count; index++) {
        if (!is_shown(&card->object[index]) || count == room) continue;
        struct fake_shown next = seen(card, &card->object[index]);
        // Planes with the same zpos, or without one, lie in the order of their numbers.
        size_t place = count++;
        for (; place > 0 && planes[place - 1].zpos > next.zpos; place--) planes[place] = planes[place - 1];
        planes[place] = next;
    }
    done();
    return count;
}

uint32_t fake_drm_pixel(fake_card *card, uint32_t plane, uint32_t x, uint32_t y) {
    begin();
    const struct fake_object *object = fake_find(card, plane, DRM_MODE_OBJECT_PLANE);
    uint32_t pixel = 0;
    if (object && is_shown(object)) {
        const struct fake_framebuffer *framebuffer = fake_framebuffer_of(card, (uint32_t)object->shown.value[fake_fb]);
        size_t bytes = framebuffer->memory_count == 1 ? 4 : 1;
        off_t offset = framebuffer->offset + (off_t)y * framebuffer->pitch + (off_t)(x * bytes);
        if (pread(framebuffer->memory[0]->file, &pixel, bytes, offset) != (ssize_t)bytes) pixel = 0;
    }
    done();
    return pixel;
}

bool fake_drm_mode(fake_card *card, drmModeModeInfo *mode) {
    begin();
    bool is_on = false;
    for (unsigned int index = 0; index < card->object_count && !is_on; index++) {
        const struct fake_object *object = &card->object[index];
        is_on = object->kind == DRM_MODE_OBJECT_CRTC && object->shown.value[fake_active];
        if (is_on) *mode = object->mode;
    }
    done();
    return is_on;
}

struct fake_counts fake_drm_counts(fake_card *card) {
    begin();
    fake_reap(card);
    struct fake_counts counts = card->counts;
    counts.clients = fake_each_client(card, NULL);
    for (size_t index = 0; index < most_framebuffers; index++) counts.framebuffers += card->framebuffer[index].id != 0;
    for (size_t index = 0; index < most_handles; index++) counts.handles += card->handle[index].client != NULL;
    for (size_t index = 0; index < most_blobs; index++) counts.blobs += card->blob[index].client != NULL;
    for (size_t index = 0; index < most_memories; index++) counts.memories += card->memory[index].users != 0;
    done();
    return counts;
}

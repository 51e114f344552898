// SPDX-License-Identifier: GPL-3.0-or-later

// Atomic commits by the kernel's rules (drm_atomic.c and its helpers): a commit takes effect as a whole or not at all.
#include "fake.h"
#include <string.h>

static bool is_off(const struct fake_object *crtc) { return !crtc->wanted.value[fake_active] || !crtc->wanted.value[fake_mode]; }

/// Returns true if the object is a CRTC or is attached to one. A commit that names it then includes that CRTC.
static bool has_crtc(const struct fake_object *object) {
    return object->kind == DRM_MODE_OBJECT_CRTC || object->committed.value[fake_crtc] || object->wanted.value[fake_crtc];
}

static int apply(struct fake_card *card, const struct drm_mode_atomic *atomic) {
    bool has_any_crtc = false;
    const uint32_t *objects = (const uint32_t *)(uintptr_t)atomic->objs_ptr;
    const uint32_t *counts = (const uint32_t *)(uintptr_t)atomic->count_props_ptr;
    const uint32_t *properties = (const uint32_t *)(uintptr_t)atomic->props_ptr;
    const uint64_t *values = (const uint64_t *)(uintptr_t)atomic->prop_values_ptr;
    for (unsigned int index = 0; index < card->object_count; index++) card->object[index].wanted = card->object[index].committed;
    for (uint32_t index = 0; index < atomic->count_objs; index++) {
        struct fake_object *object = fake_find(card, objects[index], DRM_MODE_OBJECT_ANY);
        if (!object) return -ENOENT;
        for (uint32_t number = 0; number < counts[index]; number++, properties++, values++) {
            enum fake_property property = *properties % 100;
            bool is_its = *properties / 100 == object->id && property < fake_property_count;
            if (!is_its || !(object->properties >> property & 1)) return -ENOENT;
            if (!fake_is_valid(card, object, property, *values)) return -EINVAL;
            object->wanted.value[property] = *values;
        }
        has_any_crtc |= has_crtc(object);
    }
    // No CRTC could report the flip.
    if (atomic->flags & DRM_MODE_PAGE_FLIP_EVENT && !has_any_crtc) return -EINVAL;
    return 0;
}

static bool is_modeset(const struct fake_object *object) {
    static const enum fake_property properties[] = {fake_active, fake_mode, fake_crtc};
    if (object->kind == DRM_MODE_OBJECT_PLANE) return false;
    for (int index = 0; index < 3; index++) {
        if (object->wanted.value[properties[index]] != object->committed.value[properties[index]]) return true;
    }
    return false;
}

static drmModeModeInfo wanted_mode(struct fake_card *card, const struct fake_object *crtc) {
    const struct fake_blob *blob = fake_blob_of(card, (uint32_t)crtc->wanted.value[fake_mode]);
    drmModeModeInfo mode = crtc->mode;
    if (blob) memcpy(&mode, blob->data, sizeof mode);
    return mode;
}

static int check_crtc(struct fake_card *card, const struct fake_object *crtc) {
    bool has_connector = false;
    for (unsigned int index = 0; index < card->object_count; index++) {
        const struct fake_object *object = &card->object[index];
        has_connector |= object->kind == DRM_MODE_OBJECT_CONNECTOR && object->wanted.value[fake_crtc] == crtc->id;
    }
    bool has_mode = crtc->wanted.value[fake_mode] != 0;
    if (has_mode != has_connector || (crtc->wanted.value[fake_active] && !has_mode)) return -EINVAL;
    if (!has_mode) return 0;
    drmModeModeInfo mode = wanted_mode(card, crtc);
    bool is_mode = mode.clock && mode.hdisplay && mode.htotal >= mode.hdisplay && mode.vtotal >= mode.vdisplay;
    return is_mode && mode.vdisplay != card->refused_height ? 0 : -EINVAL;
}

static bool is_in_scale(const struct fake_plane *plane, uint64_t source, uint64_t shown) {
    if (source == 0 || shown == 0) return false;
    // Rounded away from 1 : 1, as in the kernel.
    uint64_t scale = source > shown << 16 ? (source + shown - 1) / shown : source / shown;
    return scale >= plane->least_scale && scale <= plane->most_scale;
}

static int check_plane(struct fake_card *card, const struct fake_object *plane) {
    const uint64_t *value = plane->wanted.value;
    if (!value[fake_fb] && !value[fake_crtc]) return 0;
    const struct fake_framebuffer *framebuffer = fake_framebuffer_of(card, (uint32_t)value[fake_fb]);
    const struct fake_object *crtc = fake_find(card, (uint32_t)value[fake_crtc], DRM_MODE_OBJECT_CRTC);
    if (!framebuffer || !crtc || is_off(crtc)) return -EINVAL;
    bool has_format = false;
    for (uint32_t index = 0; index < plane->format_count; index++) has_format |= plane->formats[index] == framebuffer->fourcc;
    if (!has_format) return -EINVAL;
    uint64_t width = (uint64_t)framebuffer->width << 16, height = (uint64_t)framebuffer->height << 16;
    if (value[fake_src_w] > width || value[fake_src_x] > width - value[fake_src_w]) return -ENOSPC;
    if (value[fake_src_h] > height || value[fake_src_y] > height - value[fake_src_h]) return -ENOSPC;
    if (!is_in_scale(&plane->plane, value[fake_src_w], value[fake_crtc_w])) return -ERANGE;
    if (!is_in_scale(&plane->plane, value[fake_src_h], value[fake_crtc_h])) return -ERANGE;
    drmModeModeInfo mode = wanted_mode(card, crtc);
    bool covers =
        value[fake_crtc_x] == 0 && value[fake_crtc_y] == 0 && value[fake_crtc_w] == mode.hdisplay && value[fake_crtc_h] == mode.vdisplay;
    return covers || !plane->plane.must_cover ? 0 : -EINVAL;
}

static int check(struct fake_card *card, uint32_t flags) {
    for (unsigned int index = 0; index < card->object_count; index++) {
        struct fake_object *object = &card->object[index];
        if (is_modeset(object) && !(flags & DRM_MODE_ATOMIC_ALLOW_MODESET)) return -EINVAL;
        int result = 0;
        if (object->kind == DRM_MODE_OBJECT_CRTC) result = check_crtc(card, object);
        if (object->kind == DRM_MODE_OBJECT_PLANE) result = check_plane(card, object);
        if (result < 0) return result;
        bool is_idle = object->kind == DRM_MODE_OBJECT_CRTC && is_off(object);
        if (is_idle && flags & DRM_MODE_PAGE_FLIP_EVENT) return -EINVAL;
    }
    return 0;
}

static void take_over(struct fake_card *card) {
    for (unsigned int index = 0; index < card->object_count; index++) {
        struct fake_object *object = &card->object[index];
        if (object->kind == DRM_MODE_OBJECT_CRTC) {
            object->mode = wanted_mode(card, object);
            // A CRTC that is turned off has no more vblanks: a client that waits for one is told now.
            if (object->committed.value[fake_active] && is_off(object)) fake_finish_watch(card);
        }
        object->committed = object->wanted;
    }
}

int fake_atomic(struct fake_client *client, struct drm_mode_atomic *atomic) {
    struct fake_card *card = client->card;
    const uint32_t flags = atomic->flags;
    if (!client->is_master) return -EACCES;
    if (!client->is_atomic) return -EINVAL;
    bool is_test = flags & DRM_MODE_ATOMIC_TEST_ONLY;
    if (is_test && flags & DRM_MODE_PAGE_FLIP_EVENT) return -EINVAL;
    *(is_test ? &card->counts.tests : &card->counts.commits) += 1;
    if (fake_is_refused(is_test ? &card->test_refusals : &card->commit_refusals)) {
        return is_test ? -card->test_error : -card->commit_error;
    }
    int result = apply(card, atomic);
    if (result == 0) result = check(card, flags);
    if (result < 0 || is_test) return result;
    if (flags & DRM_MODE_ATOMIC_ALLOW_MODESET) card->counts.modesets++;
    if (flags & DRM_MODE_ATOMIC_NONBLOCK) {
        if (card->is_flipping) return -EBUSY;
        take_over(card);
        card->is_flipping = true;
        bool is_told = flags & DRM_MODE_PAGE_FLIP_EVENT && !fake_is_refused(&card->lost_flips);
        card->flip_client = is_told ? client : NULL;
        card->flip_data = atomic->user_data;
        return 0;
    }
    // A blocking commit waits for the one before, and returns when it is on the TV itself.
    if (card->is_flipping) fake_finish_flip(card);
    take_over(card);
    for (unsigned int index = 0; index < card->object_count; index++) card->object[index].shown = card->object[index].committed;
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later

// Properties and blobs.
#include "fake.h"
#include <stdlib.h>
#include <string.h>

struct word {
    uint64_t value;
    const char *name;
};

static const struct word types[] = {{0, "Overlay"}, {1, "Primary"}, {2, "Cursor"}};
static const struct word rotations[] = {{0, "rotate-0"},   {1, "rotate-90"}, {2, "rotate-180"},
                                        {3, "rotate-270"}, {4, "reflect-x"}, {5, "reflect-y"}};
static const struct word blends[] = {{0, "Pre-multiplied"}, {1, "Coverage"}, {2, "None"}};
// The numbers are up to the driver: here they differ from the kernel's own enumeration.
static const struct word encodings[] = {{2, "ITU-R BT.601 YCbCr"}, {3, "ITU-R BT.709 YCbCr"}, {4, "ITU-R BT.2020 YCbCr"}};
static const struct word ranges[] = {{0, "YCbCr limited range"}, {1, "YCbCr full range"}};

/// The kind of value that a property has.
static const struct {
    const char *name;
    uint32_t flags;
    uint64_t lowest, highest;
    const struct word *words;
    unsigned int word_count;
} kinds[fake_property_count] = {
    [fake_type] = {"type", DRM_MODE_PROP_ENUM | DRM_MODE_PROP_IMMUTABLE, .words = types, .word_count = 3},
    [fake_fb] = {"FB_ID", DRM_MODE_PROP_OBJECT},
    [fake_crtc] = {"CRTC_ID", DRM_MODE_PROP_OBJECT},
    [fake_src_x] = {"SRC_X", DRM_MODE_PROP_RANGE, 0, UINT32_MAX},
    [fake_src_y] = {"SRC_Y", DRM_MODE_PROP_RANGE, 0, UINT32_MAX},
    [fake_src_w] = {"SRC_W", DRM_MODE_PROP_RANGE, 0, UINT32_MAX},
    [fake_src_h] = {"SRC_H", DRM_MODE_PROP_RANGE, 0, UINT32_MAX},
    [fake_crtc_x] = {"CRTC_X", DRM_MODE_PROP_SIGNED_RANGE, (uint64_t)(int64_t)INT32_MIN, INT32_MAX},
    [fake_crtc_y] = {"CRTC_Y", DRM_MODE_PROP_SIGNED_RANGE, (uint64_t)(int64_t)INT32_MIN, INT32_MAX},
    [fake_crtc_w] = {"CRTC_W", DRM_MODE_PROP_RANGE, 0, INT32_MAX},
    [fake_crtc_h] = {"CRTC_H", DRM_MODE_PROP_RANGE, 0, INT32_MAX},
    [fake_rotation] = {"rotation", DRM_MODE_PROP_BITMASK, .words = rotations, .word_count = 6},
    [fake_zpos] = {"zpos", DRM_MODE_PROP_RANGE},
    [fake_alpha] = {"alpha", DRM_MODE_PROP_RANGE, 0, 0xFFFF},
    [fake_blend] = {"pixel blend mode", DRM_MODE_PROP_ENUM, .words = blends, .word_count = 3},
    [fake_encoding] = {"COLOR_ENCODING", DRM_MODE_PROP_ENUM, .words = encodings, .word_count = 3},
    [fake_range] = {"COLOR_RANGE", DRM_MODE_PROP_ENUM, .words = ranges, .word_count = 2},
    [fake_edid] = {"EDID", DRM_MODE_PROP_BLOB | DRM_MODE_PROP_IMMUTABLE},
    [fake_active] = {"ACTIVE", DRM_MODE_PROP_RANGE, 0, 1},
    [fake_mode] = {"MODE_ID", DRM_MODE_PROP_BLOB},
};

static int describe(struct fake_card *card, struct drm_mode_get_property *answer) {
    enum fake_property property = answer->prop_id % 100;
    struct fake_object *object = fake_find(card, answer->prop_id / 100, DRM_MODE_OBJECT_ANY);
    if (!object || property >= fake_property_count || !(object->properties >> property & 1)) return -ENOENT;
    uint64_t range[2] = {kinds[property].lowest, kinds[property].highest};
    answer->flags = kinds[property].flags;
    if (property == fake_zpos) {
        range[0] = object->plane.lowest_zpos;
        range[1] = object->plane.highest_zpos;
        if (range[0] == range[1]) answer->flags |= DRM_MODE_PROP_IMMUTABLE;
    }
    strncpy(answer->name, kinds[property].name, sizeof answer->name - 1);
    struct drm_mode_property_enum words[8];
    uint64_t values[8];
    uint32_t count = 0;
    for (unsigned int index = 0; index < kinds[property].word_count; index++) {
        struct word word = kinds[property].words[index];
        if (property == fake_rotation && !(object->plane.rotations >> word.value & 1)) continue;
        words[count].value = values[count] = word.value;
        strncpy(words[count++].name, word.name, sizeof words[0].name);
    }
    bool is_range = answer->flags & (DRM_MODE_PROP_RANGE | DRM_MODE_PROP_SIGNED_RANGE);
    uint32_t value_count = is_range ? 2 : count;
    if (answer->count_values >= value_count && answer->values_ptr) {
        memcpy((void *)(uintptr_t)answer->values_ptr, is_range ? range : values, value_count * sizeof values[0]);
    }
    if (answer->count_enum_blobs >= count && answer->enum_blob_ptr) {
        memcpy((void *)(uintptr_t)answer->enum_blob_ptr, words, count * sizeof words[0]);
    }
    answer->count_values = value_count;
    answer->count_enum_blobs = count;
    return 0;
}

bool fake_is_valid(struct fake_card *card, const struct fake_object *object, enum fake_property property, uint64_t value) {
    const uint32_t flags = kinds[property].flags;
    if (property == fake_zpos) {
        bool is_fixed = object->plane.lowest_zpos == object->plane.highest_zpos;
        return !is_fixed && value >= object->plane.lowest_zpos && value <= object->plane.highest_zpos;
    }
    if (flags & DRM_MODE_PROP_IMMUTABLE) return false;
    if (property == fake_rotation) {
        // One quarter turn, and any mirrorings.
        uint64_t quarters = value & 0xF;
        return quarters && !(quarters & (quarters - 1)) && !(value & ~(uint64_t)object->plane.rotations);
    }
    if (flags & DRM_MODE_PROP_RANGE) return value >= kinds[property].lowest && value <= kinds[property].highest;
    if (flags & DRM_MODE_PROP_SIGNED_RANGE) {
        return (int64_t)value >= (int64_t)kinds[property].lowest && (int64_t)value <= (int64_t)kinds[property].highest;
    }
    if (flags & DRM_MODE_PROP_ENUM) {
        for (unsigned int index = 0; index < kinds[property].word_count; index++) {
            if (kinds[property].words[index].value == value) return true;
        }
        return false;
    }
    if (value == 0) return true;
    if (property == fake_fb) return fake_framebuffer_of(card, (uint32_t)value) != NULL;
    if (property == fake_crtc) return fake_find(card, (uint32_t)value, DRM_MODE_OBJECT_CRTC) != NULL;
    const struct fake_blob *blob = fake_blob_of(card, (uint32_t)value);
    return blob && blob->length == sizeof(drmModeModeInfo);
}

struct fake_blob *fake_blob_of(struct fake_card *card, uint32_t id) {
    for (size_t index = 0; index < most_blobs; index++) {
        if (id && card->blob[index].id == id) return &card->blob[index];
    }
    return NULL;
}

uint32_t fake_make_blob(struct fake_card *card, struct fake_client *client, const void *data, uint32_t length) {
    for (size_t index = 0; index < most_blobs; index++) {
        struct fake_blob *blob = &card->blob[index];
        if (blob->id) continue;
        *blob = (struct fake_blob){.client = client, .id = ++card->last_number, .length = length, .data = malloc(length)};
        memcpy(blob->data, data, length);
        return blob->id;
    }
    return 0;
}

void fake_drop_blob(struct fake_blob *blob) {
    free(blob->data);
    *blob = (struct fake_blob){0};
}

int fake_properties(struct fake_client *client, unsigned long request, void *argument) {
    struct fake_card *card = client->card;
    switch (request) {
    case DRM_IOCTL_MODE_GETPROPERTY: return describe(card, argument);
    case DRM_IOCTL_MODE_GETPROPBLOB: {
        struct drm_mode_get_blob *answer = argument;
        struct fake_blob *blob = fake_blob_of(card, answer->blob_id);
        if (!blob) return -ENOENT;
        if (answer->length >= blob->length && answer->data) memcpy((void *)(uintptr_t)answer->data, blob->data, blob->length);
        answer->length = blob->length;
        return 0;
    }
    case DRM_IOCTL_MODE_CREATEPROPBLOB: {
        struct drm_mode_create_blob *wish = argument;
        wish->blob_id = fake_make_blob(card, client, (const void *)(uintptr_t)wish->data, wish->length);
        return wish->blob_id ? 0 : -ENOMEM;
    }
    case DRM_IOCTL_MODE_DESTROYPROPBLOB: {
        struct fake_blob *blob = fake_blob_of(card, ((struct drm_mode_destroy_blob *)argument)->blob_id);
        if (!blob) card->counts.unknown_blobs++;
        if (!blob) return -ENOENT;
        if (blob->client != client) return -EPERM;
        fake_drop_blob(blob);
        return 0;
    }
    default: return fake_not_mine;
    }
}

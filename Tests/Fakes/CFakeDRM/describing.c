// SPDX-License-Identifier: GPL-3.0-or-later

// A card's description: its objects, their properties, and the values that they may take.
#include "fake.h"
#include <string.h>

static void fill(uint64_t pointer, uint32_t *room, const uint32_t *numbers, uint32_t count) {
    // As in the kernel: all numbers are copied or none, and the true count is returned.
    if (*room >= count && pointer) memcpy((void *)(uintptr_t)pointer, numbers, count * sizeof *numbers);
    *room = count;
}

static void fill_objects(struct fake_card *card, uint32_t kind, uint64_t pointer, uint32_t *room) {
    uint32_t numbers[most_objects], count = 0;
    for (unsigned int index = 0; index < card->object_count; index++) {
        if (card->object[index].kind == kind) numbers[count++] = card->object[index].id;
    }
    fill(pointer, room, numbers, count);
}

static uint32_t crtc_bits(struct fake_card *card) {
    uint32_t count = 0;
    for (unsigned int index = 0; index < card->object_count; index++) count += card->object[index].kind == DRM_MODE_OBJECT_CRTC;
    return (1u << count) - 1;
}

static int resources(struct fake_card *card, struct drm_mode_card_res *answer) {
    answer->count_fbs = 0;
    fill_objects(card, DRM_MODE_OBJECT_CRTC, answer->crtc_id_ptr, &answer->count_crtcs);
    fill_objects(card, DRM_MODE_OBJECT_CONNECTOR, answer->connector_id_ptr, &answer->count_connectors);
    fill_objects(card, DRM_MODE_OBJECT_ENCODER, answer->encoder_id_ptr, &answer->count_encoders);
    answer->min_width = answer->min_height = 16;
    answer->max_width = answer->max_height = 8192;
    return 0;
}

static int properties_of(struct fake_object *object, uint64_t names, uint64_t values, uint32_t *room) {
    uint32_t numbers[fake_property_count], count = 0;
    uint64_t present[fake_property_count];
    for (unsigned int property = 0; property < fake_property_count; property++) {
        if (!(object->properties >> property & 1)) continue;
        numbers[count] = fake_property_id(object->id, property);
        present[count++] = object->committed.value[property];
    }
    if (*room >= count && values) memcpy((void *)(uintptr_t)values, present, count * sizeof *present);
    fill(names, room, numbers, count);
    return 0;
}

static int connector(struct fake_card *card, struct drm_mode_get_connector *answer) {
    struct fake_object *object = fake_find(card, answer->connector_id, DRM_MODE_OBJECT_CONNECTOR);
    if (!object) return -ENOENT;
    uint32_t encoder = object->id - 1;
    fill(answer->encoders_ptr, &answer->count_encoders, &encoder, 1);
    if (answer->count_modes >= object->mode_count && answer->modes_ptr) {
        memcpy((void *)(uintptr_t)answer->modes_ptr, object->modes, object->mode_count * sizeof object->modes[0]);
    }
    answer->count_modes = object->mode_count;
    properties_of(object, answer->props_ptr, answer->prop_values_ptr, &answer->count_props);
    answer->encoder_id = object->committed.value[fake_crtc] ? encoder : 0;
    answer->connector_type = object->connector_type;
    answer->connector_type_id = 1;
    answer->connection = object->is_connected ? DRM_MODE_CONNECTED : DRM_MODE_DISCONNECTED;
    answer->mm_width = answer->mm_height = 0;
    answer->subpixel = 1;
    return 0;
}

static int plane(struct fake_card *card, struct drm_mode_get_plane *answer) {
    struct fake_object *object = fake_find(card, answer->plane_id, DRM_MODE_OBJECT_PLANE);
    if (!object) return -ENOENT;
    answer->crtc_id = (uint32_t)object->committed.value[fake_crtc];
    answer->fb_id = (uint32_t)object->committed.value[fake_fb];
    answer->possible_crtcs = crtc_bits(card);
    answer->gamma_size = 0;
    fill(answer->format_type_ptr, &answer->count_format_types, object->formats, object->format_count);
    return 0;
}

static void say(char *room, __kernel_size_t *length, const char *text) {
    size_t needed = strlen(text);
    if (room && *length >= needed) memcpy(room, text, needed);
    *length = needed;
}

static int version(struct fake_card *card, struct drm_version *answer) {
    say(answer->name, &answer->name_len, card->driver);
    say(answer->date, &answer->date_len, "0");
    say(answer->desc, &answer->desc_len, "a card for tests");
    answer->version_major = 1;
    return 0;
}

static int capability(struct drm_get_cap *answer) {
    switch (answer->capability) {
    case DRM_CAP_DUMB_BUFFER:
    case DRM_CAP_TIMESTAMP_MONOTONIC:
    case DRM_CAP_CRTC_IN_VBLANK_EVENT:
    case DRM_CAP_ADDFB2_MODIFIERS: answer->value = 1; return 0;
    case DRM_CAP_PRIME: answer->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT; return 0;
    default: return -EINVAL;
    }
}

static int client_capability(struct fake_client *client, const struct drm_set_client_cap *wish) {
    switch (wish->capability) {
    case DRM_CLIENT_CAP_ATOMIC: client->is_atomic = wish->value; return 0;
    case DRM_CLIENT_CAP_UNIVERSAL_PLANES: return 0;
    case DRM_CLIENT_CAP_WRITEBACK_CONNECTORS: return client->is_atomic ? 0 : -EINVAL;
    default: return -EINVAL;
    }
}

static int watch(struct fake_client *client, const struct drm_crtc_queue_sequence *wish) {
    struct fake_object *crtc = fake_find(client->card, wish->crtc_id, DRM_MODE_OBJECT_CRTC);
    if (!crtc) return -ENOENT;
    if (!crtc->committed.value[fake_active]) return -EINVAL;
    client->card->watch_client = client;
    client->card->watch_data = wish->user_data;
    return 0;
}

int fake_describe(struct fake_client *client, unsigned long request, void *argument) {
    struct fake_card *card = client->card;
    switch (request) {
    case DRM_IOCTL_VERSION: return version(card, argument);
    case DRM_IOCTL_GET_CAP: return capability(argument);
    case DRM_IOCTL_SET_CLIENT_CAP: return client_capability(client, argument);
    case DRM_IOCTL_SET_MASTER:
        if (client->is_master) return 0;
        if (card->is_occupied) return -EBUSY;
        client->is_master = true;
        return 0;
    case DRM_IOCTL_DROP_MASTER:
        if (!client->is_master) return -EINVAL;
        client->is_master = false;
        return 0;
    case DRM_IOCTL_MODE_GETRESOURCES: return resources(card, argument);
    case DRM_IOCTL_MODE_GETCONNECTOR: return connector(card, argument);
    case DRM_IOCTL_MODE_GETENCODER: {
        struct drm_mode_get_encoder *answer = argument;
        if (!fake_find(card, answer->encoder_id, DRM_MODE_OBJECT_ENCODER)) return -ENOENT;
        answer->encoder_type = DRM_MODE_ENCODER_TMDS;
        answer->crtc_id = answer->possible_clones = 0;
        answer->possible_crtcs = crtc_bits(card);
        return 0;
    }
    case DRM_IOCTL_MODE_GETPLANERESOURCES: {
        struct drm_mode_get_plane_res *answer = argument;
        fill_objects(card, DRM_MODE_OBJECT_PLANE, answer->plane_id_ptr, &answer->count_planes);
        return 0;
    }
    case DRM_IOCTL_MODE_GETPLANE: return plane(card, argument);
    case DRM_IOCTL_MODE_OBJ_GETPROPERTIES: {
        struct drm_mode_obj_get_properties *answer = argument;
        struct fake_object *object = fake_find(card, answer->obj_id, answer->obj_type);
        return object ? properties_of(object, answer->props_ptr, answer->prop_values_ptr, &answer->count_props) : -ENOENT;
    }
    case DRM_IOCTL_CRTC_QUEUE_SEQUENCE: return watch(client, argument);
    default: return fake_not_mine;
    }
}

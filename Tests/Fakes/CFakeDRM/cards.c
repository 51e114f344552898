// SPDX-License-Identifier: GPL-3.0-or-later

// Cards, their objects, and the clients that have them open.
#include "fake.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
static struct fake_client clients[most_clients];

enum { most_files = 4096 };
/// True if a descriptor with this number has ever been the fake's. All others skip the lock.
static atomic_bool is_suspect[most_files];

bool fake_may_be(int file) { return file >= 0 && file < most_files && atomic_load(&is_suspect[file]); }

static bool is_client(const struct fake_client *client) {
    struct stat status;
    return fstat(client->file, &status) == 0 && S_ISSOCK(status.st_mode) && status.st_ino == client->inode;
}

struct fake_client *fake_client_of(int file) {
    for (size_t index = 0; index < most_clients; index++) {
        struct fake_client *client = &clients[index];
        if (!client->card || client->file != file) continue;
        if (is_client(client)) return client;
        fake_reap(client->card);
    }
    return NULL;
}

void fake_reap(struct fake_card *card) {
    for (size_t index = 0; index < most_clients; index++) {
        struct fake_client *client = &clients[index];
        if (client->card != card || is_client(client)) continue;
        unsigned int left = 0;
        for (size_t number = 0; number < most_framebuffers; number++) {
            if (card->framebuffer[number].client != client) continue;
            fake_drop_framebuffer(card, &card->framebuffer[number]);
            left++;
        }
        for (size_t number = 0; number < most_handles; number++) {
            if (card->handle[number].client != client) continue;
            fake_drop_handle(&card->handle[number]);
            left++;
        }
        for (size_t number = 0; number < most_blobs; number++) {
            if (card->blob[number].client != client) continue;
            fake_drop_blob(&card->blob[number]);
            left++;
        }
        // Clients of a removed card needn't clean up.
        if (!client->is_cut_off) card->counts.left_at_close += left;
        if (card->flip_client == client) card->flip_client = NULL;
        if (card->watch_client == client) card->watch_client = NULL;
        close(client->ours);
        *client = (struct fake_client){0};
    }
}

fake_card *fake_drm_make(const char *driver) {
    struct fake_card *card = calloc(1, sizeof *card);
    if (!card) abort();
    strncpy(card->driver, driver, sizeof card->driver - 1);
    card->last_object = 30;
    card->last_number = 5000;
    return card;
}

void fake_drm_forget(fake_card *card) {
    pthread_mutex_lock(&fake_lock);
    fake_reap(card);
    for (size_t index = 0; index < most_clients; index++) {
        if (clients[index].card != card) continue;
        close(clients[index].ours);
        clients[index] = (struct fake_client){0};
    }
    for (size_t index = 0; index < most_blobs; index++) free(card->blob[index].data);
    for (size_t index = 0; index < most_memories; index++) {
        if (card->memory[index].users) close(card->memory[index].file);
    }
    pthread_mutex_unlock(&fake_lock);
    free(card);
}

int fake_drm_open(fake_card *card) {
    pthread_mutex_lock(&fake_lock);
    fake_reap(card);
    struct fake_client *client = NULL;
    bool has_master = card->is_occupied;
    for (size_t index = 0; index < most_clients; index++) {
        if (!clients[index].card && !client) client = &clients[index];
        if (clients[index].card == card && clients[index].is_master) has_master = true;
    }
    int ends[2] = {-1, -1};
    struct stat status;
    if (card->is_gone || !client) {
        errno = card->is_gone ? ENODEV : EMFILE;
    } else if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0) {
        if (ends[0] >= most_files || fstat(ends[0], &status) < 0) abort();
        *client = (struct fake_client){.card = card, .file = ends[0], .ours = ends[1], .inode = status.st_ino, .is_master = !has_master};
        atomic_store(&is_suspect[ends[0]], true);
    }
    int file = ends[0];
    pthread_mutex_unlock(&fake_lock);
    return file;
}

unsigned int fake_each_client(struct fake_card *card, void (*change)(struct fake_client *)) {
    unsigned int count = 0;
    for (size_t index = 0; index < most_clients; index++) {
        if (clients[index].card != card) continue;
        if (change) change(&clients[index]);
        count++;
    }
    return count;
}

void fake_depose(struct fake_client *client) { client->is_master = false; }

void fake_cut_off(struct fake_client *client) {
    client->is_master = false;
    client->is_cut_off = true;
}

// MARK: Objects of a card

static struct fake_object *add(struct fake_card *card, uint32_t kind, uint32_t properties) {
    if (card->object_count == most_objects) abort();
    struct fake_object *object = &card->object[card->object_count++];
    object->id = ++card->last_object;
    object->kind = kind;
    object->properties = properties;
    return object;
}

uint32_t fake_drm_add_crtc(fake_card *card) { return add(card, DRM_MODE_OBJECT_CRTC, 1u << fake_active | 1u << fake_mode)->id; }

uint32_t fake_drm_add_connector(fake_card *card, uint32_t type) {
    // The encoder belongs to the connector: its number is one lower.
    add(card, DRM_MODE_OBJECT_ENCODER, 0);
    struct fake_object *connector = add(card, DRM_MODE_OBJECT_CONNECTOR, 1u << fake_crtc | 1u << fake_edid);
    connector->connector_type = type;
    return connector->id;
}

uint32_t fake_drm_add_plane(fake_card *card, const struct fake_plane *plane) {
    uint32_t properties = 1u << fake_type | 1u << fake_fb | 1u << fake_crtc | 1u << fake_src_x | 1u << fake_src_y | 1u << fake_src_w |
                          1u << fake_src_h | 1u << fake_crtc_x | 1u << fake_crtc_y | 1u << fake_crtc_w | 1u << fake_crtc_h;
    if (plane->rotations) properties |= 1u << fake_rotation;
    if (plane->has_zpos) properties |= 1u << fake_zpos;
    if (plane->has_alpha) properties |= 1u << fake_alpha;
    if (plane->has_blend_mode) properties |= 1u << fake_blend;
    if (plane->has_colour) properties |= 1u << fake_encoding | 1u << fake_range;
    struct fake_object *object = add(card, DRM_MODE_OBJECT_PLANE, properties);
    object->plane = *plane;
    object->committed.value[fake_type] = plane->kind;
    object->committed.value[fake_rotation] = DRM_MODE_ROTATE_0;
    object->committed.value[fake_zpos] = plane->lowest_zpos;
    // Values that another program left, since the kernel keeps them.
    object->committed.value[fake_alpha] = 0x8000;
    object->committed.value[fake_blend] = 1;
    object->committed.value[fake_encoding] = 2;
    object->committed.value[fake_range] = 1;
    object->shown = object->committed;
    return object->id;
}

void fake_drm_allow(fake_card *card, uint32_t plane, uint32_t fourcc) {
    struct fake_object *object = fake_find(card, plane, DRM_MODE_OBJECT_PLANE);
    if (object && object->format_count < most_formats) object->formats[object->format_count++] = fourcc;
}

struct fake_object *fake_find(struct fake_card *card, uint32_t id, uint32_t kind) {
    for (unsigned int index = 0; index < card->object_count; index++) {
        struct fake_object *object = &card->object[index];
        if (object->id == id && object->kind && (object->kind == kind || kind == DRM_MODE_OBJECT_ANY)) return object;
    }
    return NULL;
}

bool fake_is_refused(unsigned int *refusals) {
    if (*refusals == 0) return false;
    --*refusals;
    return true;
}

// SPDX-License-Identifier: GPL-3.0-or-later

// Vblanks and their events.
#include "fake.h"
#include <sys/socket.h>

static int tell(struct fake_client *client, const void *event, size_t length) {
    return client && !client->is_cut_off && send(client->ours, event, length, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)length;
}

static uint32_t first_crtc(struct fake_card *card) {
    for (unsigned int index = 0; index < card->object_count; index++) {
        if (card->object[index].kind == DRM_MODE_OBJECT_CRTC) return card->object[index].id;
    }
    return 0;
}

int fake_finish_flip(struct fake_card *card) {
    for (unsigned int index = 0; index < card->object_count; index++) card->object[index].shown = card->object[index].committed;
    struct fake_client *client = card->flip_client;
    card->is_flipping = false;
    card->flip_client = NULL;
    struct drm_event_vblank event = {.base = {.type = DRM_EVENT_FLIP_COMPLETE, .length = sizeof event},
                                     .user_data = card->flip_data,
                                     .tv_sec = (uint32_t)(card->latest / 1000000000),
                                     .tv_usec = (uint32_t)(card->latest % 1000000000 / 1000),
                                     .sequence = (uint32_t)card->sequence,
                                     .crtc_id = first_crtc(card)};
    return tell(client, &event, sizeof event);
}

int fake_finish_watch(struct fake_card *card) {
    struct fake_client *client = card->watch_client;
    card->watch_client = NULL;
    struct drm_event_crtc_sequence event = {.base = {.type = DRM_EVENT_CRTC_SEQUENCE, .length = sizeof event},
                                            .user_data = card->watch_data,
                                            .time_ns = card->latest,
                                            .sequence = card->sequence};
    return tell(client, &event, sizeof event);
}

int fake_drm_vblank(fake_card *card, int64_t nanoseconds) {
    pthread_mutex_lock(&fake_lock);
    bool is_on = false;
    for (unsigned int index = 0; index < card->object_count; index++) {
        const struct fake_object *object = &card->object[index];
        is_on |= object->kind == DRM_MODE_OBJECT_CRTC && object->committed.value[fake_active];
    }
    int sent = 0;
    if (is_on) {
        card->latest = nanoseconds;
        card->sequence++;
        if (card->is_flipping) sent += fake_finish_flip(card);
        sent += fake_finish_watch(card);
    }
    pthread_mutex_unlock(&fake_lock);
    return sent;
}

void fake_drm_on_wait(fake_card *card, void (*wait)(void *, int), void *context) {
    pthread_mutex_lock(&fake_lock);
    card->wait = wait;
    card->wait_context = context;
    pthread_mutex_unlock(&fake_lock);
}

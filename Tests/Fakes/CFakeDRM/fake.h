// SPDX-License-Identifier: GPL-3.0-or-later

// The internal state of the fake's cards. One lock guards everything.
#pragma once
#define _GNU_SOURCE
#include "CFakeDRM.h"
#include <errno.h>
#include <drm.h>
#include <drm_fourcc.h>
#include <drm_mode.h>
#include <pthread.h>
#include <sys/types.h>

enum {
    most_objects = 32,
    most_clients = 64,
    most_memories = 512,
    most_handles = 512,
    most_framebuffers = 512,
    most_blobs = 256,
    most_modes = 32,
    most_formats = 16
};

enum fake_property {
    fake_type,
    fake_fb,
    fake_crtc,
    fake_src_x,
    fake_src_y,
    fake_src_w,
    fake_src_h,
    fake_crtc_x,
    fake_crtc_y,
    fake_crtc_w,
    fake_crtc_h,
    fake_rotation,
    fake_zpos,
    fake_alpha,
    fake_blend,
    fake_encoding,
    fake_range,
    fake_edid,
    fake_active,
    fake_mode,
    fake_property_count,
};

/// Returns the number of an object's property. Each object has its own numbers, since a plane's zpos may have another range than its
/// neighbour's.
static inline uint32_t fake_property_id(uint32_t object, enum fake_property property) { return object * 100 + property; }

struct fake_state {
    uint64_t value[fake_property_count];
};

struct fake_object {
    uint32_t id;
    /// DRM_MODE_OBJECT_…, or 0 if the object vanished.
    uint32_t kind;
    /// A bit for each property that the object has.
    uint32_t properties;
    /// The last committed state, the state on the TV, and the state that a commit under test would give.
    struct fake_state committed, shown, wanted;
    /// The mode of a CRTC. The kernel keeps it even when its blob is gone.
    drmModeModeInfo mode;
    struct fake_plane plane;
    uint32_t formats[most_formats], format_count;
    uint32_t connector_type, mode_count;
    bool is_connected;
    drmModeModeInfo modes[most_modes];
};

/// Picture memory, as a file of its own.
struct fake_memory {
    int file;
    unsigned int users;
    size_t size;
    bool is_imported;
    dev_t device;
    ino_t inode;
};

struct fake_client;

struct fake_handle {
    struct fake_client *client;
    uint32_t number;
    struct fake_memory *memory;
};

struct fake_framebuffer {
    struct fake_client *client;
    uint32_t id, width, height, fourcc, pitch, offset;
    unsigned int memory_count;
    struct fake_memory *memory[4];
};

struct fake_blob {
    /// NULL if the blob is the kernel's own.
    struct fake_client *client;
    uint32_t id, length;
    void *data;
};

/// One opening of a card.
struct fake_client {
    struct fake_card *card;
    /// The descriptor of the code under test, and the fake's end of the socket.
    int file, ours;
    ino_t inode;
    bool is_atomic, is_master, is_cut_off;
};

struct fake_card {
    char driver[32];
    bool is_gone, is_occupied;
    uint32_t last_object, last_number, last_handle;
    unsigned int object_count;
    struct fake_object object[most_objects];
    struct fake_memory memory[most_memories];
    struct fake_handle handle[most_handles];
    struct fake_framebuffer framebuffer[most_framebuffers];
    struct fake_blob blob[most_blobs];
    void (*wait)(void *, int);
    void *wait_context;

    /// True while a commit waits to be shown; `flip_client` is told of the flip, if it isn't NULL.
    bool is_flipping;
    struct fake_client *flip_client;
    uint64_t flip_data;
    /// The client that asked for the next vblank.
    struct fake_client *watch_client;
    uint64_t watch_data;
    uint64_t sequence;
    int64_t latest;

    int commit_error, test_error, buffer_error, import_error;
    unsigned int commit_refusals, test_refusals, buffer_refusals, import_refusals, lost_flips, refused_height;
    struct fake_counts counts;
};

extern pthread_mutex_t fake_lock;

/// Returns true if a descriptor may be the fake's. Doesn't take the lock.
bool fake_may_be(int file);
/// Returns the client of this descriptor, or NULL. The lock must be held.
struct fake_client *fake_client_of(int file);
/// Frees what clients left when they closed their descriptors. The lock must be held.
void fake_reap(struct fake_card *card);

/// Applies a change to every client of the card. Returns the number of clients.
unsigned int fake_each_client(struct fake_card *card, void (*change)(struct fake_client *));
void fake_depose(struct fake_client *client);
void fake_cut_off(struct fake_client *client);

struct fake_object *fake_find(struct fake_card *card, uint32_t id, uint32_t kind);
struct fake_framebuffer *fake_framebuffer_of(struct fake_card *card, uint32_t id);
struct fake_blob *fake_blob_of(struct fake_card *card, uint32_t id);
uint32_t fake_make_blob(struct fake_card *card, struct fake_client *client, const void *data, uint32_t length);
void fake_drop_blob(struct fake_blob *blob);
void fake_drop_framebuffer(struct fake_card *card, struct fake_framebuffer *framebuffer);
void fake_drop_handle(struct fake_handle *handle);
struct fake_memory *fake_mapped(struct fake_card *card, off_t offset);
bool fake_is_refused(unsigned int *refusals);
/// Returns true if the object accepts this value of one of its properties.
bool fake_is_valid(struct fake_card *card, const struct fake_object *object, enum fake_property property, uint64_t value);
/// Puts the last commit on the TV and tells the waiting client. Returns the number of events sent.
int fake_finish_flip(struct fake_card *card);
/// Tells the client that asked for the next vblank.
int fake_finish_watch(struct fake_card *card);
/// Turns everything off.
void fake_turn_off(struct fake_card *card);

// The kernel's calls; each returns 0 or a negative errno. The lock must be held.

int fake_describe(struct fake_client *client, unsigned long request, void *argument);
int fake_properties(struct fake_client *client, unsigned long request, void *argument);
int fake_buffers(struct fake_client *client, unsigned long request, void *argument);
int fake_atomic(struct fake_client *client, struct drm_mode_atomic *atomic);

/// The answer to a call that another group of calls may know.
enum { fake_not_mine = -10000 };

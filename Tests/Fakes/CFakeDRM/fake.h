// SPDX-License-Identifier: GPL-3.0-or-later

// What the fake's cards are made of. Everything is held by one lock.
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

/// An object's properties have numbers of their own: a plane's zpos may have another range than its neighbour's.
static inline uint32_t fake_property_id(uint32_t object, enum fake_property property) { return object * 100 + property; }

struct fake_state {
    uint64_t value[fake_property_count];
};

struct fake_object {
    uint32_t id;
    /// DRM_MODE_OBJECT_…; 0: it vanished.
    uint32_t kind;
    /// Bits of the properties it has.
    uint32_t properties;
    /// What was committed last, what is on the TV, and what a commit being looked at would make of it.
    struct fake_state committed, shown, wanted;
    /// Of a CRTC, the mode that is set. The kernel keeps it, also when its blob is gone.
    drmModeModeInfo mode;
    struct fake_plane plane;
    uint32_t formats[most_formats], format_count;
    uint32_t connector_type, mode_count;
    bool is_connected;
    drmModeModeInfo modes[most_modes];
};

/// Memory that pictures lie in, as a file of its own.
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
    /// NULL: the kernel's own.
    struct fake_client *client;
    uint32_t id, length;
    void *data;
};

/// One opening of a card.
struct fake_client {
    struct fake_card *card;
    /// What the test's subject has, and the other end of it.
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

    /// A commit has not been shown yet; who is told when it is, if anybody.
    bool is_flipping;
    struct fake_client *flip_client;
    uint64_t flip_data;
    /// Who asked for the next vblank.
    struct fake_client *watch_client;
    uint64_t watch_data;
    uint64_t sequence;
    int64_t latest;

    int commit_error, test_error, buffer_error, import_error;
    unsigned int commit_refusals, test_refusals, buffer_refusals, import_refusals, lost_flips, refused_height;
    struct fake_counts counts;
};

extern pthread_mutex_t fake_lock;

/// Whether a descriptor may be the fake's, which tells without the lock.
bool fake_may_be(int file);
/// The client whose descriptor this is, or NULL. The lock is held.
struct fake_client *fake_client_of(int file);
/// Gives back what clients that have closed their descriptors left. The lock is held.
void fake_reap(struct fake_card *card);

/// Does something to everyone who has the card open. Returns how many there are.
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
/// Whether an object can be given this value of one of its properties.
bool fake_is_valid(struct fake_card *card, const struct fake_object *object, enum fake_property property, uint64_t value);
/// What was committed is on the TV, and who waits for that is told. Returns how many events were sent.
int fake_finish_flip(struct fake_card *card);
/// Tells who asked for the next vblank.
int fake_finish_watch(struct fake_card *card);
/// Everything is off.
void fake_turn_off(struct fake_card *card);

// The kernel's calls; each returns 0 or a negative errno. The lock is held.

int fake_describe(struct fake_client *client, unsigned long request, void *argument);
int fake_properties(struct fake_client *client, unsigned long request, void *argument);
int fake_buffers(struct fake_client *client, unsigned long request, void *argument);
int fake_atomic(struct fake_client *client, struct drm_mode_atomic *atomic);

/// Another group of calls may know it.
enum { fake_not_mine = -10000 };

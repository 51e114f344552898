// SPDX-License-Identifier: GPL-3.0-or-later

// A small kernel display subsystem for tests, linked in front of the C library; the real libdrm runs on it.
//
// A test makes a card with its CRTCs, connectors and planes. `fake_drm_open` returns a file descriptor of it, on which the
// kernel's calls (ioctl, mmap, poll) are answered by its rules; on every other descriptor they go to the kernel. Time
// stands still until the test makes a vblank happen. Thread-safe; each test makes its own card.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xf86drmMode.h>

typedef struct fake_card fake_card;

/// Makes a card with a driver's name and no objects.
fake_card *fake_drm_make(const char *driver);
void fake_drm_forget(fake_card *card);

/// Opens the card. Returns a descriptor, or −1 with errno if the card was removed.
int fake_drm_open(fake_card *card);

// Objects of the card. Each function returns the new object's number; CRTCs come first; connectors and planes belong to all of them.

uint32_t fake_drm_add_crtc(fake_card *card);
uint32_t fake_drm_add_connector(fake_card *card, uint32_t type);

/// The abilities of a plane.
struct fake_plane {
    /// DRM_PLANE_TYPE_….
    uint32_t kind;
    /// Bits of the rotation property; 0 if the plane has no such property.
    uint32_t rotations;
    bool has_zpos;
    /// Equal if the zpos is fixed.
    uint32_t lowest_zpos, highest_zpos;
    bool has_alpha, has_blend_mode, has_colour;
    /// The smallest and largest number of source pixels for one pixel on the TV, 16.16. Both are 1 << 16 if the plane doesn't scale.
    uint32_t least_scale, most_scale;
    /// True if the plane must cover the whole TV.
    bool must_cover;
};

/// Adds a plane in the state that another program left: half transparent, another blend mode, full-range colours of BT.601.
uint32_t fake_drm_add_plane(fake_card *card, const struct fake_plane *plane);
/// Lets a plane accept a format, by its four-character code.
void fake_drm_allow(fake_card *card, uint32_t plane, uint32_t fourcc);

// Changes of the card.

/// Plugs a TV in, with its EDID and its modes. `edid` may be empty.
void fake_drm_plug(fake_card *card, uint32_t connector, const drmModeModeInfo *modes, size_t count, const void *edid, size_t length);
void fake_drm_unplug(fake_card *card, uint32_t connector);

/// Makes a vblank happen on every CRTC that is on: due flips are done, and events are sent.
/// Returns the number of events.
int fake_drm_vblank(fake_card *card, int64_t nanoseconds);
/// Sets a function that is called when a client waits for an event that isn't there, for at most that time. The test lets vblanks happen in
/// it.
void fake_drm_on_wait(fake_card *card, void (*wait)(void *context, int milliseconds), void *context);

/// Makes the next `count` commits fail with this errno: the real ones, or the test-only ones.
void fake_drm_refuse_commits(fake_card *card, int error, unsigned int count);
void fake_drm_refuse_tests(fake_card *card, int error, unsigned int count);
/// Makes the next requests for memory, or its imports, fail.
void fake_drm_refuse_buffers(fake_card *card, int error, unsigned int count);
void fake_drm_refuse_imports(fake_card *card, int error, unsigned int count);
/// The flips of the next `count` commits are done but never reported.
void fake_drm_lose_flips(fake_card *card, unsigned int count);
/// Refuses modes of this height.
void fake_drm_refuse_mode(fake_card *card, unsigned int height);
/// Another program takes the display, or gives it back.
void fake_drm_occupy(fake_card *card, bool is_occupied);
void fake_drm_remove_plane(fake_card *card, uint32_t plane);
/// Removes the card: all its clients get ENODEV from now on.
void fake_drm_remove(fake_card *card);
/// Puts the card back, with everything off.
void fake_drm_return(fake_card *card);

// State of the card.

/// A plane that shows a picture now.
struct fake_shown {
    uint32_t plane, fourcc;
    /// The picture's size in memory, and the part that is read (16.16).
    uint32_t width, height;
    uint32_t source_x, source_y, source_width, source_height;
    int32_t x, y;
    uint32_t shown_width, shown_height;
    uint64_t rotation, zpos, alpha;
    /// True if the memory is another device's.
    bool is_imported;
    bool is_bt709, is_limited_range, is_premultiplied;
};

/// Copies the visible planes from back to front. Returns their number.
size_t fake_drm_shown(fake_card *card, struct fake_shown *planes, size_t room);
/// Returns a pixel of a plane's picture by its position in memory: the whole pixel of an RGB picture, the luma of a YUV picture.
uint32_t fake_drm_pixel(fake_card *card, uint32_t plane, uint32_t x, uint32_t y);
/// Returns the mode that is set; false if all is off.
bool fake_drm_mode(fake_card *card, drmModeModeInfo *mode);

struct fake_counts {
    /// The present numbers of objects.
    unsigned int clients, framebuffers, handles, blobs, memories;
    /// The numbers of calls so far: commits by their kind, memory allocated and imported.
    unsigned int commits, tests, modesets, buffers, imports;
    /// The number of objects that the kernel had to clean up when a descriptor was closed.
    unsigned int left_at_close;
    /// The number of framebuffers that were removed while on the TV, which turns it dark.
    unsigned int removed_on_screen;
    /// The number of blobs that were to be destroyed and weren't there.
    unsigned int unknown_blobs;
};

struct fake_counts fake_drm_counts(fake_card *card);

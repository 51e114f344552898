// SPDX-License-Identifier: GPL-3.0-or-later

// A small kernel display subsystem for tests, linked in front of the C library: the real libdrm runs on it.
//
// A card is made here with its CRTCs, connectors and planes. `fake_drm_open` gives a file descriptor of it, on which the
// kernel's calls (ioctl, mmap, poll) are answered by its rules; on every other descriptor they are the kernel's own. Time
// stands still until the test says that a vblank happens. Thread-safe; each test makes a card of its own.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <xf86drmMode.h>

typedef struct fake_card fake_card;

/// Makes a card with a driver's name and nothing on it.
fake_card *fake_drm_make(const char *driver);
void fake_drm_forget(fake_card *card);

/// Opens the card. Returns a descriptor, or −1 with errno while the card is gone.
int fake_drm_open(fake_card *card);

// What is on the card. Each returns the new object's number; CRTCs come first, connectors and planes belong to all of them.

uint32_t fake_drm_add_crtc(fake_card *card);
uint32_t fake_drm_add_connector(fake_card *card, uint32_t type);

/// What a plane can do.
struct fake_plane {
    /// DRM_PLANE_TYPE_….
    uint32_t kind;
    /// Bits of the rotation property; 0: it has no such property.
    uint32_t rotations;
    bool has_zpos;
    /// The same twice: it is fixed.
    uint32_t lowest_zpos, highest_zpos;
    bool has_alpha, has_blend_mode, has_colour;
    /// Pixels of the picture for one of the TV, 16.16: smallest and largest. Both 1 << 16: it doesn't scale.
    uint32_t least_scale, most_scale;
    /// It has to cover the whole TV.
    bool must_cover;
};

/// It is as another program left it: half transparent, blended otherwise, with full-range colours of BT.601.
uint32_t fake_drm_add_plane(fake_card *card, const struct fake_plane *plane);
/// Lets a plane take a format, by its four-character code.
void fake_drm_allow(fake_card *card, uint32_t plane, uint32_t fourcc);

// What happens to it.

/// Plugs a TV in: what it says of itself, and its modes. `edid` may be empty.
void fake_drm_plug(fake_card *card, uint32_t connector, const drmModeModeInfo *modes, size_t count, const void *edid, size_t length);
void fake_drm_unplug(fake_card *card, uint32_t connector);

/// A vblank of every CRTC that is on: flips that are due are done, and events sent.
/// Returns how many were sent.
int fake_drm_vblank(fake_card *card, int64_t nanoseconds);
/// Is called when somebody waits for an event and there is none, for so many milliseconds at most: the test lets vblanks happen.
void fake_drm_on_wait(fake_card *card, void (*wait)(void *context, int milliseconds), void *context);

/// The next `count` commits that aren't tests (or only those that are) fail with this errno.
void fake_drm_refuse_commits(fake_card *card, int error, unsigned int count);
void fake_drm_refuse_tests(fake_card *card, int error, unsigned int count);
/// The next memory asked for, or brought from elsewhere, isn't given.
void fake_drm_refuse_buffers(fake_card *card, int error, unsigned int count);
void fake_drm_refuse_imports(fake_card *card, int error, unsigned int count);
/// The flips of the next `count` commits are done but never reported.
void fake_drm_lose_flips(fake_card *card, unsigned int count);
/// A mode of this height can't be set.
void fake_drm_refuse_mode(fake_card *card, unsigned int height);
/// Another program takes the display, or gives it back.
void fake_drm_occupy(fake_card *card, bool is_occupied);
void fake_drm_remove_plane(fake_card *card, uint32_t plane);
/// The card is pulled: whoever has it open gets ENODEV from now on.
void fake_drm_remove(fake_card *card);
/// It is put back, all off.
void fake_drm_return(fake_card *card);

// What can be seen of it.

/// A plane that shows something on the TV now.
struct fake_shown {
    uint32_t plane, fourcc;
    /// The picture's size in memory, and the part that is read, 16.16.
    uint32_t width, height;
    uint32_t source_x, source_y, source_width, source_height;
    int32_t x, y;
    uint32_t shown_width, shown_height;
    uint64_t rotation, zpos, alpha;
    /// Whether it is memory of another device.
    bool is_imported;
    bool is_bt709, is_limited_range, is_premultiplied;
};

/// The planes that show something, from the back to the front. Returns how many there are.
size_t fake_drm_shown(fake_card *card, struct fake_shown *planes, size_t room);
/// A pixel of what a plane shows, by its place in memory: of an RGB picture all of it, of a YUV picture the luma.
uint32_t fake_drm_pixel(fake_card *card, uint32_t plane, uint32_t x, uint32_t y);
/// The mode that is set; false: all is off.
bool fake_drm_mode(fake_card *card, drmModeModeInfo *mode);

struct fake_counts {
    /// What is there now.
    unsigned int clients, framebuffers, handles, blobs, memories;
    /// What has been done: commits by their kind, memory given by the card, and brought from elsewhere.
    unsigned int commits, tests, modesets, buffers, imports;
    /// What was left to the kernel to clean up when a descriptor was closed.
    unsigned int left_at_close;
    /// Framebuffers that were removed while they were on the TV: it goes dark.
    unsigned int removed_on_screen;
};

struct fake_counts fake_drm_counts(fake_card *card);

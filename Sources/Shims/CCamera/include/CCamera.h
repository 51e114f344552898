// SPDX-License-Identifier: GPL-3.0-or-later

// libcamera as C, as far as the Swift side of the camera needs it. Every call that can fail returns 0 or a negative errno.
//
// The program isn't linked with libcamera: its calls go to the camera's object (CameraObject.h), which is opened by the first of them.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

// MARK: The camera's object

enum {
    VIR_CAMERA_LOADED,
    /// No object is at any of its places.
    VIR_CAMERA_MISSING,
    /// One is there, but it isn't made for this VIR or for the libcamera that is here.
    VIR_CAMERA_REFUSED,
};

/// Opens the camera's object unless it is open, and returns one of the values above. Thread-safe. An object that was opened stays open.
int vir_camera_load(void);
/// Copies why the last try refused an object, as one line of English for a log; empty if it refused none. Thread-safe.
void vir_camera_objection(char *objection, size_t size);

/// The functions of an object.
typedef struct vir_camera_object vir_camera_object;
/// Tries the object at one path, and returns one of the values above, with the object or the objection. Thread-safe.
int vir_camera_try(const char *path, const vir_camera_object **object, char *objection, size_t size);

// MARK: The cameras of the machine

enum { VIR_CAMERA_FRONT, VIR_CAMERA_BACK, VIR_CAMERA_EXTERNAL, VIR_CAMERA_SOMEWHERE };

typedef struct {
    const char *id;
    const char *model;
    int location;
} vir_camera_entry;

/// Returns the version of the libcamera that is loaded, such as "v0.3.2"; empty if there is no object.
const char *vir_camera_library_version(void);
/// Visits the cameras that are there now, in libcamera's order; -ENOSYS if there is no object. Thread-safe.
int vir_camera_list(void *context, void (*visit)(void *context, const vir_camera_entry *entry));

/// Looks for cameras from scratch, unless a camera is taken or the last search began within a second. Thread-safe.
///
/// libcamera follows cameras that come and go, but misses a camera that came just when it was started.
void vir_camera_look_again(void);

// MARK: One camera. Thread-bound, except for `vir_camera_give_back`

typedef struct vir_camera vir_camera;

/// Takes a camera for this process alone; -ENOSYS if there is no object.
int vir_camera_open(const char *id, vir_camera **camera);
void vir_camera_close(vir_camera *camera);

/// A size of a format, or all sizes from the smallest to the largest in steps.
typedef struct {
    uint32_t fourcc;
    uint32_t width, height;
    uint32_t largest_width, largest_height;
    /// 0 if there is only one size.
    uint32_t width_step, height_step;
} vir_camera_offer;

int vir_camera_offers(vir_camera *camera, void *context, void (*visit)(void *context, const vir_camera_offer *offer));

typedef struct {
    uint32_t fourcc;
    uint32_t width, height;
    uint32_t buffer_count;
    bool is_upside_down, is_mirrored;
} vir_camera_wish;

enum { VIR_CAMERA_MATRIX_UNKNOWN, VIR_CAMERA_MATRIX_601, VIR_CAMERA_MATRIX_709, VIR_CAMERA_MATRIX_2020 };

/// The stream that the camera made of a wish.
typedef struct {
    uint32_t fourcc;
    uint64_t modifier;
    uint32_t width, height;
    /// The bytes from one row of the first plane to the next.
    uint32_t pitch;
    int matrix;
    bool is_full_range;
    /// The times between frames, in nanoseconds; 0 if the camera doesn't say.
    int64_t shortest_frame, longest_frame;
    /// The lowest analogue gain; 0 if the camera doesn't say.
    float lowest_gain;
} vir_camera_stream;

int vir_camera_configure(vir_camera *camera, const vir_camera_wish *wish, vir_camera_stream *stream);

enum { VIR_CAMERA_EXPOSURE_AUTOMATIC, VIR_CAMERA_EXPOSURE_SHUTTER, VIR_CAMERA_EXPOSURE_LOCKED };
enum { VIR_CAMERA_FOCUS_CONTINUOUS, VIR_CAMERA_FOCUS_ONCE, VIR_CAMERA_FOCUS_LOCKED };
enum { VIR_CAMERA_FLICKER_AUTOMATIC, VIR_CAMERA_FLICKER_OFF, VIR_CAMERA_FLICKER_PERIOD };

/// The controls for the next frames. Those that the camera lacks are left out.
typedef struct {
    int exposure;
    /// In microseconds; used if exposure isn't automatic. 0 leaves it as it is.
    int32_t exposure_time;
    /// Used if exposure is locked. 0 leaves them as they are.
    float gain, red_gain, blue_gain;
    /// True if the camera's own rule is to favour short exposures.
    bool prefers_short;
    int flicker;
    /// The time between two flashes of the lamps, in microseconds.
    int32_t flicker_period;
    int focus;
    /// True if focusing once is to begin now.
    bool triggers_focus;
} vir_camera_controls;

/// Begins capturing with frames this far apart, in nanoseconds, if the camera has a rate to set.
int vir_camera_start(vir_camera *camera, int64_t frame, const vir_camera_controls *controls);
/// Sets the controls for the next frames.
void vir_camera_adjust(vir_camera *camera, const vir_camera_controls *controls);
/// Ends capturing. Frames that are still held keep their pixels.
void vir_camera_stop(vir_camera *camera);

// MARK: Frames

typedef struct {
    uint8_t *base;
    int file_descriptor;
    uint32_t offset, length;
} vir_camera_plane;

/// The memory of a picture, mapped for reading.
typedef struct {
    uint32_t index;
    uint32_t plane_count;
    vir_camera_plane planes[3];
} vir_camera_buffer;

uint32_t vir_camera_buffer_count(const vir_camera *camera);
/// Returns a buffer of the running capture, which is valid until the capture is stopped.
const vir_camera_buffer *vir_camera_buffer_at(const vir_camera *camera, uint32_t index);

typedef struct {
    /// The picture's memory, to be given back on any thread.
    const vir_camera_buffer *buffer;
    uint32_t sequence;
    uint32_t bytes_used;
    /// The nanoseconds of CLOCK_BOOTTIME when the first row was exposed; 0 if the camera doesn't say.
    int64_t sensor_time;
    /// The nanoseconds of a clock of the driver's, mostly CLOCK_MONOTONIC.
    int64_t buffer_time;
    /// The nanoseconds of CLOCK_MONOTONIC when the frame came out of libcamera.
    int64_t arrival;
    /// The lead of CLOCK_BOOTTIME over CLOCK_MONOTONIC at that moment.
    int64_t boot_offset;
    /// The values with which the frame was taken; 0 if the camera doesn't say.
    int32_t exposure_time;
    float gain, red_gain, blue_gain;
} vir_camera_frame;

/// Waits for the next frame, for this many nanoseconds at most.
/// Returns 1 with a frame, 0 without one, -ENODEV if the camera is gone.
int vir_camera_next(vir_camera *camera, int64_t patience, vir_camera_frame *frame);
/// Gives a buffer back, which the camera may then fill again. Thread-safe, even after the capture has been stopped and the camera closed.
void vir_camera_give_back(const vir_camera_buffer *buffer);

#ifdef __cplusplus
}
#endif

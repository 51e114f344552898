// SPDX-License-Identifier: GPL-3.0-or-later

// The contract between the program and the camera's object. The object is all that knows libcamera, whose library has another name with each minor
// version; the program opens it at run time, so the same program runs with each libcamera, and without one.
#pragma once
#include "CCamera.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Rises with each change of CCamera.h or of this table: the program refuses an object with another number.
#define VIR_CAMERA_INTERFACE 1

/// The functions of CCamera.h, of which the object exports none by name. They are called from the threads that CCamera.h names, and no C++
/// exception leaves them.
struct vir_camera_object {
    /// VIR_CAMERA_INTERFACE of the object; the first member for all time.
    uint32_t interface;
    /// The bytes of this table.
    uint32_t size;
    /// The name of the library that the object was built for, such as "libcamera.so.0.3".
    const char *libcamera;

    const char *(*library_version)(void);
    int (*list)(void *context, void (*visit)(void *context, const vir_camera_entry *entry));
    void (*look_again)(void);
    int (*open)(const char *id, vir_camera **camera);
    void (*close)(vir_camera *camera);
    int (*offers)(vir_camera *camera, void *context, void (*visit)(void *context, const vir_camera_offer *offer));
    int (*configure)(vir_camera *camera, const vir_camera_wish *wish, vir_camera_stream *stream);
    int (*start)(vir_camera *camera, int64_t frame, const vir_camera_controls *controls);
    void (*adjust)(vir_camera *camera, const vir_camera_controls *controls);
    void (*stop)(vir_camera *camera);
    uint32_t (*buffer_count)(const vir_camera *camera);
    const vir_camera_buffer *(*buffer_at)(const vir_camera *camera, uint32_t index);
    int (*next)(vir_camera *camera, int64_t patience, vir_camera_frame *frame);
    void (*give_back)(const vir_camera_buffer *buffer);
};

/// The one symbol of the object: returns its table, which is valid until the process ends.
#define VIR_CAMERA_SYMBOL "vir_camera_object_table"
typedef const vir_camera_object *vir_camera_object_table_function(void);

#ifdef __cplusplus
}
#endif

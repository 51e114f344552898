// SPDX-License-Identifier: GPL-3.0-or-later

#include "CameraObject.h"

#include <libcamera/version.h>

#define VIR_WORD(number) #number
#define VIR_NUMBER(number) VIR_WORD(number)

extern "C" __attribute__((visibility("default"))) const vir_camera_object *vir_camera_object_table(void) {
    static const vir_camera_object table = {
        VIR_CAMERA_INTERFACE,
        sizeof(vir_camera_object),
        // libcamera's own rule for its library's name (its meson.build).
        "libcamera.so." VIR_NUMBER(LIBCAMERA_VERSION_MAJOR) "." VIR_NUMBER(LIBCAMERA_VERSION_MINOR),
        vir_camera_library_version,
        vir_camera_list,
        vir_camera_look_again,
        vir_camera_open,
        vir_camera_close,
        vir_camera_offers,
        vir_camera_configure,
        vir_camera_start,
        vir_camera_adjust,
        vir_camera_stop,
        vir_camera_buffer_count,
        vir_camera_buffer_at,
        vir_camera_next,
        vir_camera_give_back,
    };
    return &table;
}

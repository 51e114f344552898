// libcamera as C: what the Swift side of the camera sees of it.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif

/// The version of the libcamera that is loaded, as "0.3.2".
const char *vir_camera_library_version(void);

#ifdef __cplusplus
}
#endif

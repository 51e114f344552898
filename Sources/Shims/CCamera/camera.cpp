#include "CCamera.h"

#include <libcamera/camera_manager.h>

const char *vir_camera_library_version(void) { return libcamera::CameraManager::version().c_str(); }

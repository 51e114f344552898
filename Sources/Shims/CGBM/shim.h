// GBM: buffers that a GPU draws into and a display scans out.
#pragma once
#include <drm_fourcc.h>
#include <gbm.h>

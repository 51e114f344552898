// Asks the kernel itself if a camera's hardware is still there.
#pragma once
#include <cstdint>

#include <libcamera/camera.h>

namespace vir {

/// A hold on one of the camera's device nodes. libcamera reports an unplugged camera late, and with some pipelines never; if a dead camera
/// is stopped, libcamera ends the process.
class Presence {
public:
    explicit Presence(const libcamera::Camera &camera);
    ~Presence();
    Presence(const Presence &) = delete;
    Presence &operator=(const Presence &) = delete;

    bool isDead() const;
    /// The time between frames that the driver has set, in nanoseconds; 0 if it doesn't say.
    int64_t frame() const;

private:
    int device = -1;
};

} // namespace vir

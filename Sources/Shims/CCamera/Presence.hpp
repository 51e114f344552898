// Whether a camera's hardware is still there, asked of the kernel itself.
#pragma once
#include <cstdint>

#include <libcamera/camera.h>

namespace vir {

/// A hold on one of the camera's device nodes. libcamera tells of an unplugged camera late, and for some pipelines never;
/// stopping one that is dead makes it end the process.
class Presence {
public:
    explicit Presence(const libcamera::Camera &camera);
    ~Presence();
    Presence(const Presence &) = delete;
    Presence &operator=(const Presence &) = delete;

    bool isDead() const;
    /// The time between frames that the driver has set, in nanoseconds; 0 where it doesn't say.
    int64_t frame() const;

private:
    int device = -1;
};

} // namespace vir

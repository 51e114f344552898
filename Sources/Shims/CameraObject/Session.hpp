// One capture: its buffers, its requests, and the frames on their way to the reader.
#pragma once
#include "CCamera.h"
#include "Presence.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include <libcamera/camera.h>
#include <libcamera/framebuffer_allocator.h>

namespace vir {

/// Sets the controls of the request that goes to the camera next.
void apply(const vir_camera_controls &controls, bool wasFixed, const libcamera::ControlInfoMap &known, libcamera::ControlList &list);

/// A buffer with its request. Its memory stays until the capture has ended and nobody holds its picture.
struct Slot : vir_camera_buffer {
    class Session *session = nullptr;
    /// Keeps the session alive while a frame of it is out.
    std::shared_ptr<Session> held;
    std::unique_ptr<libcamera::Request> request;
    libcamera::FrameBuffer *frameBuffer = nullptr;
    vir_camera_frame frame{};
    /// A mapping, to be unmapped in the end; the file descriptors outlive the camera.
    struct Mapping {
        libcamera::SharedFD descriptor;
        void *base;
        size_t length;
    };
    std::vector<Mapping> mappings;
};

/// The requests go round: the camera, the ring of completed requests, the reader, and back when the last holder lets go.
///
/// libcamera's thread completes them, the reader waits for them, any thread gives them back. The lock is held for a few
/// assignments, or to queue a request, which doesn't wait for libcamera's thread.
class Session : public std::enable_shared_from_this<Session> {
public:
    /// A camera remembers if its exposure was fixed in the capture before: `wasFixed`.
    Session(std::shared_ptr<libcamera::Camera> camera, std::shared_ptr<const Presence> presence, bool wasFixed)
        : wasFixed(wasFixed), camera(std::move(camera)), presence(std::move(presence)) {}
    ~Session();

    int begin(libcamera::Stream *stream, int64_t frame, const vir_camera_controls &controls);
    void end();
    /// Abandons a camera that is dead while libcamera doesn't know: it can be neither stopped nor destroyed, and stays as it is for ever.
    void abandon();
    void adjust(const vir_camera_controls &controls);
    int next(int64_t patience, vir_camera_frame &frame);
    void giveBack(Slot &slot);
    /// Notes that the camera was unplugged, and wakes whoever waits.
    void lose();

    std::vector<std::unique_ptr<Slot>> slots;
    /// True if the controls that the camera has by now fix its exposure.
    bool wasFixed;

private:
    int map(Slot &slot, const libcamera::FrameBuffer &buffer, const libcamera::StreamConfiguration &configuration);
    void complete(libcamera::Request *request);
    void queue(Slot &slot);

    std::shared_ptr<libcamera::Camera> camera;
    std::shared_ptr<const Presence> presence;
    std::unique_ptr<libcamera::FrameBufferAllocator> allocator;
    std::mutex mutex;
    std::condition_variable arrived;
    bool isRunning = false;
    bool isLost = false;
    /// True if a request failed: the camera may be dead.
    bool isSuspect = false;
    // The completed requests that weren't read yet, oldest first: a ring with room for every buffer.
    std::vector<Slot *> ring;
    size_t head = 0, count = 0;
    vir_camera_controls controls{};
    bool hasNewControls = false;
};

} // namespace vir

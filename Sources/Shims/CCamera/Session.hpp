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

/// The controls of the request that goes to the camera next.
void apply(const vir_camera_controls &controls, bool wasFixed, const libcamera::ControlInfoMap &known, libcamera::ControlList &list);

/// A buffer with its request. Its memory stays until the capture has ended and nobody holds its picture.
struct Slot : vir_camera_buffer {
    class Session *session = nullptr;
    /// Keeps the session while a frame of it is out.
    std::shared_ptr<Session> held;
    std::unique_ptr<libcamera::Request> request;
    libcamera::FrameBuffer *frameBuffer = nullptr;
    vir_camera_frame frame{};
    /// What was mapped, to be unmapped; the file descriptors outlive the camera.
    struct Mapping {
        libcamera::SharedFD descriptor;
        void *base;
        size_t length;
    };
    std::vector<Mapping> mappings;
};

/// The requests go round: camera, ring of completed ones, reader, and back when the last holder lets go.
///
/// libcamera's thread completes them, the reader waits for them, any thread gives them back. The lock is held for a few
/// assignments, or to queue a request, which doesn't wait for libcamera's thread.
class Session : public std::enable_shared_from_this<Session> {
public:
    /// A camera remembers what was fixed in the capture before.
    Session(std::shared_ptr<libcamera::Camera> camera, std::shared_ptr<const Presence> presence, bool wasFixed)
        : wasFixed(wasFixed), camera(std::move(camera)), presence(std::move(presence)) {}
    ~Session();

    int begin(libcamera::Stream *stream, int64_t frame, const vir_camera_controls &controls);
    void end();
    /// The camera is dead and libcamera doesn't know: it can be neither stopped nor destroyed, and stays as it is for ever.
    void abandon();
    void adjust(const vir_camera_controls &controls);
    int next(int64_t patience, vir_camera_frame &frame);
    void giveBack(Slot &slot);
    /// The camera was unplugged: whoever waits hears it.
    void lose();

    std::vector<std::unique_ptr<Slot>> slots;
    /// The controls that the camera has by now fix its exposure.
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
    /// A request failed: the camera may be dead.
    bool isSuspect = false;
    // Completed and not yet read, oldest first: a ring as large as there are buffers.
    std::vector<Slot *> ring;
    size_t head = 0, count = 0;
    vir_camera_controls controls{};
    bool hasNewControls = false;
};

} // namespace vir

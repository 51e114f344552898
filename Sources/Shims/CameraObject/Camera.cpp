// SPDX-License-Identifier: GPL-3.0-or-later

#include "Session.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>

#include <libcamera/camera_manager.h>
#include <libcamera/control_ids.h>
#include <libcamera/logging.h>
#include <libcamera/property_ids.h>

using namespace libcamera;

namespace {

/// The process's one camera manager. It lives until the process ends: libcamera's threads may outlive any of ours.
struct Manager {
    std::mutex mutex;
    /// `nullptr` before the first search.
    std::unique_ptr<CameraManager> cameras;
    /// The number of cameras that are taken.
    int taken = 0;

    static Manager &shared() {
        static Manager *const manager = new Manager();
        return *manager;
    }

    /// Searches again: libcamera misses a camera that is plugged in between its first search and the kernel's first message to it.
    void lookAgain() {
        if (std::chrono::steady_clock::now() - started >= std::chrono::seconds(1)) forget();
    }

    /// Makes the next search begin from scratch, unless a camera is taken.
    void forget() {
        if (taken == 0) cameras.reset();
    }

    int start() {
        if (cameras) return error;
        cameras = std::make_unique<CameraManager>();
        error = cameras->start();
        started = std::chrono::steady_clock::now();
        return error;
    }

private:
    std::chrono::steady_clock::time_point started;

    /// libcamera writes its log to standard error, which is ours; the log is off unless the environment asks for it.
    Manager() {
        if (!getenv("LIBCAMERA_LOG_LEVELS") && !getenv("LIBCAMERA_LOG_FILE")) logSetTarget(LoggingTargetNone);
    }

    int error = 0;
};

/// Keeps libcamera's exceptions (no memory, an index) on this side.
template <typename Function> int guarded(Function function) noexcept {
    try {
        return function();
    } catch (...) { return -ENOMEM; }
}

int location(const Camera &camera) {
    switch (camera.properties().get(properties::Location).value_or(-1)) {
    case properties::CameraLocationFront: return VIR_CAMERA_FRONT;
    case properties::CameraLocationBack: return VIR_CAMERA_BACK;
    case properties::CameraLocationExternal: return VIR_CAMERA_EXTERNAL;
    default: return VIR_CAMERA_SOMEWHERE;
    }
}

int64_t nanoseconds(const ControlValue &microseconds) {
    if (microseconds.type() != ControlTypeInteger64) return 0;
    if (!microseconds.isArray()) return microseconds.get<int64_t>() * 1000;
    const auto values = microseconds.get<Span<const int64_t>>();
    return values.empty() ? 0 : values[0] * 1000;
}

Orientation orientation(const vir_camera_wish &wish) {
    if (wish.is_upside_down) return wish.is_mirrored ? Orientation::Rotate180Mirror : Orientation::Rotate180;
    return wish.is_mirrored ? Orientation::Rotate0Mirror : Orientation::Rotate0;
}

int matrix(const std::optional<ColorSpace> &colours) {
    if (!colours) return VIR_CAMERA_MATRIX_UNKNOWN;
    switch (colours->ycbcrEncoding) {
    case ColorSpace::YcbcrEncoding::Rec601: return VIR_CAMERA_MATRIX_601;
    case ColorSpace::YcbcrEncoding::Rec709: return VIR_CAMERA_MATRIX_709;
    case ColorSpace::YcbcrEncoding::Rec2020: return VIR_CAMERA_MATRIX_2020;
    default: return VIR_CAMERA_MATRIX_UNKNOWN;
    }
}

} // namespace

struct vir_camera {
    std::shared_ptr<Camera> camera;
    std::unique_ptr<CameraConfiguration> configuration;
    /// Through the link libcamera's thread reaches the session when the camera is unplugged.
    struct Link {
        std::mutex mutex;
        std::condition_variable lost;
        std::shared_ptr<vir::Session> session;
        bool isLost = false;

        /// Returns true if libcamera notices the loss within a second: it hears of it a moment after the kernel knows.
        bool isLostSoon() {
            std::unique_lock<std::mutex> lock(mutex);
            return lost.wait_for(lock, std::chrono::seconds(1), [this] { return isLost; });
        }
    };
    std::shared_ptr<vir::Presence> presence;
    /// True if the camera is dead and libcamera doesn't know: its session has been abandoned.
    bool isAbandoned = false;
    std::shared_ptr<Link> link = std::make_shared<Link>();
    std::shared_ptr<vir::Session> session;
    bool wasFixed = false;

    std::unique_ptr<CameraConfiguration> propose() const {
        auto proposal = camera->generateConfiguration({StreamRole::VideoRecording});
        if (!proposal || proposal->empty()) proposal = camera->generateConfiguration({StreamRole::Viewfinder});
        return proposal && !proposal->empty() ? std::move(proposal) : nullptr;
    }
};

const char *vir_camera_library_version(void) { return CameraManager::version().c_str(); }

int vir_camera_list(void *context, void (*visit)(void *, const vir_camera_entry *)) {
    return guarded([&] {
        auto &manager = Manager::shared();
        std::lock_guard<std::mutex> lock(manager.mutex);
        if (int error = manager.start(); error < 0) return error;
        for (const auto &camera : manager.cameras->cameras()) {
            const std::string model(camera->properties().get(properties::Model).value_or(""));
            const vir_camera_entry entry{camera->id().c_str(), model.c_str(), location(*camera)};
            visit(context, &entry);
        }
        return 0;
    });
}

int vir_camera_open(const char *id, vir_camera **opened) {
    return guarded([&] {
        auto &manager = Manager::shared();
        std::lock_guard<std::mutex> lock(manager.mutex);
        if (int error = manager.start(); error < 0) return error;
        auto result = std::make_unique<vir_camera>();
        result->camera = manager.cameras->get(id);
        if (!result->camera) return -ENODEV;
        if (int error = result->camera->acquire(); error < 0) return error;
        result->presence = std::make_shared<vir::Presence>(*result->camera);
        result->camera->disconnected.connect(result.get(), [link = result->link] {
            const auto kept = link;
            std::lock_guard<std::mutex> lock(kept->mutex);
            kept->isLost = true;
            kept->lost.notify_all();
            if (kept->session) kept->session->lose();
        });
        manager.taken++;
        *opened = result.release();
        return 0;
    });
}

void vir_camera_close(vir_camera *camera) {
    vir_camera_stop(camera);
    guarded([&] {
        if (!camera->isAbandoned) camera->camera->disconnected.disconnect(camera);
        camera->configuration.reset();
        return camera->isAbandoned ? 0 : camera->camera->release();
    });
    guarded([&] {
        const bool wasAbandoned = camera->isAbandoned;
        auto &manager = Manager::shared();
        std::lock_guard<std::mutex> lock(manager.mutex);
        delete camera;
        manager.taken--;
        // libcamera would end the process if the camera came back under its old name.
        if (wasAbandoned) manager.forget();
        return 0;
    });
}

void vir_camera_look_again(void) {
    guarded([] {
        auto &manager = Manager::shared();
        std::lock_guard<std::mutex> lock(manager.mutex);
        manager.lookAgain();
        return 0;
    });
}

int vir_camera_offers(vir_camera *camera, void *context, void (*visit)(void *, const vir_camera_offer *)) {
    return guarded([&] {
        const auto proposal = camera->propose();
        if (!proposal) return -ENODEV;
        const auto &formats = proposal->at(0).formats();
        for (const auto &format : formats.pixelformats()) {
            if (format.modifier() != 0) continue;
            for (const auto &size : formats.sizes(format)) {
                const vir_camera_offer offer{format.fourcc(), size.width, size.height, size.width, size.height, 0, 0};
                visit(context, &offer);
            }
            const auto range = formats.range(format);
            if (range.hStep == 0 || range.vStep == 0 || range.min == range.max) continue;
            const vir_camera_offer offer{format.fourcc(),  range.min.width, range.min.height, range.max.width,
                                         range.max.height, range.hStep,     range.vStep};
            visit(context, &offer);
        }
        return 0;
    });
}

int vir_camera_configure(vir_camera *camera, const vir_camera_wish *wish, vir_camera_stream *result) {
    return guarded([&] {
        camera->configuration = camera->propose();
        if (!camera->configuration) return -ENODEV;
        StreamConfiguration &stream = camera->configuration->at(0);
        stream.pixelFormat = PixelFormat(wish->fourcc);
        stream.size = Size(wish->width, wish->height);
        stream.bufferCount = wish->buffer_count;
        stream.colorSpace = ColorSpace::Rec709;
        camera->configuration->orientation = orientation(*wish);
        if (camera->configuration->validate() == CameraConfiguration::Invalid) return -EINVAL;
        if (int error = camera->camera->configure(camera->configuration.get()); error < 0) return error;

        *result = {};
        result->fourcc = stream.pixelFormat.fourcc();
        result->modifier = stream.pixelFormat.modifier();
        result->width = stream.size.width;
        result->height = stream.size.height;
        result->pitch = stream.stride;
        result->matrix = matrix(stream.colorSpace);
        result->is_full_range = stream.colorSpace && stream.colorSpace->range == ColorSpace::Range::Full;
        const ControlInfoMap &known = camera->camera->controls();
        if (const auto limits = known.find(controls::FrameDurationLimits.id()); limits != known.end()) {
            result->shortest_frame = nanoseconds(limits->second.min());
            result->longest_frame = nanoseconds(limits->second.max());
        } else {
            result->shortest_frame = result->longest_frame = camera->presence->frame();
        }
        if (const auto gain = known.find(controls::AnalogueGain.id());
            gain != known.end() && gain->second.min().type() == ControlTypeFloat) {
            result->lowest_gain = gain->second.min().get<float>();
        }
        return 0;
    });
}

int vir_camera_start(vir_camera *camera, int64_t frame, const vir_camera_controls *controls) {
    vir_camera_stop(camera);
    return guarded([&] {
        if (camera->isAbandoned) return -ENODEV;
        if (!camera->configuration) return -EINVAL;
        auto session = std::make_shared<vir::Session>(camera->camera, camera->presence, camera->wasFixed);
        const int error = session->begin(camera->configuration->at(0).stream(), frame, *controls);
        if (error < 0) {
            session->end();
            return error;
        }
        camera->session = session;
        std::lock_guard<std::mutex> lock(camera->link->mutex);
        camera->link->session = session;
        if (camera->link->isLost) session->lose();
        return 0;
    });
}

void vir_camera_adjust(vir_camera *camera, const vir_camera_controls *controls) {
    guarded([&] {
        if (camera->session) camera->session->adjust(*controls);
        return 0;
    });
}

void vir_camera_stop(vir_camera *camera) {
    guarded([&] {
        if (!camera->session) return 0;
        {
            std::lock_guard<std::mutex> lock(camera->link->mutex);
            camera->link->session.reset();
        }
        camera->isAbandoned = camera->presence->isDead() && !camera->link->isLostSoon();
        if (camera->isAbandoned) {
            camera->session->abandon();
        } else {
            camera->session->end();
        }
        camera->wasFixed = camera->session->wasFixed;
        camera->session.reset();
        return 0;
    });
}

uint32_t vir_camera_buffer_count(const vir_camera *camera) { return camera->session ? uint32_t(camera->session->slots.size()) : 0; }

const vir_camera_buffer *vir_camera_buffer_at(const vir_camera *camera, uint32_t index) {
    return camera->session && index < camera->session->slots.size() ? camera->session->slots[index].get() : nullptr;
}

int vir_camera_next(vir_camera *camera, int64_t patience, vir_camera_frame *frame) {
    return guarded([&] { return camera->session ? camera->session->next(patience, *frame) : 0; });
}

void vir_camera_give_back(const vir_camera_buffer *buffer) {
    guarded([&] {
        auto &slot = const_cast<vir::Slot &>(static_cast<const vir::Slot &>(*buffer));
        slot.session->giveBack(slot);
        return 0;
    });
}

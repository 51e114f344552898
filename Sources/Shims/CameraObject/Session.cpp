// SPDX-License-Identifier: GPL-3.0-or-later

#include "Session.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>

#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <libcamera/control_ids.h>
#include <libcamera/formats.h>

using namespace libcamera;

namespace vir {

static int64_t now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Tells the kernel when the processor reads, so that it sees what the camera wrote.
static void setReading(const Slot &slot, bool isReading) {
    dma_buf_sync sync{uint64_t(DMA_BUF_SYNC_READ | (isReading ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END))};
    for (const auto &mapping : slot.mappings) {
        while (ioctl(mapping.descriptor.get(), DMA_BUF_IOCTL_SYNC, &sync) < 0 && (errno == EINTR || errno == EAGAIN)) {}
    }
}

/// Unmaps the camera's memory of one picture.
static void unmap(Slot &slot) {
    for (const auto &mapping : slot.mappings) munmap(mapping.base, mapping.length);
    slot.mappings.clear();
}

Session::~Session() {
    for (auto &slot : slots) unmap(*slot);
}

int Session::begin(Stream *stream, int64_t frame, const vir_camera_controls &wanted) {
    allocator = std::make_unique<FrameBufferAllocator>(camera);
    if (int error = allocator->allocate(stream); error < 0) return error;
    for (const auto &buffer : allocator->buffers(stream)) {
        auto slot = std::make_unique<Slot>();
        slot->session = this;
        slot->index = uint32_t(slots.size());
        slot->frameBuffer = buffer.get();
        slot->request = camera->createRequest(slot->index);
        if (!slot->request) return -ENOMEM;
        if (int error = slot->request->addBuffer(stream, buffer.get()); error < 0) return error;
        slots.push_back(std::move(slot));
        if (int error = map(*slots.back(), *buffer, stream->configuration()); error < 0) return error;
    }
    ring.resize(slots.size());

    ControlList list(camera->controls());
    const int64_t microseconds = frame / 1000;
    if (microseconds > 0 && camera->controls().count(controls::FrameDurationLimits.id())) {
        list.set(controls::FrameDurationLimits, Span<const int64_t, 2>({microseconds, microseconds}));
    }
    controls = wanted;
    apply(wanted, wasFixed, camera->controls(), list);
    wasFixed = wanted.exposure != VIR_CAMERA_EXPOSURE_AUTOMATIC;

    camera->requestCompleted.connect(this, [session = shared_from_this()](Request *request) {
        const auto kept = session;
        kept->complete(request);
    });
    if (int error = camera->start(&list); error < 0) {
        camera->requestCompleted.disconnect(this);
        return error;
    }
    std::lock_guard<std::mutex> lock(mutex);
    isRunning = true;
    for (auto &slot : slots) queue(*slot);
    return 0;
}

int Session::map(Slot &slot, const FrameBuffer &buffer, const StreamConfiguration &configuration) {
    const auto &planes = buffer.planes();
    if (planes.empty()) return -EINVAL;
    for (const auto &plane : planes) {
        const auto isSame = [&](const Slot::Mapping &mapping) { return mapping.descriptor.get() == plane.fd.get(); };
        if (std::any_of(slot.mappings.begin(), slot.mappings.end(), isSame)) continue;
        size_t length = 0;
        for (const auto &other : planes) {
            if (other.fd.get() == plane.fd.get()) length = std::max(length, size_t(other.offset) + other.length);
        }
        void *base = mmap(nullptr, length, PROT_READ, MAP_SHARED, plane.fd.get(), 0);
        if (base == MAP_FAILED) return -errno;
        slot.mappings.push_back({plane.fd, base, length});
    }
    const auto add = [&](const FrameBuffer::Plane &plane, uint32_t offset, uint32_t length) {
        for (const auto &mapping : slot.mappings) {
            if (mapping.descriptor.get() != plane.fd.get() || slot.plane_count == 3) continue;
            slot.planes[slot.plane_count++] = {static_cast<uint8_t *>(mapping.base) + offset, plane.fd.get(), offset, length};
            return;
        }
    };
    const uint32_t luma = configuration.stride * configuration.size.height;
    if (planes.size() > 1) {
        for (const auto &plane : planes) add(plane, plane.offset, plane.length);
    } else if (configuration.pixelFormat == formats::YUV420) {
        const uint32_t chroma = configuration.stride / 2 * ((configuration.size.height + 1) / 2);
        if (planes[0].length < luma + 2 * chroma) return -EINVAL;
        add(planes[0], planes[0].offset, luma);
        add(planes[0], planes[0].offset + luma, chroma);
        add(planes[0], planes[0].offset + luma + chroma, chroma);
    } else if (configuration.pixelFormat == formats::NV12) {
        if (planes[0].length < luma + luma / 2) return -EINVAL;
        add(planes[0], planes[0].offset, luma);
        add(planes[0], planes[0].offset + luma, luma / 2);
    } else {
        add(planes[0], planes[0].offset, planes[0].length);
    }
    return 0;
}

void Session::end() {
    {
        std::lock_guard<std::mutex> lock(mutex);
        isRunning = false;
        count = 0;
    }
    // Without the lock: stopping waits for libcamera's thread, which cancels its requests, through `complete`.
    camera->stop();
    camera->requestCompleted.disconnect(this);
    // The requests go before the camera that they point to.
    for (auto &slot : slots) {
        slot->request.reset();
        slot->frameBuffer = nullptr;
    }
    allocator.reset();
    camera.reset();
    // A picture that is still held keeps its own memory and no other: the next capture may need the rest.
    std::lock_guard<std::mutex> lock(mutex);
    for (auto &slot : slots) {
        if (!slot->held) unmap(*slot);
    }
}

void Session::abandon() {
    std::lock_guard<std::mutex> lock(mutex);
    isRunning = false;
    count = 0;
    // Never deleted: the requests of a capture that isn't stopped may not be deleted, nor may their camera.
    new std::shared_ptr<Session>(shared_from_this());
}

void Session::adjust(const vir_camera_controls &wanted) {
    std::lock_guard<std::mutex> lock(mutex);
    // A trigger that hasn't gone out yet isn't forgotten.
    const bool triggers = hasNewControls && controls.triggers_focus && wanted.focus == VIR_CAMERA_FOCUS_ONCE;
    controls = wanted;
    controls.triggers_focus = wanted.triggers_focus || triggers;
    hasNewControls = true;
}

void Session::queue(Slot &slot) {
    if (!isRunning || isLost) return;
    if (hasNewControls) {
        apply(controls, wasFixed, camera->controls(), slot.request->controls());
        wasFixed = controls.exposure != VIR_CAMERA_EXPOSURE_AUTOMATIC;
        controls.triggers_focus = false;
        hasNewControls = false;
    }
    if (camera->queueRequest(slot.request.get()) == -ENODEV) isLost = true;
}

void Session::complete(Request *request) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!isRunning) return;
    if (request->status() == Request::RequestCancelled) {
        isSuspect = true;
        return arrived.notify_one();
    }
    Slot &slot = *slots[request->cookie()];
    const FrameMetadata &picture = slot.frameBuffer->metadata();
    if (picture.status != FrameMetadata::FrameSuccess) {
        request->reuse(Request::ReuseBuffers);
        return queue(slot);
    }
    const ControlList &metadata = request->metadata();
    vir_camera_frame &frame = slot.frame;
    frame = {};
    frame.buffer = &slot;
    frame.sequence = picture.sequence;
    frame.bytes_used = picture.planes().empty() ? 0 : picture.planes()[0].bytesused;
    frame.sensor_time = metadata.get(controls::SensorTimestamp).value_or(0);
    frame.buffer_time = int64_t(picture.timestamp);
    frame.arrival = now(CLOCK_MONOTONIC);
    frame.boot_offset = now(CLOCK_BOOTTIME) - frame.arrival;
    frame.exposure_time = metadata.get(controls::ExposureTime).value_or(0);
    frame.gain = metadata.get(controls::AnalogueGain).value_or(0.0f);
    if (const auto gains = metadata.get(controls::ColourGains)) {
        frame.red_gain = (*gains)[0];
        frame.blue_gain = (*gains)[1];
    }
    ring[(head + count++) % ring.size()] = &slot;
    arrived.notify_one();
}

int Session::next(int64_t patience, vir_camera_frame &frame) {
    std::unique_lock<std::mutex> lock(mutex);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::nanoseconds(patience);
    arrived.wait_until(lock, deadline, [this] { return count > 0 || isLost || isSuspect; });
    if (count == 0) {
        isSuspect = false;
        isLost = isLost || presence->isDead();
        return isLost ? -ENODEV : 0;
    }
    Slot &slot = *ring[head];
    head = (head + 1) % ring.size();
    count--;
    slot.held = shared_from_this();
    lock.unlock();
    setReading(slot, true);
    frame = slot.frame;
    return 1;
}

void Session::giveBack(Slot &slot) {
    setReading(slot, false);
    // Destroyed after the lock, whose mutex belongs to the session.
    std::shared_ptr<Session> kept;
    std::lock_guard<std::mutex> lock(mutex);
    kept = std::move(slot.held);
    if (!isRunning) return unmap(slot);
    slot.request->reuse(Request::ReuseBuffers);
    queue(slot);
}

void Session::lose() {
    std::lock_guard<std::mutex> lock(mutex);
    isLost = true;
    arrived.notify_all();
}

} // namespace vir

// SPDX-License-Identifier: GPL-3.0-or-later

#include "Presence.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <string>

#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <libcamera/property_ids.h>

using namespace libcamera;

namespace vir {

/// Returns the path of the device node with this number, by the kernel's own name for it.
static std::string path(dev_t number) {
    std::ifstream event("/sys/dev/char/" + std::to_string(major(number)) + ":" + std::to_string(minor(number)) + "/uevent");
    const std::string key = "DEVNAME=";
    for (std::string line; std::getline(event, line);) {
        if (line.compare(0, key.size(), key) == 0) return "/dev/" + line.substr(key.size());
    }
    return {};
}

Presence::Presence(const Camera &camera) {
    const auto numbers = camera.properties().get(properties::SystemDevices);
    if (!numbers) return;
    for (const int64_t number : *numbers) {
        const auto node = path(dev_t(number));
        const int candidate = node.empty() ? -1 : open(node.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (candidate < 0) continue;
        v4l2_capability capability{};
        if (ioctl(candidate, VIDIOC_QUERYCAP, &capability) == 0) {
            device = candidate;
            return;
        }
        close(candidate);
    }
}

Presence::~Presence() {
    if (device >= 0) close(device);
}

bool Presence::isDead() const {
    v4l2_capability capability{};
    return device >= 0 && ioctl(device, VIDIOC_QUERYCAP, &capability) < 0 && errno == ENODEV;
}

int64_t Presence::frame() const {
    v4l2_streamparm parameters{};
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (device < 0 || ioctl(device, VIDIOC_G_PARM, &parameters) < 0) return 0;
    const auto frame = parameters.parm.capture.timeperframe;
    if (frame.numerator == 0 || frame.denominator == 0) return 0;
    return int64_t(frame.numerator) * 1'000'000'000 / frame.denominator;
}

} // namespace vir

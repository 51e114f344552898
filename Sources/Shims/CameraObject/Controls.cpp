// SPDX-License-Identifier: GPL-3.0-or-later

#include "Session.hpp"

#include <libcamera/control_ids.h>
#include <libcamera/version.h>

// Before 0.5 the modes of exposure time and of gain were one.
#define VIR_HAS_EXPOSURE_MODES (LIBCAMERA_VERSION_MAJOR > 0 || LIBCAMERA_VERSION_MINOR >= 5)

using namespace libcamera;

namespace vir {
namespace {

/// Sets the controls that the camera knows, and leaves out the rest.
struct Setter {
    const ControlInfoMap &known;
    ControlList &list;

    bool knows(const ControlId &control) const { return known.find(control.id()) != known.end(); }

    template <typename T, typename V> void set(const Control<T> &control, const V &value) {
        if (knows(control)) list.set(control, value);
    }

    /// Sets one of several modes if the camera has it, and returns true if it does.
    bool choose(const Control<int32_t> &control, int32_t mode) {
        const auto info = known.find(control.id());
        if (info == known.end()) return false;
        const auto &modes = info->second.values();
        bool has = modes.empty();
        for (const auto &value : modes) has = has || (value.type() == ControlTypeInteger32 && value.get<int32_t>() == mode);
        if (has) list.set(control, mode);
        return has;
    }
};

void applyExposure(const vir_camera_controls &wanted, bool wasFixed, Setter &setter) {
    const bool isAutomatic = wanted.exposure == VIR_CAMERA_EXPOSURE_AUTOMATIC;
    const bool isLocked = wanted.exposure == VIR_CAMERA_EXPOSURE_LOCKED;
#if VIR_HAS_EXPOSURE_MODES
    // Cameras without the two modes have only the one switch; if the modes are there, libcamera derives them from the switch.
    if (!setter.knows(controls::ExposureTimeMode) || !setter.knows(controls::AnalogueGainMode)) {
        setter.set(controls::AeEnable, !isLocked);
    }
    setter.set(controls::ExposureTimeMode, isAutomatic ? controls::ExposureTimeModeAuto : controls::ExposureTimeModeManual);
    setter.set(controls::AnalogueGainMode, isLocked ? controls::AnalogueGainModeManual : controls::AnalogueGainModeAuto);
#else
    setter.set(controls::AeEnable, !isLocked);
    // Zero gives a value that was fixed back to the camera's own rule.
    if (isAutomatic && wasFixed) setter.set(controls::ExposureTime, 0);
    if (!isLocked && wasFixed) setter.set(controls::AnalogueGain, 0.0f);
#endif
    if (!isAutomatic && wanted.exposure_time > 0) setter.set(controls::ExposureTime, wanted.exposure_time);
    if (isLocked && wanted.gain > 0) setter.set(controls::AnalogueGain, wanted.gain);

    setter.set(controls::AwbEnable, !isLocked);
    if (isLocked && wanted.red_gain > 0 && wanted.blue_gain > 0) {
        setter.set(controls::ColourGains, Span<const float, 2>({wanted.red_gain, wanted.blue_gain}));
    }
    setter.choose(controls::AeExposureMode, wanted.prefers_short ? controls::ExposureShort : controls::ExposureNormal);
    (void)wasFixed;
}

void applyFlicker(const vir_camera_controls &wanted, Setter &setter) {
    switch (wanted.flicker) {
    case VIR_CAMERA_FLICKER_PERIOD:
        if (setter.choose(controls::AeFlickerMode, controls::FlickerManual)) {
            setter.set(controls::AeFlickerPeriod, wanted.flicker_period);
        }
        break;
    case VIR_CAMERA_FLICKER_AUTOMATIC:
        if (!setter.choose(controls::AeFlickerMode, controls::FlickerAuto)) {
            setter.choose(controls::AeFlickerMode, controls::FlickerOff);
        }
        break;
    default: setter.choose(controls::AeFlickerMode, controls::FlickerOff);
    }
}

void applyFocus(const vir_camera_controls &wanted, Setter &setter) {
    switch (wanted.focus) {
    case VIR_CAMERA_FOCUS_CONTINUOUS: setter.choose(controls::AfMode, controls::AfModeContinuous); break;
    case VIR_CAMERA_FOCUS_ONCE:
        if (setter.choose(controls::AfMode, controls::AfModeAuto) && wanted.triggers_focus) {
            setter.choose(controls::AfTrigger, controls::AfTriggerStart);
        }
        break;
    default: setter.choose(controls::AfMode, controls::AfModeManual);
    }
}

} // namespace

void apply(const vir_camera_controls &wanted, bool wasFixed, const ControlInfoMap &known, ControlList &list) {
    Setter setter{known, list};
    applyExposure(wanted, wasFixed, setter);
    applyFlicker(wanted, setter);
    applyFocus(wanted, setter);
}

} // namespace vir

// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core

/// Sets a USB camera's controls as a person wants them. Those that the camera lacks are left out, as with every camera. Thread-bound.
///
/// What a person leaves to the camera gets the value that the camera had when it was opened. A control is only set if its value changes: it
/// goes over the cable, and some cameras take long over that.
///
/// A USB camera takes no limit on the exposure time. But it can be forbidden to lower its rate in the dark, and then no exposure is longer
/// than a frame.
struct USBCameraControls {
    /// The values that the camera had at first, by control, and below them those that it has now. A control that it lacks has none.
    private var original: [UInt32: Int32] = [:]
    private var present: [UInt32: Int32] = [:]

    private static let flicker = UInt32(V4L2_CID_POWER_LINE_FREQUENCY)
    private static let exposure = UInt32(V4L2_CID_EXPOSURE_AUTO)
    private static let slowsDown = UInt32(V4L2_CID_EXPOSURE_AUTO_PRIORITY)
    private static let whiteBalance = UInt32(V4L2_CID_AUTO_WHITE_BALANCE)
    private static let focus = UInt32(V4L2_CID_FOCUS_AUTO)
    private static let mirror = UInt32(V4L2_CID_HFLIP)
    private static let flip = UInt32(V4L2_CID_VFLIP)

    /// Reads the controls that the camera has.
    init(of device: any VideoDevice) {
        for id in [Self.flicker, Self.exposure, Self.slowsDown, Self.whiteBalance, Self.focus, Self.mirror, Self.flip] {
            var query = v4l2_queryctrl()
            query.id = id
            var control = v4l2_control(id: id, value: 0)
            guard device.control(vir_video_query_control, &query) == 0,
                query.flags & UInt32(V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY) == 0,
                device.control(vir_video_get_control, &control) == 0
            else { continue }
            original[id] = control.value
        }
        present = original
    }

    /// Sets the controls.
    /// - Parameter isLocked: true if exposure and white balance are to stay as they are from now on.
    mutating func apply(_ wanted: CameraControls, isLocked: Bool, to device: any VideoDevice) {
        let frequency =
            switch wanted.flicker {
            case .automatic: V4L2_CID_POWER_LINE_FREQUENCY_AUTO
            case .off: V4L2_CID_POWER_LINE_FREQUENCY_DISABLED
            case .hertz50: V4L2_CID_POWER_LINE_FREQUENCY_50HZ
            case .hertz60: V4L2_CID_POWER_LINE_FREQUENCY_60HZ
            }
        // Many cameras can't detect the frequency by themselves.
        if !set(Self.flicker, Int32(bitPattern: frequency.rawValue), on: device), wanted.flicker == .automatic { leave(Self.flicker, on: device) }

        if isLocked {
            set(Self.exposure, Int32(bitPattern: V4L2_EXPOSURE_MANUAL.rawValue), on: device)
            set(Self.whiteBalance, 0, on: device)
        } else {
            leave(Self.exposure, on: device)
            leave(Self.whiteBalance, on: device)
        }
        if wanted.longestExposure != nil { set(Self.slowsDown, 0, on: device) } else { leave(Self.slowsDown, on: device) }
        // A USB camera has no focusing that begins and ends: "once" keeps what it has focused on until now.
        set(Self.focus, wanted.focus == .continuous ? 1 : 0, on: device)
        set(Self.mirror, wanted.isMirrored != wanted.isUpsideDown ? 1 : 0, on: device)
        set(Self.flip, wanted.isUpsideDown ? 1 : 0, on: device)
    }

    private mutating func leave(_ id: UInt32, on device: any VideoDevice) {
        if let value = original[id] { set(id, value, on: device) }
    }

    /// Sets a control, and returns false if the camera refuses the value. A control that it lacks is left out.
    @discardableResult
    private mutating func set(_ id: UInt32, _ value: Int32, on device: any VideoDevice) -> Bool {
        guard let before = present[id], before != value else { return true }
        var control = v4l2_control(id: id, value: value)
        guard device.control(vir_video_set_control, &control) == 0 else { return false }
        present[id] = value
        return true
    }
}

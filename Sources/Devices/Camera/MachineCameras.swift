// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The cameras of this machine, by the way in which they can be reached now.
public enum MachineCameras {
    /// Returns the cameras that are there, as options for a person to choose: libcamera's, or the USB cameras while libcamera can't be
    /// reached. Takes none of them. Thread-safe.
    public static func options() -> [CameraOption] { CameraObject.fault == nil ? LibCamera.options() : USBCamera.options() }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// The camera controls that a person sets. A camera that lacks a control ignores it.
public struct CameraControls: Hashable, Sendable {
    /// The mains frequency to fit the exposure to: light that flickers with the mains otherwise makes bands in a picture.
    public enum Flicker: String, Hashable, Sendable, CaseIterable {
        /// The camera detects the frequency, if it can.
        case automatic = "auto"
        case off
        case hertz50 = "50"
        case hertz60 = "60"

        /// The mains' frequency; `nil` if the case doesn't name one.
        public var mainsHertz: Int? {
            switch self {
            case .automatic, .off: nil
            case .hertz50: 50
            case .hertz60: 60
            }
        }
    }

    /// The way in which the camera focuses.
    public enum Focus: String, Hashable, Sendable, CaseIterable {
        case continuous
        /// Focuses once, now, and keeps that focus.
        case once
        /// Keeps the present focus.
        case locked
    }

    /// True if exposure time, gain and white balance stay as they are now.
    public var isExposureLocked = false
    /// The longest exposure: a slow shutter smears an arrow. `nil` leaves it to the camera.
    public var longestExposure: Duration?
    public var flicker = Flicker.automatic
    public var focus = Focus.continuous
    /// True if the camera is mounted upside down: the sensor is then read in the opposite direction.
    public var isUpsideDown = false
    /// True if the sensor swaps left and right, and so mirrors the clips too.
    public var isMirrored = false

    public init() {}
}

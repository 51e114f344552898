// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person decides about how the camera sees. A camera that lacks one of these leaves it out.
public struct CameraControls: Hashable, Sendable {
    /// Light that flickers with the mains makes bands in a picture unless the exposure fits it.
    public enum Flicker: String, Hashable, Sendable, CaseIterable {
        /// The camera finds out, where it can.
        case automatic = "auto"
        case off
        case hertz50 = "50"
        case hertz60 = "60"

        /// The mains' frequency; `nil` where none is named.
        public var mainsHertz: Int? {
            switch self {
            case .automatic, .off: nil
            case .hertz50: 50
            case .hertz60: 60
            }
        }
    }

    public enum Focus: String, Hashable, Sendable, CaseIterable {
        case continuous
        /// Once, now; then it stays.
        case once
        /// It stays where it is.
        case locked
    }

    /// Exposure time, gain and white balance stay as they are now.
    public var isExposureLocked = false
    /// No exposure is longer: a slow shutter smears an arrow. `nil` leaves it to the camera.
    public var longestExposure: Duration?
    public var flicker = Flicker.automatic
    public var focus = Focus.continuous
    /// The camera hangs on its head: the sensor is read the other way round.
    public var isUpsideDown = false
    /// Left and right changed over in the sensor, and so in the clips too.
    public var isMirrored = false

    public init() {}

    /// As the settings have it.
    public init(_ settings: Settings) {
        isExposureLocked = settings.isExposureLocked
        longestExposure = settings.shutter == 0 ? nil : .nanoseconds(1_000_000_000 / Int64(settings.shutter))
        flicker = settings.flicker
        focus = settings.focus
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

extension CameraControls {
    /// Takes the controls from the settings.
    public init(_ settings: Settings) {
        isExposureLocked = settings.isExposureLocked
        longestExposure = settings.shutter == 0 ? nil : .nanoseconds(1_000_000_000 / Int64(settings.shutter))
        flicker = settings.flicker
        focus = settings.focus
    }
}

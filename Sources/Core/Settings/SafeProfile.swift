// SPDX-License-Identifier: GPL-3.0-or-later

extension Settings {
    /// These settings with a stream that any box manages, for a box that crashed repeatedly: 1280×720 at 30 pictures a second, no sound.
    /// The change isn't saved.
    public var withSafeStream: Settings {
        var settings = self
        settings.size = .hd720
        settings.framesPerSecond = 30
        settings.recordsSound = false
        return settings
    }

    /// These settings with every device left to the box's own choice, because the start fails if a named device is missing.
    public var withSafeDevices: Settings {
        var settings = self
        let plain = Settings()
        settings.camera = plain.camera
        settings.display = plain.display
        settings.panel = plain.panel
        return settings
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

extension Settings {
    /// These settings with the stream that any box manages, for one that crashed again and again: 1280×720 at 30 pictures a second,
    /// no sound. Nothing of it is saved.
    public var withSafeStream: Settings {
        var settings = self
        settings.size = .hd720
        settings.framesPerSecond = 30
        settings.recordsSound = false
        return settings
    }

    /// These settings with every device left to the box's own choice: one that is named and isn't there ends the start.
    public var withSafeDevices: Settings {
        var settings = self
        let plain = Settings()
        settings.camera = plain.camera
        settings.display = plain.display
        settings.panel = plain.panel
        return settings
    }
}

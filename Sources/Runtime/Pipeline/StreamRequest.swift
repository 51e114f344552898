// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

/// What the settings ask of the stream.
struct StreamRequest: Hashable, Sendable {
    /// The camera's name in the settings.
    var camera: String
    var frames: CameraRequest
    /// The longest the delay line may get.
    var maximumSeconds: Double

    init(_ settings: Settings) {
        camera = settings.camera
        frames = CameraRequest(settings)
        maximumSeconds = settings.bufferMinutes * 60
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

/// The stream that the settings ask for.
struct StreamRequest: Hashable, Sendable {
    /// The camera's name in the settings.
    var camera: String
    var frames: CameraRequest
    /// The longest time that the delay line may hold, in seconds.
    var maximumSeconds: Double

    init(_ settings: Settings) {
        camera = settings.camera
        frames = CameraRequest(settings)
        maximumSeconds = settings.bufferMinutes * 60
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

/// Opens the run's cameras by their names in the settings. Thread-safe: it is a value.
///
/// The meaning of `auto` was decided once, at the start: a box whose camera is unplugged waits for that camera, and doesn't
/// show another one meanwhile.
struct CameraOpener: Sendable {
    /// The camera that `auto` stands for; never `automatic`.
    let automatic: RunPlan.CameraChoice
    let timebase: any Timebase

    /// - Throws: `CameraError`, or `Failure` for a word that names no camera.
    func open(_ word: String) throws -> any Camera {
        try open(try RunPlan.camera(word))
    }

    func open(_ choice: RunPlan.CameraChoice) throws(CameraError) -> any Camera {
        switch choice == .automatic ? automatic : choice {
        case .libcamera(let id): try LibCamera(id: id, timebase: timebase)
        case .file(let path): try FileCamera(path: path, timebase: timebase)
        case .synthetic, .automatic: SyntheticCamera(timebase: timebase)
        }
    }
}

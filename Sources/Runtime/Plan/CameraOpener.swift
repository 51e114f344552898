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
        if choice == .automatic, case .usb = automatic { return try openWithoutLibcamera() }
        return switch choice == .automatic ? automatic : choice {
        case .libcamera(let id): try LibCamera(id: id, timebase: timebase)
        case .usb(let id): try USBCamera(id: id, timebase: timebase)
        case .file(let path): try FileCamera(path: path, timebase: timebase)
        case .synthetic, .automatic: SyntheticCamera(timebase: timebase)
        }
    }

    /// Opens the first USB camera while libcamera can't be reached.
    ///
    /// A camera module needs libcamera, so beside one no USB camera stands in for it: the TV says what to do instead.
    private func openWithoutLibcamera() throws(CameraError) -> any Camera {
        // It can be reached again once `vir setup` has made its part.
        guard let fault = CameraObject.fault else { return try LibCamera(id: nil, timebase: timebase) }
        guard !USBCamera.isBesideCameraModule else { throw .unreachable("libcamera", fault) }
        do {
            return try USBCamera(id: nil, timebase: timebase)
        } catch .notFound {
            // The camera that a person waits for may be one for libcamera.
            throw .unreachable("libcamera", fault)
        }
    }
}

extension RunPlan.CameraChoice {
    /// True if it is one of the machine's own cameras, which only one program can have.
    var isDevice: Bool {
        switch self {
        case .libcamera, .usb: true
        case .automatic, .synthetic, .file: false
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension StreamParameters {
    /// The rates that a camera may run at, in frames a second.
    static let simulatedRates: ClosedRange<Double> = 1...240

    /// Refuses a stream that couldn't be recorded, before a session instead of in it.
    func check(for camera: String) throws(CameraError) {
        if let objection = VideoLimits.objection(to: size) {
            throw .refused(camera, reason: "\(size): \(objection)")
        }
        guard Self.simulatedRates.contains(rate.hertz) else {
            throw .refused(camera, reason: "\(rate.hertz) frames a second: choose a rate from 1 to 240")
        }
    }
}

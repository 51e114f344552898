// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides, frame by frame, how a camera's exposure is controlled: by its own rule, with a fixed shutter, or not at all (locked).
///
/// libcamera has no limit on the exposure time. If the camera's own rule exceeds the limit, the shutter is fixed at the limit and the gain
/// makes up for it. When the gain has come down to its lowest, there is enough light for the camera's own rule again. The two thresholds
/// lie apart, so that the rule doesn't swing.
struct ExposureRule {
    /// The values with which a frame was taken; 0 if the camera doesn't say.
    struct Values: Hashable {
        /// The exposure time in microseconds.
        var time: Int32 = 0
        var gain: Float = 0
        var redGain: Float = 0
        var blueGain: Float = 0
    }

    enum Directive: Hashable {
        case automatic
        /// The exposure time in microseconds; the gain is automatic.
        case shutter(Int32)
        case locked(Values)
    }

    /// The time after a start in which a camera searches for its exposure: values of that time aren't worth locking.
    static let settlingTime: Duration = .milliseconds(1500)
    /// The number of frames until a change shows in the values of a frame.
    static let framesToTakeEffect = 10
    private static let framesOfPlenty = 10

    private(set) var directive = Directive.automatic
    /// The camera's lowest gain; 0 if it isn't known.
    var lowestGain: Float = 0
    private var isLocked = false
    private var limit: Int32?
    private var firstFrame: Timestamp?
    private var framesToWait = 0
    private var framesOfPlenty = 0

    mutating func adjust(_ controls: CameraControls) {
        isLocked = controls.isExposureLocked
        let limit = controls.longestExposure.map { Int32(clamping: max(1, $0.nanoseconds / 1_000)) }
        let hasNewLimit = limit != self.limit
        self.limit = limit
        switch directive {
        case .locked where !isLocked: directive = .automatic
        case .shutter where hasNewLimit: directive = limit.map(Directive.shutter) ?? .automatic
        default: break
        }
        framesToWait = 0
    }

    /// Begins anew with the camera; what was locked stays locked.
    mutating func restart() {
        firstFrame = nil
        framesToWait = Self.framesToTakeEffect
        framesOfPlenty = 0
    }

    /// Examines the values with which a frame was taken.
    /// - Returns: true if the directive has changed.
    mutating func note(_ values: Values, at timestamp: Timestamp) -> Bool {
        let first = firstFrame ?? timestamp
        firstFrame = first
        guard framesToWait == 0 else {
            framesToWait -= 1
            return false
        }
        let before = directive
        if case .locked = directive { return false }
        if isLocked, first.duration(to: timestamp) >= Self.settlingTime {
            directive = .locked(within(values))
        } else {
            limitExposure(values)
        }
        guard directive != before else { return false }
        framesToWait = Self.framesToTakeEffect
        framesOfPlenty = 0
        return true
    }

    /// Returns values of the same brightness whose exposure time is within the limit.
    private func within(_ values: Values) -> Values {
        guard let limit, values.time > limit else { return values }
        var result = values
        result.time = limit
        result.gain = values.gain * Float(values.time) / Float(limit)
        return result
    }

    private mutating func limitExposure(_ values: Values) {
        guard let limit, values.time > 0 else { return }
        switch directive {
        case .automatic:
            // The sensor counts in rows, so a little more counts as the same.
            if Double(values.time) > Double(limit) * 1.02 { directive = .shutter(limit) }
        case .shutter:
            let lowest = lowestGain > 0 ? lowestGain : 1
            framesOfPlenty = values.gain > 0 && values.gain <= lowest * 1.01 ? framesOfPlenty + 1 : 0
            if framesOfPlenty >= Self.framesOfPlenty { directive = .automatic }
        case .locked:
            break
        }
    }
}

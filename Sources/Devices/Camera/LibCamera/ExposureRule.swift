// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides, frame by frame, what a camera's exposure is left to: its own rule, a fixed shutter, or nothing at all.
///
/// libcamera has no limit on the exposure time. Where the camera's own rule exceeds the one that is wanted, the shutter is
/// fixed at it and the gain makes up for that; where the gain has come down to its lowest there is light enough for the
/// camera's own rule again. Both steps leave room between them, so that it doesn't swing.
struct ExposureRule {
    /// What a frame was taken with; 0 where the camera doesn't say.
    struct Values: Hashable {
        /// Microseconds.
        var time: Int32 = 0
        var gain: Float = 0
        var redGain: Float = 0
        var blueGain: Float = 0
    }

    enum Directive: Hashable {
        case automatic
        /// Microseconds; the gain is automatic.
        case shutter(Int32)
        case locked(Values)
    }

    /// After its start a camera looks for its exposure: what it has then isn't worth locking.
    static let settlingTime: Duration = .milliseconds(1500)
    /// Frames until a change can be seen in what they were taken with.
    static let framesToTakeEffect = 10
    private static let framesOfPlenty = 10

    private(set) var directive = Directive.automatic
    /// The lowest gain of the camera; 0 where it isn't known.
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

    /// The camera starts anew; what was locked stays locked.
    mutating func restart() {
        firstFrame = nil
        framesToWait = Self.framesToTakeEffect
        framesOfPlenty = 0
    }

    /// Looks at what a frame was taken with.
    /// - Returns: whether the directive is another one now.
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

    /// The same brightness with no longer an exposure than wanted.
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
            // The sensor counts in rows: a little more is the same.
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

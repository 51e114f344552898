// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Reads a clip that no card has yet, or whose card was pulled, out of the delay line.
///
/// Its positions are those of the file that is made of it: the first picture that a player shows is at position 0, and what lies before it
/// is for the decoder only. The footage stays in the line as long as the reader exists. Thread-bound.
public final class HeldClipReader: UnitReader {
    public let name: String
    public var begin: Timestamp? { .zero }
    public let orientation: PictureOrientation
    /// True if all of the footage was there when the reader was made.
    public let isFinite: Bool
    /// The playing time, with the footage that is still to come.
    public let duration: Duration
    public let parameters: StreamParameters
    /// The positions of the keyframes that are shown, in order; if none is shown, the first picture's position.
    public let keyframes: [Duration]
    private let line: DelayLine
    private let pin: Pin
    private let reader: DelayReader
    /// The first picture shown.
    private let first: FrameStamp
    private let through: Timestamp

    /// - Parameters:
    ///   - plan: the clip. If the line doesn't hold its beginning any more, it begins with its oldest footage held.
    ///   - parameters: the size and the rate of the line's pictures.
    /// - Returns: `nil` if none of its footage is held.
    public init?(_ plan: ClipPlan, in line: DelayLine, parameters: StreamParameters) {
        // The footage is held first, so that none is evicted while it is looked up.
        let pin = line.pin(from: plan.from, through: plan.through)
        let held = line.stamps(from: plan.from, through: plan.through)
        guard let first = held.first, let last = held.last else {
            line.unpin(pin)
            return nil
        }
        let isWhole = line.status.newest.map { $0.timestamp > plan.through } ?? true
        isFinite = isWhole
        let end = isWhole ? last.timestamp : max(last.timestamp, plan.through)
        name = "clip \(plan.number) in memory"
        orientation = plan.orientation
        duration = first.timestamp.duration(to: end) + parameters.rate.interval
        keyframes = Self.keyframes(from: first.timestamp, through: last.timestamp, in: line)
        reader = line.makeReader()
        (self.line, self.pin, self.first, self.parameters, through) = (line, pin, first, parameters, plan.through)
        _ = reader.seek(to: first.timestamp)
    }

    deinit { line.unpin(pin) }

    private static func keyframes(from first: Timestamp, through last: Timestamp, in line: DelayLine) -> [Duration] {
        var places: [Duration] = []
        var place = last
        while let keyframe = line.index.withLock({ $0.keyframe(before: place) })?.stamp.timestamp, (first...place).contains(keyframe) {
            places.append(first.duration(to: keyframe))
            guard keyframe > first else { break }
            place = keyframe - .nanoseconds(1)
        }
        return places.isEmpty ? [.zero] : places.reversed()
    }

    private func place(of timestamp: Timestamp) -> Timestamp { .zero + first.timestamp.duration(to: timestamp) }
    private func timestamp(at place: Timestamp) -> Timestamp { first.timestamp + Timestamp.zero.duration(to: place) }
    private func stamp(_ stamp: FrameStamp) -> FrameStamp { FrameStamp(frame: stamp.frame - first.frame, timestamp: place(of: stamp.timestamp)) }

    public func seek(to place: Timestamp) throws(ClipError) -> FrameStamp? {
        reader.seek(to: min(timestamp(at: max(.zero, place)), through)).map(stamp)
    }

    public func keyframe(notAfter place: Timestamp) -> Timestamp? { reader.keyframe(notAfter: timestamp(at: place)).map(self.place) }

    public func read(_ body: (AccessUnit) -> Void) throws(ClipError) -> ReadOutcome {
        var isPast = false
        let outcome = try reader.read { unit in
            isPast = unit.stamp.timestamp > through
            if !isPast { body(AccessUnit(stamp: stamp(unit.stamp), isKeyframe: unit.isKeyframe, bytes: unit.bytes)) }
        }
        return isPast ? .atEnd : outcome
    }
}

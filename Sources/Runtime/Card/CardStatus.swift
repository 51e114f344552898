// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// The card's condition, as it follows from probing the card and from what it took and refused.
struct CardStatus {
    /// A step from one condition to another, or to the same one.
    struct Step {
        /// `nil` at the first probe.
        let old: CardCondition?
        let new: CardCondition

        /// True if the condition has changed. More or less room isn't another condition.
        var isChange: Bool {
            switch (old, new) {
            case (.ready?, .ready), (.full?, .full): false
            default: old != new
            }
        }

        /// True if a card that refused writes takes them again.
        var isRecovery: Bool { new.isWritable && old?.isWritable == false }

        /// True if a card was inserted. A full or locked card counts too: it can be read.
        var isArrival: Bool { old == .absent && new != .absent }
    }

    /// The free space must grow by more than this, in bytes, to count as room that somebody made.
    private static let roomThatCounts: Int64 = 1 << 20

    /// The condition as it was last found; `nil` before the first probe.
    private(set) var condition: CardCondition?
    private var freeWhenRefused: Int64?
    /// True if the card failed and is being tried again. It counts as failing until it takes something.
    private var isOnTrial = false

    /// True if journal lines are worth a try. A card that is too full for a clip still has its reserve for them.
    var takesLines: Bool {
        switch condition {
        case .ready, .full: true
        default: isOnTrial
        }
    }

    /// True if everything else is worth a try.
    var takesJobs: Bool { isOnTrial || condition?.isWritable ?? false }

    /// Takes in the result of a probe. A card that failed may look sound when it is only probed, so if work waits, the card has to take
    /// some of it before it counts as ready.
    mutating func look(_ found: CardCondition, hasWork: Bool) -> Step? {
        let found = corrected(found)
        if case .failing = condition, found.isWritable, hasWork {
            isOnTrial = true
            return nil
        }
        return step(to: found)
    }

    /// Notes that the card took something. That ends a trial.
    /// - Parameter look: probes the card; called only if a trial ends.
    mutating func noteTaken(look: () -> CardCondition) -> Step? {
        guard isOnTrial else { return nil }
        isOnTrial = false
        return step(to: corrected(look()))
    }

    /// Notes that the card as a whole refused something.
    /// - Parameter free: the free space at that time, in bytes.
    mutating func noteRefusal(_ error: CardError, free: @autoclosure () -> Int64) -> Step {
        isOnTrial = false
        if case .full = error { freeWhenRefused = free() }
        return step(to: error.condition)
    }

    private mutating func step(to new: CardCondition) -> Step {
        defer { condition = new }
        return Step(old: condition, new: new)
    }

    /// Returns the condition, but keeps a card full that refused a clip for want of room, until somebody has made some.
    private mutating func corrected(_ found: CardCondition) -> CardCondition {
        guard case .ready(let free) = found, let refused = freeWhenRefused else { return found }
        if free <= refused + Self.roomThatCounts { return .full(freeBytes: free) }
        freeWhenRefused = nil
        return found
    }
}

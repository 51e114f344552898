// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// What is known of the card: from probing it, and from what it took and refused.
struct CardStatus {
    /// From one condition to another, or to the same.
    struct Step {
        /// `nil`: it is the first look.
        let old: CardCondition?
        let new: CardCondition

        /// More or less room isn't another condition.
        var isChange: Bool {
            switch (old, new) {
            case (.ready?, .ready), (.full?, .full): false
            default: old != new
            }
        }

        /// A card that refused came to take things again.
        var isRecovery: Bool { new.isWritable && old?.isWritable == false }

        /// A card was put in. One that is full or locked can be read.
        var isArrival: Bool { old == .absent && new != .absent }
    }

    /// Less than this more is not the room somebody made.
    private static let roomThatCounts: Int64 = 1 << 20

    /// As of the last look; `nil` before the first.
    private(set) var condition: CardCondition?
    private var freeWhenRefused: Int64?
    /// It failed, and is tried again now: it counts as failing until it takes something.
    private var isOnTrial = false

    /// Whether journal lines are worth a try. A card that is too full for a clip still has its reserve for them.
    var takesLines: Bool {
        switch condition {
        case .ready, .full: true
        default: isOnTrial
        }
    }

    /// Whether everything else is.
    var takesJobs: Bool { isOnTrial || condition?.isWritable ?? false }

    /// The card was looked at. One that failed looks well from afar: where something waits, it has to take that before it is
    /// called ready.
    mutating func look(_ found: CardCondition, hasWork: Bool) -> Step? {
        let found = corrected(found)
        if case .failing = condition, found.isWritable, hasWork {
            isOnTrial = true
            return nil
        }
        return step(to: found)
    }

    /// The card took something; a trial ends with that.
    /// - Parameter look: looks at the card, where that counts now.
    mutating func noteTaken(look: () -> CardCondition) -> Step? {
        guard isOnTrial else { return nil }
        isOnTrial = false
        return step(to: corrected(look()))
    }

    /// The card as a whole refused something.
    /// - Parameter free: the room it had then, in bytes.
    mutating func noteRefusal(_ error: CardError, free: @autoclosure () -> Int64) -> Step {
        isOnTrial = false
        if case .full = error { freeWhenRefused = free() }
        return step(to: error.condition)
    }

    private mutating func step(to new: CardCondition) -> Step {
        defer { condition = new }
        return Step(old: condition, new: new)
    }

    /// A card that refused a clip for want of room stays full until somebody made some.
    private mutating func corrected(_ found: CardCondition) -> CardCondition {
        guard case .ready(let free) = found, let refused = freeWhenRefused else { return found }
        if free <= refused + Self.roomThatCounts { return .full(freeBytes: free) }
        freeWhenRefused = nil
        return found
    }
}

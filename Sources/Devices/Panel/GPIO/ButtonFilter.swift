// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Makes one press of a contact that bounces: the first edge counts at once, and the next one only after the contact has been quiet.
///
/// It works behind the kernel's own debounce, which is short, or alone if the kernel has none. A press that is shorter than the quiet time
/// isn't lost: its release is reported when the quiet time is over, with the time at which it happened.
struct ButtonFilter {
    struct Change: Hashable, Sendable {
        var isDown: Bool
        var timestamp: Timestamp
    }

    /// The time for which the contact must be still before its next change counts. No finger is that fast, and no contact bounces that
    /// long.
    static let quietTime: Duration = .milliseconds(30)

    /// True if the button was last reported as down.
    private(set) var isDown = false
    private var contact = Change(isDown: false, timestamp: .zero)
    private var quietFrom: Timestamp?

    /// The time at which a change that was held back counts, unless the contact moves before; `nil` if no change is held back.
    var settleTime: Timestamp? { contact.isDown == isDown ? nil : quietFrom }

    /// Takes an edge: the contact has closed or opened.
    mutating func edge(isDown next: Bool, at timestamp: Timestamp, _ report: (Change) -> Void) {
        settle(at: timestamp, report)
        contact = Change(isDown: next, timestamp: timestamp)
        if next != isDown, quietFrom.map({ timestamp >= $0 }) ?? true {
            isDown = next
            report(contact)
        }
        quietFrom = timestamp + Self.quietTime
    }

    /// Reports the change that was held back, once its contact has been quiet.
    mutating func settle(at now: Timestamp, _ report: (Change) -> Void) {
        guard let settleTime, now >= settleTime else { return }
        isDown = contact.isDown
        report(contact)
    }

    /// Starts anew because the line is gone: a button that is held counts as released.
    mutating func release(at now: Timestamp, _ report: (Change) -> Void) {
        let wasDown = isDown
        self = ButtonFilter()
        if wasDown { report(Change(isDown: false, timestamp: now)) }
    }
}

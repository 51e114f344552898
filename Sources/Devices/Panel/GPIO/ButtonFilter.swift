// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Makes one press of a contact that bounces: the first edge counts at once, and nothing more until the contact has been quiet.
///
/// It stands behind the kernel's own debounce, which is short, and alone where there is none. A press that is shorter than
/// the quiet time isn't lost: its release is said when the quiet time is over, with the time at which it happened.
struct ButtonFilter {
    struct Change: Hashable, Sendable {
        var isDown: Bool
        var timestamp: Timestamp
    }

    /// How long the contact must be still before its next change counts. No finger is that fast, and no contact bounces that long.
    static let quietTime: Duration = .milliseconds(30)

    /// What was last said of the button.
    private(set) var isDown = false
    private var contact = Change(isDown: false, timestamp: .zero)
    private var quietFrom: Timestamp?

    /// When a change that was held back counts, unless the contact moves before; `nil` when none is held back.
    var settleTime: Timestamp? { contact.isDown == isDown ? nil : quietFrom }

    /// The contact has closed or opened.
    mutating func edge(isDown next: Bool, at timestamp: Timestamp, _ report: (Change) -> Void) {
        settle(at: timestamp, report)
        contact = Change(isDown: next, timestamp: timestamp)
        if next != isDown, quietFrom.map({ timestamp >= $0 }) ?? true {
            isDown = next
            report(contact)
        }
        quietFrom = timestamp + Self.quietTime
    }

    /// Says the change that was held back, once its contact has been quiet.
    mutating func settle(at now: Timestamp, _ report: (Change) -> Void) {
        guard let settleTime, now >= settleTime else { return }
        isDown = contact.isDown
        report(contact)
    }

    /// The line is gone: a button that is held counts as released.
    mutating func release(at now: Timestamp, _ report: (Change) -> Void) {
        let wasDown = isDown
        self = ButtonFilter()
        if wasDown { report(Change(isDown: false, timestamp: now)) }
    }
}

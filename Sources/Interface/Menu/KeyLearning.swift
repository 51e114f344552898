// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Teaching the box a key: which control it shall be, and then ten seconds to press it.
struct KeyLearning: Hashable, Sendable {
    /// How long the box listens.
    static let patience: Duration = .seconds(10)

    private(set) var control = Control.mark
    /// Until when the next key is the answer; `nil` while the control is being chosen.
    private(set) var deadline: Timestamp?

    var isListening: Bool { deadline != nil }

    mutating func choose(by steps: Int) {
        let controls = Control.allCases
        let index = controls.firstIndex(of: control) ?? 0
        let (target, overflow) = index.addingReportingOverflow(steps)
        control = controls[overflow ? index : target.clamped(to: 0...controls.count - 1)]
    }

    mutating func listen(from now: Timestamp) {
        deadline = now + Self.patience
    }

    mutating func stopListening() {
        deadline = nil
    }

    /// Whole seconds that are left, rounded up.
    func secondsLeft(at now: Timestamp) -> Int {
        guard let deadline else { return 0 }
        return max(0, Int(now.duration(to: deadline).inSeconds.rounded(.up)))
    }

    /// When the number of seconds changes, for one who has seen everything up to `seen`.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        guard let deadline, seen < deadline else { return nil }
        return deadline - .seconds(secondsLeft(at: seen) - 1)
    }
}

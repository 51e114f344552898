// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Teaches the box a key: somebody chooses the meaning that it shall have, and then has ten seconds to press it.
struct KeyLearning: Hashable, Sendable {
    /// The time for which the box listens.
    static let patience: Duration = .seconds(10)

    private(set) var meaning = KeyMap.Meaning.control(.mark)
    /// The time until which the next key is the answer; `nil` while the meaning is being chosen.
    private(set) var deadline: Timestamp?

    var isListening: Bool { deadline != nil }

    mutating func choose(by steps: Int) {
        meaning = meaning.moved(by: steps, in: KeyMap.Meaning.taught)
    }

    mutating func listen(from now: Timestamp) {
        deadline = now + Self.patience
    }

    mutating func stopListening() {
        deadline = nil
    }

    /// Returns the number of whole seconds that are left, rounded up.
    func secondsLeft(at now: Timestamp) -> Int {
        guard let deadline else { return 0 }
        return max(0, Int(now.duration(to: deadline).inSeconds.rounded(.up)))
    }

    /// Returns the next instant after `seen` at which the number of seconds changes.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        guard let deadline, seen < deadline else { return nil }
        return deadline - .seconds(secondsLeft(at: seen) - 1)
    }
}

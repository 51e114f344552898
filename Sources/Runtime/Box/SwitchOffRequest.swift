// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The request to switch the box off by hand: then the program ends, and the system is told to switch the machine off. Thread-safe.
final class SwitchOffRequest: Sendable {
    /// The request that was made.
    struct Answer: Equatable, Sendable {
        /// True if the person knows that what waits for a card is lost.
        var isLossAccepted: Bool
    }

    private let state = Mutex<Answer?>(nil)

    /// `nil` as long as nobody switched the box off.
    var answer: Answer? { state.withLock { $0 } }

    func set(_ answer: Answer) { state.withLock { $0 = answer } }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The plug of a simulated device. Thread-safe: a script pulls it while the device's own thread reads it.
final class Plug: Sendable {
    enum State: Sendable, Equatable {
        /// Plugged in since this instant; `nil` if it was never out.
        case plugged(since: Timestamp?)
        case unplugged
    }

    private let current = Mutex<State>(.plugged(since: nil))

    var state: State { current.withLock { $0 } }

    /// Pulls the plug or puts it back. Repeating either changes nothing.
    func set(_ isPlugged: Bool, at now: Timestamp) {
        current.withLock { state in
            switch (state, isPlugged) {
            case (.plugged, false): state = .unplugged
            case (.unplugged, true): state = .plugged(since: now)
            default: break
            }
        }
    }
}

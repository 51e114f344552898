// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// A clock on which waiting takes no time: a wait moves it to the awaited instant.
final class SteppingTimebase: Timebase {
    private let current: Mutex<Timestamp>

    init(at start: Timestamp = .zero) {
        current = Mutex(start)
    }

    func now() -> Timestamp { current.withLock { $0 } }

    func wait(until deadline: Timestamp) {
        current.withLock { $0 = max($0, deadline) }
    }

    func advance(by duration: Duration) {
        current.withLock { $0 = $0.advanced(by: duration) }
    }
}

/// A clock that only the test moves, as the driver of a virtual run does.
final class StandingTimebase: Timebase {
    private let current = Mutex(Timestamp.zero)

    func now() -> Timestamp { current.withLock { $0 } }

    func wait(until deadline: Timestamp) {}

    func move(to instant: Timestamp) {
        current.withLock { $0 = instant }
    }
}

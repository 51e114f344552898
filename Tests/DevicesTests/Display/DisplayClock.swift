// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// A clock that moves only when somebody waits, or when a test moves it.
final class DisplayClock: Timebase {
    private let nanoseconds: Atomic<Int64>

    init(at start: Timestamp = Timestamp(seconds: 100)) {
        nanoseconds = Atomic(start.nanoseconds)
    }

    func now() -> Timestamp { Timestamp(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
    func wait(until deadline: Timestamp) { nanoseconds.max(deadline.nanoseconds, ordering: .relaxed) }
    func advance(by duration: Duration) { nanoseconds.add(duration.nanoseconds, ordering: .relaxed) }
}

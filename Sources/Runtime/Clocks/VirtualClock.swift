// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// A clock that stands still until the driver of a virtual run moves it. Thread-safe.
public final class VirtualClock: Timebase {
    private let nanoseconds = Atomic<Int64>(0)

    public init() {}

    public func now() -> Timestamp {
        Timestamp(nanoseconds: nanoseconds.load(ordering: .relaxed))
    }

    public func wait(until deadline: Timestamp) {}

    /// Moves the clock on. It never goes back: an instant in the past leaves it where it is.
    public func advance(to instant: Timestamp) {
        nanoseconds.max(instant.nanoseconds, ordering: .relaxed)
    }
}

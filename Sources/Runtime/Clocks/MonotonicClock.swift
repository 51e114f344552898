// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The box's clock: CLOCK_MONOTONIC. Besides it, only the sound card's stream and the benchmarks read that clock themselves.
public struct MonotonicClock: Timebase {
    public init() {}

    public func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public func wait(until deadline: Timestamp) {
        var time = deadline.timespec
        while clock_nanosleep(CLOCK_MONOTONIC, Int32(TIMER_ABSTIME), &time, nil) == EINTR {}
    }
}

extension Timestamp {
    /// The same instant as the kernel's calls take it.
    var timespec: Glibc.timespec {
        Glibc.timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The kernel's monotonic clock.
struct MonotonicClock: Timebase {
    func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    func wait(until deadline: Timestamp) {
        let nanoseconds = now().duration(to: deadline).nanoseconds
        if nanoseconds > 0 { usleep(UInt32(nanoseconds / 1000)) }
    }

    /// The length of the kernel's tick: 1 to 10 ms.
    var tick: Duration {
        var length = timespec()
        clock_getres(CLOCK_MONOTONIC_COARSE, &length)
        return .nanoseconds(Int64(length.tv_nsec))
    }

    func wait(_ duration: Duration) { wait(until: now() + duration) }

    /// Returns true if the condition holds within this many seconds.
    func comes(within seconds: Double = 5, _ holds: () throws -> Bool) rethrows -> Bool {
        let end = now() + .nanoseconds(Int64(seconds * 1e9))
        while try !holds() {
            guard now() < end else { return false }
            wait(.milliseconds(1))
        }
        return true
    }
}

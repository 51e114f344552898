// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Runtime

/// A virtual clock that is moved by waiting: a thread that waits alone is woken at its own deadline, at once.
final class SteppingClock: Timebase {
    private let clock: VirtualClock

    init(_ clock: VirtualClock = VirtualClock()) {
        self.clock = clock
    }

    func now() -> Timestamp { clock.now() }

    func wait(until deadline: Timestamp) { clock.advance(to: deadline) }
}

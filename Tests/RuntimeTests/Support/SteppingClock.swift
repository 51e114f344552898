// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Runtime

/// A virtual clock whose sleepers move it: whoever waits alone is woken at his own deadline, at once.
final class SteppingClock: Timebase {
    private let clock: VirtualClock

    init(_ clock: VirtualClock = VirtualClock()) {
        self.clock = clock
    }

    func now() -> Timestamp { clock.now() }

    func wait(until deadline: Timestamp) { clock.advance(to: deadline) }
}

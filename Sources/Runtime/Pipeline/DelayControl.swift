// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The delay as it is set, for those who provide for it: written by the box's thread, read by any. What the TV shows follows the
/// delayed track's own timeline.
final class DelayControl: Sendable {
    private let delay: Mutex<Duration>

    init(_ delay: Duration) {
        self.delay = Mutex(delay)
    }

    var current: Duration { delay.withLock { $0 } }

    func set(_ new: Duration) {
        delay.withLock { $0 = new }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The delay as it is set, for the parts that have to provide for it: written by the box's thread, read by any. The picture on the TV
/// follows the delayed track's own timeline.
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

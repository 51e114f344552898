// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Core
import Glibc
import Synchronization

/// Wakes one sleeping thread. A ring that comes while nobody sleeps is kept for the next sleep, and many rings count as one.
///
/// Thread-safe. `ring` takes no lock, so it never waits for the sleeping thread, however slow or unimportant that thread is.
public final class Doorbell: @unchecked Sendable {
    // The semaphore's address never changes, and it may be used from any thread.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    /// True if the semaphore is 1, or about to be.
    private let hasRung = Atomic(false)

    public init() {
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    public func ring() {
        if !hasRung.exchange(true, ordering: .acquiringAndReleasing) { sem_post(semaphore) }
    }

    /// Sleeps until somebody rings or `deadline` has come.
    /// - Returns: true if somebody rang.
    @discardableResult
    public func wait(until deadline: Timestamp) -> Bool {
        var time = deadline.timespec
        while vir_semaphore_wait(semaphore, &time) != 0 {
            guard errno == EINTR else { return false }
        }
        // A ring before this line is answered by what the sleeper does next; a ring after it wakes the sleeper again.
        _ = hasRung.exchange(false, ordering: .acquiringAndReleasing)
        return true
    }
}

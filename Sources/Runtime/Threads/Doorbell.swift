// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Core
import Glibc
import Synchronization

/// Wakes one sleeping thread: a ring that comes while nobody sleeps is kept for the next sleep, and many are one.
///
/// Thread-safe. Nobody ever waits for the sleeper, however slow or unimportant its thread is: there is no lock in it.
public final class Doorbell: @unchecked Sendable {
    // The semaphore's address never changes, and it may be used from any thread.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    /// It is 1 in the semaphore, or about to be.
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

    /// Sleeps until somebody rings or `deadline` has come. Says whether somebody rang.
    @discardableResult
    public func wait(until deadline: Timestamp) -> Bool {
        var time = deadline.timespec
        while vir_semaphore_wait(semaphore, &time) != 0 {
            guard errno == EINTR else { return false }
        }
        // A ring before this is answered by what its sleeper does next; one after it is a ring of its own.
        _ = hasRung.exchange(false, ordering: .acquiringAndReleasing)
        return true
    }
}

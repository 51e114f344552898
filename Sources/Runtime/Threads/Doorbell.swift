import Core
import Glibc

/// Wakes one sleeping thread: a ring that comes while nobody sleeps is kept for the next sleep.
///
/// Thread-safe. Ringing never blocks for longer than the sleeper needs to wake: the lock inside is held for two
/// assignments, and it inherits priority, so that a real-time thread may ring at a slow one.
public final class Doorbell: @unchecked Sendable {
    // The memory below is touched under `lock` only.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var hasRung = false

    public init() {
        var mutexAttributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&mutexAttributes)
        pthread_mutexattr_setprotocol(&mutexAttributes, Int32(PTHREAD_PRIO_INHERIT))
        pthread_mutex_init(lock, &mutexAttributes)
        pthread_mutexattr_destroy(&mutexAttributes)
        var conditionAttributes = pthread_condattr_t()
        pthread_condattr_init(&conditionAttributes)
        pthread_condattr_setclock(&conditionAttributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &conditionAttributes)
        pthread_condattr_destroy(&conditionAttributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(lock)
        condition.deallocate()
        lock.deallocate()
    }

    public func ring() {
        pthread_mutex_lock(lock)
        hasRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(lock)
    }

    /// Sleeps until somebody rings or `deadline` has come. Says whether somebody rang.
    @discardableResult
    public func wait(until deadline: Timestamp) -> Bool {
        var time = deadline.timespec
        pthread_mutex_lock(lock)
        defer {
            hasRung = false
            pthread_mutex_unlock(lock)
        }
        while !hasRung {
            if pthread_cond_timedwait(condition, lock, &time) == ETIMEDOUT { return hasRung }
        }
        return true
    }
}

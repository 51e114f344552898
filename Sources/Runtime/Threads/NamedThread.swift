// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Glibc

/// A thread of the box, with a name. There are few of them, and each is the sole owner of the objects that it uses.
public final class NamedThread: @unchecked Sendable {
    // `handle` is written once in `init` and read once in `join`, by whoever made the thread.
    private var handle = pthread_t()

    /// The way in which the kernel schedules the thread.
    public enum Scheduling: Sendable {
        /// SCHED_FIFO, for the frame path, with this priority (1…99). If the kernel doesn't permit that, the thread
        /// runs all the same, and `onRefusal` receives the reason.
        case realTime(priority: Int32, onRefusal: @Sendable (String) -> Void)
        case normal
        /// Behind everything else: writing clips must not disturb the picture.
        case background
        /// Only with the time that nobody else wants: making films must not disturb anything. This is the highest nice value and not
        /// SCHED_IDLE, so that the thread still gets the time to release what it holds of the card's file system.
        case idle
    }

    private final class Start {
        let name: String
        let scheduling: Scheduling
        let body: @Sendable () -> Void

        init(name: String, scheduling: Scheduling, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.scheduling = scheduling
            self.body = body
        }
    }

    /// Starts the thread. `name` is cut to the 15 bytes the kernel shows.
    public init(_ name: String, _ scheduling: Scheduling = .normal, _ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(name: String(name.prefix(15)), scheduling: scheduling, body: body))
        let result = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                vir_name_thread(start.name)
                start.scheduling.apply()
                start.body()
                return nil
            }, start.toOpaque())
        precondition(result == 0, "a thread can't be started: \(String(cString: strerror(result)))")
    }

    /// Waits until the thread has ended. Once only.
    public func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end by itself: nobody waits for it. Once only, instead of `join`.
    public func detach() {
        pthread_detach(handle)
    }
}

extension NamedThread.Scheduling {
    fileprivate func apply() {
        switch self {
        case .normal:
            break
        case .background:
            vir_set_thread_nice(10)
        case .idle:
            vir_set_thread_nice(19)
        case .realTime(let priority, let onRefusal):
            var parameters = sched_param()
            parameters.sched_priority = priority
            let result = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
            if result != 0 { onRefusal(String(cString: strerror(result))) }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// SIGTERM, SIGINT and SIGHUP (a terminal that is closed) end a run cleanly. They are blocked in every thread, and one thread waits for
/// them.
///
/// Made before the first thread starts, so that all threads inherit the mask.
final class EndSignals: Sendable {
    /// True if the end of its terminal ends the run; false for a run that was started with nohup.
    private let heedsHangup: Bool

    init() {
        var hangup = sigaction()
        sigaction(SIGHUP, nil, &hangup)
        heedsHangup = unsafeBitCast(hangup.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // The service manager's watchdog kills with SIGABRT. Swift's crash handler would print a backtrace and let a program that hangs
        // live on. For faults of the program's own the handler stays in place.
        signal(SIGABRT, SIG_DFL)
    }

    /// Sleeps until the program is told to end, or until `deadline`.
    func wait(until deadline: Timestamp?) {
        var set = set
        let clock = MonotonicClock()
        while true {
            let remaining = deadline.map { clock.now().duration(to: $0) } ?? .seconds(3600)
            if remaining <= .zero { return }
            var time = Timestamp(nanoseconds: remaining.nanoseconds).timespec
            if sigtimedwait(&set, nil, &time) > 0 { return }
        }
    }

    /// Returns whether the program was told to end by now. A signal is reported once: a later `wait` doesn't see it any more.
    func haveCome() -> Bool { next() != nil }

    /// Returns the signal that told the program to end, once; `nil` if none came.
    func next() -> Int32? {
        var set = set
        var time = timespec()
        let signal = sigtimedwait(&set, nil, &time)
        return signal > 0 ? signal : nil
    }

    /// Ends the run from inside, as if the signal had come.
    func raise() {
        kill(getpid(), SIGTERM)
    }

    private var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        if heedsHangup { sigaddset(&set, SIGHUP) }
        return set
    }
}

import Core
import Glibc

/// SIGTERM and SIGINT end a run cleanly. They are blocked in every thread and waited for in one.
///
/// Made before the first thread starts, so that all threads inherit the mask.
final class EndSignals: Sendable {
    init() {
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // The service manager's watchdog kills with SIGABRT. Swift's crash handler would print a backtrace and let a program live on
        // that hangs; after a fault of the program's own it stays in place.
        signal(SIGABRT, SIG_DFL)
    }

    /// Sleeps until the program is told to end, or until `deadline`.
    func wait(until deadline: Timestamp?) {
        var set = Self.set
        let clock = MonotonicClock()
        while true {
            let remaining = deadline.map { clock.now().duration(to: $0) } ?? .seconds(3600)
            if remaining <= .zero { return }
            var time = Timestamp(nanoseconds: remaining.nanoseconds).timespec
            if sigtimedwait(&set, nil, &time) > 0 { return }
        }
    }

    /// Ends the run from inside, as if the signal had come.
    func raise() {
        kill(getpid(), SIGTERM)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        return set
    }
}

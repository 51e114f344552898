import Core
import Devices
import Glibc
import Synchronization

/// What a panel said and told, to wait for. Thread-safe.
final class PanelLog: Sendable {
    private let heard = Mutex<[PanelEvent]>([])
    private let typed = Mutex<[KeyPress]>([])
    private let told = Mutex<[String]>([])

    func hear(_ input: PanelInput) {
        switch input {
        case .event(let event): heard.withLock { $0.append(event) }
        case .key(let press): typed.withLock { $0.append(press) }
        default: break
        }
    }

    func tell(_ line: String) { told.withLock { $0.append(line) } }

    var events: [PanelEvent] { heard.withLock { $0 } }
    var actions: [PanelEvent.Action] { events.map(\.action) }
    var keys: [KeyPress] { typed.withLock { $0 } }
    var lines: [String] { told.withLock { $0 } }
    /// The sum of all turns, in detents.
    var detents: Int { actions.reduce(0) { if case .turned(let detents) = $1 { $0 + detents } else { $0 } } }

    func forget() {
        heard.withLock { $0 = [] }
        told.withLock { $0 = [] }
    }
}

/// The kernel's monotonic clock.
struct MonotonicClock: Timebase {
    func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    func wait(until deadline: Timestamp) {
        let nanoseconds = now().duration(to: deadline).nanoseconds
        if nanoseconds > 0 { usleep(UInt32(nanoseconds / 1000)) }
    }

    /// How long the kernel's own unit of time is: 1 to 10 ms.
    var tick: Duration {
        var length = timespec()
        clock_getres(CLOCK_MONOTONIC_COARSE, &length)
        return .nanoseconds(Int64(length.tv_nsec))
    }

    func wait(_ duration: Duration) { wait(until: now() + duration) }

    /// Whether it comes true within so many seconds.
    func comes(within seconds: Double = 5, _ holds: () throws -> Bool) rethrows -> Bool {
        let end = now() + .nanoseconds(Int64(seconds * 1e9))
        while try !holds() {
            guard now() < end else { return false }
            wait(.milliseconds(1))
        }
        return true
    }
}

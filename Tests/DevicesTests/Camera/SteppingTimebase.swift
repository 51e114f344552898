import Core
import Synchronization

/// A clock on which waiting takes no time: whoever waits moves it to the instant waited for.
final class SteppingTimebase: Timebase {
    private let current: Mutex<Timestamp>

    init(at start: Timestamp = .zero) {
        current = Mutex(start)
    }

    func now() -> Timestamp { current.withLock { $0 } }

    func wait(until deadline: Timestamp) {
        current.withLock { $0 = max($0, deadline) }
    }

    func advance(by duration: Duration) {
        current.withLock { $0 = $0.advanced(by: duration) }
    }
}

/// A clock that only the test moves, as the driver of a virtual run does.
final class StandingTimebase: Timebase {
    private let current = Mutex(Timestamp.zero)

    func now() -> Timestamp { current.withLock { $0 } }

    func wait(until deadline: Timestamp) {}

    func move(to instant: Timestamp) {
        current.withLock { $0 = instant }
    }
}

/// Random numbers from a seed: the same seed gives the same run.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

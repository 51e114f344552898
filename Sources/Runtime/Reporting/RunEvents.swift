import Core
import Logging
import Synchronization

/// What happened in a run, for the report and the log. Thread-safe; not for the frame path.
final class RunEvents: Sendable {
    struct Entry: Sendable, Equatable {
        var timestamp: Timestamp
        var what: String
    }

    /// The report names at most this many, the first ones; the log has them all.
    private static let capacity = 10_000

    private let entries = Mutex<[Entry]>([])
    private let logger: Logger
    private let timebase: any Timebase

    init(timebase: any Timebase, logger: Logger) {
        self.timebase = timebase
        self.logger = logger
    }

    func note(_ what: String, level: Logger.Level = .info) {
        let entry = Entry(timestamp: timebase.now(), what: what)
        entries.withLock { if $0.count < Self.capacity { $0.append(entry) } }
        logger.log(level: level, "\(what)")
    }

    var all: [Entry] { entries.withLock { $0 } }
}

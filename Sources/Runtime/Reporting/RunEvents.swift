// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Logging
import Synchronization

/// The events of a run, for the report and the log. Thread-safe; not for the frame path.
final class RunEvents: Sendable {
    struct Entry: Sendable, Equatable {
        var timestamp: Timestamp
        var what: String
    }

    /// The most events that the report names, the first ones; the log has them all.
    private static let capacity = 10_000

    private let entries = Mutex<[Entry]>([])
    private let logger: Logger
    private let timebase: any Timebase
    private let start: Timestamp
    private let forward = Mutex(Forwarding())

    private struct Forwarding {
        var receive: (@Sendable (String) -> Void)?
        /// The lines that came before somebody listened.
        var early: [String] = []
    }

    init(timebase: any Timebase, logger: Logger) {
        self.timebase = timebase
        self.logger = logger
        start = timebase.now()
    }

    /// - Parameter what: one line. It may quote names of files, which may contain anything.
    func note(_ what: String, level: Logger.Level = .info) {
        let what = what.onOneLine
        let entry = Entry(timestamp: timebase.now(), what: what)
        let isFirst = entries.withLock { entries in
            defer { if entries.count < Self.capacity { entries.append(entry) } }
            return entries.isEmpty
        }
        // A run that can't begin has one line, which says why. The version isn't among the events: another one gives the same report.
        if isFirst { logger.info("VIR \(ProgramVersion.text)") }
        logger.log(level: level, "\(what)")
        guard level >= .warning else { return }
        let line = "\(decimals(start.duration(to: entry.timestamp).inSeconds, 3)) s  \(level)  \(what)"
        let receive = forward.withLock { forward in
            if forward.receive == nil, forward.early.count < Self.capacity { forward.early.append(line) }
            return forward.receive
        }
        receive?(line)
    }

    /// Passes every warning and error to `receive` too, as a line with the run's time, including those from before this call.
    func forwardWarnings(to receive: @escaping @Sendable (String) -> Void) {
        let early = forward.withLock { forward in
            forward.receive = receive
            defer { forward.early = [] }
            return forward.early
        }
        early.forEach(receive)
    }

    var all: [Entry] { entries.withLock { $0 } }
}

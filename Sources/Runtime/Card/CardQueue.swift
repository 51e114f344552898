import Core
import DequeModule
import Synchronization

/// What waits to be written to the card, in order. Thread-safe: posted to from anywhere, taken from by the card thread.
final class CardQueue: Sendable {
    private struct Waiting {
        /// This run's sessions; one that was closed may be taken up again.
        var sessions: [Int: SessionHeader] = [:]
        var lines = Deque<(SessionRef, JournalEntry)>()
        var jobs = Deque<CardWriter.Job>()
    }

    /// With so much waiting, log lines are left out: memory must not grow as long as a card is away.
    private static let longestLogQueue = 1_000

    private let waiting = Mutex(Waiting())

    func post(_ job: CardWriter.Job) {
        waiting.withLock { waiting in
            switch job {
            case .open(let session, let header): waiting.sessions[session] = header
            case .journal(let session, let entry): waiting.lines.append((session, entry))
            case .log where waiting.jobs.count >= Self.longestLogQueue: break
            case .cut, .close, .settings, .log, .crashLog, .find, .read, .delete: waiting.jobs.append(job)
            }
        }
    }

    var isEmpty: Bool { waiting.withLock { $0.lines.isEmpty && $0.jobs.isEmpty } }

    /// The oldest journal line, which stays until `dropLine`.
    var firstLine: (SessionRef, JournalEntry)? { waiting.withLock { $0.lines.first } }

    /// The oldest job, which stays until `dropJob`.
    var firstJob: CardWriter.Job? { waiting.withLock { $0.jobs.first } }

    func dropLine() { waiting.withLock { _ = $0.lines.popFirst() } }

    func dropJob() { waiting.withLock { _ = $0.jobs.popFirst() } }

    /// What this run's session was opened with.
    func header(of session: Int) -> SessionHeader? { waiting.withLock { $0.sessions[session] } }

    /// A session that was taken up from an earlier run, unless this run has opened it itself.
    func take(_ session: Int, header: SessionHeader) {
        waiting.withLock { $0.sessions[session] = $0.sessions[session] ?? header }
    }

    /// Whether this session's end is among what waits.
    func isEnding(_ session: SessionRef) -> Bool {
        waiting.withLock { waiting in
            waiting.lines.contains { if case (session, .end) = $0 { true } else { false } }
                || waiting.jobs.contains { if case .close(session) = $0 { true } else { false } }
        }
    }

    /// What is still to be written, in words, for somebody who ends the program now; `nil` when nothing is.
    var unwritten: String? {
        waiting.withLock { waiting in
            let clips = waiting.jobs.count { if case .cut = $0 { true } else { false } }
            guard clips > 0 || !waiting.lines.isEmpty else { return nil }
            let lines = waiting.lines.count
            return "\(clips) clip\(clips == 1 ? "" : "s") and \(lines) journal line\(lines == 1 ? "" : "s")"
        }
    }
}

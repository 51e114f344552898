// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Synchronization

/// What waits to be written to the card, in order. Thread-safe: posted to from anywhere, taken from by the card thread.
final class CardQueue: Sendable {
    /// What the card thread does.
    enum Job: Sendable {
        case command(CardCommand)
        /// `CardCommand.cut` with its footage.
        case cut(ClipPlan, SessionRef, ClipPins.Held)
        /// What the service manager noted of the end of the run before, for `vir-log.txt`.
        case crashLog(CrashLog)
    }

    private struct Waiting {
        /// What the journals of this run's sessions begin with; one that was closed may be taken up again.
        var headers: [SessionRef: SessionHeader] = [:]
        var lines = Deque<(SessionRef, JournalEntry)>()
        var jobs = Deque<Job>()
        /// Sessions of the card that some of this run go on with, before any line of them is written.
        var goingOn: [(key: SessionKey, session: SessionRef)] = []
        /// What belongs to cards that aren't in, by the cards' ids, in order.
        var elsewhere: [String: Deque<CardCommand>] = [:]

        /// That a session is to be filed isn't a change: its journal says everything.
        var changesElsewhere: Int { elsewhere.values.joined().count { if case .file = $0 { false } else { true } } }
    }

    /// With so much waiting, log lines are left out: memory must not grow as long as a card is away.
    private static let longestLogQueue = 1_000

    /// More isn't kept for cards that aren't in: so many changes, and pictures of so many bytes.
    static let mostElsewhere = 1_000
    private static let mostBytesElsewhere = 16 << 20

    private let waiting = Mutex(Waiting())

    func post(_ job: Job) {
        waiting.withLock { waiting in
            switch job {
            case .command(.journal(let session, let entry)): waiting.lines.append((session, entry))
            case .command(.log) where waiting.jobs.count >= Self.longestLogQueue: break
            case .command, .cut, .crashLog: waiting.jobs.append(job)
            }
        }
    }

    var isEmpty: Bool { waiting.withLock { $0.lines.isEmpty && $0.jobs.isEmpty && $0.goingOn.isEmpty } }

    /// The first session of the card that one of this run is to go on with, until `noteGoneOn`.
    var goingOn: (key: SessionKey, session: SessionRef)? { waiting.withLock { $0.goingOn.first } }

    func goOn(_ key: SessionKey, as session: SessionRef) { waiting.withLock { $0.goingOn.append((key, session)) } }

    /// - Parameter header: the header of the session; `nil` if it can't be gone on with.
    func noteGoneOn(_ session: SessionRef, header: SessionHeader?) {
        waiting.withLock { waiting in
            waiting.goingOn.removeAll { $0.session == session }
            if let header { waiting.headers[session] = header }
        }
    }

    /// The oldest journal line, which stays until `dropLine`.
    var firstLine: (SessionRef, JournalEntry)? { waiting.withLock { $0.lines.first } }

    /// The settings that wait to be saved, and what each was changed from, the oldest first.
    var waitingSettings: [(settings: Settings, base: Settings)] {
        waiting.withLock { waiting in
            waiting.jobs.compactMap { job in
                if case .command(.save(let settings, let base)) = job { (settings: settings, base: base) } else { nil }
            }
        }
    }

    /// The oldest job, which stays until `dropJob`.
    var firstJob: Job? { waiting.withLock { $0.jobs.first } }

    /// Takes the oldest job of this kind.
    func take(_ errand: Errand) -> CardCommand? {
        waiting.withLock { waiting in
            for (index, job) in waiting.jobs.enumerated() {
                guard case .command(let command) = job, command.errand.map({ errand.includes($0) }) ?? false else { continue }
                waiting.jobs.remove(at: index)
                return command
            }
            return nil
        }
    }

    /// An errand that couldn't be done waits on.
    func putBack(_ errand: CardCommand) { waiting.withLock { $0.jobs.prepend(.command(errand)) } }

    func dropLine() { waiting.withLock { _ = $0.lines.popFirst() } }

    func dropJob() { waiting.withLock { _ = $0.jobs.popFirst() } }

    // MARK: What waits for another card

    /// A command belongs to a card that isn't in: it is done when that is in again.
    /// - Returns: whether there is room for it.
    func setAside(_ command: CardCommand, for card: String) -> Bool {
        waiting.withLock { waiting in
            let all = waiting.elsewhere.values.joined()
            guard all.count < Self.mostElsewhere, all.reduce(command.bytes, { $0 + $1.bytes }) <= Self.mostBytesElsewhere else { return false }
            waiting.elsewhere[card, default: []].append(command)
            return true
        }
    }

    /// This card is in again: what waited for it comes before what was posted since.
    func takeBack(for card: String) {
        waiting.withLock { waiting in
            for command in waiting.elsewhere.removeValue(forKey: card)?.reversed() ?? [] {
                if case .journal(let session, let entry) = command {
                    waiting.lines.prepend((session, entry))
                } else {
                    waiting.jobs.prepend(.command(command))
                }
            }
        }
    }

    /// How many changes wait for cards that aren't in.
    var changesElsewhere: Int { waiting.withLock(\.changesElsewhere) }

    /// What this session of the run begins with, once something of it was posted.
    func header(of session: SessionRef) -> SessionHeader? { waiting.withLock { $0.headers[session] } }

    /// A session of this run begins, unless it has begun already.
    func begin(_ session: SessionRef, header: SessionHeader) {
        waiting.withLock { $0.headers[session] = $0.headers[session] ?? header }
    }

    /// Whether this session's end is among what waits.
    func isEnding(_ session: SessionRef) -> Bool {
        waiting.withLock { waiting in
            waiting.jobs.contains {
                switch $0 {
                case .command(.end(session)), .command(.file(session)): true
                default: false
                }
            } || waiting.lines.contains { if case (session, .end) = $0 { true } else { false } }
        }
    }

    /// What is still to be written, in words, for somebody who ends the program now; `nil` when nothing is.
    var unwritten: String? {
        waiting.withLock { waiting in
            func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
            let clips = waiting.jobs.count { if case .cut = $0 { true } else { false } }
            let lines = waiting.lines.count
            var words = clips > 0 || lines > 0 ? ["\(counted(clips, "clip")) and \(counted(lines, "journal line"))"] : []
            let others = waiting.jobs.compactMap { if case .command(let command) = $0 { command.made } else { nil } }
            let (pictures, parts) = (others.count { $0 == .picture }, others.count { $0 == .part })
            if pictures > 0 { words.append(counted(pictures, "picture")) }
            if parts > 0 { words.append("\(counted(parts, "part")) of clips") }
            if others.contains(.settings) { words.append("the settings") }
            if waiting.changesElsewhere > 0 { words.append("\(counted(waiting.changesElsewhere, "change")) for another card") }
            return words.isEmpty ? nil : words.joined(separator: ", ")
        }
    }
}

/// A job that doesn't wait for those before it.
enum Errand {
    /// It looks something up: a card that is locked can be read.
    case look
    /// That, or it makes room: a full card can do it.
    case room

    fileprivate func includes(_ other: Errand) -> Bool { self == .room || other == .look }
}

extension CardCommand {
    fileprivate enum Made { case picture, part, settings }

    /// What somebody made or changed, which is lost with it.
    fileprivate var made: Made? {
        switch self {
        case .keepPicture: .picture
        case .trim: .part
        case .save, .keepLines: .settings
        default: nil
        }
    }

    /// What it takes in memory, where that is much.
    fileprivate var bytes: Int { if case .keepPicture(let jpeg, _) = self { jpeg.count } else { 0 } }

    /// What it may be done as; `nil`: in its turn only.
    fileprivate var errand: Errand? {
        switch self {
        case .find, .findUnjudged, .read, .findOldest: .look
        case .delete, .empty, .makeRoom: .room
        case .journal, .cut, .trim, .keepPicture, .end, .resume, .goOn, .file, .save, .keepLines, .log: nil
        }
    }
}

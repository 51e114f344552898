// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Synchronization

/// The jobs and journal lines that wait for the card, in order. Thread-safe: any thread posts, the card thread takes.
final class CardQueue: Sendable {
    /// A job of the card thread.
    enum Job: Sendable {
        case command(CardCommand)
        /// `CardCommand.cut` with its footage.
        case cut(ClipPlan, SessionRef, ClipPins.Held)
        /// The service manager's note about the end of the previous run, for `vir-log.txt`.
        case crashLog(CrashLog)
    }

    /// A session on the card that a session of this run is to continue.
    struct GoingOn: Sendable {
        var key: SessionKey
        var session: SessionRef
        /// The link, if it gets a folder of its own until it is joined.
        var link: SessionLink?
    }

    private struct Waiting {
        /// The headers of this run's sessions, with which their journals begin. They stay, because a closed session may be taken up again.
        var headers: [SessionRef: SessionHeader] = [:]
        var lines = Deque<(SessionRef, JournalEntry)>()
        var jobs = Deque<Job>()
        /// Sessions on the card that sessions of this run are to continue, before any line of them is written.
        var goingOn: [GoingOn] = []
        /// The sessions whose folders sessions of this run take over, by those.
        var leaving: [SessionRef: SessionRef] = [:]
        /// Commands that belong to cards that aren't inserted, by the cards' ids, in order.
        var elsewhere: [String: Deque<CardCommand>] = [:]

        /// The number of changes that wait for other cards. A request to file a session doesn't count, because its journal says everything.
        var changesElsewhere: Int { elsewhere.values.joined().count { if case .file = $0 { false } else { true } } }
    }

    /// The number of waiting jobs from which on log lines are left out: memory must not grow as long as a card is away.
    private static let longestLogQueue = 1_000

    /// The most commands that are kept for cards that aren't inserted, and the most bytes of pictures among them.
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

    /// The first session on the card that a session of this run is to continue, until `noteGoneOn`.
    var goingOn: GoingOn? { waiting.withLock { $0.goingOn.first } }

    func goOn(_ key: SessionKey, as session: SessionRef, by link: SessionLink?) {
        waiting.withLock { $0.goingOn.append(GoingOn(key: key, session: session, link: link)) }
    }

    /// Queues the line by which a session stands alone that has had the folder of another one.
    func standAlone(_ old: SessionRef, as new: SessionRef) {
        waiting.withLock { waiting in
            waiting.leaving[new] = old
            waiting.lines.append((new, .alone))
        }
    }

    /// Returns the session whose folder this session takes over.
    func left(by session: SessionRef) -> SessionRef? { waiting.withLock { $0.leaving[session] } }

    /// - Parameter header: the session's header; `nil` if the session can't be continued, or gets a header of its own.
    func noteGoneOn(_ session: SessionRef, header: SessionHeader?) {
        waiting.withLock { waiting in
            waiting.goingOn.removeAll { $0.session == session }
            if let header { waiting.headers[session] = header }
        }
    }

    /// The oldest journal line, which stays until `dropLine`.
    var firstLine: (SessionRef, JournalEntry)? { waiting.withLock { $0.lines.first } }

    /// The settings that wait to be saved, each with the settings that it was changed from, the oldest first.
    var waitingSettings: [(settings: Settings, base: Settings)] {
        waiting.withLock { waiting in
            waiting.jobs.compactMap { job in
                if case .command(.save(let settings, let base)) = job { (settings: settings, base: base) } else { nil }
            }
        }
    }

    /// The oldest job, which stays until `dropJob`.
    var firstJob: Job? { waiting.withLock { $0.jobs.first } }

    /// Takes the clips out that wait to be cut. Only for the thread that does the jobs, between two of them.
    func takeCuts() -> [(plan: ClipPlan, session: SessionRef, held: ClipPins.Held)] {
        waiting.withLock { waiting in
            var cuts: [(plan: ClipPlan, session: SessionRef, held: ClipPins.Held)] = []
            waiting.jobs.removeAll { job in
                guard case .cut(let plan, let session, let held) = job else { return false }
                cuts.append((plan, session, held))
                return true
            }
            return cuts
        }
    }

    /// Takes the oldest command that may be done as this errand.
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

    /// Puts back an errand that couldn't be done, before all other jobs.
    func putBack(_ errand: CardCommand) { waiting.withLock { $0.jobs.prepend(.command(errand)) } }

    func dropLine() { waiting.withLock { _ = $0.lines.popFirst() } }

    func dropJob() { waiting.withLock { _ = $0.jobs.popFirst() } }

    // MARK: Commands for other cards

    /// Keeps a command for the card that it belongs to, until that card is inserted again.
    /// - Returns: true if there was room for it.
    func setAside(_ command: CardCommand, for card: String) -> Bool {
        waiting.withLock { waiting in
            let all = waiting.elsewhere.values.joined()
            guard all.count < Self.mostElsewhere, all.reduce(command.bytes, { $0 + $1.bytes }) <= Self.mostBytesElsewhere else { return false }
            waiting.elsewhere[card, default: []].append(command)
            return true
        }
    }

    /// Queues the commands that waited for this card, which is inserted again, before everything that was posted since.
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

    /// The number of changes that wait for cards that aren't inserted.
    var changesElsewhere: Int { waiting.withLock(\.changesElsewhere) }

    /// Returns the header of this run's session, or `nil` before anything of the session was posted.
    func header(of session: SessionRef) -> SessionHeader? { waiting.withLock { $0.headers[session] } }

    /// The sessions of this run that have begun, with their headers.
    var begun: [(session: SessionRef, header: SessionHeader)] {
        waiting.withLock { $0.headers.map { (session: $0.key, header: $0.value) } }.sorted { "\($0.session)" < "\($1.session)" }
    }

    /// Notes the date of a session that began without one.
    func learn(_ date: SessionDate, of session: SessionRef) { waiting.withLock { $0.headers[session]?.learn(date) } }

    /// Begins a session of this run, unless it has begun already.
    func begin(_ session: SessionRef, header: SessionHeader) {
        waiting.withLock { $0.headers[session] = $0.headers[session] ?? header }
    }

    /// Returns whether this session's end, or the request to file it, still waits.
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

    /// A description of what is still to be written, for somebody who ends the program now; `nil` if nothing is.
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
    /// It only reads, which a locked card allows too.
    case look
    /// It reads or makes room, which a full card allows too.
    case room

    fileprivate func includes(_ other: Errand) -> Bool { self == .room || other == .look }
}

extension CardCommand {
    fileprivate enum Made { case picture, part, settings }

    /// The kind of work that a person did and that is lost with the command, if any.
    fileprivate var made: Made? {
        switch self {
        case .keepPicture: .picture
        case .trim: .part
        case .save, .keepLines: .settings
        default: nil
        }
    }

    /// The memory that it takes, in bytes, if it is much; otherwise 0.
    fileprivate var bytes: Int { if case .keepPicture(let jpeg, _) = self { jpeg.count } else { 0 } }

    /// The errand that it may be done as; `nil` if it may be done only in its turn.
    fileprivate var errand: Errand? {
        switch self {
        case .find, .findUnjudged, .read, .findOldest: .look
        case .delete, .empty, .makeRoom: .room
        case .journal, .cut, .trim, .keepPicture, .end, .resume, .goOn, .standAlone, .join, .split, .file, .save, .keepLines, .log, .dropCuts: nil
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage
import Synchronization

/// Writes everything to the card, in order, and retries while the card is away: journals, clips, records.
///
/// Thread-bound: the card thread, or the driver of a virtual run; `post` may be called from anywhere. A journal
/// line goes before any clip, and even between two pieces of a clip, so that a mark is acknowledged within one
/// write of a slow card.
final class CardWriter: @unchecked Sendable {
    // `queue`, `bell`, `pins` and the atomics are thread-safe; everything else belongs to the card thread, and is handed over when that
    // starts. Members that aren't private are only for the extensions in other files.

    /// The time between two probes of the card.
    static let probeInterval: Duration = .seconds(1)

    let filing: SessionFiling
    let files: any FileSystem
    private let log: CardLog
    let settingsPath: String
    /// The settings in force, as far as the card and the changes that it is still to save say.
    var savedSettings: Settings
    /// The settings from which the changes that couldn't be saved started; they are saved with the next change.
    var unsavedFrom: Settings?
    /// The same for the lines that stay on every picture.
    var unsavedLinesFrom: StandingLines?
    let timebase: any Timebase
    let bell: Doorbell
    private let pins: ClipPins
    let makeHeader: @Sendable (SessionRef) -> SessionHeader
    /// The date; `nil` if nobody asks for it.
    let clock: WallClock?
    let tell: @Sendable (CardNews) -> Void
    let queue = CardQueue()
    private let isWritable = Atomic(true)
    /// The number of lists of standing lines that wait to be kept.
    let waitingLines = Atomic(0)
    private let dropsCuts = Atomic(false)
    private(set) var status = CardStatus()
    /// True if a card is inserted and its identity couldn't be read.
    var isUnidentified = false
    /// The ids of the cards that were inserted during this run.
    var cardsSeen: Set<String> = []
    /// The ids of those cards that still have to be recovered.
    var unrecovered: Set<String> = []
    /// The number of changes that wait for other cards, as it was last told.
    var toldChanges = 0
    private var nextProbe: Timestamp
    var lateRecords = LateRecords()
    var gauge = CardGauge()
    /// False until the card is recovered. Nothing is written before that: an open session would look like a session that was cut off.
    let isRecovered: Atomic<Bool>
    /// The work that a recovery left for later, beside the first lines.
    var unfinishedStart: UnfinishedStart?
    /// The session that the previous run left open, as that run knew it. This run's first session continues it.
    var leftOpen: SessionHeader?
    /// True if the previous run crashed.
    let followsCrash: Bool
    /// True if no deleted clip is left that could make room.
    var isEmptied = false
    let late: (Settings) -> Settings
    let again: (_ read: Settings, _ saved: Settings) -> Settings
    let settingsOrigin: SettingOrigin
    /// The file in which the system says how it found the card when that was inserted; `nil` if there is no such file.
    let checkFile: String?
    /// True if no card was inserted at the start, so that its settings file couldn't be read.
    var isFirstCard = false
    /// The source of the date, as it was last told.
    var toldDate: DateSource?
    /// The folders of this run's sessions, as they were last told.
    var names: [SessionRef: SessionKey] = [:]

    /// - Parameters:
    ///   - settings: the settings at the start. Only later changes are saved: the command line's options are for one run.
    ///   - leftOpen: the session that was open when the previous run crashed.
    ///   - followsCrash: true if the previous run crashed.
    ///   - late: combines the settings of a card that wasn't inserted at the start with the command line's.
    ///   - again: combines the settings of a card that is back with those that were saved.
    ///   - pins: hands over the footage of the clips that are to be cut.
    ///   - makeHeader: makes the header of a session that begins now; called by the thread that posts, and on the card's thread.
    ///   - tell: receives the card's news, on the card's thread or on the thread that posts.
    ///   - needsRecovery: true if an earlier run may have left something on the card that must be repaired before anything is written.
    init(
        card: Card, files: any FileSystem, settings: Settings, settingsPath: String, timebase: any Timebase, bell: Doorbell = Doorbell(),
        needsRecovery: Bool = false, leftOpen: SessionHeader? = nil, followsCrash: Bool = false,
        settingsOrigin: SettingOrigin = .card, checkFile: String? = nil, late: @escaping (Settings) -> Settings = { $0 },
        again: @escaping (_ read: Settings, _ saved: Settings) -> Settings = { read, _ in read }, pins: ClipPins, clock: WallClock? = nil,
        makeHeader: @escaping @Sendable (SessionRef) -> SessionHeader, tell: @escaping @Sendable (CardNews) -> Void
    ) {
        isRecovered = Atomic(!needsRecovery)
        self.leftOpen = leftOpen
        self.followsCrash = followsCrash
        self.late = late
        self.again = again
        self.settingsOrigin = settingsOrigin
        self.checkFile = checkFile
        self.clock = clock
        filing = SessionFiling(card: card, clock: clock)
        self.files = files
        log = CardLog(card: card.path, files: files)
        self.settingsPath = settingsPath
        savedSettings = settings
        self.timebase = timebase
        self.bell = bell
        self.pins = pins
        self.makeHeader = makeHeader
        self.tell = tell
        nextProbe = timebase.now()
    }

    /// Takes a command. A clip's footage belongs to the card's thread from now on.
    func post(_ command: CardCommand) {
        switch command {
        case .cut(let plan, let session):
            begin(session)
            if let held = pins.take(plan, of: session) {
                queue.post(.cut(plan, session, held))
            } else {
                let reason = Message.nothingRecorded
                queue.post(.command(.journal(session, .lostClip(number: plan.number, reason: reason.description))))
                tell(.lost(session, number: plan.number, reason: reason))
            }
        case .journal(let session, _):
            begin(session)
            queue.post(.command(command))
        case .end(let session) where !hasBegun(session):
            return
        case .goOn(let key, let session, let link):
            queue.goOn(key, as: session, by: link)
        case .standAlone(let old, let new):
            begin(new)
            queue.standAlone(old, as: new)
        case .resume:
            // The session's journal is taken up again by its next line.
            return
        case .dropCuts: dropsCuts.store(true, ordering: .sequentiallyConsistent)
        case .keepLines:
            waitingLines.add(1, ordering: .sequentiallyConsistent)
            queue.post(.command(command))
        case .trim, .keepPicture, .end, .file, .join, .split, .find, .findUnjudged, .read, .delete, .empty, .findOldest, .makeRoom, .save, .log:
            queue.post(.command(command))
        }
        bell.ring()
    }

    /// Keeps what the service manager noted about the end of the previous run.
    func keep(_ crash: CrashLog) {
        queue.post(.crashLog(crash))
        bell.ring()
    }

    /// Returns whether anything of this run's session was ever posted, or taken over from the previous run.
    func hasBegun(_ session: SessionRef) -> Bool { queue.header(of: session) != nil }

    private func begin(_ session: SessionRef) {
        guard case .run = session, !hasBegun(session) else { return }
        queue.begin(session, header: makeHeader(session))
    }

    /// True if nothing is left to write, except for a record that was refused: the next start makes it from the journal.
    var isIdle: Bool { queue.isEmpty }

    /// True if the card takes writes now, as far as is known.
    var canWrite: Bool { isWritable.load(ordering: .relaxed) }

    /// A description of what is still to be written, for somebody who ends the program now; `nil` if nothing is.
    var unwritten: String? { queue.unwritten }

    /// The time at which `runOnce` is next worth calling, if nothing is posted before.
    var nextStep: Timestamp { nextProbe }

    /// Does one job, or probes the card.
    /// - Returns: true if there may be more to do at once.
    @discardableResult
    func runOnce() -> Bool {
        if dropsCuts.exchange(false, ordering: .sequentiallyConsistent) { dropCuts() }
        let now = timebase.now()
        if now >= nextProbe || status.condition == nil {
            nextProbe = now + Self.probeInterval
            status.look(filing.card.condition(), hasWork: !isIdle).map(note)
            if status.condition != .absent { tellFacts() }
            tellClock()
            if filing.card.isAnother() { arrive() }
            emptyWhereRoomIsShort()
        }
        defer { tellNotes() }
        do {
            let isDone = try work()
            if isDone { status.noteTaken(look: filing.card.condition).map(note) }
            return isDone
        } catch {
            note(status.noteRefusal(error, free: filing.card.condition().freeBytes ?? 0))
            return false
        }
    }

    private func work() throws(CardError) -> Bool {
        if isUnidentified, status.condition != .absent { arrive() }
        if status.condition == .readOnly { return try doOne(.look) }
        if needsRecovery {
            guard status.takesLines else { return false }
            try recover()
            return true
        }
        if status.takesLines, try goOn() { return true }
        if status.takesLines, try writeOneLine() { return true }
        if status.takesLines, try finishStart() { return true }
        guard status.takesJobs else { return status.takesLines ? try doOne(.room) : false }
        if try doOneJob() { return true }
        return try writeLateRecord()
    }

    private func note(_ step: CardStatus.Step) {
        if step.new.losesFiles { filing.reopenAll() }
        if step.isArrival || step.old == nil, step.new != .absent { arrive() }
        if step.old == nil { isFirstCard = step.new == .absent }
        if step.isRecovery { lateRecords.retryAll(at: timebase.now()) }
        isWritable.store(step.new.isWritable, ordering: .relaxed)
        if step.isChange { tell(.condition(step.new)) }
        if step.isArrival {
            isEmptied = false
            rereadSettings()
        }
        if step.isArrival || step.old == nil {
            keepGoodSettings()
            tellLines()
            countSessions()
        }
    }

    /// Writes the oldest waiting journal line.
    func writeOneLine() throws(CardError) -> Bool {
        guard let (session, entry) = queue.firstLine else { return false }
        let began = timebase.now()
        if let card = filing.otherCard(for: entry, of: session) {
            setAside(.journal(session, entry), for: card)
            queue.dropLine()
            return true
        }
        switch session {
        case .run where entry == .alone: try standAlone(session)
        case .run:
            if let header = queue.header(of: session) {
                try filing.append(entry, session: session, header: header)
                noteName(of: session)
                tell(.journalled(session, entry))
                if case .dated = entry { tellName(of: session) }
            }
        case .stored(let key):
            // A stored session that can't be written to mustn't hold up the others.
            let refusal = try refusal(of: { () throws(CardError) in try self.filing.append(entry, stored: key) })
            tell(refusal.map { .notJournalled(session, entry, reason: $0.message) } ?? .journalled(session, entry))
        }
        if case .judged = entry { isEmptied = false }
        queue.dropLine()
        gauge.noteSync(began.duration(to: timebase.now()))
        return true
    }

    private func doOneJob() throws(CardError) -> Bool {
        guard let job = queue.firstJob else { return false }
        switch job {
        case .cut(let plan, let session, let held):
            if let header = queue.header(of: session) { try cut(plan, from: held, session: session, header: header) }
        case .crashLog(let crash):
            guard try refusal(of: { () throws(CardError) in try self.log.keep(crash.text) }) == nil else { break }
            crash.remove()
        case .command(let command):
            if let card = filing.otherCard(for: command) { setAside(command, for: card) } else { try perform(command) }
        }
        queue.dropJob()
        return true
    }

    func perform(_ command: CardCommand) throws(CardError) {
        switch command {
        case .end(let session), .file(let session):
            if let refusal = try refusal(of: { () throws(CardError) in try self.close(session) }) {
                lateRecords.noteRefusal(of: session, at: timebase.now())
                tell(.recordNotWritten(session, reason: refusal.message))
            }
        case .join(let session): try join(session)
        case .split(let session, let end): try split(session, at: end)
        case .trim(let trim, let session): try self.trim(trim, of: session)
        case .keepPicture(let jpeg, let session):
            try keepPicture(jpeg, of: session)
        case .save(let settings, let base): try save(settings, changedFrom: base)
        case .keepLines(let lines, let base): try keep(lines, changedFrom: base)
        case .find(let query):
            try answer { () throws(CardError) in .found(try self.filing.card.find(query, besides: self.filing.openRecords)) }
        case .findUnjudged(let last, let limit):
            try answer { () throws(CardError) in .unjudged(try self.filing.card.unjudgedClips(after: last, limit: limit)) }
        case .read(let key):
            try answer { () throws(CardError) in .read(key, try self.filing.read(key)) }
        case .delete(let keys):
            delete(keys)
        case .findOldest:
            try answer { () throws(CardError) in .oldest(try self.filing.card.roomCandidates()) }
        case .makeRoom(let key):
            makeRoom(key)
        case .empty(let card):
            try empty(card)
        case .log(let line):
            _ = try refusal(of: { () throws(CardError) in try self.log.append(line) })
        case .journal, .cut, .resume, .goOn, .standAlone, .dropCuts:
            preconditionFailure("these don't wait among the jobs")
        }
    }
}

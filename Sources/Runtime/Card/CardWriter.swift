import Core
import DequeModule
import Media
import Storage
import Synchronization

/// Everything that is written to the card, in order, and retried while the card is away: journals, clips, records.
///
/// Thread-bound: the card thread, or the driver of a virtual run; `post` may be called from anywhere. A journal
/// line goes before any clip, and even between two pieces of a clip, so that a mark is acknowledged within one
/// write of a slow card.
final class CardWriter: @unchecked Sendable {
    // `queue` is shared and locked; everything else is the card thread's own, handed over when it starts.

    /// Counts the sessions of a run; the card's own number is found when the folder is made.
    typealias SessionKey = Int

    enum Job: Sendable {
        /// A session begins. Its folder is made when its first line is to be written.
        case open(SessionKey, SessionHeader)
        /// One line for a session's journal.
        case journal(SessionKey, JournalEntry)
        case cut(SessionKey, ClipPlan, Footage, Pin)
        /// What was changed in the settings, for the settings file.
        case settings(Settings)
        /// A line for `vir-log.txt`.
        case log(String)
        /// The session is over: its record is written when its clips are.
        case close(SessionKey)
    }

    /// What the box is told.
    enum News: Sendable {
        case journalled(SessionKey, JournalEntry)
        /// `file` is relative to the card.
        case written(SessionKey, ClipRecord, file: String)
        case lost(SessionKey, number: Int, reason: String)
        case closed(SessionKey, clips: Int)
        case condition(CardCondition)
        /// A card came back, perhaps from a laptop: what its settings file says now, and its wrong lines.
        case settings(Settings, [SettingsProblem])
        /// The settings file can't be written, and why; the card takes everything else.
        case settingsNotSaved(String)
        /// A session's record can't be written, and why; it is tried again, and meanwhile the journal has everything.
        case recordNotWritten(SessionKey, reason: String)
    }

    /// A session whose record was refused while the card took everything else.
    private struct LateRecord {
        let session: SessionKey
        var pause: Duration
        var retryAt: Timestamp
    }

    private struct Queue {
        var sessions: [SessionKey: SessionHeader] = [:]
        var lines = Deque<(SessionKey, JournalEntry)>()
        var jobs = Deque<Job>()
    }

    /// How often the card is looked at.
    static let probeInterval: Duration = .seconds(1)

    /// The longest pause before a record that was refused is tried again; the first is as long as a probe's.
    static let longestRecordPause: Duration = .seconds(60)

    /// With so much waiting, log lines are left out: memory must not grow as long as a card is away.
    private static let longestLogQueue = 1_000

    /// Less than this more is not the room somebody made.
    private static let roomThatCounts: Int64 = 1 << 20

    private let filing: SessionFiling
    private let files: any FileSystem
    private let log: CardLog
    private let settingsPath: String
    private var savedSettings: Settings
    private let timebase: any Timebase
    private let bell: Doorbell
    private let tell: (News) -> Void
    private let queue = Mutex(Queue())
    private let isWritable = Atomic(true)
    private var condition: CardCondition?
    private var freeWhenRefused: Int64?
    /// The card failed, and is tried again now: it counts as failing until it takes something.
    private var isOnTrial = false
    private var nextProbe: Timestamp
    private var lateRecords: [LateRecord] = []

    /// - Parameter settings: what holds at the start. Only what is changed later is saved: the command line's words are for one run.
    init(card: Card, files: any FileSystem, settings: Settings, settingsPath: String, timebase: any Timebase, bell: Doorbell, tell: @escaping (News) -> Void) {
        filing = SessionFiling(card: card)
        self.files = files
        log = CardLog(card: card.path, files: files)
        self.settingsPath = settingsPath
        savedSettings = settings
        self.timebase = timebase
        self.bell = bell
        self.tell = tell
        nextProbe = timebase.now()
    }

    func post(_ job: Job) {
        queue.withLock { queue in
            switch job {
            case .open(let session, let header): queue.sessions[session] = header
            case .journal(let session, let entry): queue.lines.append((session, entry))
            case .log where queue.jobs.count >= Self.longestLogQueue: break
            case .cut, .close, .settings, .log: queue.jobs.append(job)
            }
        }
        bell.ring()
    }

    /// Nothing is left to write, but for a record that was refused: the next start makes it from the journal.
    var isIdle: Bool { queue.withLock { $0.lines.isEmpty && $0.jobs.isEmpty } }

    /// Whether the card takes anything now, as far as is known.
    var canWrite: Bool { isWritable.load(ordering: .relaxed) }

    /// What is still to be written, in words, for somebody who ends the program now; `nil` when nothing is.
    var unwritten: String? {
        queue.withLock { queue in
            let clips = queue.jobs.count { if case .cut = $0 { true } else { false } }
            guard clips > 0 || !queue.lines.isEmpty else { return nil }
            let lines = queue.lines.count
            return "\(clips) clip\(clips == 1 ? "" : "s") and \(lines) journal line\(lines == 1 ? "" : "s")"
        }
    }

    /// When `runOnce` is next worth calling, if nothing is posted before.
    var nextStep: Timestamp { nextProbe }

    /// Does one job, or looks at the card. Says whether there may be more to do at once.
    @discardableResult
    func runOnce() -> Bool {
        let now = timebase.now()
        if now >= nextProbe || condition == nil {
            nextProbe = now + Self.probeInterval
            look()
        }
        do {
            let isDone = try work()
            if isDone, isOnTrial {
                isOnTrial = false
                note(probe())
            }
            return isDone
        } catch {
            isOnTrial = false
            if case .full = error { freeWhenRefused = filing.card.condition().freeBytes ?? 0 }
            note(error.condition)
            return false
        }
    }

    private func work() throws(CardError) -> Bool {
        // A card that is too full for a clip still has its reserve for the journal.
        if isOnTrial || hasRoomForLines, try writeOneLine() { return true }
        guard isOnTrial || condition?.isWritable ?? false else { return false }
        if try doOneJob() { return true }
        return try writeLateRecord()
    }

    /// Looks at the card. One that failed looks well from afar: it has to take something before it is called ready.
    private func look() {
        let found = probe()
        if case .failing = condition, found.isWritable, !isIdle {
            isOnTrial = true
        } else {
            note(found)
        }
    }

    private var hasRoomForLines: Bool {
        switch condition {
        case .ready, .full: true
        default: false
        }
    }

    /// A card that refused a clip for want of room stays full until somebody made some.
    private func probe() -> CardCondition {
        let found = filing.card.condition()
        guard case .ready(let free) = found, let refused = freeWhenRefused else { return found }
        if free <= refused + Self.roomThatCounts { return .full(freeBytes: free) }
        freeWhenRefused = nil
        return found
    }

    private func note(_ new: CardCondition) {
        let isSameKind = switch (condition, new) {
        case (.ready?, .ready), (.full?, .full): true
        default: condition == new
        }
        if !new.isWritable { filing.reopenAll() }
        let wasAway = condition == .absent
        if new.isWritable, condition?.isWritable == false {
            for index in lateRecords.indices { lateRecords[index].retryAt = timebase.now() }
        }
        condition = new
        isWritable.store(new.isWritable, ordering: .relaxed)
        if !isSameKind { tell(.condition(new)) }
        if wasAway, new.isWritable { rereadSettings() }
    }

    /// The card may have been on a laptop meanwhile.
    private func rereadSettings() {
        guard let (settings, problems) = try? SettingsFile.read(settingsPath, lastGood: savedSettings, files: files),
              settings != savedSettings || !problems.isEmpty else { return }
        savedSettings = settings
        tell(.settings(settings, problems))
    }

    /// Writes the oldest waiting journal line.
    private func writeOneLine() throws(CardError) -> Bool {
        let (line, header) = queue.withLock { queue in
            (queue.lines.first, queue.lines.first.flatMap { queue.sessions[$0.0] })
        }
        guard let (session, entry) = line else { return false }
        if let header {
            try filing.append(entry, session: session, header: header)
            tell(.journalled(session, entry))
        }
        queue.withLock { _ = $0.lines.popFirst() }
        return true
    }

    private func doOneJob() throws(CardError) -> Bool {
        let (job, headers) = queue.withLock { ($0.jobs.first, $0.sessions) }
        guard let job else { return false }
        switch job {
        case .cut(let session, let plan, let footage, let pin):
            if let header = headers[session] { try cut(plan, from: footage, pin: pin, session: session, header: header) }
        case .close(let session):
            if let refusal = try refusal(of: { () throws(CardError) in try self.close(session) }) {
                lateRecords.append(LateRecord(session: session, pause: Self.probeInterval, retryAt: timebase.now() + Self.probeInterval))
                tell(.recordNotWritten(session, reason: "\(refusal)"))
            }
        case .settings(let settings):
            if let refusal = try refusal(of: { () throws(CardError) in
                try SettingsFile.write(settings, changedFrom: self.savedSettings, to: self.settingsPath, files: self.files)
                self.savedSettings = settings
            }) { tell(.settingsNotSaved("\(refusal)")) }
        case .log(let line):
            _ = try refusal(of: { () throws(CardError) in try self.log.append(line) })
        case .open, .journal:
            preconditionFailure("these have queues of their own")
        }
        queue.withLock { _ = $0.jobs.popFirst() }
        return true
    }

    private func close(_ session: SessionKey) throws(CardError) {
        let clips = try filing.close(session)
        queue.withLock { _ = $0.sessions.removeValue(forKey: session) }
        tell(.closed(session, clips: clips))
    }

    /// Tries the record again whose pause is over; each pause is twice the one before.
    private func writeLateRecord() throws(CardError) -> Bool {
        let now = timebase.now()
        guard let index = lateRecords.firstIndex(where: { $0.retryAt <= now }) else { return false }
        let session = lateRecords[index].session
        guard try refusal(of: { () throws(CardError) in try self.close(session) }) == nil else {
            let pause = min(lateRecords[index].pause * 2, Self.longestRecordPause)
            lateRecords[index].pause = pause
            lateRecords[index].retryAt = now + pause
            return false
        }
        lateRecords.remove(at: index)
        return true
    }

    /// Writes what clips must not wait for.
    /// - Returns: why this one file can't be written.
    /// - Throws: what the whole card refuses; it is tried again.
    private func refusal(of write: () throws(CardError) -> Void) throws(CardError) -> CardError? {
        do {
            try write()
            return nil
        } catch {
            guard filing.card.condition().isWritable else { throw error }
            return error
        }
    }

    private func cut(_ plan: ClipPlan, from footage: Footage, pin: Pin, session: SessionKey,
                     header: SessionHeader) throws(CardError) {
        let outcome = try filing.write(plan, from: footage, pin: pin, session: session, header: header) {
            () throws(CardError) in _ = try self.writeOneLine()
        }
        footage.line.unpin(pin)
        switch outcome {
        case .written(let record, let file): tell(.written(session, record, file: file))
        case .lost(let reason): tell(.lost(session, number: plan.number, reason: reason))
        }
    }
}

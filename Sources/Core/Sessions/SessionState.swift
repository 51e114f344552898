// SPDX-License-Identifier: GPL-3.0-or-later

/// A session in progress: the contents of its journal, its marks, and the state of each clip.
///
/// `contents` alone knows the meaning of a line: each line is applied when it is decided, before the card has it. The session itself
/// keeps only facts that no line tells: the clips that aren't written yet and their footage, the marks that the card has acknowledged, the
/// ends that it was lent until the card answers, and where its next clip may begin.
///
/// Numbers rise, and no two clips have the same. Every mark that isn't withdrawn has exactly one clip. A clip's state moves one way:
/// growing, then being written, then on the card or lost. While nothing is kept it is growing, and then only in memory.
public struct SessionState: Hashable, Sendable {
    public enum ClipState: Hashable, Sendable {
        /// Its post-roll isn't captured yet, or its button is still down.
        case growing
        case writing
        case written(ClipRecord)
        /// Its footage was gone before it could be written; the reason in words.
        case lost(String)
        /// It is never written, because nothing is kept. True while its footage is held in memory.
        case unkept(isHeld: Bool)
    }

    public struct Entry: Hashable, Sendable {
        /// The mark, pressed or automatic; `nil` for a tail, a saved buffer or a part.
        public var mark: Mark?
        public var plan: ClipPlan
        public var state: ClipState
        /// True if the mark is in the journal on the card: it survives a power cut.
        public var isJournalled = false
        /// The decisions about its clip, from the time before the clip was written.
        var judgement: ClipJudgement?
        /// True if the mark was set in an earlier run: its footage is gone, and its times are from another clock.
        package internal(set) var isOfEarlierRun = false
        /// The session on an earlier card whose folder has the clip; `nil`: the session's present folder.
        package internal(set) var home: SessionKey?

        /// The decisions about its clip as they stand.
        package var decided: ClipJudgement { if case .written(let record) = state { record.judgement } else { judgement ?? ClipJudgement() } }
        /// True if its mark counts as an arrow: somebody pressed it, or confirmed it.
        package var counts: Bool { mark.map { !$0.isAutomatic || decided.isConfirmed } ?? false }
    }

    /// Its number among the sessions of the run, from 1. Clips and marks are numbered anew in each session.
    public let number: Int
    /// The beginning of the session, or of its newest end.
    public private(set) var start: Timestamp
    /// The times of pictures that were marked before it, in other sessions. Its first clip begins after them if it reaches back that far.
    private var inherited: [Timestamp]
    public internal(set) var entries: [Entry] = []
    package var numbers = SessionNumbers()
    /// True if this run has marked, saved or scored something in it, or continues it: it is open on the card, or will be.
    package internal(set) var hasBegun = false
    /// The contents of its journal, as it is or will be once everything is written.
    package internal(set) var contents = SessionContents() {
        didSet { scoredEnds = contents.ends }
    }
    /// Its ends so far, with those of earlier runs. They are the contents' ends, stored because each picture of Live asks for them.
    package private(set) var scoredEnds: [EndRecord] = []
    /// Its archer, round and face; `nil` before its first mark.
    package var target: SessionTarget?
    /// The number of this start of the box on the card; `nil` until the card was read.
    package var boxStart: Int?
    /// The ends of the session that it is to continue, until the card confirms that it has that session.
    var lentEnds: [EndRecord] = []
    /// The older session that it is linked to: it has a folder of its own until it is joined to that one.
    package var linked: LinkedSession?
    /// The number of the last mark that it took over from another session, whose journal has them.
    var takenThrough = 0
    /// True while the card splits it: nobody goes on with it meanwhile.
    package var isBeingSplit = false
    /// The time at which it was last begun, marked, rested or continued.
    package internal(set) var lastUse: Timestamp
    /// The number of entries at the last STOP. Later entries belong to the end that is being shot.
    var restedCount = 0

    /// - Parameters:
    ///   - start: the time at which its footage begins.
    ///   - number: unique within the run, from 1.
    ///   - border: the newest picture that was marked before it; its first clip begins after that picture.
    public init(start: Timestamp, number: Int = 1, border: Timestamp? = nil) {
        self.number = number
        self.start = start
        lastUse = start
        inherited = border.map { [$0] } ?? []
    }

    /// The time of the newest picture that somebody marked in it, or else before it.
    package var newestBorder: Timestamp? { markedTimes.max() ?? inherited.max() }

    /// The reference that commands and news use for it.
    public var ref: SessionRef { .run(number) }

    /// Its journal's first line, once it is known.
    package var header: SessionHeader? { contents.header }
    /// The notes about it.
    package var notes: String { contents.notes }
    /// The target that its journal has, or will have once it is written.
    var toldTarget: SessionTarget? { contents.target }
    /// The reason why it isn't continued any more.
    package var over: SessionEnd? { isBeingSplit ? .newSession : contents.over }

    // MARK: Events

    /// Notes that STOP was pressed: the next marks belong to another end, or to the same end if no arrow is placed.
    package mutating func rest(at instant: Timestamp) {
        restedCount = entries.count
        start = instant
        lastUse = instant
    }

    /// Returns the journal line with its target, or `nil` if the journal already has it. Don't write the line for a session that holds
    /// nothing: such a session leaves nothing on the card.
    package mutating func tellTarget() -> JournalEntry? {
        guard let target = target?.inStart(boxStart ?? toldTarget?.boxStart), target != toldTarget else { return nil }
        apply(.target(target))
        return .target(target)
    }

    /// Continues the session after a rest. No clip reaches back to earlier footage.
    ///
    /// - Parameters:
    ///   - instant: the time at which the footage of its next end begins.
    ///   - border: the newest picture that was marked meanwhile, in another session.
    ///   - now: the time at which somebody continued it.
    package mutating func resume(at instant: Timestamp, after border: Timestamp?, now: Timestamp) {
        start = max(start, instant)
        lastUse = max(lastUse, now)
        if let border { inherited = [border] }
    }

    /// Applies a line that its journal has or gets. The lines about marks aren't among them: `mark` and `withdraw` apply those.
    package mutating func apply(_ line: JournalEntry) {
        contents.apply(line)
        switch line {
        case .end: hasBegun = true
        case .judged(let number, _): followContents(ofClip: number)
        case .clip(let clip): followContents(ofClip: clip.number)
        default: break
        }
    }

    /// Sets a mark and plans its clip.
    /// - Parameters:
    ///   - pressed: the time when the button went down in Live; `nil`: the mark was set while looking back, or by the box itself.
    ///   - shot: the time of the detected shot that the mark takes.
    public mutating func mark(
        _ stamp: FrameStamp, pressed: Timestamp? = nil, source: Mark.Source, shot: Timestamp? = nil, planner: ClipPlanner,
        oldest: Timestamp?
    ) -> (mark: Mark, plan: ClipPlan) {
        let mark = Mark(
            number: takeNumber(source.isAutomatic ? .detected : .mark), stamp: stamp, pressed: pressed, source: source, shot: shot)
        let plan = planner.plan(mark, earlier: inherited + markedTimes, sessionStart: start, oldest: oldest)
        entries.append(Entry(mark: mark, plan: plan, state: .growing))
        contents.apply(.marked(mark))
        lastUse = max(lastUse, pressed ?? stamp.timestamp)
        return (mark, plan)
    }

    /// Withdraws a mark of the end that is being shot, together with its clip. It can't while the clip is being written.
    /// - Returns: the withdrawn entry; `nil` if nothing was withdrawn.
    public mutating func withdraw(_ number: Int) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.plan.number == number }), index >= restedCount, entries[index].mark != nil,
            entries[index].state != .writing
        else { return nil }
        contents.apply(.withdrawn(mark: number))
        return entries.remove(at: index)
    }

    /// Withdraws a mark whose button turned out to be held for something else. If its clip wasn't ordered yet, the next mark gets its
    /// number.
    package mutating func withdrawHeld(_ number: Int) -> Entry? {
        let entry = withdraw(number)
        if entry?.state == .growing { numbers.giveBack(mark: number) }
        return entry
    }

    /// Adds a clip without a mark, which is written at once.
    public mutating func save(_ kind: ClipPlan.Kind, from: Timestamp, through: Timestamp) -> ClipPlan {
        let plan = ClipPlan(number: takeNumber(kind), kind: kind, from: from, through: max(from, through))
        entries.append(Entry(mark: nil, plan: plan, state: .writing))
        return plan
    }

    /// Returns the clips whose footage is complete once everything up to `newest` is captured, and notes them as being written.
    /// - Parameter held: the mark whose button is still down, since it may still be withdrawn.
    public mutating func takeComplete(upTo newest: Timestamp, except held: Int?) -> [ClipPlan] {
        var complete: [ClipPlan] = []
        for index in entries.indices where entries[index].state == .growing {
            let plan = entries[index].plan
            guard plan.through <= newest, plan.number != held else { continue }
            entries[index].state = .writing
            complete.append(plan)
        }
        return complete
    }

    /// Returns all clips that aren't being written yet, shortened to the footage up to `end`, and notes them as being written.
    public mutating func takeRest(endingAt end: Timestamp) -> [ClipPlan] {
        var rest: [ClipPlan] = []
        for index in entries.indices where entries[index].state == .growing {
            let moment = entries[index].mark?.stamp.timestamp ?? entries[index].plan.from
            entries[index].plan.through = max(moment, min(entries[index].plan.through, end))
            entries[index].state = .writing
            rest.append(entries[index].plan)
        }
        return rest
    }

    /// Notes that this mark is in the journal. More than the number is compared, since a withdrawn mark may have had its number.
    public mutating func noteJournalled(_ mark: Mark) {
        update(mark.number) { if $0.mark?.isSame(as: mark) == true { $0.isJournalled = true } }
    }

    /// - Returns: true if the clip belongs to this session and was being written.
    public mutating func noteWritten(_ record: ClipRecord) -> Bool {
        guard finishWriting(record.number, .written(record)) else { return false }
        apply(.clip(record))
        return true
    }

    /// - Returns: true if the clip belongs to this session and was being written.
    public mutating func noteLost(_ number: Int, reason: String) -> Bool {
        guard finishWriting(number, .lost(reason)) else { return false }
        apply(.lostClip(number: number, reason: reason))
        return true
    }

    private mutating func finishWriting(_ number: Int, _ state: ClipState) -> Bool {
        update(number) { entry in
            guard entry.state == .writing else { return false }
            entry.state = state
            return true
        } ?? false
    }

    /// Adds a part of one of its clips as a clip of its own. It belongs to no open end.
    package mutating func noteTrimmed(_ record: ClipRecord, from source: Int) {
        guard let entry = entries.first(where: { $0.plan.number == source }), !entries.contains(where: { $0.plan.number == record.number }) else {
            return
        }
        let plan = ClipPlan(number: record.number, kind: .part, from: entry.plan.from, through: entry.plan.through)
        entries.insert(Entry(mark: nil, plan: plan, state: .written(record)), at: 0)
        restedCount += 1
        numbers.note(record.number)
        apply(.clip(record))
    }

    /// Makes the deletion of this clip final.
    package mutating func noteRemoved(_ number: Int) {
        guard var record = contents.clip(number) else { return }
        record.remove()
        apply(.clip(record))
    }

    /// Takes over what the contents say about a clip.
    private mutating func followContents(ofClip number: Int) {
        let (record, judgement) = (contents.clip(number), contents.judgement(ofClip: number))
        update(number) { entry in
            if case .written = entry.state, let record { entry.state = .written(record) } else { entry.judgement = judgement }
        }
    }

    /// Notes that the session lies in another folder now, since another card is in. The clips that are already written stay in the old
    /// folder.
    package mutating func noteMoved(from old: SessionKey, to new: SessionKey) {
        for index in entries.indices {
            if let home = entries[index].home {
                if home.isSame(as: new) { entries[index].home = nil }
            } else if case .written = entries[index].state {
                entries[index].home = old
            }
        }
    }

    /// Returns true if another archer shoots in it. A session without an archer belongs to any archer who is named while it lasts.
    package func isOfAnother(than archer: String?) -> Bool { target?.archer.map { $0 != archer } ?? false }

    /// The pictures that people marked, which are borders of clips. An automatic mark is no border.
    private var markedTimes: [Timestamp] { marksOfThisRun.lazy.filter { !$0.isAutomatic }.map(\.stamp.timestamp) }

    private mutating func takeNumber(_ kind: ClipPlan.Kind) -> Int {
        hasBegun = true
        return numbers.take(kind)
    }

    @discardableResult
    private mutating func update<Result>(_ number: Int, _ body: (inout Entry) -> Result) -> Result? {
        guard let index = entries.firstIndex(where: { $0.plan.number == number }) else { return nil }
        return body(&entries[index])
    }
}

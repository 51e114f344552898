// SPDX-License-Identifier: GPL-3.0-or-later

/// A session while it lasts: its marks, and how far each clip has come.
///
/// Numbers only rise, and no clip has the number of another one. Every mark that isn't withdrawn has exactly one clip, and a clip goes one
/// way: growing, then being written, then on the card or lost.
public struct SessionState: Hashable, Sendable {
    public enum ClipState: Hashable, Sendable {
        /// Its post-roll isn't captured yet, or its button is still down.
        case growing
        case writing
        case written(ClipRecord)
        /// Its footage was gone before it could be written; in words.
        case lost(String)
    }

    public struct Entry: Hashable, Sendable {
        /// `nil` for a tail or a saved buffer.
        public var mark: Mark?
        public var plan: ClipPlan
        public var state: ClipState
        /// The mark is in the journal, on the card: it survives the plug.
        public var isJournalled = false
        /// It was set in a run before this one: its footage is gone, and its times are of another clock.
        var isOfEarlierRun = false
        /// The session on a card that was in before, which has its clip; `nil`: the session's present place.
        package internal(set) var home: SessionKey?
    }

    /// Counts the sessions of a run, from 1. Clips and marks are numbered anew in each.
    public let number: Int
    /// When it began, or when its newest end did.
    public private(set) var start: Timestamp
    /// Marked pictures of the session before, which border this one's first clip where it reaches back.
    private var inherited: [Timestamp]
    public internal(set) var entries: [Entry] = []
    package var numbers = SessionNumbers()
    /// Something was marked, saved or written in it in this run: it is open on the card, or will be.
    package private(set) var hasBegun = false
    /// Its journal's first line, once it is known.
    package var header: SessionHeader?
    /// What was scored in it before it went on: with its next end, or in another run.
    package var scoredEnds: [EndRecord] = []
    /// What was noted about it before then.
    package var notes = ""
    /// Who shoots in it, and at what; `nil` before its first mark.
    package var target: SessionTarget?
    /// The target that its journal says, or will.
    private(set) var toldTarget: SessionTarget?
    /// The ends of the session that it is to go on with, until the card says that it has that.
    private var lentEnds: [EndRecord] = []
    /// Why it isn't gone on with any more.
    package var over: SessionEnd?
    /// When it was begun, marked or rested last.
    package private(set) var lastUse: Timestamp
    /// How many entries it had at the last STOP: what came since is the end that is being shot.
    private var restedCount = 0

    /// - Parameters:
    ///   - start: where its footage begins.
    ///   - number: unique within the run, from 1.
    ///   - border: the newest picture that was marked before it, which its first clip begins after.
    public init(start: Timestamp, number: Int = 1, border: Timestamp? = nil) {
        self.number = number
        self.start = start
        lastUse = start
        inherited = border.map { [$0] } ?? []
    }

    /// The newest picture that was marked in it, or in what was shot before it.
    package var newestBorder: Timestamp? { markedTimes.max() ?? inherited.max() }

    /// How commands and news name it.
    public var ref: SessionRef { .run(number) }

    // MARK: What happens

    /// STOP was pressed: what comes is another end, or the same one if no arrow is placed.
    package mutating func rest(at instant: Timestamp) {
        restedCount = entries.count
        start = instant
        lastUse = instant
    }

    /// It goes on with what the card has of an earlier run; what that is comes later, but for its ends and where its
    /// numbers go on.
    package mutating func goOn(with left: ResumableSession, at instant: Timestamp) {
        hasBegun = true
        numbers.note(left.numbers)
        (target, toldTarget) = (left.target, left.toldTarget)
        (scoredEnds, lentEnds) = (left.ends, left.ends)
        lastUse = max(lastUse, instant)
    }

    /// The line for its journal that says who shoots in it, and at what; `nil` if the journal says so. It goes before a line that makes
    /// the session: a session that holds nothing leaves nothing on the card.
    package mutating func tellTarget() -> JournalEntry? {
        guard let target, target != toldTarget else { return nil }
        toldTarget = target
        return .target(target)
    }

    /// It goes on after it had rested: no clip reaches back to what was before.
    ///
    /// - Parameters:
    ///   - instant: where the footage of its next end begins.
    ///   - border: the newest picture that was marked meanwhile, in another session.
    ///   - now: when somebody went on with it.
    package mutating func resume(at instant: Timestamp, after border: Timestamp?, now: Timestamp) {
        start = max(start, instant)
        lastUse = max(lastUse, now)
        if let border { inherited = [border] }
    }

    /// An end was placed on the face or changed: the one with its number is now this.
    package mutating func note(_ end: EndRecord) {
        hasBegun = true
        scoredEnds.removeAll { $0.number == end.number }
        scoredEnds.append(end)
        scoredEnds.sort { $0.number < $1.number }
    }

    /// Sets a mark and plans its clip.
    /// - Parameter pressed: when the button went down in Live; `nil`: it was set while looking back.
    public mutating func mark(
        _ stamp: FrameStamp, pressed: Timestamp? = nil, source: Mark.Source, planner: ClipPlanner,
        oldest: Timestamp?
    ) -> (mark: Mark, plan: ClipPlan) {
        let mark = Mark(number: takeNumber(.mark), stamp: stamp, pressed: pressed, source: source)
        let plan = planner.plan(mark, earlier: inherited + markedTimes, sessionStart: start, oldest: oldest)
        entries.append(Entry(mark: mark, plan: plan, state: .growing))
        lastUse = max(lastUse, pressed ?? stamp.timestamp)
        return (mark, plan)
    }

    /// Takes a mark of the end that is being shot back, and its clip with it. While that is being written, it can't be.
    /// - Returns: what was taken back; `nil` if nothing was.
    public mutating func withdraw(_ number: Int) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.plan.number == number }), index >= restedCount, entries[index].mark != nil,
            entries[index].state != .writing
        else { return nil }
        return entries.remove(at: index)
    }

    /// The button that set this mark was meant otherwise. Nobody ever saw a clip of it, so the next mark has its number.
    package mutating func withdrawHeld(_ number: Int) -> Entry? {
        let entry = withdraw(number)
        if entry?.state == .growing { numbers.giveBack(mark: number) }
        return entry
    }

    /// A clip that goes with no mark, written at once.
    public mutating func save(_ kind: ClipPlan.Kind, from: Timestamp, through: Timestamp) -> ClipPlan {
        let plan = ClipPlan(number: takeNumber(kind), kind: kind, from: from, through: max(from, through))
        entries.append(Entry(mark: nil, plan: plan, state: .writing))
        return plan
    }

    /// The clips whose footage is complete once everything up to `newest` is captured; from now on they are being written.
    /// - Parameter held: the mark whose button is still down: it may yet be taken back.
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

    /// All clips that aren't being written yet, with what footage there is at `end`; from now on they are being written.
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

    /// This mark is in the journal. One that was taken back may have had its number.
    public mutating func noteJournalled(_ mark: Mark) {
        update(mark.number) { if $0.mark == mark { $0.isJournalled = true } }
    }

    /// - Returns: whether the clip is one of this session's that was being written.
    public mutating func noteWritten(_ record: ClipRecord) -> Bool {
        update(record.number) { entry in
            guard entry.state == .writing else { return false }
            entry.state = .written(record)
            return true
        } ?? false
    }

    /// - Returns: whether the clip is one of this session's that was being written.
    public mutating func noteLost(_ number: Int, reason: String) -> Bool {
        update(number) { entry in
            guard entry.state == .writing else { return false }
            entry.state = .lost(reason)
            return true
        } ?? false
    }

    /// A part of one of its clips is a clip of its own now. It is of no end that is being shot.
    package mutating func noteTrimmed(_ record: ClipRecord, from source: Int) {
        guard let entry = entries.first(where: { $0.plan.number == source }), !entries.contains(where: { $0.plan.number == record.number }) else {
            return
        }
        let plan = ClipPlan(number: record.number, kind: .part, from: entry.plan.from, through: entry.plan.through)
        entries.insert(Entry(mark: nil, plan: plan, state: .written(record)), at: 0)
        restedCount += 1
        numbers.note(record.number)
    }

    /// Somebody decided this about a clip that is on the card.
    package mutating func note(_ judgement: ClipJudgement, ofClip number: Int) {
        update(number) { entry in
            guard case .written(var record) = entry.state else { return }
            record.judgement = judgement
            entry.state = .written(record)
        }
    }

    /// The deletion of this clip is final.
    package mutating func noteRemoved(_ number: Int) {
        update(number) { entry in
            guard case .written(var record) = entry.state else { return }
            record.remove()
            entry.state = .written(record)
        }
    }

    /// It lies elsewhere now, since another card is in: the clips that it has stay where they are.
    package mutating func noteMoved(from old: SessionKey, to new: SessionKey) {
        for index in entries.indices {
            if let home = entries[index].home {
                if home.isSame(as: new) { entries[index].home = nil }
            } else if case .written = entries[index].state {
                entries[index].home = old
            }
        }
    }

    // MARK: What is so

    /// Whether another archer shoots in it. A session of nobody's becomes that of who is named while it lasts.
    package func isOfAnother(than archer: String?) -> Bool { target?.archer.map { $0 != archer } ?? false }

    /// Where the last clip of a mark ends, as it was planned.
    package var lastClipEnd: Timestamp? { entries.lazy.filter { $0.mark != nil }.map(\.plan.through).max() }
    public var marks: [Mark] { entries.compactMap(\.mark) }
    /// Those whose footage may be in the delay line.
    package var marksOfThisRun: [Mark] { entries.compactMap { $0.isOfEarlierRun ? nil : $0.mark } }
    /// The newest mark of the end that is being shot, if it can be taken back: its clip isn't being written just now.
    package var newestWithdrawable: Int? {
        entries.dropFirst(restedCount).last { $0.mark != nil }.flatMap { $0.state == .writing ? nil : $0.plan.number }
    }
    public var isEmpty: Bool { entries.isEmpty }
    /// Something was marked or saved since the last STOP.
    public var isShooting: Bool { entries.count > restedCount }
    /// How many of its entries are of ends that are over.
    package var restedEntries: Int { min(restedCount, entries.count) }
    /// The marks of the end that is being shot.
    public var freshMarks: [Mark] { entries.dropFirst(restedCount).compactMap(\.mark) }
    /// The marks that no end has which was scored or skipped. Those of an open end are still to come.
    public var unscoredMarks: [Mark] {
        let taken = Set(scoredEnds.filter { !$0.isOpen }.flatMap(\.clips))
        return marks.filter { !taken.contains($0.number) }
    }
    /// The newest end that was scored or skipped, if it has fewer arrows than it asked for: somebody left the face in the middle of it, or
    /// skipped it. Practice never waits for its arrows.
    package var unfinishedEnd: EndRecord? { scoredEnds.last { !$0.isOpen }.flatMap { $0.isPractice || $0.isDone && !$0.isSkipped ? nil : $0 } }
    /// Arrows are still to be placed for what was shot before the last STOP.
    package var isScoreOpen: Bool { !unscoredMarks.isEmpty || unfinishedEnd != nil }
    /// At least one arrow is placed.
    public var hasArrows: Bool { scoredEnds.contains { !$0.arrows.isEmpty } }
    public var writtenCount: Int { entries.count { if case .written = $0.state { true } else { false } } }
    public var lostCount: Int { entries.count { if case .lost = $0.state { true } else { false } } }
    /// Clips that aren't on the card yet and will be.
    public var pendingCount: Int { entries.count - writtenCount - lostCount }
    /// Those of them whose footage is whole.
    public var writingCount: Int { entries.count { $0.state == .writing } }
    /// When the footage of the next clip will be complete.
    public var nextCompletion: Timestamp? { entries.lazy.filter { $0.state == .growing }.map(\.plan.through).min() }

    private var markedTimes: [Timestamp] { marksOfThisRun.map(\.stamp.timestamp) }

    private mutating func takeNumber(_ kind: ClipPlan.Kind) -> Int {
        hasBegun = true
        return numbers.take(kind)
    }

    /// What the card has of it goes before what was marked and scored in this run.
    /// - Parameter isScored: what has no score yet is of the end that is being shot; otherwise only what this run marks is.
    mutating func goOn(with earlier: [Entry], of record: SessionRecord, isScored: Bool) {
        hasBegun = true
        header = record.header
        toldTarget = record.target
        target = record.target ?? target
        over = record.over
        notes = record.notes
        numbers.note(SessionNumbers(of: record))
        let own = Set(scoredEnds.filter { !lentEnds.contains($0) }.map(\.number))
        scoredEnds = (record.ends.filter { !own.contains($0.number) } + scoredEnds.filter { own.contains($0.number) }).sorted {
            $0.number < $1.number
        }
        lentEnds = []
        entries.insert(contentsOf: earlier, at: 0)
        // What was marked and not scored before is of the end that is being shot.
        let unscored = Set(unscoredMarks.map(\.number))
        let first = isScored ? earlier.firstIndex { unscored.contains($0.plan.number) } ?? earlier.count : earlier.count
        restedCount = restedCount > 0 ? restedCount + earlier.count : first
    }

    /// The card doesn't have the session: what this run marks is a session of its own, and unless it has begun counts from 1.
    package mutating func noteMissing() {
        header = nil
        toldTarget = nil
        // One of them may have been closed meanwhile, for the sake of the next.
        scoredEnds.removeAll { end in lentEnds.contains(end) || end.isSkipped && lentEnds.contains { $0.number == end.number } }
        lentEnds = []
        guard isEmpty else { return }
        hasBegun = false
        numbers = SessionNumbers()
    }

    @discardableResult
    private mutating func update<Result>(_ number: Int, _ body: (inout Entry) -> Result) -> Result? {
        guard let index = entries.firstIndex(where: { $0.plan.number == number }) else { return nil }
        return body(&entries[index])
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// A session while it lasts: its marks, and how far each clip has come.
///
/// Numbers only rise and none is used twice. Every mark that isn't withdrawn has exactly one clip, and a clip goes one
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
    }

    /// Counts the sessions of a run, from 1. Clips and marks are numbered anew in each.
    public let number: Int
    /// When it began, or when its newest end did.
    public private(set) var start: Timestamp
    /// Marked pictures of the session before, which border this one's first clip where it reaches back.
    private let inherited: [Timestamp]
    public internal(set) var entries: [Entry] = []
    package var nextNumber = 1
    /// How many tails and how many buffers it has.
    var extraCounts: [ClipPlan.Kind: Int] = [:]
    /// Something was marked, saved or written in it in this run: it is open on the card, or will be.
    package private(set) var hasBegun = false
    /// Its journal's first line, once it is known.
    package var header: SessionHeader?
    /// What was scored in it before it went on: with its next end, or in another run.
    package var scoredEnds: [EndRecord] = []
    /// What was noted about it before then.
    package var notes = ""

    public init(start: Timestamp, after previous: SessionState? = nil) {
        number = (previous?.number ?? 0) + 1
        self.start = start
        inherited = previous?.markedTimes.max().map { [$0] } ?? previous?.inherited ?? []
    }

    /// How commands and news name it.
    public var ref: SessionRef { .run(number) }

    // MARK: What happens

    /// It goes on after it had ended, with the next end: no clip reaches back to what was before.
    ///
    /// - Parameters:
    ///   - ends: what is scored of it so far.
    ///   - notes: what was noted about it.
    public mutating func resume(at instant: Timestamp, after ends: [EndRecord] = [], notes: String = "") {
        start = instant
        hasBegun = true
        scoredEnds = ends
        self.notes = notes
    }

    /// Sets a mark and plans its clip.
    /// - Parameter pressed: when the button went down; `nil`: when the picture was taken.
    public mutating func mark(
        _ stamp: FrameStamp, pressed: Timestamp? = nil, source: Mark.Source, planner: ClipPlanner,
        oldest: Timestamp?
    ) -> (mark: Mark, plan: ClipPlan) {
        let mark = Mark(number: takeNumber(.mark), stamp: stamp, pressed: pressed, source: source)
        let plan = planner.plan(mark, earlier: inherited + markedTimes, sessionStart: start, oldest: oldest)
        entries.append(Entry(mark: mark, plan: plan, state: .growing))
        return (mark, plan)
    }

    /// Takes a mark back. Only one whose clip isn't being written yet can be.
    /// - Returns: whether it was.
    public mutating func withdraw(_ number: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.plan.number == number }), entries[index].mark != nil,
            entries[index].state == .growing
        else { return false }
        entries.remove(at: index)
        return true
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

    /// The mark with this number is in the journal.
    public mutating func noteJournalled(mark number: Int) {
        update(number) { $0.isJournalled = true }
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

    // MARK: What is so

    /// Clips of marks that are on the card.
    public var writtenMarkCount: Int { entries.count { if case .written = $0.state { $0.mark != nil } else { false } } }
    /// Where the last clip of a mark ends, as it was planned.
    package var lastClipEnd: Timestamp? { entries.lazy.filter { $0.mark != nil }.map(\.plan.through).max() }
    public var marks: [Mark] { entries.compactMap(\.mark) }
    public var newestMark: Entry? { entries.last { $0.mark != nil } }
    public var isEmpty: Bool { entries.isEmpty }
    public var writtenCount: Int { entries.count { if case .written = $0.state { true } else { false } } }
    public var lostCount: Int { entries.count { if case .lost = $0.state { true } else { false } } }
    /// Clips that aren't on the card yet and will be.
    public var pendingCount: Int { entries.count - writtenCount - lostCount }
    /// Those of them whose footage is whole.
    public var writingCount: Int { entries.count { $0.state == .writing } }
    /// When the footage of the next clip will be complete.
    public var nextCompletion: Timestamp? { entries.lazy.filter { $0.state == .growing }.map(\.plan.through).min() }

    private var markedTimes: [Timestamp] { entries.compactMap { $0.mark?.stamp.timestamp } }

    private mutating func takeNumber(_ kind: ClipPlan.Kind) -> Int {
        hasBegun = true
        guard kind == .mark else {
            let count = extraCounts[kind, default: 0] + 1
            extraCounts[kind] = count
            return kind.base + count
        }
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// The card has it open, from the run before.
    package mutating func noteBegun() { hasBegun = true }

    @discardableResult
    private mutating func update<Result>(_ number: Int, _ body: (inout Entry) -> Result) -> Result? {
        guard let index = entries.firstIndex(where: { $0.plan.number == number }) else { return nil }
        return body(&entries[index])
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// A session that a run left open when it ended by itself, and that the next run goes on with.
public struct ContinuedSession: Hashable, Sendable {
    public var key: SessionKey
    /// Everything about it that the card has. A mark of it has its clip, or the clip is lost: its footage was in memory only.
    public var record: SessionRecord
    /// What its journal has, or is to begin with where it was filed and has none.
    public var journal: [JournalEntry]

    public init(key: SessionKey, record: SessionRecord, journal: [JournalEntry]) {
        self.key = key
        self.record = record
        self.journal = journal
    }
}

extension SessionState {
    /// No session has a clip of any kind with a higher number. What says so isn't from a box.
    private static let highestNumber = 100_000

    /// The first session of a run that goes on where the one before ended by itself: its numbers begin here.
    ///
    /// Before the card has been asked what it has of the session: `take` comes later, or never.
    package mutating func expect(_ left: OpenSession) {
        header = left.header
        guard isEmpty, left.numbers.isPlausible else { return }
        numbers = left.numbers
    }

    /// Takes in what the session had before this run. What was marked since then stays, behind it.
    /// - Parameter isScored: arrows are scored here.
    package mutating func take(_ record: SessionRecord, isScored: Bool = true) {
        // The journal may have been edited: only numbers that a box gives count, each once.
        var known = Set(entries.map(\.plan.number))
        func isNew(_ number: Int) -> Bool { (1...Self.highestNumber).contains(number) && known.insert(number).inserted }
        var earlier: [Entry] = []
        for mark in record.marks where mark.number <= SessionNumbers.highestMark && isNew(mark.number) {
            var mark = mark
            // Its footage is gone, and its times are another clock's.
            (mark.stamp.timestamp, mark.pressed) = (min(max(mark.stamp.timestamp, .zero), start), nil)
            let plan = ClipPlan(number: mark.number, kind: .mark, from: mark.stamp.timestamp, through: mark.stamp.timestamp)
            let clip = record.clips.first { $0.number == mark.number }
            earlier.append(
                Entry(
                    mark: mark, plan: plan, state: clip.map(ClipState.written) ?? .lost(Strings.lostWithTheRun), isJournalled: true,
                    isOfEarlierRun: true))
        }
        for clip in record.clips where isNew(clip.number) {
            earlier.append(Entry(mark: nil, plan: ClipPlan(number: clip.number, kind: clip.kind, from: start, through: start), state: .written(clip)))
        }
        earlier.sort { $0.plan.number < $1.plan.number }
        goOn(with: earlier, of: record, isScored: isScored)
    }
}

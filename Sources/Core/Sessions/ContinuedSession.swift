// SPDX-License-Identifier: GPL-3.0-or-later

/// A session on the card that this run continues: an earlier run ended without closing it, or its archer goes on with it.
public struct ContinuedSession: Hashable, Sendable {
    public var key: SessionKey
    /// Everything that the card has about it. Each mark has its clip, or the clip is lost, because its footage was in memory only.
    public var record: SessionRecord
    /// The entries of its journal. If it was filed and has no journal, the entries with which a new journal begins.
    public var journal: [JournalEntry]

    public init(key: SessionKey, record: SessionRecord, journal: [JournalEntry]) {
        self.key = key
        self.record = record
        self.journal = journal
    }
}

extension SessionState {
    /// The highest number of any clip. A record with a higher number wasn't written by a box.
    private static let highestNumber = 100_000

    /// Prepares a run's first session to continue the session that the run before left open: takes over its header and its numbers.
    ///
    /// At this time the card hasn't been asked for the session yet: `take` comes later, or never.
    package mutating func expect(_ left: OpenSession) {
        header = left.header
        guard isEmpty, left.numbers.isPlausible else { return }
        numbers = left.numbers
    }

    /// Takes in the contents that the session had before this run. Marks set since then stay, after them.
    /// - Parameter isScored: true if arrows are scored.
    package mutating func take(_ record: SessionRecord, isScored: Bool = true) {
        // The journal may have been edited: only numbers that a box would give are accepted, each of them once.
        var known = Set(entries.map(\.plan.number))
        func isNew(_ number: Int) -> Bool { (1...Self.highestNumber).contains(number) && known.insert(number).inserted }
        var earlier: [Entry] = []
        for mark in record.marks where mark.number <= SessionNumbers.highestMark && isNew(mark.number) {
            var mark = mark
            // Its footage is gone, and its times are from another run's clock.
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

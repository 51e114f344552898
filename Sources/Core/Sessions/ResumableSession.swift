// SPDX-License-Identifier: GPL-3.0-or-later

/// A session that isn't over: its archer may go on with it.
public struct ResumableSession: Hashable, Sendable {
    /// The reference to it: on the card, or in this run.
    public var ref: SessionRef
    public var target: SessionTarget
    /// The target in its journal: its archer may have been renamed since.
    package let toldTarget: SessionTarget?
    /// The label of its beginning; empty for a session of this run.
    public var started: String
    public var ends: [EndRecord]
    public var marks: Int
    /// Its next numbers.
    public var numbers: SessionNumbers
    /// True if the first mark goes on with it: it is a round that was shot in the start directly before, and no known date says another
    /// day.
    public var isDirect = false

    /// A session that the card has.
    ///
    /// `nil` for a session that can't be continued: it is over, or its round is complete, or it was written before version 3, or it has no
    /// marks and no ends.
    public init?(_ record: SessionRecord, key: SessionKey) {
        guard let target = record.target, record.over == nil, !record.marks.isEmpty || !record.ends.isEmpty, !record.ends.isWhole(roundOf: target)
        else { return nil }
        ref = .stored(key)
        self.target = target
        toldTarget = target
        started = record.header.started
        ends = record.ends
        marks = record.marks.count
        numbers = SessionNumbers(of: record)
    }

    /// A resting session of this run.
    /// - Parameter target: the target in the present settings, for a session that has none yet.
    package init(_ rested: SessionState, _ target: SessionTarget) {
        ref = rested.ref
        self.target = rested.target ?? target
        toldTarget = rested.toldTarget
        started = ""
        ends = rested.scoredEnds
        marks = rested.marks.count
        numbers = rested.numbers
    }

    /// Decides if the first mark of a start goes on with it.
    /// - Parameters:
    ///   - boxStart: the number of this start on the card.
    ///   - label: the label of a session that begins now.
    package mutating func noteStart(_ boxStart: Int, now label: String) {
        let days = [started, label].map { SessionMoment($0).map { [$0.year, $0.month, $0.day] } }
        let isOtherDay = days[0] != nil && days[1] != nil && days[0] != days[1]
        isDirect = target.round != nil && target.boxStart == boxStart - 1 && !isOtherDay
    }

    /// The number of ends that were shot and count.
    public var shotEnds: Int { ends.count { !$0.isOpen && !$0.isPractice } }
}

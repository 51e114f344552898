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

    /// The number of ends that were shot and count.
    public var shotEnds: Int { ends.count { !$0.isOpen && !$0.isPractice } }
}

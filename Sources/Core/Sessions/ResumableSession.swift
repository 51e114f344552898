// SPDX-License-Identifier: GPL-3.0-or-later

/// A session that isn't over: its archer may go on with it.
public struct ResumableSession: Hashable, Sendable {
    /// Its folder on the card, or one of this run's.
    public var ref: SessionRef
    public var target: SessionTarget
    /// What its journal says of that: its archer may have another name by now.
    package let toldTarget: SessionTarget?
    /// When it began, as a label; empty for one of this run.
    public var started: String
    public var ends: [EndRecord]
    public var marks: Int
    /// Where its numbers go on.
    public var numbers: SessionNumbers

    /// One that the card has.
    ///
    /// `nil` for a session that can't be gone on with: it is over, or was written before version 3, or has nothing in it.
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

    /// One of this run that rests.
    /// - Parameter target: what is set now.
    package init(_ rested: SessionState, _ target: SessionTarget) {
        ref = rested.ref
        self.target = rested.target ?? target
        toldTarget = rested.toldTarget
        started = ""
        ends = rested.scoredEnds
        marks = rested.marks.count
        numbers = rested.numbers
    }

    /// How many ends that count were shot.
    public var shotEnds: Int { ends.count { !$0.isOpen && !$0.isPractice } }
}

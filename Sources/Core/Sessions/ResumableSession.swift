// SPDX-License-Identifier: GPL-3.0-or-later

/// A session of the card that isn't over: its archer may go on with it.
public struct ResumableSession: Hashable, Sendable {
    /// Its folder's name.
    public var name: String
    public var target: SessionTarget
    /// When it began, as a label.
    public var started: String
    /// How many ends have an arrow.
    public var scoredEnds: Int
    public var marks: Int

    /// `nil` for a session that can't be gone on with: it is over, or was written before version 3, or has nothing in it.
    public init?(_ record: SessionRecord, name: String) {
        guard let target = record.target, record.over == nil, !record.marks.isEmpty || !record.ends.isEmpty else { return nil }
        self.name = name
        self.target = target
        started = record.header.started
        scoredEnds = record.ends.count { !$0.arrows.isEmpty }
        marks = record.marks.count
    }
}

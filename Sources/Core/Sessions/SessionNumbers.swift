// SPDX-License-Identifier: GPL-3.0-or-later

/// The next numbers of a session's marks and clips. They rise, and no two clips have the same number, because it names the clip's file on
/// the card.
public struct SessionNumbers: Hashable, Sendable, Codable {
    /// The highest number of a mark. A record with a higher number wasn't written by a box.
    public static let highestMark = ClipPlan.Kind.tail.base
    /// The limit below which a session's tails, buffers and parts stay, each counted alone.
    private static let mostExtras = 10_000

    /// The number that the next mark gets.
    public private(set) var nextMark: Int
    /// The number of tails so far.
    private var tails = 0
    /// The number of buffers so far.
    private var buffers = 0
    /// The number of parts of clips so far; `nil` in data from before parts existed.
    private var parts: Int?

    public init(nextMark: Int = 1) {
        self.nextMark = nextMark
    }

    /// Counts the numbers that a session's record has used.
    package init(of record: SessionRecord) {
        self.init()
        for mark in record.marks { note(mark.number) }
        for clip in record.clips { note(clip.number) }
        for number in record.lostClips { note(number) }
    }

    /// True if a box can have counted to these numbers.
    public var isPlausible: Bool {
        (1...Self.highestMark).contains(nextMark) && (0..<Self.mostExtras).contains(tails) && (0..<Self.mostExtras).contains(buffers)
            && (0..<Self.mostExtras).contains(parts ?? 0)
    }

    /// Returns the next number of a kind, and counts it as used.
    package mutating func take(_ kind: ClipPlan.Kind) -> Int {
        switch kind {
        case .mark:
            defer { nextMark += 1 }
            return nextMark
        case .tail:
            tails += 1
            return kind.base + tails
        case .buffer:
            buffers += 1
            return kind.base + buffers
        case .part:
            parts = (parts ?? 0) + 1
            return kind.base + (parts ?? 0)
        }
    }

    /// Frees the number of the newest mark, which was withdrawn: the next mark gets it.
    package mutating func giveBack(mark number: Int) {
        if number == nextMark - 1 { nextMark = number }
    }

    /// Counts this number as used. Sessions from before version 3 numbered all kinds together.
    mutating func note(_ number: Int) {
        switch number {
        case 1...Self.highestMark: nextMark = max(nextMark, number + 1)
        case ClipPlan.Kind.tail.base..<ClipPlan.Kind.tail.base + Self.mostExtras: tails = max(tails, number - ClipPlan.Kind.tail.base)
        case ClipPlan.Kind.buffer.base..<ClipPlan.Kind.buffer.base + Self.mostExtras: buffers = max(buffers, number - ClipPlan.Kind.buffer.base)
        case ClipPlan.Kind.part.base..<ClipPlan.Kind.part.base + Self.mostExtras: parts = max(parts ?? 0, number - ClipPlan.Kind.part.base)
        default: break
        }
    }

    /// Counts all numbers as used that another count of the same session has used.
    mutating func note(_ other: SessionNumbers) {
        nextMark = max(nextMark, other.nextMark)
        tails = max(tails, other.tails)
        buffers = max(buffers, other.buffers)
        if let used = other.parts { parts = max(parts ?? 0, used) }
    }
}

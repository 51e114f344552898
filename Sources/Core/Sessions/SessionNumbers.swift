// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the numbers of a session go on. They rise, and no two clips have the same: a file on the card is named by its clip's number.
public struct SessionNumbers: Hashable, Sendable, Codable {
    /// No session has a mark with a higher number. What says so isn't from a box.
    public static let highestMark = ClipPlan.Kind.tail.base
    /// No session has so many tails, buffers or parts.
    private static let mostExtras = 10_000

    /// The number that the next mark gets.
    public private(set) var nextMark: Int
    /// How many tails it has had.
    private var tails = 0
    /// How many buffers it has had.
    private var buffers = 0
    /// How many parts of clips it has had; what was written before there were any doesn't say.
    private var parts: Int?

    public init(nextMark: Int = 1) {
        self.nextMark = nextMark
    }

    /// What a session has used up whose record says this.
    package init(of record: SessionRecord) {
        self.init()
        for mark in record.marks { note(mark.number) }
        for clip in record.clips { note(clip.number) }
        for number in record.lostClips { note(number) }
    }

    /// Whether a box can have counted so far.
    public var isPlausible: Bool {
        (1...Self.highestMark).contains(nextMark) && (0..<Self.mostExtras).contains(tails) && (0..<Self.mostExtras).contains(buffers)
            && (0..<Self.mostExtras).contains(parts ?? 0)
    }

    /// The number of the next mark, tail or buffer, which is used with that.
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

    /// The newest mark is none any more: the next one has its number.
    package mutating func giveBack(mark number: Int) {
        if number == nextMark - 1 { nextMark = number }
    }

    /// This number is used. Sessions of before version 3 counted all kinds together.
    mutating func note(_ number: Int) {
        switch number {
        case 1...Self.highestMark: nextMark = max(nextMark, number + 1)
        case ClipPlan.Kind.tail.base..<ClipPlan.Kind.tail.base + Self.mostExtras: tails = max(tails, number - ClipPlan.Kind.tail.base)
        case ClipPlan.Kind.buffer.base..<ClipPlan.Kind.buffer.base + Self.mostExtras: buffers = max(buffers, number - ClipPlan.Kind.buffer.base)
        case ClipPlan.Kind.part.base..<ClipPlan.Kind.part.base + Self.mostExtras: parts = max(parts ?? 0, number - ClipPlan.Kind.part.base)
        default: break
        }
    }

    /// What another count of the same session has used is used here too.
    mutating func note(_ other: SessionNumbers) {
        nextMark = max(nextMark, other.nextMark)
        tails = max(tails, other.tails)
        buffers = max(buffers, other.buffers)
        if let used = other.parts { parts = max(parts ?? 0, used) }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// The next numbers of a session's marks and clips. They rise, and no two clips have the same number, because it names the clip's file on
/// the card.
public struct SessionNumbers: Hashable, Sendable, Codable {
    /// The highest number of a mark. A record with a higher number wasn't written by a box.
    public static let highestMark = ClipPlan.Kind.tail.base
    /// The highest number of a mark that somebody pressed.
    private static let highestPressed = ClipPlan.Kind.detected.base
    /// The limit below which a session's tails, buffers and parts stay, each counted alone.
    private static let mostExtras = 10_000

    /// The number that the next pressed mark gets.
    public private(set) var nextMark: Int
    /// The number of tails so far.
    private var tails = 0
    /// The number of buffers so far.
    private var buffers = 0
    /// The number of parts of clips so far; `nil` in data from before parts existed.
    private var parts: Int?
    /// The number of automatic marks so far; `nil` in data from before they existed.
    private var detected: Int?
    /// The number of imported films so far; `nil` in data from before they existed.
    private var films: Int?

    public init(nextMark: Int = 1) {
        self.nextMark = nextMark
    }

    /// Counts the numbers that a session's record has used.
    package init(of record: SessionRecord) {
        self.init()
        for mark in record.marks { note(mark.number) }
        for clip in record.clips { note(clip.number) }
        for number in record.lostClips { note(number) }
        if let continues = record.continues { note(continues.numbers) }
    }

    /// True if a box can have counted to these numbers.
    public var isPlausible: Bool {
        (1...Self.highestPressed).contains(nextMark) && (0..<Self.mostExtras).contains(tails) && (0..<Self.mostExtras).contains(buffers)
            && (0..<Self.mostExtras).contains(parts ?? 0) && (0..<Self.mostExtras).contains(detected ?? 0)
            && (0..<Self.mostExtras).contains(films ?? 0)
    }

    /// Returns the next number of a kind, and counts it as used.
    package mutating func take(_ kind: ClipPlan.Kind) -> Int {
        switch kind {
        case .mark:
            defer { nextMark += 1 }
            return nextMark
        case .detected:
            detected = (detected ?? 0) + 1
            return kind.base + (detected ?? 0)
        case .tail:
            tails += 1
            return kind.base + tails
        case .buffer:
            buffers += 1
            return kind.base + buffers
        case .part:
            parts = (parts ?? 0) + 1
            return kind.base + (parts ?? 0)
        case .film:
            films = (films ?? 0) + 1
            return kind.base + (films ?? 0)
        }
    }

    /// Counts the number of an imported film as used.
    package mutating func note(film number: Int) { note(number) }

    /// Frees the number of the newest mark, which was withdrawn: the next mark gets it.
    package mutating func giveBack(mark number: Int) {
        if number == nextMark - 1 { nextMark = number }
    }

    /// Returns a number as a session counts it that begins after these numbers: its first mark is 1.
    /// - Returns: `nil` for a number that these numbers have used.
    package func own(_ number: Int) -> Int? {
        guard number > 0 else { return nil }
        let kind = ClipPlan.Kind(ofNumber: number)
        let own = number - used(kind)
        return own > kind.base ? own : nil
    }

    /// Returns these numbers as a session counts them that began after the earlier ones.
    package func own(after earlier: SessionNumbers) -> SessionNumbers {
        var own = SessionNumbers(nextMark: max(1, nextMark - earlier.used(.mark)))
        own.tails = max(0, tails - earlier.tails)
        own.buffers = max(0, buffers - earlier.buffers)
        own.parts = parts.map { max(0, $0 - earlier.used(.part)) }
        own.detected = detected.map { max(0, $0 - earlier.used(.detected)) }
        own.films = films.map { max(0, $0 - earlier.used(.film)) }
        return own
    }

    /// Returns the numbers before these: of each kind, they have used everything below the lowest one.
    func before(_ numbers: Set<Int>) -> SessionNumbers {
        func below(_ kind: ClipPlan.Kind) -> Int? {
            numbers.filter { $0 > 0 && ClipPlan.Kind(ofNumber: $0) == kind }.min().map { $0 - kind.base - 1 }
        }
        var before = SessionNumbers(nextMark: (below(.mark) ?? used(.mark)) + 1)
        before.tails = below(.tail) ?? tails
        before.buffers = below(.buffer) ?? buffers
        before.parts = below(.part) ?? parts
        before.detected = below(.detected) ?? detected
        before.films = below(.film) ?? films
        return before
    }

    private func used(_ kind: ClipPlan.Kind) -> Int {
        switch kind {
        case .mark: nextMark - 1
        case .detected: detected ?? 0
        case .tail: tails
        case .buffer: buffers
        case .part: parts ?? 0
        case .film: films ?? 0
        }
    }

    /// Counts this number as used. Sessions from before version 3 numbered all kinds together.
    mutating func note(_ number: Int) {
        switch number {
        case 1...Self.highestPressed: nextMark = max(nextMark, number + 1)
        case ClipPlan.Kind.detected.base..<ClipPlan.Kind.detected.base + Self.mostExtras:
            detected = max(detected ?? 0, number - ClipPlan.Kind.detected.base)
        case ClipPlan.Kind.tail.base..<ClipPlan.Kind.tail.base + Self.mostExtras: tails = max(tails, number - ClipPlan.Kind.tail.base)
        case ClipPlan.Kind.buffer.base..<ClipPlan.Kind.buffer.base + Self.mostExtras: buffers = max(buffers, number - ClipPlan.Kind.buffer.base)
        case ClipPlan.Kind.part.base..<ClipPlan.Kind.part.base + Self.mostExtras: parts = max(parts ?? 0, number - ClipPlan.Kind.part.base)
        case ClipPlan.Kind.film.base..<ClipPlan.Kind.film.base + Self.mostExtras: films = max(films ?? 0, number - ClipPlan.Kind.film.base)
        default: break
        }
    }

    /// Counts all numbers as used that another count of the same session has used.
    mutating func note(_ other: SessionNumbers) {
        nextMark = max(nextMark, other.nextMark)
        tails = max(tails, other.tails)
        buffers = max(buffers, other.buffers)
        if let used = other.parts { parts = max(parts ?? 0, used) }
        if let used = other.detected { detected = max(detected ?? 0, used) }
        if let used = other.films { films = max(films ?? 0, used) }
    }
}

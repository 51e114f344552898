// SPDX-License-Identifier: GPL-3.0-or-later

/// What some ends come to together. A practice end counts for nothing, and an end never counts more arrows than it has.
public struct EndSum: Hashable, Sendable {
    public private(set) var points = 0
    /// Arrows that count.
    public private(set) var arrows = 0
    public private(set) var innerTens = 0
    /// Arrows that count ten, those in the inner ring among them.
    public private(set) var tens = 0
    public private(set) var misses = 0

    public init(_ ends: some Sequence<EndRecord>) {
        for end in ends where !end.isPractice { add(end.score) }
    }

    /// What one end comes to by itself, also a practice end.
    public init(of end: EndRecord) { add(end.score) }

    private mutating func add(_ score: EndScore) {
        points += score.total
        arrows += score.arrows
        innerTens += score.innerTens
        tens += score.tens
        misses += score.misses
    }

    /// Points an arrow; `nil` before the first.
    public var average: Double? { arrows == 0 ? nil : Double(points) / Double(arrows) }
}

extension Sequence<EndRecord> {
    /// Which end this is for people: those that count and those of practice have numbers of their own, from 1.
    package func place(of end: EndRecord) -> Int { 1 + count { $0.isPractice == end.isPractice && $0.number < end.number } }

    /// "End 3", "Practice 1"; the end need not be one of these yet.
    package func name(of end: EndRecord) -> String {
        let place = place(of: end)
        return end.isPractice ? Strings.practiceEnd(place) : Strings.nextEnd(place)
    }

    /// The name of the end with this number, which may be gone.
    package func name(ofEnd number: Int) -> String { first { $0.number == number }.map(name) ?? Strings.nextEnd(number) }
}

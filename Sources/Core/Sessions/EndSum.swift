// SPDX-License-Identifier: GPL-3.0-or-later

/// The sum of several ends. Practice ends add nothing, and an end adds no more arrows than its round allows.
public struct EndSum: Hashable, Sendable {
    public private(set) var points = 0
    /// The number of arrows that count.
    public private(set) var arrows = 0
    public private(set) var innerTens = 0
    /// The number of tens, including arrows in the inner ring.
    public private(set) var tens = 0
    public private(set) var misses = 0

    public init(_ ends: some Sequence<EndRecord>) {
        for end in ends where !end.isPractice { add(end.score) }
    }

    /// Sums one end by itself, even a practice end.
    public init(of end: EndRecord) { add(end.score) }

    private mutating func add(_ score: EndScore) {
        points += score.total
        arrows += score.arrows
        innerTens += score.innerTens
        tens += score.tens
        misses += score.misses
    }

    /// The average points of an arrow; `nil` before the first arrow.
    public var average: Double? { arrows == 0 ? nil : Double(points) / Double(arrows) }
}

extension Sequence<EndRecord> {
    /// Returns the end's number as people count: scored ends and practice ends are numbered separately, from 1.
    package func place(of end: EndRecord) -> Int { 1 + count { $0.isPractice == end.isPractice && $0.number < end.number } }

    /// Returns the end's name, such as "End 3" or "Practice 1". The end need not be in this sequence yet.
    package func name(of end: EndRecord) -> String {
        let place = place(of: end)
        return end.isPractice ? Strings.practiceEnd(place) : Strings.nextEnd(place)
    }

    /// Returns the name of the end with this number. If that end doesn't exist any more, the number itself is used in the name.
    package func name(ofEnd number: Int) -> String { first { $0.number == number }.map(name) ?? Strings.nextEnd(number) }
}

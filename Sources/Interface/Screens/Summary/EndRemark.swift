// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The remark on an end whose arrows form no group, as of an end that was scored by rings: the most telling of its facts.
enum EndRemark: Hashable, Sendable {
    /// No end before it, of at least one, had as many points.
    case bestSoFar
    /// No end since the one with this number had as many points.
    case bestSince(Int, isPractice: Bool)
    /// Its average, and that of its round or its session up to it.
    case average(Double, of: Double, isRound: Bool)
    /// Its lowest arrow, by index.
    case lowest(Int)
    /// All its arrows score this.
    case alike(String)

    /// The fewest lower ends in between that make an end the best for long.
    private static let leastLower = 2

    /// - Parameter end: an end of the book, with an arrow.
    init(_ end: EndRecord, in book: ScoreBook) {
        let scope = EndScope(end, in: book)
        let score = end.score
        // Ends of other sizes, or on another face, can't be compared by their points.
        let before = scope.ends(through: scope.number - 1).filter { $0.face == end.face && $0.score.arrows == score.arrows }
        let rival = before.lastIndex { $0.score.total >= score.total }
        let lower = before.count - 1 - (rival ?? -1)
        if rival == nil, !before.isEmpty {
            self = .bestSoFar
        } else if let rival, lower >= Self.leastLower {
            self = .bestSince(EndScope(before[rival], in: book).number, isPractice: end.isPractice)
        } else if !before.isEmpty, let own = score.average, let whole = EndSum.average(of: scope.ends(through: scope.number)) {
            self = .average(own, of: whole, isRound: scope.isRound)
        } else if let lowest = score.lowest, Set(score.entries.filter(\.counts).map(\.score)).count > 1 {
            self = .lowest(lowest)
        } else {
            self = .alike(score.entries.first?.score.label ?? "")
        }
    }

    func words(of end: EndRecord) -> String {
        switch self {
        case .bestSoFar: Strings.Summary.bestSoFar
        case .bestSince(let number, let isPractice): Strings.Summary.bestSince(number, isPractice: isPractice)
        case .average(let own, let whole, let isRound): Strings.Summary.averages(own, whole, isRound: isRound)
        case .lowest(let index): Self.words(ofLowest: index, of: end, isHeld: false)
        case .alike(let label): Strings.Summary.allAlike(label)
        }
    }

    /// - Parameter isHeld: true if the knob holds the arrow and its clip can be played.
    static func words(ofLowest index: Int, of end: EndRecord, isHeld: Bool) -> String {
        let entry = end.score.entries[index]
        return Strings.Summary.lowest(entry.arrow.number, entry.score.label, isHeld: isHeld)
    }

    /// True if the end is better than what it is compared with, false if it is worse; `nil` if it is compared with nothing, or is level.
    var isBetter: Bool? {
        switch self {
        case .bestSoFar, .bestSince: true
        case .average(let own, let whole, _): abs(own - whole) < 0.005 ? nil : own > whole
        case .lowest, .alike: nil
        }
    }
}

extension EndSum {
    /// Returns the average points of an arrow of these ends, practice or not; `nil` without an arrow.
    fileprivate static func average(of ends: [EndRecord]) -> Double? {
        let scores = ends.map(\.score)
        let arrows = scores.reduce(0) { $0 + $1.arrows }
        return arrows == 0 ? nil : Double(scores.reduce(0) { $0 + $1.total }) / Double(arrows)
    }
}

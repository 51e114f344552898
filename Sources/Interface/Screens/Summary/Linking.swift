// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One arrow of a session.
struct ArrowPlace: Hashable, Sendable {
    /// The number of its end.
    var end: Int
    /// Its index in the order of shooting, from 0.
    var index: Int
}

extension ScoreBook {
    /// The arrow, or `nil` if there is no such arrow.
    subscript(arrow place: ArrowPlace) -> PlacedArrow? {
        guard let end = self[end: place.end], end.arrows.indices.contains(place.index) else { return nil }
        return end.arrows[place.index]
    }

    /// Every arrow, end by end, in the order of shooting.
    var arrowPlaces: [ArrowPlace] {
        ends.flatMap { end in end.arrows.indices.map { ArrowPlace(end: end.number, index: $0) } }
    }

    /// Returns the arrow that a clip shows.
    func arrowPlace(ofClip number: Int) -> ArrowPlace? {
        arrowPlaces.first { self[arrow: $0]?.clip == number }
    }

    /// Links an arrow to a clip, or with `nil` to none. A clip shows one arrow, so if another arrow has it, the two swap.
    /// - Returns: the numbers of the ends that changed.
    mutating func link(_ place: ArrowPlace, toClip clip: Int?) -> [Int] {
        guard let arrow = self[arrow: place], arrow.clip != clip else { return [] }
        var given = arrow.clip
        var changed: Set<Int> = [place.end]
        if let clip {
            for other in arrowPlaces where other != place && self[arrow: other]?.clip == clip {
                set(given, at: other)
                changed.insert(other.end)
                // A record that was edited by hand may name a clip twice. Then only the first of the other arrows gets a clip in exchange.
                given = nil
            }
        }
        set(clip, at: place)
        return changed.sorted()
    }

    private mutating func set(_ clip: Int?, at place: ArrowPlace) {
        guard let index = ends.firstIndex(where: { $0.number == place.end }) else { return }
        ends[index].arrows[place.index].clip = clip
    }
}

/// The choice of another clip for an arrow. The clips go by, and nothing is changed until one is taken.
struct Linking: Hashable, Sendable {
    let arrow: ArrowPlace
    /// No clip first, then the session's clips by number.
    let candidates: [Int?]
    private(set) var choice: Int

    /// Begins with the clip that the arrow has.
    init(_ arrow: ArrowPlace, in book: ScoreBook) {
        self.arrow = arrow
        let linked = book[arrow: arrow]?.clip
        let linkable = Set(book.linkable)
        // The arrow's clip may have been deleted. It stays among the candidates.
        candidates = [nil] + book.clips.map(\.number).filter { linkable.contains($0) || $0 == linked }
        choice = candidates.firstIndex(of: linked) ?? 0
    }

    var clip: Int? { candidates[choice] }

    mutating func turn(_ steps: Int) {
        choice = (choice + steps.clamped(to: -10_000...10_000)).clamped(to: 0...candidates.count - 1)
    }

    mutating func choose(_ index: Int) {
        if candidates.indices.contains(index) { choice = index }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A stop of the knob on the summary: each arrow, and each end without arrows.
enum SummaryStop: Hashable, Sendable {
    case arrow(ArrowPlace)
    /// The end with this number, which isn't scored.
    case end(Int)

    /// The number of its end.
    var end: Int {
        switch self {
        case .arrow(let place): place.end
        case .end(let number): number
        }
    }

    var arrow: ArrowPlace? {
        if case .arrow(let place) = self { place } else { nil }
    }
}

extension ScoreBook {
    /// The stops in the order of shooting.
    var stops: [SummaryStop] { ends.flatMap(Self.stops) }

    static func stops(of end: EndRecord) -> [SummaryStop] {
        end.arrows.isEmpty ? [.end(end.number)] : end.arrows.indices.map { .arrow(ArrowPlace(end: end.number, index: $0)) }
    }

    /// Returns the same stop if it still exists, otherwise the nearest one in its end, otherwise the last; `nil` without an end.
    func nearest(to stop: SummaryStop?) -> SummaryStop? {
        guard let stop, let end = self[end: stop.end] else { return stops.last }
        let inEnd = Self.stops(of: end)
        return inEnd.contains(stop) ? stop : inEnd.last { ($0.arrow?.index ?? 0) <= (stop.arrow?.index ?? 0) } ?? inEnd.first
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The links of a session's page to other pages of its card.
struct PageWay: Hashable, Sendable {
    /// The folders of the sessions before and after it, by number.
    var before: String?
    var after: String?
}

/// All closed sessions of a card in the order of their numbers.
struct SessionOrder: Hashable, Sendable {
    private struct Place: Hashable, Comparable, Sendable {
        let number: Int
        let name: String

        static func < (one: Place, other: Place) -> Bool { (one.number, one.name) < (other.number, other.name) }
    }

    private let places: [Place]

    init(_ sessions: some Sequence<(number: Int, name: String)>) {
        places = sessions.map { Place(number: $0.number, name: $0.name) }.sorted()
    }

    /// Returns the neighbours of a session, which need not be in the order yet.
    func way(of name: String, number: Int) -> PageWay {
        let place = Place(number: number, name: name)
        // The first place that isn't before it; `places` is sorted.
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        let rest = places[low...].first { $0.name != name }
        return PageWay(before: places[..<low].last { $0.name != name }?.name, after: rest?.name)
    }

    /// Returns the sessions that have other neighbours than in an earlier order.
    func moved(since earlier: SessionOrder) -> [String] {
        guard earlier != self else { return [] }
        let before = earlier.ways
        return ways.filter { before[$0.key] != $0.value }.keys.sorted()
    }

    private var ways: [String: PageWay] {
        var ways: [String: PageWay] = [:]
        for index in places.indices {
            ways[places[index].name] = PageWay(
                before: index > 0 ? places[index - 1].name : nil, after: index + 1 < places.count ? places[index + 1].name : nil)
        }
        return ways
    }
}

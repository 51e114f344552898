// SPDX-License-Identifier: GPL-3.0-or-later

/// The screen that the panel controls, or the page of it. Another page is as new to the hands as another screen.
struct Surface: Hashable, Sendable {
    let place: ScreenKind
    let page: (any Hashable & Sendable)?

    static func == (one: Surface, other: Surface) -> Bool { one.place == other.place && one.ownPage == other.ownPage }

    func hash(into hasher: inout Hasher) {
        hasher.combine(place)
        hasher.combine(ownPage)
    }

    private var ownPage: AnyHashable? { page.map { AnyHashable($0) } }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The arrow that shows where a mouse points, on a TV that has none of its own. It disappears when the mouse rests.
struct Pointer: Hashable, Sendable {
    private var place = Canvas.bounds.center
    /// The time at which it disappears; `nil` before the mouse has moved.
    private(set) var end: Timestamp?

    private static let stay: Duration = .seconds(3)
    /// The arrow's outline from its tip, in canvas units.
    private static let outline = [Point(0, 0), Point(0, 46), Point(11, 36), Point(19, 54), Point(27, 50), Point(19, 33), Point(34, 32)]

    /// Notes that a mouse moved or was pressed; fingers need no arrow.
    mutating func note(_ event: PanelEvent) {
        guard event.source == .mouse else { return }
        switch event.action {
        case .pointerMoved(let point):
            place = point
            end = event.timestamp + Self.stay
        case .touchMoved(let point), .touchDown(let point):
            // If the window has its own arrow, no mouse ever moves without its button.
            guard end != nil else { return }
            place = point
            end = event.timestamp + Self.stay
        default: break
        }
    }

    /// Returns the arrow, or `nil` while it isn't shown.
    func drawing(at now: Timestamp) -> Drawing? {
        guard let end, now < end else { return nil }
        let points = Self.outline.map { Point(place.x + $0.x, place.y + $0.y) }
        return Drawing([.polygon(points, Palette.text), .line(points + [points[0]], width: 4, Palette.ink)])
    }
}

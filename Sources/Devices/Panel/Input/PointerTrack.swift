// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where a mouse points on the canvas, and what its one button and its wheel do. A pure value.
struct PointerTrack {
    /// In canvas units; the pointer begins in the middle.
    private(set) var position = Canvas.bounds.center
    private var isPressed = false
    /// Parts of a detent that the wheel has turned, in 120ths.
    private var wheel = 0.0

    /// What the mouse's wheel calls one detent (libinput and the kernel count in 120ths).
    private static let detent = 120.0

    /// Moves by so many canvas units.
    mutating func move(dx: Double, dy: Double) -> PanelEvent.Action {
        move(to: Point(position.x + dx, position.y + dy))
    }

    mutating func move(to point: Point) -> PanelEvent.Action {
        position = Point(Self.inside(point.x, Canvas.bounds.width), Self.inside(point.y, Canvas.bounds.height))
        return isPressed ? .touchMoved(position) : .pointerMoved(position)
    }

    /// The main button went down or up; a second press of it means nothing.
    mutating func press(_ isDown: Bool) -> PanelEvent.Action? {
        guard isDown != isPressed else { return nil }
        isPressed = isDown
        return isDown ? .touchDown(position) : .touchUp
    }

    /// The wheel turned by so many 120ths of a detent, down or towards the hand positive. Up is to the right, as in the window.
    mutating func scroll(_ amount: Double) -> PanelEvent.Action? {
        guard amount.isFinite else { return nil }
        wheel -= min(max(amount, -100 * Self.detent), 100 * Self.detent)
        let detents = (wheel / Self.detent).rounded(.towardZero)
        wheel -= detents * Self.detent
        return detents == 0 ? nil : .turned(Int(detents))
    }

    private static func inside(_ value: Double, _ limit: Double) -> Double {
        value.isFinite ? min(max(value, 0), limit) : 0
    }
}

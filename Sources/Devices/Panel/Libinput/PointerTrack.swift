// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The position of a mouse on the canvas, and the actions of its main button and its wheel. A pure value.
struct PointerTrack {
    /// The position in canvas units; the pointer begins in the middle.
    private(set) var position = CanvasShape.wide.bounds.center
    /// The canvas, which the pointer doesn't leave.
    var canvas = CanvasShape.wide
    private var isPressed = false
    /// The part of a detent that the wheel has turned, in 120ths.
    private var wheel = 0.0

    /// One detent of a mouse's wheel, in its units (libinput and the kernel count in 120ths).
    private static let detent = 120.0

    /// Moves the pointer by this many canvas units.
    mutating func move(dx: Double, dy: Double) -> PanelEvent.Action {
        move(to: Point(position.x + dx, position.y + dy))
    }

    mutating func move(to point: Point) -> PanelEvent.Action {
        position = Point(Self.inside(point.x, canvas.width), Self.inside(point.y, canvas.height))
        return isPressed ? .touchMoved(position) : .pointerMoved(position)
    }

    /// Presses or releases the main button; a second press in a row means nothing.
    mutating func press(_ isDown: Bool) -> PanelEvent.Action? {
        guard isDown != isPressed else { return nil }
        isPressed = isDown
        return isDown ? .touchDown(position) : .touchUp
    }

    /// Turns the wheel by this many 120ths of a detent, positive for down or towards the hand. Up turns to the right, as in the window.
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

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What lies under a finger.
enum TouchTarget: Hashable, Sendable {
    case mark, stop, gear
    /// A row of the settings sheet, and on which half of it.
    case row(Int, isRightHalf: Bool)
    /// Elsewhere on the sheet or the card.
    case panel
    case save, dontSave
    /// The answers of the line that offers a smaller picture.
    case takeOffer, leaveOffer
    /// The picture.
    case picture
}

/// A finger, or the mouse's button: where it went down, and whether that is the second of two quick taps.
struct TouchRecognizer: Hashable, Sendable {
    static let doubleTapTime: Duration = .milliseconds(350)
    /// Two taps further apart than this are two taps.
    static let doubleTapDistance = 120.0
    /// A finger that strays further than this wants something else.
    static let slop = 48.0

    private struct Contact: Hashable {
        var point: Point
        var target: TouchTarget
        var hasStrayed = false
    }

    private var contact: Contact?
    private var lastTap: Timestamp?
    private var lastPoint = Point(0, 0)
    /// The control this finger holds down.
    var pressed: Control?

    /// - Returns: whether this is the second tap of a double tap.
    mutating func down(at point: Point, on target: TouchTarget, at instant: Timestamp) -> Bool {
        contact = Contact(point: point, target: target)
        guard target == .picture else {
            lastTap = nil
            return false
        }
        if let lastTap, lastTap.duration(to: instant) <= Self.doubleTapTime, isNear(point, lastPoint, Self.doubleTapDistance) {
            self.lastTap = nil
            return true
        }
        (lastTap, lastPoint) = (instant, point)
        return false
    }

    mutating func move(to point: Point) {
        guard let contact, !isNear(point, contact.point, Self.slop) else { return }
        self.contact?.hasStrayed = true
    }

    /// - Returns: what was tapped; `nil` when the finger strayed.
    mutating func up() -> TouchTarget? {
        defer { contact = nil }
        guard let contact, !contact.hasStrayed else { return nil }
        return contact.target
    }

    private func isNear(_ a: Point, _ b: Point, _ distance: Double) -> Bool {
        let x = a.x - b.x
        let y = a.y - b.y
        return x * x + y * y <= distance * distance
    }
}

extension Context {
    /// A finger went down on something.
    /// - Returns: whether this is the second tap of a double tap.
    mutating func touchDown(at point: Point, on target: TouchTarget, at now: Timestamp) -> Bool {
        if target != .stop { switchingOff.dismissObjection() }
        return touch.down(at: point, on: target, at: now)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a person did, as a screen hears it.
enum ScreenInput: Hashable, Sendable {
    /// A button or the knob went down.
    case pressed(Control)
    /// It came up before it was held.
    case tapped(Control)
    /// It has been down until its ring was full.
    case held(Control)
    /// It came up after that.
    case letGo(Control)
    /// An arrow is still down.
    case repeated(Control)
    /// The knob was turned; how fast is told by the steps that `KnobSpeed` makes of it.
    case turned(Int, KnobSpeed)
    /// A finger, or the mouse with its button down; canvas units.
    case touchDown(Point)
    case touchMoved(Point)
    case touchUp
    /// A tool of the screen was opened.
    case tool(Tool)
    /// A key, while the box listens for one.
    case key(KeyCode)
    /// Something was written on a keyboard, while the screen takes words.
    case typed(Typing)
    /// STOP was pressed while the box listened for a key.
    case interrupted

    /// It is a finger's.
    var isTouch: Bool {
        switch self {
        case .touchDown, .touchMoved, .touchUp: true
        default: false
        }
    }
}

/// How fast the knob is turned, by the time since its last turn in the same direction.
enum KnobSpeed: Hashable, Sendable {
    /// One detent after a rest: the finest step there is.
    case slow
    case steady
    /// The next detent within 60 ms.
    case quick

    /// Each detent counts one, or five when the turn is quick.
    func steps(_ detents: Int) -> Int {
        guard self == .quick else { return detents }
        let (steps, overflow) = detents.multipliedReportingOverflow(by: KnobAcceleration.quickStep)
        return overflow ? detents : steps
    }
}

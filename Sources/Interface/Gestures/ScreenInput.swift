// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A person's input, as a screen receives it.
enum ScreenInput: Hashable, Sendable {
    /// A button or the knob went down.
    case pressed(Control)
    /// The control came up before its hold counted.
    case tapped(Control)
    /// The control has been down until its ring was full.
    case held(Control)
    /// The control came up after its hold had counted.
    case letGo(Control)
    /// An arrow is still down.
    case repeated(Control)
    /// The knob was turned by this number of detents. `KnobSpeed` says how fast, and turns detents into steps.
    case turned(Int, KnobSpeed)
    /// A finger or the mouse's button went down at this point, in canvas units.
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

    /// True if it comes from a finger.
    var isTouch: Bool {
        switch self {
        case .touchDown, .touchMoved, .touchUp: true
        default: false
        }
    }
}

/// The speed of the knob, by the time since its last turn in the same direction.
enum KnobSpeed: Hashable, Sendable {
    /// One detent after a rest: the finest step there is.
    case slow
    case steady
    /// The next detent within 60 ms.
    case quick

    /// Returns one step for each detent, or five if the turn is quick.
    func steps(_ detents: Int) -> Int {
        guard self == .quick else { return detents }
        let (steps, overflow) = detents.multipliedReportingOverflow(by: KnobAcceleration.quickStep)
        return overflow ? detents : steps
    }
}

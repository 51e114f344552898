// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A way of using the panel.
enum ControlUse: Hashable, Sendable {
    /// A control is pressed and let go; of the knob, its push.
    case press(Control)
    /// A control is held down until its ring is full.
    case hold(Control)
    /// The knob is turned.
    case turn

    static let all: [ControlUse] = [
        .press(.mark), .hold(.mark), .press(.stop), .hold(.stop), .press(.left), .press(.right), .press(.up), .press(.down), .turn,
        .press(.knob), .hold(.knob), .hold(.left), .hold(.right),
    ]

    /// The control; `nil` for a turn.
    var control: Control? {
        switch self {
        case .press(let control), .hold(let control): control
        case .turn: nil
        }
    }

    /// The icon; for a hold, the icon before the ring begins to fill.
    var icon: Icon {
        switch self {
        case .hold(.knob): .knobHold
        case .press(let control), .hold(let control): control.icon
        case .turn: .knobTurn
        }
    }
}

extension Control {
    var icon: Icon {
        switch self {
        case .mark: .mark
        case .stop: .stop
        case .left: .left
        case .right: .right
        case .up: .up
        case .down: .down
        case .knob: .knobPush
        }
    }
}

/// The action of each control on a screen at present. A control without an entry does nothing, and no screen hears of it.
struct Grammar: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var deeds: [ControlUse: ActionLabel]

    init(_ deeds: [ControlUse: ActionLabel]) { self.deeds = deeds }

    init(dictionaryLiteral elements: (ControlUse, ActionLabel)...) {
        deeds = Dictionary(elements) { _, last in last }
    }

    subscript(use: ControlUse) -> ActionLabel? {
        get { deeds[use] }
        set { deeds[use] = newValue }
    }

    /// Returns true if the screen hears of this input.
    func declares(_ input: ScreenInput) -> Bool {
        switch input {
        case .pressed(let control): deeds[.press(control)] != nil || deeds[.hold(control)] != nil
        case .tapped(let control), .repeated(let control): deeds[.press(control)] != nil
        case .held(let control), .letGo(let control): deeds[.hold(control)] != nil
        case .turned: deeds[.turn] != nil
        case .touchDown, .touchMoved, .touchUp, .key, .typed, .interrupted, .tool: true
        }
    }

    /// Returns the time for which a control must be held here until the hold counts, or `nil` if a hold does nothing.
    func holdTime(of control: Control) -> Duration? {
        deeds[.hold(control)].map { deed in
            if control.isArrow { return PressRecognizer.repeatDelay }
            return control == .knob && !deed.loses ? .milliseconds(500) : .seconds(1)
        }
    }
}

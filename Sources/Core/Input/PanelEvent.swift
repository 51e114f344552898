// SPDX-License-Identifier: GPL-3.0-or-later

/// The controls of the panel. Keyboards, presenters, scripts and the window's keys are mapped to the same ones.
public enum Control: String, Sendable, CaseIterable, Codable {
    case mark, stop, left, right, up, down, knob
}

/// Something a person did, at the instant the kernel saw it.
public struct PanelEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case pressed(Control)
        case released(Control)
        /// The knob turned by this many detents, clockwise positive. How fast it was turned follows from the
        /// events' own times: one event is one deliberate turn.
        case turned(Int)
        /// The mouse's wheel was turned by this many detents while Ctrl was held, or two fingers went apart or together: nearer positive.
        case zoomed(Int)
        /// A mouse points here, its button up.
        case pointerMoved(Point)
        case touchDown(Point)
        case touchMoved(Point)
        case touchUp
    }

    public var timestamp: Timestamp
    public var action: Action
    /// What kind of thing it was done on; it goes into the mark.
    public var source: Mark.Source

    public init(_ action: Action, at timestamp: Timestamp, source: Mark.Source) {
        self.action = action
        self.timestamp = timestamp
        self.source = source
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// The controls of the panel. Keyboards, presenters, scripts and the window's keys are mapped to the same ones.
public enum Control: String, Sendable, CaseIterable, Codable {
    case mark, stop, left, right, up, down, knob
}

/// Something that a person did, with the time at which the kernel saw it.
public struct PanelEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case pressed(Control)
        case released(Control)
        /// The knob was turned by this many detents, clockwise positive. Each event is one deliberate turn, and the speed of turning
        /// follows from the times of the events.
        case turned(Int)
        /// The mouse's wheel was turned by this many detents while Ctrl was held, or two fingers moved apart or together; zooming in is
        /// positive.
        case zoomed(Int)
        /// A mouse moved to this point with its button up.
        case pointerMoved(Point)
        case touchDown(Point)
        case touchMoved(Point)
        case touchUp
    }

    public var timestamp: Timestamp
    public var action: Action
    /// The kind of device that was used. It is stored in the mark.
    public var source: Mark.Source

    public init(_ action: Action, at timestamp: Timestamp, source: Mark.Source) {
        self.action = action
        self.timestamp = timestamp
        self.source = source
    }
}

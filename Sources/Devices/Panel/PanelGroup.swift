// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Several panels as one: the box's buttons, keyboards and presenters, a script. Thread-safe.
///
/// Each panel delivers its inputs on its own thread; signals go to all panels.
public final class PanelGroup: Panel {
    public let name: String
    private let panels: [any Panel]

    public init(_ panels: [any Panel]) {
        self.panels = panels
        name = panels.map(\.name).joined(separator: " + ")
    }

    public func start(_ sink: @escaping @Sendable (PanelInput) -> Void) {
        for panel in panels { panel.start(sink) }
    }

    public func signal(_ signal: PanelSignal) {
        for panel in panels { panel.signal(signal) }
    }

    public func audibleTime(of signal: PanelSignal) -> Duration { panels.map { $0.audibleTime(of: signal) }.max() ?? .zero }

    public func light(isOn: Bool) {
        for panel in panels { panel.light(isOn: isOn) }
    }

    public func rewire(_ lines: PanelLines) {
        for panel in panels { panel.rewire(lines) }
    }

    public func follow(_ pose: TVPose) {
        for panel in panels { panel.follow(pose) }
    }

    /// Stops the panels in the opposite order of their start.
    public func stop() {
        for panel in panels.reversed() { panel.stop() }
    }
}

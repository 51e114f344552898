// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What reaches the box from outside through a panel.
public enum PanelInput: Hashable, Sendable {
    case event(PanelEvent)
    /// A key whose meaning is a setting.
    case key(KeyPress)
    /// A script pulls or puts back a plug of a simulated device.
    case plug(SimulatedPlug, isPlugged: Bool)
    /// The text console of this number is asked for: Alt and a function key.
    case console(Int)
    /// The window was closed.
    case quit
}

/// What a script can pull: the plug of a simulated device.
public enum SimulatedPlug: String, Hashable, Sendable, CaseIterable {
    case camera, tv, card, stick
}

/// The seam to the controls and the indicators of the box.
///
/// Thread-safe: inputs come on the panel's own thread, `signal` may be called from any.
public protocol Panel: AnyObject, Sendable {
    var name: String { get }
    /// Begins to deliver inputs. `sink` returns at once and may be called from any thread.
    func start(_ sink: @escaping @Sendable (PanelInput) -> Void)
    func signal(_ signal: PanelSignal)
    /// The LED stays on between signals from now on, or goes out. A panel without an LED has nothing to do.
    func light(isOn: Bool)
    /// From now on these lines count: the settings may come after the start. Returns when the old ones are free.
    /// A panel without lines has nothing to do.
    func rewire(_ lines: PanelLines)
    func stop()
}

extension Panel {
    public func light(isOn: Bool) {}
    public func rewire(_ lines: PanelLines) {}
}

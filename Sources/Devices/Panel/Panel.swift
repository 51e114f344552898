// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An input that reaches the box from outside through a panel.
public enum PanelInput: Hashable, Sendable {
    case event(PanelEvent)
    /// A moment that a device of the panel found by itself, such as its trigger line.
    case detected(Detection)
    /// True: the trigger's line has been closed for too long. False: it is open again.
    case triggerHeld(Bool)
    /// A key whose meaning is a setting.
    case key(KeyPress)
    /// A script pulls or puts back a plug of a simulated device.
    case plug(SimulatedPlug, isPlugged: Bool)
    /// A script lets the sound of a simulated microphone come this late from now on.
    case lateSound(Duration)
    /// Somebody asks for the text console of this number, with Alt and a function key.
    case console(Int)
    /// The window was closed.
    case quit
}

/// A plug of a simulated device, which a script can pull.
public enum SimulatedPlug: String, Hashable, Sendable, CaseIterable {
    case camera, tv, card, stick, microphone
}

/// The seam to the controls and the indicators of the box.
///
/// Thread-safe: inputs come on the panel's own thread, and `signal` may be called from any thread.
public protocol Panel: AnyObject, Sendable {
    var name: String { get }
    /// Begins to deliver inputs. `sink` returns at once and may be called from any thread.
    func start(_ sink: @escaping @Sendable (PanelInput) -> Void)
    func signal(_ signal: PanelSignal)
    /// Returns for how long the buzzer is heard with this signal; zero if the panel has no buzzer.
    func audibleTime(of signal: PanelSignal) -> Duration
    /// Keeps the LED on between signals from now on, or switches it off. A panel without an LED does nothing.
    func light(isOn: Bool)
    /// Changes to these lines, since the settings may come after the start. Returns when the old lines are free. A panel without lines does
    /// nothing.
    func rewire(_ lines: PanelLines)
    /// Takes how the TV hangs. A panel with a mouse or a touch panel then tells places on the canvas as a person sees it; any other does
    /// nothing.
    func follow(_ pose: TVPose)
    func stop()
}

extension Panel {
    public func audibleTime(of signal: PanelSignal) -> Duration { .zero }
    public func light(isOn: Bool) {}
    public func rewire(_ lines: PanelLines) {}
    public func follow(_ pose: TVPose) {}
}

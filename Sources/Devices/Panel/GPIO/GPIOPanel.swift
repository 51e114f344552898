// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The box's own buttons, knob, LED and buzzer, on lines of a GPIO chip (libgpiod 2). Thread-safe.
///
/// Once it is started, only its thread, `vir-panel`, touches the lines. Events carry the kernel's time of the edge.
public final class GPIOPanel: Panel {
    public let name: String
    private let timebase: any Timebase
    private let tell: @Sendable (String) -> Void
    private let findPaths: @Sendable () -> [String]
    private let state: Mutex<State>

    private struct State {
        var lines: PanelLines
        var work: Work
        var sink: (@Sendable (PanelInput) -> Void)?
        /// True if the lamp is on between signals.
        var isLit = false
    }

    private enum Work {
        /// The lines are taken and nobody listens yet; `nil` if they were given back, by a `stop` or a `rewire`.
        case idle(TakenWiring?)
        case running(PanelThread)
    }

    /// Finds the chip and takes the lines. Reports the lines that can't be taken; the rest of the panel works.
    /// - Parameter tell: takes one line about a chip or a line that doesn't work or works again; called from any thread.
    /// - Throws: if there is no such chip, or none of its lines works.
    public convenience init(
        lines: PanelLines, timebase: any Timebase,
        tell: @escaping @Sendable (String) -> Void
    ) throws(PanelError) {
        try self.init(lines: lines, timebase: timebase, findPaths: { GPIOChip.paths() }, tell: tell)
    }

    /// - Parameter findPaths: returns the paths of this machine's chips; called again each time the chip has to be found.
    init(
        lines: PanelLines, timebase: any Timebase, findPaths: @escaping @Sendable () -> [String],
        tell: @escaping @Sendable (String) -> Void
    ) throws(PanelError) {
        let wiring = try PanelWiring(lines, on: findPaths())
        for message in try wiring.takeLines().messages { tell("panel: \(message)") }
        name = wiring.name
        self.timebase = timebase
        self.findPaths = findPaths
        self.tell = tell
        state = Mutex(State(lines: lines, work: .idle(TakenWiring(wiring: wiring))))
    }

    deinit { stop() }

    /// Starts the panel's thread. A panel that runs is stopped first.
    public func start(_ sink: @escaping @Sendable (PanelInput) -> Void) {
        stop()
        state.withLock { state in
            guard case .idle(let taken) = state.work else { return }
            let (lines, findPaths, timebase, tell) = (state.lines, findPaths, timebase, tell)
            state.sink = sink
            let thread = PanelThread { mailbox in
                PanelRunner(
                    taken?.wiring, lines: lines, findPaths: findPaths, timebase: timebase, mailbox: mailbox, tell: tell,
                    sink: sink)
            }
            if state.isLit { thread.mailbox.put(light: true) }
            state.work = .running(thread)
        }
    }

    /// Changes the lines, and restarts a panel that runs. Reports the parts whose lines can't be taken.
    public func rewire(_ lines: PanelLines) {
        let sink = state.withLock { state -> (@Sendable (PanelInput) -> Void)? in
            guard state.lines != lines else { return nil }
            state.lines = lines
            if case .idle = state.work { state.work = .idle(nil) }
            return state.sink
        }
        if let sink { start(sink) }
    }

    /// Wakes the panel's thread, which begins the LED's and the buzzer's pattern.
    public func signal(_ signal: PanelSignal) {
        state.withLock { state in
            if case .running(let thread) = state.work { thread.mailbox.put(signal) }
        }
    }

    public func audibleTime(of signal: PanelSignal) -> Duration {
        state.withLock { $0.lines[.buzzer] == nil ? .zero : SignalPattern.buzzer(signal).length }
    }

    /// Wakes the panel's thread, which switches the lamp on or off. The lamp keeps its state when the lines change.
    public func light(isOn: Bool) {
        state.withLock { state in
            state.isLit = isOn
            if case .running(let thread) = state.work { thread.mailbox.put(light: isOn) }
        }
    }

    /// Stops the thread, and returns when the indicators are off and the lines free; from within the sink it returns at once.
    public func stop() {
        let thread = state.withLock { state -> PanelThread? in
            guard case .running(let thread) = state.work else { return nil }
            state.work = .idle(nil)
            state.sink = nil
            return thread
        }
        thread?.end()
    }
}

extension GPIOPanel {
    /// Returns true if this machine has a chip with the panel's lines. Takes no line.
    public static func isThere(lines: PanelLines) -> Bool {
        survey(for: lines).contains { $0.isChosen }
    }

    /// Returns the chips of this machine that can be opened, with their lines and the panel's parts on them. Takes no line.
    public static func survey(for lines: PanelLines = PanelLines()) -> [GPIOChipDescription] {
        let chips = GPIOChip.paths().compactMap { try? GPIOChip(path: $0).description() }
        let chosen = GPIOChipDescription.chosen(for: lines, among: chips)
        return chips.map { $0.path == chosen?.path ? $0.marked(for: lines) : $0 }
    }
}

/// A wiring on its way to the panel's thread.
///
/// Unchecked: its maker never touches the wiring again, and the thread takes it before anything else.
private struct TakenWiring: @unchecked Sendable {
    let wiring: PanelWiring
}

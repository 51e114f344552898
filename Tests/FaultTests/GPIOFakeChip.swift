// SPDX-License-Identifier: GPL-3.0-or-later

import CFakeGPIO
import Core
import Synchronization

@testable import Devices

/// A chip of the fake libgpiod with a panel runner on it, stepped by the test: no thread, and a clock that only the test moves.
final class FakeChip {
    let path: String
    let clock = HandClock()
    let log = SpokenLog()
    private let mailbox = PanelMailbox()
    private(set) var runner: PanelRunner?

    init(_ name: String, label: String = "pinctrl-bcm2711", lines: UInt32 = 58) {
        path = "fake:\(name)"
        fake_gpio_make(path, label, lines)
    }

    deinit {
        runner = nil
        fake_gpio_forget(path)
    }

    /// Takes the lines and makes the runner, as `GPIOPanel` does.
    /// - Parameter onEvent: called after each event of the panel.
    func start(_ lines: PanelLines = PanelLines(), onEvent: @escaping @Sendable () -> Void = {}) throws(PanelError) {
        let wiring = try PanelWiring(lines, on: [path])
        for message in try wiring.takeLines().messages { log.tell("panel: \(message)") }
        let (path, log) = (path, log)
        runner = PanelRunner(
            wiring, lines: lines, findPaths: { [path] }, timebase: clock, mailbox: mailbox, tell: { log.tell($0) },
            sink: { input in
                log.hear(input)
                onEvent()
            })
    }

    /// Moves the clock, and lets the panel do all due work.
    func pass(_ milliseconds: Int = 0) {
        for _ in 0..<max(1, milliseconds) {
            if milliseconds > 0 { clock.advance(by: .milliseconds(1)) }
            runner?.step(limit: .zero)
        }
    }

    /// Makes an edge of a contact at the present time.
    func contact(_ line: UInt32, isClosed: Bool, lost: UInt32 = 0) {
        fake_gpio_edge(path, line, isClosed, clock.now().nanoseconds, lost)
    }

    /// Turns the knob by this number of detents; positive is clockwise.
    func turn(_ detents: Int) {
        let (first, second): (UInt32, UInt32) = detents > 0 ? (5, 6) : (6, 5)
        for _ in 0..<abs(detents) {
            for (line, isClosed) in [(first, true), (second, true), (first, false), (second, false)] {
                contact(line, isClosed: isClosed)
                pass(1)
            }
        }
    }

    func signal(_ signal: PanelSignal) { mailbox.put(signal) }
    func light(isOn: Bool) { mailbox.put(light: isOn) }

    func isOn(_ line: UInt32) -> Bool { fake_gpio_output(path, line) == 1 }
}

/// A clock that only the test moves.
final class HandClock: Timebase {
    private let current = Mutex(Timestamp(seconds: 1000))

    func now() -> Timestamp { current.withLock { $0 } }
    func wait(until deadline: Timestamp) {}
    func advance(by duration: Duration) { current.withLock { $0 = $0 + duration } }
}

/// The panel's events and its log lines. Thread-safe.
final class SpokenLog: Sendable {
    private let heard = Mutex<[PanelEvent]>([])
    private let told = Mutex<[String]>([])
    private let found = Mutex<[PanelInput]>([])

    func hear(_ input: PanelInput) {
        if case .event(let event) = input { heard.withLock { $0.append(event) } } else { found.withLock { $0.append(input) } }
    }

    func tell(_ line: String) { told.withLock { $0.append(line) } }

    var events: [PanelEvent] { heard.withLock { $0 } }
    var actions: [PanelEvent.Action] { events.map(\.action) }
    var lines: [String] { told.withLock { $0 } }
    /// The inputs that no person made.
    var others: [PanelInput] { found.withLock { $0 } }
}

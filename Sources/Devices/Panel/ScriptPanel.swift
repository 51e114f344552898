// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Synchronization

/// A panel that nobody touches: it plays a script in real time, on a thread of its own. Thread-safe.
///
/// A virtual run doesn't use it; its driver takes the inputs from the script itself.
public final class ScriptPanel: Panel {
    public let name: String
    private let script: Script
    private let timebase: any Timebase
    private let playing = Mutex<Playing?>(nil)

    /// - Parameter name: the name in the log.
    public init(script: Script, timebase: any Timebase, name: String = "script") {
        self.name = name
        self.script = script
        self.timebase = timebase
    }

    deinit { stop() }

    /// Plays the script from its beginning; the present instant is its second 0. A script that is playing is stopped first.
    public func start(_ sink: @escaping @Sendable (PanelInput) -> Void) {
        let next = Playing(inputs: script.inputs, start: timebase.now(), timebase: timebase, sink: sink)
        playing.withLock { current in
            current?.stop()
            current = next
        }
        next.begin()
    }

    /// A script has no lamp and no buzzer.
    public func signal(_ signal: PanelSignal) {}

    /// Returns at once; an input that is on its way may still arrive.
    public func stop() {
        playing.withLock { current in
            current?.stop()
            current = nil
        }
    }
}

/// One run through a script. The thread keeps it until the run ends.
private final class Playing: Sendable {
    private let inputs: [TimedInput]
    private let start: Timestamp
    private let timebase: any Timebase
    private let sink: @Sendable (PanelInput) -> Void
    private let isStopped = Atomic(false)

    /// The longest wait in one piece, so that a stopped thread ends soon.
    private static let longestWait: Duration = .milliseconds(100)

    init(inputs: [TimedInput], start: Timestamp, timebase: any Timebase, sink: @escaping @Sendable (PanelInput) -> Void) {
        self.inputs = inputs
        self.start = start
        self.timebase = timebase
        self.sink = sink
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
    }

    func begin() {
        let argument = Unmanaged.passRetained(self).toOpaque()
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Playing>.fromOpaque(argument).takeRetainedValue().play()
                return nil
            }, argument)
        precondition(result == 0, "a thread can't be started: \(String(cString: strerror(result)))")
        pthread_detach(thread)
    }

    private func play() {
        for timed in inputs {
            guard waits(until: start.advanced(by: timed.time)) else { return }
            sink(timed.input(inRunFrom: start))
        }
    }

    /// Waits piece by piece. Returns `false` if it was stopped meanwhile.
    private func waits(until instant: Timestamp) -> Bool {
        while !isStopped.load(ordering: .acquiring) {
            let now = timebase.now()
            guard now < instant else { return true }
            timebase.wait(until: min(instant, now.advanced(by: Self.longestWait)))
        }
        return false
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Passes values to a receiver that is connected later; values that are sent before that wait for it. Thread-safe.
final class Relay<Value: Sendable>: Sendable {
    private struct State {
        var receiver: (@Sendable (Value) -> Void)?
        var waiting: [Value] = []
    }

    private let state = Mutex(State())

    func send(_ value: Value) {
        let receiver = state.withLock { state in
            if state.receiver == nil { state.waiting.append(value) }
            return state.receiver
        }
        receiver?(value)
    }

    func connect(_ receiver: @escaping @Sendable (Value) -> Void) {
        let waiting = state.withLock { state in
            state.receiver = receiver
            let waiting = state.waiting
            state.waiting = []
            return waiting
        }
        for value in waiting { receiver(value) }
    }
}

/// A flag for a message that is logged only once, by whichever thread comes first.
final class OnceFlag: Sendable {
    private let isSet = Atomic(false)

    /// Sets the flag. Returns true the first time.
    func isFirst() -> Bool { !isSet.exchange(true, ordering: .relaxed) }
}

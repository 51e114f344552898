// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Passes values to a receiver that is connected later; what comes before that waits for it. Thread-safe.
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

/// Something that is to be said only once, by whichever thread comes first.
final class OnceFlag: Sendable {
    private let isSet = Atomic(false)

    /// Whether this is the first time.
    func isFirst() -> Bool { !isSet.exchange(true, ordering: .relaxed) }
}

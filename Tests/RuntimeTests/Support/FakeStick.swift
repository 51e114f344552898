// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import Synchronization

@testable import Runtime

/// A stick in a real folder that records every change and reports any state that a test wants.
final class FakeStick: Stick {
    let path: String
    let watched: WatchedFiles
    private let plug: CardPlug
    private let condition: Mutex<StickState?>
    private let calls = Mutex<(wanted: Int, released: Int)>((0, 0))

    init(_ path: String) {
        self.path = path
        watched = WatchedFiles(root: path)
        plug = CardPlug(watched)
        condition = Mutex(nil)
    }

    var files: any FileSystem { plug }
    var state: StickState {
        if let said = condition.withLock({ $0 }) { return said }
        return (try? plug.space(at: path)).map { .ready(label: "KINGSTON", freeBytes: $0.freeBytes) } ?? .none
    }
    /// Sets the state that it reports; `nil` for its true state.
    func say(_ state: StickState?) { condition.withLock { $0 = state } }
    func pull() { plug.setPlugged(false) }
    func putIn() { plug.setPlugged(true) }

    func want() { calls.withLock { $0.wanted += 1 } }
    func release() { calls.withLock { $0.released += 1 } }
    var counts: (wanted: Int, released: Int) { calls.withLock { $0 } }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import Synchronization

@testable import Runtime

/// A stick in a real folder, whose every change is watched, and that says of itself what a test wants.
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
    /// What it says of itself; `nil`: what it is.
    func say(_ state: StickState?) { condition.withLock { $0 = state } }
    func pull() { plug.setPlugged(false) }
    func putIn() { plug.setPlugged(true) }

    func want() { calls.withLock { $0.wanted += 1 } }
    func release() { calls.withLock { $0.released += 1 } }
    var counts: (wanted: Int, released: Int) { calls.withLock { $0 } }
}

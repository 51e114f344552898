// SPDX-License-Identifier: GPL-3.0-or-later

import CGPIO
import Core
import Glibc
import Synchronization

/// What other threads want of the panel's thread, and what wakes it. Thread-safe.
final class PanelMailbox: Sendable {
    /// Readable while there is something to look at.
    let descriptor: Int32
    private let wishes = Mutex(Wishes())
    private let closed = Atomic(false)

    /// What the indicators shall show.
    struct Wishes: Hashable, Sendable {
        /// Not begun yet.
        var signal: PanelSignal?
        /// The lamp's state between signals; `nil`: as it was.
        var light: Bool?
    }

    init() {
        descriptor = vir_make_wake_descriptor()
        precondition(descriptor >= 0, "no file descriptor is left to wake the panel's thread")
    }

    deinit { Glibc.close(descriptor) }

    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Leaves a signal; one that wasn't taken yet gives way.
    func put(_ next: PanelSignal) {
        wishes.withLock { $0.signal = next }
        wake()
    }

    /// Leaves what the lamp is between signals.
    func put(light isOn: Bool) {
        wishes.withLock { $0.light = isOn }
        wake()
    }

    func close() {
        closed.store(true, ordering: .releasing)
        wake()
    }

    /// Takes what was left, and lets the descriptor sleep.
    func take() -> Wishes {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        return wishes.withLock { wishes in
            defer { wishes = Wishes() }
            return wishes
        }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import CGPIO
import Core
import Glibc
import Synchronization

/// Requests from other threads to the panel's thread, and the descriptor that wakes it. Thread-safe.
final class PanelMailbox: Sendable {
    /// Readable while a request waits.
    let descriptor: Int32
    private let wishes = Mutex(Wishes())
    private let closed = Atomic(false)

    /// The requests to the indicators.
    struct Wishes: Hashable, Sendable {
        /// A signal that hasn't begun yet.
        var signal: PanelSignal?
        /// The lamp's state between signals; `nil` leaves it as it was.
        var light: Bool?
    }

    init() {
        descriptor = vir_make_wake_descriptor()
        precondition(descriptor >= 0, "no file descriptor is left to wake the panel's thread")
    }

    deinit { Glibc.close(descriptor) }

    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Leaves a signal, which replaces an earlier one not taken yet.
    func put(_ next: PanelSignal) {
        wishes.withLock { $0.signal = next }
        wake()
    }

    /// Leaves the lamp's state between signals.
    func put(light isOn: Bool) {
        wishes.withLock { $0.light = isOn }
        wake()
    }

    func close() {
        closed.store(true, ordering: .releasing)
        wake()
    }

    /// Takes the requests, and resets the descriptor.
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

// SPDX-License-Identifier: GPL-3.0-or-later

import CGPIO
import Core
import Glibc
import Synchronization

/// What other threads want of the panel's thread, and what wakes it. Thread-safe.
final class PanelMailbox: Sendable {
    /// Readable while there is something to look at.
    let descriptor: Int32
    private let signal = Mutex<PanelSignal?>(nil)
    private let closed = Atomic(false)

    init() {
        descriptor = vir_make_wake_descriptor()
        precondition(descriptor >= 0, "no file descriptor is left to wake the panel's thread")
    }

    deinit { Glibc.close(descriptor) }

    var isClosed: Bool { closed.load(ordering: .acquiring) }

    /// Leaves a signal; one that wasn't taken yet gives way.
    func put(_ next: PanelSignal) {
        signal.withLock { $0 = next }
        wake()
    }

    func close() {
        closed.store(true, ordering: .releasing)
        wake()
    }

    /// Takes the signal, and lets the descriptor sleep.
    func take() -> PanelSignal? {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        return signal.withLock { signal in
            defer { signal = nil }
            return signal
        }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }
}

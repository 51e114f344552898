// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// The requests of other threads for the TV, with a descriptor that wakes the thread that talks to the TV. Thread-safe.
final class TVRequests: Sendable {
    /// Readable while a request waits.
    let descriptor: Int32
    private let wakeEnd: Int32
    private let state = Mutex((request: CECExchange.Request?.none, isClosed: false))

    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        wakeEnd = ends[1]
    }

    deinit {
        Glibc.close(descriptor)
        Glibc.close(wakeEnd)
    }

    /// Leaves a request, which replaces an earlier one not taken yet.
    func put(_ request: CECExchange.Request) {
        state.withLock { $0.request = request }
        wake()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wake()
    }

    /// Takes the request, and resets the descriptor.
    func take() -> (request: CECExchange.Request?, isClosed: Bool) {
        var words = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &words, words.count) == words.count {}
        return state.withLock { state in
            defer { state.request = nil }
            return state
        }
    }

    private func wake() {
        var word: UInt8 = 1
        // A full pipe wakes the thread as well.
        _ = write(wakeEnd, &word, 1)
    }
}

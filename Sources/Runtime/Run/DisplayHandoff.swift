// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Synchronization

/// Hands the display, which is opened on its own thread, to the thread that assembles the run, and hands that thread's work back to it: a
/// window belongs to the thread that opened it.
final class DisplayHandoff: @unchecked Sendable {
    // Everything that both threads touch is behind the lock.
    private struct Opening: @unchecked Sendable {
        // Created by the display thread, read by the assembling thread, then used by the display thread only.
        let result: Result<any Display, DisplayError>
    }

    private struct State {
        var opening: Opening?
        var work: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let hasResult = Doorbell()
    private let hasWork = Doorbell()
    private let clock = MonotonicClock()

    /// Runs as the display thread's body: opens the display, waits for its work, does it.
    func run(_ open: () throws(DisplayError) -> any Display) {
        let result: Result<any Display, DisplayError>
        do {
            result = .success(try open())
        } catch {
            result = .failure(error)
        }
        let isOpen = if case .success = result { true } else { false }
        let opening = Opening(result: result)
        state.withLock { $0.opening = opening }
        hasResult.ring()
        guard isOpen else { return }
        while true {
            hasWork.wait(until: clock.now() + .seconds(1))
            if let work = state.withLock({ $0.work }) { return work() }
            if state.withLock({ $0.isCancelled }) { return }
        }
    }

    /// Waits until the display is open, and returns it.
    func opened() throws(DisplayError) -> any Display {
        while true {
            hasResult.wait(until: clock.now() + .seconds(1))
            if let opening = state.withLock({ $0.opening }) { return try opening.result.get() }
        }
    }

    /// Gives the display thread its work.
    func begin(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.work = work }
        hasWork.ring()
    }

    /// Ends the display thread without work.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        hasWork.ring()
    }
}

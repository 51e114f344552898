// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// A thread that does one thing for another thread, which waits for it, but only up to a limit.
///
/// libavcodec waits for a driver without end (`poll` without a time-out), and nothing can interrupt it. So calls into a driver run here,
/// and a thread that is stuck in one is left behind: it ends with the call, if ever. What the body touches belongs to this thread from
/// `run` on, and to the caller again once `run` has returned `true`; after `false` the caller never touches it again.
///
/// `run` is thread-bound: only the thread that owns the codec calls it.
final class CodecThread {
    private final class Handover: Sendable {
        let work = Doorbell()
        let done = Doorbell()
        let asked = Atomic(0)
        let answered = Atomic(0)
        let mustEnd = Atomic(false)
    }

    private let handover = Handover()
    private let clock = MonotonicClock()
    /// True once the body didn't come back in time.
    private(set) var isStuck = false

    /// - Parameter body: the work of each `run`.
    init(_ name: String, _ scheduling: NamedThread.Scheduling = .normal, body: @escaping @Sendable () -> Void) {
        let handover = handover
        let thread = NamedThread(name, scheduling) {
            let clock = MonotonicClock()
            while true {
                handover.work.wait(until: clock.now() + .seconds(3600))
                if handover.mustEnd.load(ordering: .acquiring) { return }
                guard handover.answered.load(ordering: .relaxed) < handover.asked.load(ordering: .acquiring) else { continue }
                body()
                handover.answered.add(1, ordering: .releasing)
                handover.done.ring()
            }
        }
        thread.detach()
    }

    deinit {
        handover.mustEnd.store(true, ordering: .releasing)
        handover.work.ring()
    }

    /// Runs the body once.
    /// - Returns: true if it came back within this time.
    func run(within limit: Duration) -> Bool {
        guard !isStuck else { return false }
        let turn = handover.asked.add(1, ordering: .releasing).newValue
        handover.work.ring()
        let deadline = clock.now() + limit
        while handover.answered.load(ordering: .acquiring) < turn {
            if handover.done.wait(until: deadline) { continue }
            guard handover.answered.load(ordering: .acquiring) < turn else { break }
            isStuck = true
            return false
        }
        return true
    }

    /// Runs something once on a thread of its own, and returns its result; `nil` if it isn't done within this time.
    static func once<Result>(_ name: String, within limit: Duration, _ body: @escaping @Sendable () -> Result) -> Result? {
        let box = ResultBox<Result>()
        let thread = CodecThread(name) { box.result = body() }
        return thread.run(within: limit) ? box.result : nil
    }

    private final class ResultBox<Result>: @unchecked Sendable {
        // Written by the thread before it answers, read by the caller after.
        var result: Result?
    }
}

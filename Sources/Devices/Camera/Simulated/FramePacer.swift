// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides which frame of a simulated camera comes next and when, and which frames are lost, as a sensor would.
///
/// Frames lie on a grid that begins with the stream: frame time = origin + rate.offset(of: index), exact for ever. A late reader finds the
/// newest four frames waiting, as in a driver's queue. Older frames are lost, and the gap in the sequence numbers shows it. A pulled plug
/// loses nothing: no frames are made, and the numbers go on when it is back.
///
/// Thread-bound to the camera thread; only the plug is shared.
struct FramePacer {
    /// The number of frames that wait for a late reader.
    static let queueDepth: Int64 = 4
    /// The time between two checks of a reader that waits for an unplugged camera.
    static let plugInterval: Duration = .milliseconds(20)

    private struct Grid {
        let origin: Timestamp
        let rate: FrameRate

        func instant(_ index: Int64) -> Timestamp { origin.advanced(by: rate.offset(of: index)) }

        /// Returns the first index at or after this instant.
        func firstIndex(from instant: Timestamp) -> Int64 {
            rate.count(within: origin.duration(to: instant) - .nanoseconds(1))
        }

        /// Returns the index of the newest frame that has begun by this instant, or -1 if none has.
        func newestIndex(at instant: Timestamp) -> Int64 {
            rate.count(within: origin.duration(to: instant)) - 1
        }
    }

    let timebase: any Timebase
    let plug: Plug
    private var grid: Grid?
    /// The first index of the grid that hasn't been handed out or lost.
    private var nextIndex: Int64 = 0
    /// The sequence number of the next frame. Unlike the index it never starts again.
    private var nextNumber: Int64 = 0
    private var newest: Timestamp?

    init(timebase: any Timebase, plug: Plug) {
        self.timebase = timebase
        self.plug = plug
    }

    /// Begins a grid at the present instant.
    mutating func start(rate: FrameRate) {
        let grid = Grid(origin: timebase.now(), rate: rate)
        self.grid = grid
        // After a stop and a start within one instant, that instant's frame has been handed out already.
        nextIndex = newest.map { grid.firstIndex(from: $0.advanced(by: .nanoseconds(1))) } ?? 0
    }

    mutating func stop() {
        grid = nil
    }

    /// The time at which the next frame is due; in the past if the reader is late, `nil` while no frame will come.
    var nextDue: Timestamp? {
        guard let grid, let index = dueIndex else { return nil }
        return grid.instant(index)
    }

    /// Waits for the next frame. Returns `nil` if none came by `deadline`.
    /// - Precondition: the pacer has been started.
    mutating func next(until deadline: Timestamp) -> FrameStamp? {
        guard let grid else { preconditionFailure("a camera is read between its start and its stop") }
        while true {
            guard let index = dueIndex else {
                let pause = min(deadline, timebase.now().advanced(by: Self.plugInterval))
                guard pause < deadline, hasReached(pause) else {
                    timebase.wait(until: deadline)
                    return nil
                }
                continue
            }
            let due = grid.instant(index)
            guard due <= deadline else {
                timebase.wait(until: deadline)
                return nil
            }
            guard hasReached(due) else { return nil }
            // The plug may have been pulled during the wait.
            guard let index = dueIndex, grid.instant(index) == due else { continue }
            return take(index, of: grid)
        }
    }

    /// The index of the next frame, without the frames that fell into the time without a plug.
    private var dueIndex: Int64? {
        guard let grid, case .plugged(let since) = plug.state else { return nil }
        guard let since else { return nextIndex }
        return max(nextIndex, grid.firstIndex(from: since))
    }

    /// Waits for an instant. Returns `false` if virtual time stands still, since only its driver can advance it.
    private func hasReached(_ instant: Timestamp) -> Bool {
        timebase.wait(until: instant)
        return timebase.now() >= instant
    }

    private mutating func take(_ index: Int64, of grid: Grid) -> FrameStamp {
        let oldestWaiting = grid.newestIndex(at: timebase.now()) - (Self.queueDepth - 1)
        let lost = max(0, oldestWaiting - index)
        let stamp = FrameStamp(frame: nextNumber + lost, timestamp: grid.instant(index + lost))
        nextIndex = index + lost + 1
        nextNumber = stamp.frame + 1
        newest = stamp.timestamp
        return stamp
    }
}

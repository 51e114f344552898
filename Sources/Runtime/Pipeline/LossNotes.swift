// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides when lost frames are worth a line of the log: the first at once, the following ones together in one line a while later. A box
/// that has too much to do isn't to be loaded with log lines.
struct LossNotes {
    /// The shortest time from one line to the next.
    static let pause: Duration = .seconds(10)

    private var told: Int64 = 0
    private var lastTold: Timestamp?

    /// - Parameter lost: the number of frames that were lost since the run began.
    /// - Returns: the number of new ones, if that is to be told now. What a run loses in its last seconds is in its report.
    mutating func news(lost: Int64, at now: Timestamp) -> Int64? {
        guard lost > told else { return nil }
        if let lastTold, now < lastTold + Self.pause { return nil }
        defer { told = lost }
        lastTold = now
        return lost - told
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Watches whether what plays keeps up with the speed at which it plays, one second at a time.
///
/// Thread-bound: the display thread.
struct SpeedWatch {
    /// The share of vblanks that may be late: when a loop begins again, its first pictures are late.
    static let bearable = 0.15
    static let window: Duration = .seconds(1)
    /// The time that decoders have to catch up after a change of speed.
    static let patience: Duration = .milliseconds(500)

    private var speed = 0.0
    private var begin: Timestamp?
    private var (all, late) = (0, 0)
    private var told: Double?

    /// Notes one vblank.
    /// - Parameters:
    ///   - speed: the highest speed at which anything but the delayed picture plays, without its sign; 0 if nothing moves.
    ///   - isLate: true if an older picture stayed although another one was due.
    /// - Returns: the speed if it isn't kept up; told once, until another speed is played.
    mutating func note(speed: Double, isLate: Bool, at vblank: Timestamp) -> Double? {
        if speed != self.speed {
            (self.speed, told) = (speed, nil)
            restart(at: vblank + Self.patience)
        }
        guard speed > 0, told == nil, let begin, vblank >= begin else { return nil }
        all += 1
        if isLate { late += 1 }
        guard begin.duration(to: vblank) >= Self.window else { return nil }
        let isBearable = Double(late) <= Self.bearable * Double(all)
        restart(at: vblank)
        guard !isBearable else { return nil }
        told = speed
        return speed
    }

    private mutating func restart(at begin: Timestamp) {
        self.begin = begin
        (all, late) = (0, 0)
    }
}

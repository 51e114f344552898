// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Brings a camera's times onto the box's clock.
///
/// libcamera's rule is CLOCK_BOOTTIME, which goes on while the machine sleeps; some pipelines hand through the driver's
/// CLOCK_MONOTONIC instead, and some drivers have times of no clock at all. What is taken lies just before the frame's
/// arrival and after the frame before it; a frame without such a time has that of its arrival.
struct SensorClock {
    /// What is known of a frame's time, in nanoseconds.
    struct Reading: Hashable {
        /// The sensor's own, by libcamera; 0 for none.
        var sensor: Int64
        /// The driver's, of the buffer; 0 for none.
        var buffer: Int64
        /// CLOCK_MONOTONIC when the frame came out of libcamera.
        var arrival: Int64
        /// How far CLOCK_BOOTTIME was ahead of it then. Read with every frame: it grows with each sleep.
        var bootOffset: Int64
    }

    /// A frame is never longer on its way.
    private static let longestWay: Int64 = 1_000_000_000
    /// So many frames in a row without a time of their own, and it is worth a word.
    private static let remarkable = 10

    /// The newest of the camera's own times.
    private var lastOwn: Int64?
    /// The newest that was given to a frame.
    private var last: Int64?
    private var arrivals = 0
    /// The camera's times are no times of this machine.
    private(set) var hasNoSensorTimes = false

    mutating func timestamp(of reading: Reading) -> Timestamp {
        let own =
            time(reading.sensor, reading, isBootTime: true) ?? time(reading.sensor, reading, isBootTime: false)
            ?? time(reading.buffer, reading, isBootTime: false) ?? time(reading.buffer, reading, isBootTime: true)
        arrivals = own == nil ? arrivals + 1 : 0
        if arrivals >= Self.remarkable { hasNoSensorTimes = true }
        // A frame that had to take its arrival's time may be given a later one than the next frame's own: that one still counts.
        let time = max(own ?? reading.arrival, last.map { $0 + 1 } ?? .min)
        (lastOwn, last) = (own ?? lastOwn, time)
        return Timestamp(nanoseconds: time)
    }

    /// The time that a camera's own stands for, if it can be one.
    private func time(_ own: Int64, _ reading: Reading, isBootTime: Bool) -> Int64? {
        guard own > 0 else { return nil }
        let time = isBootTime ? own - reading.bootOffset : own
        guard time <= reading.arrival, reading.arrival - time <= Self.longestWay, time > lastOwn ?? .min else { return nil }
        return time
    }
}

/// Numbers frames over all starts of a camera, whose own sequence begins anew with each.
struct FrameNumbering {
    /// A quarter of an hour at 120 frames a second: whatever is silent for longer was started anew meanwhile.
    private static let longestGap: UInt32 = 108_000

    private var newest: Int64 = -1
    private var sequence: UInt32?

    /// The camera starts again: its next frame follows the last one.
    mutating func restart() {
        sequence = nil
    }

    /// The number of the frame with this sequence number. Numbers that the camera left out are left out here too.
    mutating func number(of sequence: UInt32) -> Int64 {
        let step = self.sequence.map { sequence &- $0 } ?? 1
        // A number that stands still, goes back or leaps is no number, and the frame is simply the next one.
        newest += (1...Self.longestGap).contains(step) ? Int64(step) : 1
        self.sequence = sequence
        return newest
    }
}

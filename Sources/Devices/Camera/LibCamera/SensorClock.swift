// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Converts a camera's times to the box's clock.
///
/// By libcamera's rule the times are of CLOCK_BOOTTIME, which goes on while the machine sleeps. Some pipelines pass on the driver's
/// CLOCK_MONOTONIC instead, and some drivers' times are of no clock at all. A time is accepted if it lies just before the frame's arrival
/// and after the time of the frame before it. A frame without such a time gets the time of its arrival.
struct SensorClock {
    /// The known times of a frame, in nanoseconds.
    struct Reading: Hashable {
        /// The sensor's time, as libcamera reports it; 0 for none.
        var sensor: Int64
        /// The driver's time of the buffer; 0 for none.
        var buffer: Int64
        /// CLOCK_MONOTONIC at the moment when the frame came out of libcamera.
        var arrival: Int64
        /// The lead of CLOCK_BOOTTIME over it at that moment. Read with every frame, because it grows with each sleep.
        var bootOffset: Int64
    }

    /// The longest time from a frame's exposure to its arrival.
    private static let longestWay: Int64 = 1_000_000_000
    /// The number of frames in a row without a time of their own that is worth a remark.
    private static let remarkable = 10

    /// The newest of the camera's own times.
    private var lastOwn: Int64?
    /// The newest time that was given to a frame.
    private var last: Int64?
    private var arrivals = 0
    /// True if the camera's times are of no clock of this machine.
    private(set) var hasNoSensorTimes = false

    mutating func timestamp(of reading: Reading) -> Timestamp {
        let own =
            time(reading.sensor, reading, isBootTime: true) ?? time(reading.sensor, reading, isBootTime: false)
            ?? time(reading.buffer, reading, isBootTime: false) ?? time(reading.buffer, reading, isBootTime: true)
        arrivals = own == nil ? arrivals + 1 : 0
        if arrivals >= Self.remarkable { hasNoSensorTimes = true }
        // A frame that got the time of its arrival may end up later than the next frame's own time: that time is accepted all the same.
        let time = max(own ?? reading.arrival, last.map { $0 + 1 } ?? .min)
        (lastOwn, last) = (own ?? lastOwn, time)
        return Timestamp(nanoseconds: time)
    }

    /// Returns the box's time of one of the camera's own times, or `nil` if it can't be one.
    private func time(_ own: Int64, _ reading: Reading, isBootTime: Bool) -> Int64? {
        guard own > 0 else { return nil }
        let time = isBootTime ? own - reading.bootOffset : own
        guard time <= reading.arrival, reading.arrival - time <= Self.longestWay, time > lastOwn ?? .min else { return nil }
        return time
    }
}

/// Numbers frames over all starts of a camera, whose own sequence begins anew with each start.
struct FrameNumbering {
    /// A quarter of an hour at 120 frames a second: a camera that is silent for longer was started anew meanwhile.
    private static let longestGap: UInt32 = 108_000

    private var newest: Int64 = -1
    private var sequence: UInt32?

    /// Notes that the camera starts again: its next frame follows the last one.
    mutating func restart() {
        sequence = nil
    }

    /// Returns the number of the frame with this sequence number. Numbers that the camera left out are left out here too.
    mutating func number(of sequence: UInt32) -> Int64 {
        let step = self.sequence.map { sequence &- $0 } ?? 1
        // A number that stands still, goes back or leaps can't be right, and the frame is simply the next one.
        newest += (1...Self.longestGap).contains(step) ? Int64(step) : 1
        self.sequence = sequence
        return newest
    }
}

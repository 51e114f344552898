// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Runtime

/// Encoded pictures of the synthetic range, kept in memory for the benchmarks.
struct RecordedStream {
    struct Unit {
        var stamp: FrameStamp
        var isKeyframe: Bool
        var bytes: [UInt8]
    }

    let parameters: StreamParameters
    let pictures: [VideoFrame]
    private(set) var units: [Unit] = []

    /// Draws and encodes this many frames.
    init(_ parameters: StreamParameters, frames: Int, keepingPictures: Bool) throws {
        self.parameters = parameters
        let clock = VirtualClock()
        let camera = SyntheticCamera(timebase: clock)
        _ = try camera.start(CameraRequest(size: parameters.size, rate: parameters.rate))
        let encoder = try EncoderChoice.open(parameters)
        var units: [Unit] = []
        var pictures: [VideoFrame] = []
        while units.count < frames {
            if let due = camera.nextFrameTime { clock.advance(to: due) }
            guard let frame = try camera.nextFrame(until: clock.now()) else { continue }
            if keepingPictures { pictures.append(frame) }
            try encoder.encode(frame, forcingKeyframe: false) {
                units.append(Unit(stamp: $0.stamp, isKeyframe: $0.isKeyframe, bytes: Array($0.bytes)))
            }
        }
        self.units = units
        self.pictures = pictures
    }

    var byteCount: Int { units.reduce(0) { $0 + $1.bytes.count } }

    /// Appends the whole stream to a line `times` times, each time later by the stream's length.
    func append(to line: DelayLine, times: Int = 1) { append(to: line, rounds: 0..<times) }

    /// Appends the whole stream once for each of these rounds, later by the stream's length with each round since 0.
    /// - Parameter next: called after each picture.
    func append(to line: DelayLine, rounds: Range<Int>, _ next: () -> Void = {}) {
        let length = parameters.rate.offset(of: Int64(units.count))
        for round in rounds {
            for unit in units {
                let stamp = FrameStamp(
                    frame: unit.stamp.frame + Int64(round * units.count),
                    timestamp: unit.stamp.timestamp + length * round)
                unit.bytes.withUnsafeBytes {
                    _ = line.append(AccessUnit(stamp: stamp, isKeyframe: unit.isKeyframe, bytes: $0))
                }
                next()
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

/// A camera that fails when the test says so. A thread that waits for its frames moves the virtual time.
final class ScriptedCamera: Camera {
    let name = "scripted"
    var size = VideoSize(width: 320, height: 180)
    var rate = FrameRate(30)
    /// True if no frame comes, and the camera reports nothing.
    var isSilent = false
    /// True if every call fails because the camera is gone.
    var isGone = false
    /// The sizes with which it refuses to start.
    var refusedSizes: Set<VideoSize> = []
    private(set) var startTimes: [Timestamp] = []
    private(set) var isRunning = false
    /// True if it is open, so that nobody else can open it.
    var isHeld = true
    private let clock: SteppingClock
    /// The number of the next frame.
    var number: Int64 = 0
    private var newest: Timestamp?

    init(clock: SteppingClock) {
        self.clock = clock
    }

    func close() {
        stop()
        isHeld = false
    }

    func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters {
        startTimes.append(clock.now())
        guard !isGone else { throw .gone(name) }
        if let wanted = request.size {
            guard !refusedSizes.contains(wanted) else { throw .refused(name, reason: "it has no \(wanted)") }
            size = wanted
        }
        isRunning = true
        return StreamParameters(size: size, rate: request.rate ?? rate)
    }

    func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame? {
        guard !isGone else { throw .gone(name) }
        let due = max(clock.now(), newest.map { $0 + rate.interval } ?? clock.now())
        guard isRunning, !isSilent, due <= deadline else {
            clock.wait(until: deadline)
            return nil
        }
        clock.wait(until: due)
        newest = due
        defer { number += 1 }
        return VideoFrame(buffer: NumberedPicture(number, isDecoded: false), stamp: FrameStamp(frame: number, timestamp: due))
    }

    func stop() { isRunning = false }
}

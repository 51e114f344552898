// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import ShootingRange

/// A camera without a sensor: an archer on a range, a running clock, and a strip from which a program reads the frame's number.
///
/// A picture depends on nothing but its number, its time since the first start, and the size. Thread-bound, except for the plug.
public final class SyntheticCamera: Camera, Pluggable, @unchecked Sendable {
    // Only the camera thread uses these properties, except for the plug, which has its lock.

    public let name: String
    private let plug: Plug
    private let timebase: any Timebase
    private var pacer: FramePacer
    private var picture: RangePicture?
    /// The first start: the scene and its clock count from here, even after a restart.
    private var epoch: Timestamp?

    public init(timebase: any Timebase, name: String = "synthetic") {
        self.name = name
        self.timebase = timebase
        plug = Plug()
        pacer = FramePacer(timebase: timebase, plug: plug)
    }

    /// Draws the range once and begins, at 1920×1080 and 30 frames a second unless something else is asked for.
    public func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters {
        let parameters = StreamParameters(size: request.size ?? .hd1080, rate: request.rate ?? FrameRate(30))
        try parameters.check(for: name)
        if picture?.size != parameters.size { picture = RangePicture(size: parameters.size) }
        epoch = epoch ?? timebase.now()
        pacer.start(rate: parameters.rate)
        return parameters
    }

    public var nextFrameTime: Timestamp? { pacer.nextDue }
    public var abilities: CameraAbilities { CameraAbilities(plug: self, recoversByItself: true, hasFrameStrip: true) }

    public func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame? {
        guard let stamp = pacer.next(until: deadline), let picture, let epoch else { return nil }
        let elapsed = epoch.duration(to: stamp.timestamp)
        return VideoFrame(buffer: picture.draw(frame: stamp.frame, at: elapsed), stamp: stamp)
    }

    public func stop() {
        pacer.stop()
    }

    public func setPlugged(_ isPlugged: Bool) {
        plug.set(isPlugged, at: timebase.now())
    }
}

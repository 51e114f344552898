import Core
import Devices
import Media
@testable import Runtime

/// The way of a picture from the camera to the TV, with the box's own parts between prepared ends, vblank by vblank.
final class Screening {
    let times: FrameTimes
    let rate: FrameRate
    let clock = VirtualClock()
    let shared: Projection.Shared
    let line: DelayLine
    let playout: Playout
    let decoder: NumberDecoder
    /// Nothing plays until a test says so.
    let player = ClipPlayer(isCardThere: { true }, tell: { _ in })
    private let display: HeadlessDisplay
    private let projection: Projection
    private let capture: Capture
    private let camera: TimedCamera

    /// What one vblank put on the TV.
    struct Showing {
        /// The vblank's time less the delay.
        var target: Timestamp
        var picture: NumberedPicture?
    }

    init(_ times: FrameTimes, rate: FrameRate, refresh: FrameRate, delay: Duration, capacityBytes: Int = 4 << 20,
         failing: Set<Int64> = []) throws {
        self.times = times
        self.rate = rate
        let parameters = StreamParameters(size: .hd1080, rate: rate)
        line = try DelayLine(capacityBytes: capacityBytes, parameters: parameters, blockBytes: 4096)
        line.setProtectedSpan(DelayRule(delay: delay).protectedSpan)
        shared = Projection.Shared(slot: PipelineSlot(), capture: CaptureState(), delay: DelayControl(delay),
                                   meter: DelayMeter(), history: ShownHistory())
        decoder = NumberDecoder(failing: failing)
        playout = Playout(line: line, decoder: decoder)
        shared.slot.replace(with: Self.pipeline(parameters, line, playout))
        camera = TimedCamera(times.frames, clock: clock)
        capture = Capture(camera: camera, encoder: NumberEncoder(framesPerGOP: parameters.framesPerGOP), line: line,
                          shared: shared.capture)
        display = HeadlessDisplay(mode: DisplayMode(size: VideoSize(width: 320, height: 180), refresh: refresh), timebase: clock)
        projection = Projection(stage: Stage(display: display), shared: shared, player: player)
        projection.show(PreparedScene(scene: Scene(layers: [Layer(.video(.delayed))]), overlay: nil, generation: 1))
    }

    private static func pipeline(_ parameters: StreamParameters, _ line: DelayLine, _ playout: Playout) -> Pipeline {
        Pipeline(footage: Footage(parameters: parameters, encoderName: "numbers", line: line, maximumSeconds: 1200,
                                  sound: SoundTrack(isWanted: false)), playout: playout)
    }

    /// Puts a stream of another size, with nothing in it yet, in the place of the one that ran.
    func changeStream() throws {
        let parameters = StreamParameters(size: .hd720, rate: rate)
        let line = try DelayLine(capacityBytes: 1 << 20, parameters: parameters, blockBytes: 4096)
        shared.capture.forgetNewest()
        shared.slot.replace(with: Self.pipeline(parameters, line, Playout(line: line, decoder: NumberDecoder())))
    }

    func setDelay(_ delay: Duration) {
        shared.delay.set(delay)
        line.setProtectedSpan(DelayRule(delay: delay).protectedSpan)
    }

    /// Goes on to the next vblank: what the camera sees until then is captured.
    /// - Parameter decodes: whether the decoder's thread had its turn before it.
    func next(decodes: Bool = true) throws -> Showing {
        let vblank = display.nextVblank.timestamp
        while let due = camera.nextFrameTime, due <= vblank {
            clock.advance(to: due)
            _ = capture.step(until: due)
        }
        clock.advance(to: vblank)
        let target = projection.target
        if decodes { playout.advance(to: target.time, glide: target.glide) }
        _ = try projection.runOnce()
        _ = try display.waitForVblank(until: vblank)
        return Showing(target: target.time, picture: display.onScreen.first?.buffer as? NumberedPicture)
    }
}

/// A camera that has its frames at set times.
private final class TimedCamera: SteppedCamera {
    let name = "timed"
    private let frames: [FrameStamp]
    private let clock: VirtualClock
    private var next = 0

    init(_ frames: [FrameStamp], clock: VirtualClock) {
        self.frames = frames
        self.clock = clock
    }

    var nextFrameTime: Timestamp? { next < frames.count ? frames[next].timestamp : nil }

    func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters {
        StreamParameters(size: .hd1080, rate: FrameRate(30))
    }

    func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame? {
        guard let due = nextFrameTime, due <= clock.now() else { return nil }
        defer { next += 1 }
        return VideoFrame(buffer: NumberedPicture(frames[next].frame, isDecoded: false), stamp: frames[next])
    }

    func stop() {}
}

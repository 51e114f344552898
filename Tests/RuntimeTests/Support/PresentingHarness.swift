// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics
import Media

@testable import Runtime

/// The path of a picture from the camera to the TV: the box's own parts between a simulated camera and display, vblank by vblank.
final class PresentingHarness {
    let times: FrameTimes
    let rate: FrameRate
    let clock = VirtualClock()
    let shared: FramePresenter.Shared
    let line: DelayLine
    let decoder: NumberDecoder
    let players: Players
    /// The player of the delayed picture.
    var player: Player? { shared.slot.current?.player }
    private let display: any Display
    let presenter: FramePresenter
    private var layers = [Layer(.video(.delayed))]
    private var generation = 1
    private let timebase: any Timebase
    private var lead = CommitLead()
    private let capture: Capture
    private let camera: TimedCamera

    /// The result of one vblank.
    struct Showing {
        /// The vblank's time minus the delay.
        var target: Timestamp
        var picture: NumberedPicture?
    }

    /// - Parameter composing: the time that composing a picture takes; with it, the display accepts no picture without composing, and
    ///   waiting threads
    ///   move the clock.
    init(
        _ times: FrameTimes, rate: FrameRate, refresh: FrameRate, delay: Duration, capacityBytes: Int = 4 << 20,
        failing: Set<Int64> = [], composing: (() -> Duration)? = nil, isStepping: Bool = false
    ) throws {
        self.times = times
        self.rate = rate
        let parameters = StreamParameters(size: .hd1080, rate: rate)
        line = try DelayLine(capacityBytes: capacityBytes, parameters: parameters, blockBytes: 4096)
        line.setProtectedSpan(DelayRule(delay: delay).protectedSpan)
        shared = FramePresenter.Shared(
            slot: PipelineSlot(), capture: CaptureState(), delay: DelayControl(delay),
            meter: DelayMeter(), history: ShownHistory())
        decoder = NumberDecoder(failing: failing)
        shared.slot.replace(with: Self.pipeline(parameters, line, decoder))
        players = Players(slot: shared.slot, sources: Players.Sources(isCardThere: { true }, file: { _ in nil }, decoder: { _ in NumberDecoder() })) {
            _ in
        }
        camera = TimedCamera(times.frames, clock: clock)
        capture = Capture(
            camera: camera, encoder: NumberEncoder(framesPerGOP: parameters.framesPerGOP), line: line,
            shared: shared.capture)
        timebase = composing == nil && !isStepping ? clock : SteppingClock(clock)
        let headless = HeadlessDisplay(mode: DisplayMode(size: NumberedPicture.size, refresh: refresh), timebase: timebase)
        display = composing == nil ? headless : ProudDisplay(headless)
        let stage = Stage(display: display) { [clock] _ in SlowComposer(clock: clock, cost: composing ?? { .zero }) }
        presenter = FramePresenter(stage: stage, shared: shared, players: players, timebase: timebase)
        prepare()
    }

    private static func pipeline(_ parameters: StreamParameters, _ line: DelayLine, _ decoder: any Decoder) -> Pipeline {
        Pipeline(
            footage: Footage(
                parameters: parameters, encoderName: "numbers", line: line, maximumSeconds: 1200,
                sound: SoundTrack(isWanted: false)), decoder: decoder)
    }

    /// Replaces the present stream by one of another size that has no footage yet.
    func changeStream() throws {
        let parameters = StreamParameters(size: .hd720, rate: rate)
        let line = try DelayLine(capacityBytes: 1 << 20, parameters: parameters, blockBytes: 4096)
        shared.capture.forgetNewest()
        shared.slot.replace(with: Self.pipeline(parameters, line, NumberDecoder()))
    }

    func setDelay(_ delay: Duration) {
        shared.delay.set(delay)
        line.setProtectedSpan(DelayRule(delay: delay).protectedSpan)
        prepare()
    }

    /// Plays the tracks and shows the scene, as the box does.
    private func prepare() {
        let tracks = layers.contains { $0.content == .video(.delayed) } ? [Track.delayed(by: shared.delay.current)] : []
        players.perform(.show(tracks))
        presenter.show(PreparedScene(scene: Scene(layers: layers), tracks: tracks, generation: generation))
    }

    /// Runs one turn of the display thread's loop of a real run.
    /// - Parameter pause: the time for which the thread is held up between its commit and its wait.
    /// - Returns: the vblank that it waited for, and the picture that is on the TV from then on.
    func turn(pause: Duration = .zero) throws -> (vblank: Vblank, picture: NumberedPicture?) {
        captureDue()
        let aim = presenter.aim.timestamp
        players.advanceDelayed(to: aim)
        let start = max(clock.now(), lead.start(for: aim))
        timebase.wait(until: start)
        _ = try presenter.runOnce()
        lead.note(cost: start.duration(to: clock.now()) - presenter.held)
        clock.advance(to: clock.now() + pause)
        guard let vblank = try presenter.waitForVblank(until: clock.now() + .seconds(1)) else { throw NoVblank() }
        return (vblank, display.onScreen.first?.buffer as? NumberedPicture)
    }

    private struct NoVblank: Error {}

    private func captureDue() {
        while let due = camera.nextFrameTime, due <= clock.now() { _ = capture.step(until: due) }
    }

    /// Puts another scene on the TV, or the delayed picture again.
    func show(_ layers: [Layer], generation: Int) {
        (self.layers, self.generation) = (layers, generation)
        prepare()
    }

    /// Goes on to the next vblank, and captures the camera's frames until then.
    /// - Parameter decodes: true if the decoder's thread runs before it.
    func next(decodes: Bool = true) throws -> Showing {
        let vblank = display.nextVblank.timestamp
        while let due = camera.nextFrameTime, due <= vblank {
            clock.advance(to: due)
            _ = capture.step(until: due)
        }
        clock.advance(to: vblank)
        let aim = presenter.aim.timestamp
        if decodes { players.advanceDelayed(to: aim) }
        _ = try presenter.runOnce()
        _ = try presenter.waitForVblank(until: vblank)
        return Showing(target: aim - shared.delay.current, picture: display.onScreen.first?.buffer as? NumberedPicture)
    }
}

/// A camera with frames at given times.
private final class TimedCamera: Camera {
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

/// A display that accepts no picture without composing.
private final class ProudDisplay: Display {
    private let display: HeadlessDisplay

    init(_ display: HeadlessDisplay) {
        self.display = display
    }

    var name: String { display.name }
    var mode: DisplayMode? { display.mode }
    var nextVblank: Vblank { display.nextVblank }
    func vblank(forCommitAt instant: Timestamp) -> Vblank { display.vblank(forCommitAt: instant) }
    func accepts(_ pictures: [PlacedPicture]) -> Bool { false }
    func commit(_ pictures: [PlacedPicture]) throws(DisplayError) { try display.commit(pictures) }
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? { try display.waitForVblank(until: deadline) }
    var onScreen: [PlacedPicture] { display.onScreen }
    func close() { display.close() }
}

/// A compositor that returns the lowest picture unchanged, after a delay.
private final class SlowComposer: Composing {
    private let clock: VirtualClock
    private let cost: () -> Duration

    init(clock: VirtualClock, cost: @escaping () -> Duration) {
        self.clock = clock
        self.cost = cost
    }

    func compose(_ pictures: [PlacedPicture], size: VideoSize, turn: PictureOrientation.Turn) throws(GraphicsError) -> ComposedPicture {
        clock.advance(to: clock.now() + cost())
        // Before the camera's first frame there is only black.
        return ComposedPicture(picture: pictures.first?.buffer ?? NumberedPicture(-1, isDecoded: false), cost: CompositionCost())
    }

    func end() {}
}

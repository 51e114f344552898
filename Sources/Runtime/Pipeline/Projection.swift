import Core
import Devices
import Synchronization

/// The display thread's work: at each vblank the frame that is due, under the scene that the box prepared.
///
/// Thread-bound: the display thread, or the driver of a virtual run.
final class Projection: @unchecked Sendable {
    // Everything is the display thread's own, handed over when that thread starts; what is shared is thread-safe by itself.

    struct Shared: Sendable {
        let slot: PipelineSlot
        let capture: CaptureState
        let delay: DelayControl
        let meter: DelayMeter
        let history: ShownHistory
        let mode = DisplayModeBoard()
    }

    /// What came of one vblank.
    struct Result {
        /// The vblank at which it is on the TV.
        var vblank: Vblank
        /// A moving picture was on it.
        var hasPicture: Bool
        /// The generation of the scene that was shown.
        var generation: Int?
    }

    let stage: Stage
    private let shared: Shared
    private var prepared: PreparedScene?
    private var current: VideoFrame?
    private var currentPipeline: ObjectIdentifier?
    /// What stood in the delayed picture's place last; it stays while a new stream has no picture of its own yet.
    private var last: VideoFrame?
    private var glide = 0
    private let player: ClipPlayer
    /// The picture of a clip that was on the TV last; it stays while the next one has no picture of its own yet.
    private var clip: VideoFrame?

    init(stage: Stage, shared: Shared, player: ClipPlayer) {
        self.stage = stage
        self.shared = shared
        self.player = player
    }

    /// The scene to show from now on.
    func show(_ scene: PreparedScene) {
        prepared = scene
    }

    /// The instant whose picture is due at the next vblank, for the decoder to aim at.
    var target: (time: Timestamp, glide: Int) {
        let (delay, glide) = shared.delay.current
        return (DelayRule(delay: delay).target(at: stage.display.nextVblank.timestamp), glide)
    }

    /// Commits what is due at the next vblank.
    func runOnce() throws(DisplayError) -> Result {
        let vblank = stage.display.nextVblank
        let (delay, glide) = shared.delay.current
        if glide != self.glide {
            self.glide = glide
            shared.meter.beginGlide()
        }
        shared.mode.set(stage.display.mode)
        guard let prepared else { return Result(vblank: vblank, hasPicture: false, generation: nil) }
        let showsDelayed = prepared.scene.shows(.delayed)
        selectFrame(dueAt: DelayRule(delay: delay).target(at: vblank.timestamp), glide: glide, isShown: showsDelayed)
        let live = shared.capture.newestFrame
        // A mark is about the picture that is due even while the TV is away.
        shared.history.note(showsDelayed ? current?.stamp : nil, at: vblank.timestamp)
        // Until the old picture's successor is decoded the old one stays; at the very start the live one stands in. Never black.
        let delayed = current ?? live ?? last
        last = delayed
        selectClip(at: vblank.timestamp, isShown: prepared.scene.shows(.clip))
        try stage.present(prepared, Stage.Sources(delayed: delayed, live: live ?? delayed, clip: clip ?? delayed))
        let hasPicture = delayed != nil
        return Result(vblank: vblank, hasPicture: hasPicture, generation: prepared.generation)
    }

    private func selectClip(at vblank: Timestamp, isShown: Bool) {
        guard isShown else { return clip = nil }
        if let fresh = player.frame(dueAt: vblank) { clip = fresh }
    }

    private func selectFrame(dueAt target: Timestamp, glide: Int, isShown: Bool) {
        guard let pipeline = shared.slot.current else { return }
        if currentPipeline != ObjectIdentifier(pipeline) {
            currentPipeline = ObjectIdentifier(pipeline)
            shared.meter.beginGlide()
            current = nil
        }
        let line = pipeline.footage.line
        let fresh = pipeline.playout.frame(dueAt: target, glide: glide)
        if let fresh { current = fresh }
        guard isShown, let current, let due = line.newestStamp(notAfter: target) else { return }
        shared.meter.note(shown: current.stamp, isFresh: fresh != nil, due: due, target: target,
                          interval: pipeline.footage.parameters.rate.interval) { line.stamp(ofFrame: $0) != nil }
    }
}

/// How the display is driven, for those who may not ask it. Written by the display thread.
final class DisplayModeBoard: Sendable {
    private let mode = Mutex<DisplayMode?>(nil)

    var current: DisplayMode? { mode.withLock { $0 } }

    func set(_ new: DisplayMode?) {
        mode.withLock { $0 = new }
    }
}

extension Scene {
    /// The layers that are drawn, back to front.
    var drawings: [Layer] {
        layers.filter { if case .drawing = $0.content { true } else { false } }
    }

    /// Whether any layer shows this source.
    func shows(_ source: VideoSource) -> Bool {
        layers.contains { $0.content == .video(source) }
    }
}

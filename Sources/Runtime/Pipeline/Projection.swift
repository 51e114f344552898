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

    /// What came of one commit.
    struct Result {
        /// The vblank at which it will be on the TV.
        var vblank: Vblank
        /// A moving picture was on it.
        var hasPicture: Bool
        /// The generation of the scene that was shown.
        var generation: Int?
    }

    /// What was committed, and what it was meant for.
    private struct Shown {
        /// The delayed picture in it; `nil` where it has none.
        var stamp: FrameStamp?
        /// Whether that is the very frame that was due at the vblank it was meant for.
        var isFound: Bool
        var rule: DelayRule
        var footage: Footage
        /// Which of the spans between two jumps it belongs to.
        var span: Int
    }

    let stage: Stage
    private let timebase: any Timebase
    private let shared: Shared
    /// What composing takes, and what going straight to planes takes.
    private var efforts = (composed: PresentingEffort(), direct: PresentingEffort())
    private var isComposing = false
    /// How long the last commit waited for its vblank's turn.
    private(set) var held: Duration = .zero
    /// Counts the jumps: changes of the delay and of the stream. What was on the TV before one isn't measured by what is due after it.
    private var span = 0
    /// Committed, its vblank not seen yet.
    private var waiting: Shown?
    /// On the TV since the last vblank that was seen.
    private var onTV: Shown?
    private var lastVblank: Vblank?
    private var prepared: PreparedScene?
    private var current: VideoFrame?
    private var currentPipeline: ObjectIdentifier?
    /// What stood in the delayed picture's place last; it stays while a new stream has no picture of its own yet.
    private var last: VideoFrame?
    private var glide = 0
    private let player: ClipPlayer
    /// The picture of a clip that was on the TV last; it stays while the next one has no picture of its own yet.
    private var clip: VideoFrame?

    /// A display that stood still for longer has missed more vblanks than are worth looking at one by one.
    private static let mostMissed: Int64 = 600

    init(stage: Stage, shared: Shared, player: ClipPlayer, timebase: any Timebase) {
        self.stage = stage
        self.timebase = timebase
        self.shared = shared
        self.player = player
    }

    /// The scene to show from now on.
    func show(_ scene: PreparedScene) {
        prepared = scene
    }

    /// The vblank that work which begins now will make: the next one, or a later one where composing takes its time.
    var aim: Vblank {
        let effort = isComposing ? efforts.composed : efforts.direct
        return stage.display.vblank(forCommitAt: timebase.now() + effort.expected)
    }

    /// The instant whose picture is due at the vblank that work makes which begins now, for the decoder to aim at.
    var target: (time: Timestamp, glide: Int) {
        let (delay, glide) = shared.delay.current
        return (DelayRule(delay: delay).target(at: aim.timestamp), glide)
    }

    /// Commits what is due at the vblank that it will make.
    func runOnce() throws(DisplayError) -> Result {
        let began = timebase.now()
        let aim = aim
        let (delay, glide) = shared.delay.current
        if glide != self.glide {
            self.glide = glide
            jump()
        }
        held = .zero
        shared.mode.set(stage.display.mode, mergesDrawings: stage.mergesDrawings)
        guard let prepared else { return Result(vblank: aim, hasPicture: false, generation: nil) }
        let showsDelayed = prepared.scene.shows(.delayed)
        let shown = selectFrame(dueAt: aim, DelayRule(delay: delay), glide: glide, isShown: showsDelayed)
        let live = shared.capture.newestFrame
        // A mark is about the picture that is due even while the TV is away.
        shared.history.note(showsDelayed ? current?.stamp : nil, at: aim.timestamp)
        // Until the old picture's successor is decoded the old one stays; at the very start the live one stands in. Never black.
        let delayed = current ?? live ?? last
        last = delayed
        selectClip(at: aim.timestamp, isShown: prepared.scene.shows(.clip))
        do {
            try put(prepared, Stage.Sources(delayed: delayed, live: live ?? delayed, clip: clip ?? delayed), at: aim, began: began)
        } catch {
            // There is nothing on the TV to be late, and nothing of the time without it is lost.
            (waiting, onTV) = (nil, nil)
            shared.meter.interrupt()
            throw error
        }
        waiting = shown
        if shown == nil {
            onTV = nil
            shared.meter.interrupt()
        }
        return Result(vblank: aim, hasPicture: delayed != nil, generation: prepared.generation)
    }

    /// Waits for the next vblank and measures what has been on the TV until it and what is from it on.
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? {
        guard let vblank = try stage.display.waitForVblank(until: deadline) else { return nil }
        measure(at: vblank)
        return vblank
    }

    /// Makes the scene ready and commits it so that it makes its aim. What is ready early waits: at an earlier vblank it would be too new.
    private func put(_ prepared: PreparedScene, _ sources: Stage.Sources, at aim: Vblank, began: Timestamp) throws(DisplayError) {
        let ready = try stage.makeReady(prepared, sources)
        let isReady = timebase.now()
        // What is on the TV already is never too new: there is nothing to wait for, and the next picture to begin with.
        let isNew = ready.isNew || !ready.isComposed
        if isNew, stage.display.vblank(forCommitAt: isReady).sequence < aim.sequence, let interval = stage.display.mode?.refresh.interval {
            timebase.wait(until: aim.timestamp - interval * 7 / 8)
        }
        let committing = timebase.now()
        held = isReady.duration(to: committing)
        try stage.commit(ready)
        isComposing = ready.isComposed
        let cost = began.duration(to: isReady) + committing.duration(to: timebase.now())
        // What was composed for an earlier vblank costs nothing any more, and says nothing of the next that isn't.
        if !ready.isComposed { efforts.direct.note(cost) } else if ready.isNew { efforts.composed.note(cost) }
    }

    private func selectClip(at vblank: Timestamp, isShown: Bool) {
        guard isShown else { return clip = nil }
        if let fresh = player.frame(dueAt: vblank) { clip = fresh }
    }

    /// - Returns: what is to be measured of it; `nil` where no delayed picture is shown.
    private func selectFrame(dueAt aim: Vblank, _ rule: DelayRule, glide: Int, isShown: Bool) -> Shown? {
        guard let pipeline = shared.slot.current else { return nil }
        if currentPipeline != ObjectIdentifier(pipeline) {
            currentPipeline = ObjectIdentifier(pipeline)
            jump()
            current = nil
        }
        let target = rule.target(at: aim.timestamp)
        let fresh = pipeline.playout.frame(dueAt: target, glide: glide)
        if let fresh { current = fresh }
        guard isShown, let current else { return nil }
        let isFound = fresh != nil && current.stamp == pipeline.footage.line.newestStamp(notAfter: target)
        return Shown(stamp: current.stamp, isFound: isFound, rule: rule, footage: pipeline.footage, span: span)
    }

    // MARK: What was on the TV

    private func jump() {
        span += 1
        shared.meter.beginGlide()
    }

    private func measure(at vblank: Vblank) {
        if let lastVblank, let interval = stage.display.mode?.refresh.interval, let onTV {
            let missed = min(vblank.sequence - lastVblank.sequence - 1, Self.mostMissed)
            // Nothing was committed for these: what was on the TV stayed there and grew older.
            for back in stride(from: missed, to: 0, by: -1) { measure(onTV, at: vblank.timestamp - interval * Int(back)) }
        }
        lastVblank = vblank
        if let waiting {
            onTV = waiting
            self.waiting = nil
            shared.history.settle(at: vblank.timestamp)
        }
        if let onTV { measure(onTV, at: vblank.timestamp) }
    }

    private func measure(_ shown: Shown, at vblank: Timestamp) {
        let line = shown.footage.line
        let target = shown.rule.target(at: vblank)
        guard shown.span == span, let stamp = shown.stamp, let due = line.newestStamp(notAfter: target) else { return }
        shared.meter.note(shown: stamp, isFresh: shown.isFound, due: due, target: target,
                          interval: shown.footage.parameters.rate.interval) { line.stamp(ofFrame: $0) != nil }
    }
}

/// How the display is driven, for those who may not ask it. Written by the display thread.
final class DisplayModeBoard: Sendable {
    private let state = Mutex<(mode: DisplayMode?, mergesDrawings: Bool)>((nil, true))

    var current: DisplayMode? { state.withLock { $0.mode } }

    /// Whether a scene that suits planes is to be prepared with its drawings merged.
    var mergesDrawings: Bool { state.withLock { $0.mergesDrawings } }

    func set(_ mode: DisplayMode?, mergesDrawings: Bool) {
        state.withLock { $0 = (mode, mergesDrawings) }
    }
}

extension Scene {
    /// Whether any layer shows this source.
    func shows(_ source: VideoSource) -> Bool {
        layers.contains { $0.content == .video(source) }
    }
}

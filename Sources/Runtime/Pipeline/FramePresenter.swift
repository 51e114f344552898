// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Synchronization

/// The display thread's work: at each vblank the frames that are due, in the scene that the box prepared.
///
/// A scene with other footage in it waits, for the pictures to be decoded, below the one that is on the TV: so a picture is never shown
/// under another one's name, and none of them is black.
///
/// Thread-bound: the display thread, or the driver of a virtual run.
final class FramePresenter: @unchecked Sendable {
    // Everything is the display thread's own, handed over when that thread starts; what is shared is thread-safe by itself.

    struct Shared: Sendable {
        let slot: PipelineSlot
        let capture: CaptureState
        let delay: DelayControl
        let meter: DelayMeter
        let history: ShownHistory
        let mode = DisplayModeBoard()
        let composing = ComposingCost()
    }

    /// What came of one commit.
    struct Result {
        /// The vblank at which it will be on the TV.
        var vblank: Vblank
        /// A moving picture was on it.
        var hasPicture: Bool
        /// The generation of the scene that was shown.
        var generation: Int?
        /// What plays isn't decoded as fast as this; told once.
        var behind: Double?
    }

    /// What was committed, and what it was meant for.
    private struct Shown {
        /// The delayed picture in it; `nil` where it has none.
        var stamp: FrameStamp?
        /// Whether that is the very frame that was due at the vblank it was meant for.
        var isFound: Bool
        var timeline: Timeline
        var footage: Footage
        /// Which of the spans between two jumps it belongs to.
        var span: Int
    }

    let stage: Stage
    private let timebase: any Timebase
    private let shared: Shared
    private let players: Players
    private let keeper: PictureKeeper?
    private let watch: MotionWatch?
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
    /// A scene some pictures of which aren't there yet, and since when it waits.
    private var next: (scene: PreparedScene, since: Timestamp)?
    private var pictures: TrackPictures
    /// The delayed picture's timeline and stream at the last commit that had one.
    private var measured: (timeline: Timeline, pipeline: ObjectIdentifier)?
    /// What stood in the delayed picture's place last; it stays while a new stream has no picture of its own yet.
    private var last: VideoFrame?
    private var sources = Stage.Sources()
    private var speedWatch = SpeedWatch()

    /// A display that stood still for longer has missed more vblanks than are worth looking at one by one.
    private static let mostMissed: Int64 = 600
    /// A scene of the line's pictures doesn't wait for longer: something may be wrong with the line, and the scene says what. Nor does
    /// one that only jumps: whoever keeps turning the knob sees that it is heard.
    private static let longestWait = Duration.seconds(1)

    /// - Parameters:
    ///   - keeper: is given what the videos show, when it asks.
    ///   - watch: is given what they show at each vblank.
    init(
        stage: Stage, shared: Shared, players: Players, keeper: PictureKeeper? = nil, watch: MotionWatch? = nil, timebase: any Timebase
    ) {
        self.stage = stage
        self.watch = watch
        self.keeper = keeper
        self.timebase = timebase
        self.shared = shared
        self.players = players
        pictures = TrackPictures(players: players, slot: shared.slot)
    }

    /// What became of the tracks' pictures so far.
    var tally: TrackPictures.Tally { pictures.tally }

    /// The scene to show from now on, as soon as its pictures are there.
    func show(_ scene: PreparedScene) {
        next = (scene, next?.since ?? aim.timestamp)
    }

    /// The vblank that work which begins now will make: the next one, or a later one where composing takes its time.
    var aim: Vblank {
        let effort = isComposing ? efforts.composed : efforts.direct
        return stage.display.vblank(forCommitAt: timebase.now() + effort.expected)
    }

    /// Commits what is due at the vblank that it will make.
    func runOnce() throws(DisplayError) -> Result {
        let began = timebase.now()
        let aim = aim
        held = .zero
        shared.mode.set(stage.display.mode, mergesDrawings: stage.mergesDrawings)
        takeNextScene(at: aim.timestamp)
        guard let prepared else { return Result(vblank: aim, hasPicture: false, generation: nil) }
        pictures.update(at: aim.timestamp, isHeld: next != nil)
        let behind = speedWatch.note(speed: pictures.speed, isLate: pictures.isLate, at: aim.timestamp)
        let shown = noteDelayed(at: aim)
        gatherSources()
        keeper?.give(sources)
        watch?.give(sources)
        do {
            try put(prepared, sources, at: aim, began: began)
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
        return Result(vblank: aim, hasPicture: !sources.pictures.isEmpty, generation: prepared.generation, behind: behind)
    }

    /// Waits for the next vblank and measures what has been on the TV until it and what is from it on.
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? {
        guard let vblank = try stage.display.waitForVblank(until: deadline) else { return nil }
        measure(at: vblank)
        return vblank
    }

    /// The scene that waits takes its turn if its pictures are there.
    private func takeNextScene(at vblank: Timestamp) {
        guard let (scene, since) = next else { return }
        let isPatient = since + Self.longestWait > vblank
        guard pictures.take(scene, at: vblank, evenWithoutLine: prepared == nil || !isPatient, evenWithoutJumps: !isPatient) else { return }
        prepared = scene
        next = nil
    }

    /// The live picture and the tracks', as far as they are there.
    private func gatherSources() {
        let live = shared.capture.newestFrame
        sources.pictures.removeAll(keepingCapacity: true)
        for place in pictures.places {
            var frame = place.frame
            if place.track.footage == .line {
                // Until the old picture's successor is decoded the old one stays; at the very start the live one stands in. Never black. What
                // looks back shows rather what stood there than what is live.
                frame = frame ?? (place.track.isDelayedPicture ? live : nil) ?? last ?? live
                if place.track.isDelayedPicture { last = frame }
            }
            if let frame { sources.pictures.append((place.source, frame)) }
        }
        if let live = live ?? last { sources.pictures.append((.live, live)) }
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
        if !ready.isComposed {
            efforts.direct.note(cost)
        } else if ready.isNew {
            efforts.composed.note(cost)
            shared.composing.note(efforts.composed.expected)
        }
    }

    /// A mark is about the picture that is due even while the TV is away.
    /// - Returns: what is to be measured of the delayed picture; `nil` where none is shown.
    private func noteDelayed(at aim: Vblank) -> Shown? {
        guard let place = pictures.delayed else {
            measured = nil
            // A mark is about what is looked at, if that is the line's.
            shared.history.note(pictures.lookedAt?.frame?.stamp, at: aim.timestamp)
            return nil
        }
        guard let pipeline = shared.slot.current else {
            shared.history.note(place.frame?.stamp, at: aim.timestamp)
            return nil
        }
        let timeline = place.track.timeline
        if measured?.timeline != timeline || measured?.pipeline != ObjectIdentifier(pipeline) { jump() }
        measured = (timeline, ObjectIdentifier(pipeline))
        shared.history.note(place.frame?.stamp, at: aim.timestamp)
        guard let frame = place.frame else { return nil }
        let due = pipeline.footage.line.newestStamp(notAfter: timeline.place(at: aim.timestamp))
        return Shown(
            stamp: frame.stamp, isFound: place.isFresh && frame.stamp == due, timeline: timeline, footage: pipeline.footage,
            span: span)
    }

    // MARK: What was on the TV

    private func jump() {
        span += 1
        shared.meter.beginJump()
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
        let target = shown.timeline.place(at: vblank)
        guard shown.span == span, let stamp = shown.stamp, let due = line.newestStamp(notAfter: target) else { return }
        shared.meter.note(
            shown: stamp, isFresh: shown.isFound, due: due, target: target,
            interval: shown.footage.parameters.rate.interval
        ) { line.frameCount(numbered: $0) }
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

// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Synchronization

/// Does the display thread's work: at each vblank it commits the frames that are due, in the scene that the box prepared.
///
/// A scene with new footage waits until its pictures are decoded, and the scene on the TV stays meanwhile. So no picture is ever shown
/// under another one's name, and no picture is black.
///
/// Thread-bound: the display thread, or the driver of a virtual run.
final class FramePresenter: @unchecked Sendable {
    // Everything belongs to the display thread, and is handed over when that thread starts; what is shared is thread-safe by itself.

    struct Shared: Sendable {
        let slot: PipelineSlot
        let capture: CaptureState
        let delay: DelayControl
        let meter: DelayMeter
        let history: ShownHistory
        let mode = DisplayModeBoard()
        let turn = TVTurnBoard()
        let composing = ComposingCost()
    }

    /// The result of one commit.
    struct Result {
        /// The vblank at which it will be on the TV.
        var vblank: Vblank
        /// True if a moving picture was on it.
        var hasPicture: Bool
        /// The generation of the scene that was shown.
        var generation: Int?
        /// The speed of what plays, if it can't be decoded that fast; told once.
        var behind: Double?
    }

    /// A commit, and what it was meant to show.
    private struct Shown {
        /// The delayed picture in it; `nil` if it has none.
        var stamp: FrameStamp?
        /// True if that is the very frame that was due at the vblank it was meant for.
        var isFound: Bool
        var timeline: Timeline
        var footage: Footage
        /// The number of the span between two jumps that it belongs to.
        var span: Int
    }

    let stage: Stage
    private let timebase: any Timebase
    private let shared: Shared
    private let players: Players
    private let keeper: PictureKeeper?
    private let watch: MotionWatch?
    /// The time that composing takes, and the time that going straight to planes takes.
    private var efforts = (composed: PresentingEffort(), direct: PresentingEffort())
    private var isComposing = false
    /// The time that the last commit waited for its vblank's turn.
    private(set) var held: Duration = .zero
    /// Counts the jumps: changes of the delay and of the stream. A picture from before a jump isn't measured by what is due after it.
    private var span = 0
    /// The last commit, until its vblank is seen.
    private var waiting: Shown?
    /// The commit that has been on the TV since the last vblank that was seen.
    private var onTV: Shown?
    private var lastVblank: Vblank?
    private var prepared: PreparedScene?
    /// A scene that waits for some of its pictures, and the time since when it waits.
    private var next: (scene: PreparedScene, since: Timestamp)?
    private var pictures: TrackPictures
    /// The delayed picture's timeline and stream at the last commit that had one.
    private var measured: (timeline: Timeline, pipeline: ObjectIdentifier)?
    /// The last picture in the delayed picture's place. It stays while a new stream has no picture of its own yet.
    private var last: VideoFrame?
    private var sources = Stage.Sources()
    private var speedWatch = SpeedWatch()

    /// The most missed vblanks that are measured one by one after a display stood still.
    private static let mostMissed: Int64 = 600
    /// The longest time that a scene waits for pictures of the line: something may be wrong with the line, and the scene says what. A scene
    /// that only jumps waits no longer either, so that a person who keeps turning the knob sees that it is heard.
    private static let longestWait = Duration.seconds(1)

    /// - Parameters:
    ///   - keeper: receives what the videos show, when it asks for that.
    ///   - watch: receives what the videos show at each vblank.
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

    /// The counts of the tracks' pictures so far.
    var tally: TrackPictures.Tally { pictures.tally }

    /// Takes the scene that is shown from now on, as soon as its pictures are there.
    func show(_ scene: PreparedScene) {
        next = (scene, next?.since ?? aim.timestamp)
    }

    /// The vblank that work which begins now will make: the next one, or a later one if composing takes its time.
    var aim: Vblank {
        let effort = isComposing ? efforts.composed : efforts.direct
        return stage.display.vblank(forCommitAt: timebase.now() + effort.expected)
    }

    /// Commits what is due at the vblank that this commit will make.
    func runOnce() throws(DisplayError) -> Result {
        let began = timebase.now()
        let aim = aim
        held = .zero
        stage.turn = shared.turn.current
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
            // Nothing is on the TV that could be late, and nothing is lost while there is no TV.
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

    /// Waits for the next vblank, and measures what was on the TV until it and what is on the TV from it on.
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? {
        guard let vblank = try stage.display.waitForVblank(until: deadline) else { return nil }
        measure(at: vblank)
        return vblank
    }

    /// Shows the scene that waits, if its pictures are there.
    private func takeNextScene(at vblank: Timestamp) {
        guard let (scene, since) = next else { return }
        let isPatient = since + Self.longestWait > vblank
        guard pictures.take(scene, at: vblank, evenWithoutLine: prepared == nil || !isPatient, evenWithoutJumps: !isPatient) else { return }
        prepared = scene
        next = nil
    }

    /// Collects the live picture and the tracks' pictures, as far as they are there.
    private func gatherSources() {
        let live = shared.capture.newestFrame
        sources.pictures.removeAll(keepingCapacity: true)
        for place in pictures.places {
            var frame = place.frame
            if place.track.footage == .line {
                // The old picture stays until its successor is decoded; at the very start the live picture stands in. It is never black. A
                // track that looks back shows the last delayed picture rather than the live one.
                frame = frame ?? (place.track.isDelayedPicture ? live : nil) ?? last ?? live
                if place.track.isDelayedPicture { last = frame }
            }
            if let frame { sources.pictures.append((place.source, frame)) }
        }
        if let live = live ?? last { sources.pictures.append((.live, live)) }
    }

    /// Makes the scene ready and commits it in time for its aim. A scene that is ready early waits, because at an earlier vblank it would
    /// be too new.
    private func put(_ prepared: PreparedScene, _ sources: Stage.Sources, at aim: Vblank, began: Timestamp) throws(DisplayError) {
        let ready = try stage.makeReady(prepared, sources)
        let isReady = timebase.now()
        // A picture that is on the TV already is never too new, so it needn't wait, and work on the next picture can begin.
        let isNew = ready.isNew || !ready.isComposed
        if isNew, stage.display.vblank(forCommitAt: isReady).sequence < aim.sequence, let interval = stage.display.mode?.refresh.interval {
            timebase.wait(until: aim.timestamp - interval * 7 / 8)
        }
        let committing = timebase.now()
        held = isReady.duration(to: committing)
        try stage.commit(ready)
        isComposing = ready.isComposed
        let cost = began.duration(to: isReady) + committing.duration(to: timebase.now())
        // A picture that was composed for an earlier vblank costs nothing now, and says nothing about the next picture that has to be
        // composed.
        if !ready.isComposed {
            efforts.direct.note(cost)
        } else if ready.isNew {
            efforts.composed.note(cost)
            shared.composing.note(efforts.composed.expected)
        }
    }

    /// Notes the delayed picture for marks and for measuring. A mark is about the picture that is due, even while the TV is away.
    /// - Returns: what is to be measured of the delayed picture; `nil` if none is shown.
    private func noteDelayed(at aim: Vblank) -> Shown? {
        guard let place = pictures.delayed else {
            measured = nil
            // If a person looks back into the line, a mark is about the picture that is shown there.
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

    // MARK: Measuring

    private func jump() {
        span += 1
        shared.meter.beginJump()
    }

    private func measure(at vblank: Vblank) {
        if let lastVblank, let interval = stage.display.mode?.refresh.interval, let onTV {
            let missed = min(vblank.sequence - lastVblank.sequence - 1, Self.mostMissed)
            // Nothing was committed for the missed vblanks: what was on the TV stayed there and grew older.
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

/// The display's mode, for threads that may not ask the display. Written by the display thread.
final class DisplayModeBoard: Sendable {
    private let state = Mutex<(mode: DisplayMode?, mergesDrawings: Bool)>((nil, true))

    var current: DisplayMode? { state.withLock { $0.mode } }

    /// True if a scene that suits planes is to be prepared with its drawings merged.
    var mergesDrawings: Bool { state.withLock { $0.mergesDrawings } }

    func set(_ mode: DisplayMode?, mergesDrawings: Bool) {
        state.withLock { $0 = (mode, mergesDrawings) }
    }
}

/// The turn of everything on the TV. The box's thread sets it as the setting says, and the display's thread reads it without waiting.
final class TVTurnBoard: Sendable {
    private let degrees = Atomic(0)

    var current: PictureOrientation.Turn { PictureOrientation.Turn(rawValue: degrees.load(ordering: .relaxed)) ?? .none }

    func set(_ turn: PictureOrientation.Turn) { degrees.store(turn.rawValue, ordering: .relaxed) }
}

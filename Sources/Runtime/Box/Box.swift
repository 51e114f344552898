// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics
import Interface
import Media
import Storage

/// The one owner of the interface's state: passes events to it, and performs its effects.
///
/// Thread-bound: the box's thread, or the driver of a virtual run.
final class Box: @unchecked Sendable {
    // Everything belongs to the box's thread, and is handed over when that thread starts; `parts` are thread-safe by themselves.

    /// The parts that the box works with.
    struct Parts {
        let timebase: any Timebase
        let shared: FramePresenter.Shared
        let services: Services
        let pins: ClipPins
        let panel: (any Panel)?
        let events: RunEvents
        let restartStream: (Settings) -> Void
        let adjustCamera: (CameraControls) -> Void
        /// Called when the person switches the box off.
        let switchOff: (SwitchOffRequest.Answer) -> Void
        let displayMode: () -> DisplayMode?
        /// Called when the TV shall have another mode.
        let changeMode: (TVResolution) -> Void
        /// Returns how long composing a picture took since the last call; `nil` if nothing was composed since.
        let composingSeconds: () -> Double?
        /// Returns whether a scene that suits planes is to be prepared with its drawings merged.
        let mergesDrawings: () -> Bool
        /// `nil` if no TV is to be switched.
        let tvPower: TVPower?
        let trace: RunTraceFile
        /// Returns the bytes that the program holds in RAM, for the diagnostics.
        let memoryBytes: () -> Int64
    }

    let parts: Parts
    private(set) var appliance: Appliance
    private var log: RunLog
    private var painter: ScenePainter
    /// The stills of clips, for drawings and layers. They outlast a change of the TV's mode.
    let stillPictures = StillPictures()
    /// The pictures of clips that don't play yet, for layers. They outlast such a change too.
    let peekRequests = PictureRequestQueue(PeekPictures())
    let extractRequests = PictureRequestQueue(ExtractPictures())
    private var pose: TVPose
    private var mergesDrawings = true
    /// The settings as camera, panel and TV have them.
    private var followed: Settings
    private var followedMode: TVResolution
    private var generation = 0
    private var nextPulse: Timestamp
    private var pulses = 0
    private var isStale = true
    private var drawn: (scene: Scene, tracks: [Track])?

    /// The time between two reports to the interface of how the line fills.
    static let pulseInterval: Duration = .milliseconds(100)

    init(appliance: Appliance, overlaySize: VideoSize, parts: Parts) {
        self.appliance = appliance
        self.parts = parts
        log = RunLog(events: parts.events)
        followed = appliance.settings
        followedMode = appliance.tvMode
        parts.tvPower?.follow(appliance.settings)
        parts.services.language.follow(appliance.settings)
        pose = TVPose(size: overlaySize, turn: appliance.settings.tvTurn)
        painter = ScenePainter(size: pose.seen, stills: stillPictures, peeks: peekRequests.pictures, extracts: extractRequests.pictures)
        nextPulse = parts.timebase.now()
        parts.shared.turn.set(pose.turn)
        parts.panel?.follow(pose)
        self.appliance.canvas = pose.canvas
        perform(.player(.show(appliance.tracks)))
        let trace = parts.trace.trace
        if let left = trace.session { handle(.box(.leftOpen(left))) }
        if trace.keepsNothing == true { handle(.box(.keptNothing)) }
    }

    var settings: Settings { appliance.settings }
    var facts: RunFacts { log.facts }

    // MARK: Input

    /// Passes an event to the interface, and does what it asks for. No effect passes an event on by itself: a service's news comes
    /// through the inbox, after everything that is done here.
    func handle(_ event: Event) {
        let now = parts.timebase.now()
        log.note(event, at: now, name: appliance.name)
        if case .card(.named(let session, let key, _)) = event { parts.pins.clips.note(key, of: session) }
        let effects = appliance.handle(event, at: now)
        // Noted before the effects, so that the next run knows a mark's number even if the card never hears of the mark.
        parts.trace.note(appliance.openSession, keepsNothing: appliance.keepsNothing)
        for effect in effects {
            log.note(effect, at: now, hasBegun: parts.services.card.hasBegun)
            perform(effect)
        }
        followSettings()
        isStale = true
    }

    /// Applies those settings that the camera, the panel, the TV and the speaker can take while they run.
    private func followSettings() {
        let settings = appliance.settings
        if appliance.tvMode != followedMode {
            followedMode = appliance.tvMode
            parts.changeMode(followedMode)
            parts.events.note("TV mode: \(followedMode.rawValue)")
        }
        guard settings != followed else { return }
        for follower in Setting.Follower.allCases where settings.values(for: follower) != followed.values(for: follower) {
            switch follower {
            case .camera: parts.adjustCamera(CameraControls(settings))
            case .panel: parts.panel?.rewire(settings.lines)
            case .tv:
                parts.tvPower?.follow(settings)
                parts.shared.turn.set(settings.tvTurn)
            case .speaker:
                parts.services.soundPlayer.follow(settings)
                parts.services.voice.follow(settings)
            case .clock: parts.services.card.setZone(settings.zone)
            case .ear: parts.services.ear.follow(settings)
            case .words: parts.services.language.follow(settings)
            // The interface does these by itself, and asks for a new stream if it needs one.
            case .interface, .stream: break
            }
        }
        // Other pages decide with whether the ear is on.
        if settings.hearsWhistles != followed.hearsWhistles { parts.services.ear.follow(settings) }
        let known = followed.archers.map(\.name)
        followed = settings
        for problem in RunPlan.unwritableNames(settings.archers.filter { !known.contains($0.name) }) { handle(problem) }
    }

    func handle(_ event: PanelEvent) {
        parts.tvPower?.noteActivity(at: event.timestamp)
        if case .pressed(.mark) = event.action { log.notePressed(at: event.timestamp, generation: generation + 1) }
        handle(
            .panel(
                event, shown: parts.shared.history.shown(at: event.timestamp),
                live: newestFrame(notAfter: event.timestamp)))
    }

    /// Handles a moment that the box found by itself.
    func handle(_ detection: Detection) { handle(.detected(detection, live: newestFrame(notAfter: detection.timestamp))) }

    /// Returns the camera's newest picture at this time. The line may not have it yet: a hardware encoder gives it out some pictures later.
    private func newestFrame(notAfter instant: Timestamp) -> FrameStamp? {
        parts.shared.capture.newestStamp(notAfter: instant) ?? parts.shared.slot.current?.footage.line.newestStamp(notAfter: instant)
    }

    func handle(_ press: KeyPress) {
        parts.tvPower?.noteActivity(at: press.timestamp)
        if press.isPressed, settings.keys.meaning(of: press.key) == .control(.mark) {
            log.notePressed(at: press.timestamp, generation: generation + 1)
        }
        handle(
            .key(
                press, shown: parts.shared.history.shown(at: press.timestamp),
                live: newestFrame(notAfter: press.timestamp)))
    }

    func handle(_ news: HearingNews) {
        let moment: Timestamp? =
            switch news {
            case .shot(let shot): shot.timestamp
            case .whistle(let whistle): whistle
            case .learned, .level: nil
            }
        handle(.hearing(news, live: moment.flatMap { newestFrame(notAfter: $0) }))
    }

    /// Takes a still that was asked for; `nil` if it can't be read now. A still that was read before stays.
    func take(_ picture: PixelBuffer?, stillOf key: ClipKey) {
        if let picture { stillPictures.set(picture, for: key) }
        handle(.stills(stillPictures.contains(key) ? .loaded(key) : .missing(key)))
        // The scene may be equal, and yet look different.
        drawn = nil
    }

    /// Takes the picture that a clip will show first.
    func take(_ outcome: PeekLoader.Outcome, peekOf key: PeekKey) {
        for news in peekRequests.take(outcome, of: key) { handle(.stills(.peek(news))) }
        drawn = nil
        isStale = true
    }

    /// Takes a picture that a tool wanted out of footage.
    func take(_ outcome: ExtractService.Pictures.Outcome, of extract: Extract) {
        for news in extractRequests.take(outcome, of: extract) { handle(.stills(.extract(news))) }
        drawn = nil
        isStale = true
    }

    /// Makes another painter: for a picture that isn't on the TV, or for another TV.
    func makePainter(size: VideoSize) -> ScenePainter {
        ScenePainter(size: size, stills: stillPictures, peeks: peekRequests.pictures, extracts: extractRequests.pictures)
    }

    /// Handles a wrong line of a settings file.
    /// - Parameter path: the file, if it isn't the card's own.
    func handle(_ problem: SettingsProblem, of path: String? = nil) {
        var told = problem
        if let path { told.file = path }
        parts.events.note("\(told)", level: .warning)
        handle(.box(.settingsFault(problem.fault)))
    }

    /// The time at which `pulseIfDue` is next worth calling. What changes by itself on the TV changes at a vblank, in `prepare`.
    var nextStep: Timestamp { nextPulse }

    /// Tells the interface the state of the line and the measurements, if it is time to.
    func pulseIfDue() {
        let now = parts.timebase.now()
        guard now >= nextPulse else { return }
        nextPulse = max(nextPulse + Self.pulseInterval, now)
        log.note(lost: parts.shared.capture.tally.lost, at: now)
        parts.trace.noteAlive(at: now)
        if appliance.isSessionOpen { parts.tvPower?.noteActivity(at: now) }
        parts.tvPower?.look(at: now)
        guard let pipeline = parts.shared.slot.current else { return }
        handle(.stream(.line(DelayLineSummary(pipeline.footage.line.status))))
        if pulses % 5 == 0 {
            handle(.stream(.diagnostics(diagnostics(of: pipeline))))
            handle(.stream(.frames(FrameCounts(parts.shared.capture.tally, neverShown: parts.shared.meter.summary.missed))))
        }
        log.note(isOverloaded: appliance.isOverloaded(at: now), offered: appliance.offeredStream)
        pulses += 1
    }

    // MARK: Rendering

    /// Returns the scene for this vblank, if it differs from the last one.
    func prepare(for vblank: Timestamp) -> PreparedScene? {
        if let change = appliance.nextChange(after: parts.timebase.now()), change <= vblank {
            handle(.tick)
        }
        followDisplay()
        guard isStale else { return nil }
        isStale = false
        let scene = appliance.scene(at: vblank)
        let prepared = (scene, appliance.tracks)
        guard drawn.map({ $0 != prepared }) ?? true else { return nil }
        drawn = prepared
        generation += 1
        let painted = painter.paint(scene, merging: mergesDrawings)
        stillPictures.takeCoarse().forEach(parts.services.stills.load)
        return PreparedScene(scene: scene, tracks: prepared.1, painted: painted, generation: generation)
    }

    /// Follows the display. Another TV may have another mode: the drawings are painted in its pixels, and merged as its planes take them.
    private func followDisplay() {
        let pose = TVPose(size: parts.displayMode()?.size ?? pose.size, turn: parts.shared.turn.current)
        let merges = parts.mergesDrawings()
        guard pose != self.pose || merges != mergesDrawings else { return }
        if pose != self.pose {
            painter = makePainter(size: pose.seen)
            parts.panel?.follow(pose)
            appliance.canvas = pose.canvas
        }
        self.pose = pose
        mergesDrawings = merges
        drawn = nil
        isStale = true
    }

    /// Notes that a scene of this generation is on the TV from this vblank on.
    func noteShown(generation: Int, at vblank: Timestamp) {
        log.noteShown(generation: generation, at: vblank)
    }
}

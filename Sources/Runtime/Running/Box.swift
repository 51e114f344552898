import Core
import Devices
import Graphics
import Interface
import Media
import Storage

/// The one owner of the interface's state: feeds it what happened, and does what it asks.
///
/// Thread-bound: the box's thread, or the driver of a virtual run.
final class Box: @unchecked Sendable {
    // Everything is the box thread's own, handed over when that thread starts; `parts` are thread-safe by themselves.

    /// What the box works with.
    struct Parts {
        let timebase: any Timebase
        let wallClock: WallClock
        let start: Timestamp
        let slot: PipelineSlot
        let capture: CaptureState
        let delay: DelayControl
        let meter: DelayMeter
        let history: ShownHistory
        let card: CardWriter
        /// The card's folder, for the clips that are played from it.
        let cardPath: String
        let player: ClipPlayer
        let stills: StillLoader
        let panel: (any Panel)?
        let events: RunEvents
        let restartStream: (Settings) -> Void
        let adjustCamera: (CameraControls) -> Void
        let saveSettings: (Settings) -> Void
        /// The person switched the box off.
        let switchOff: (SwitchOffRequest.Answer) -> Void
        let displayMode: () -> DisplayMode?
        /// `nil` where no TV is to be switched.
        let tvPower: TVPower?
        let trace: RunTraceFile
        /// What the program holds in RAM, for the diagnostics.
        let memoryBytes: () -> Int64
    }

    let parts: Parts
    private(set) var appliance: Appliance
    private var overlay: Overlay
    /// What drawings show of clips; it outlasts a change of the TV's mode.
    private let stillPictures = StillPictures()
    private var overlaySize: VideoSize
    var facts = RunFacts()
    /// Counts the sessions as the interface does, from 1.
    var session = 1
    var isSessionOpen = false
    /// Where this run's sessions lie on the card.
    var folders: [Int: String] = [:]
    /// What their journals begin with.
    var headers: [Int: SessionHeader] = [:]
    /// The run before left its session open, and the card hasn't been asked for it yet.
    var isExpectingSession = false
    var pins: [Int: (pin: Pin, footage: Footage)] = [:]
    private var controls: CameraControls
    /// Pictures that the hardware's encoder left out, and when that was told.
    private var droppedPictures: Int64 = 0
    private var dropNotes = LossNotes()
    private var lines: PanelLines
    private var generation = 0
    private var nextPulse: Timestamp
    private var pulses = 0
    private var lossNotes = LossNotes()
    private var overloadNotes = OverloadNotes()
    private var isStale = true
    private var drawn: Scene?

    /// How often the interface hears how the line fills.
    static let pulseInterval: Duration = .milliseconds(100)

    init(appliance: Appliance, overlaySize: VideoSize, parts: Parts) {
        self.appliance = appliance
        self.parts = parts
        controls = CameraControls(appliance.settings)
        lines = appliance.settings.lines
        parts.tvPower?.follow(appliance.settings)
        self.overlaySize = overlaySize
        overlay = Overlay(size: overlaySize, stills: stillPictures)
        nextPulse = parts.timebase.now()
        if let left = parts.trace.trace.session { expect(left) }
    }

    var settings: Settings { appliance.settings }

    // MARK: What happened

    func handle(_ event: Event) {
        let now = parts.timebase.now()
        for effect in appliance.handle(event, at: now) { perform(effect, now: now) }
        followSettings()
        isStale = true
    }

    /// What the camera, the panel and the TV can take while they run.
    private func followSettings() {
        parts.tvPower?.follow(appliance.settings)
        if appliance.settings.lines != lines {
            lines = appliance.settings.lines
            (parts.panel as? any RewirablePanel)?.rewire(lines)
        }
        let wanted = CameraControls(appliance.settings)
        guard wanted != controls else { return }
        controls = wanted
        parts.adjustCamera(wanted)
    }

    func handle(_ event: PanelEvent) {
        parts.tvPower?.noteActivity(at: event.timestamp)
        if case .pressed(.mark) = event.action { facts.feedback.pressed(at: event.timestamp, generation: generation + 1) }
        handle(.panel(event, shown: parts.history.shown(at: event.timestamp),
                      live: newestFrame(notAfter: event.timestamp)))
    }

    /// The camera's newest picture at this time. The line may not have it yet: a hardware encoder gives it out some pictures later.
    private func newestFrame(notAfter instant: Timestamp) -> FrameStamp? {
        parts.capture.newestStamp(notAfter: instant) ?? parts.slot.current?.footage.line.newestStamp(notAfter: instant)
    }

    func handle(_ press: KeyPress) {
        parts.tvPower?.noteActivity(at: press.timestamp)
        if press.isPressed, settings.keys.meaning(of: press.key) == .control(.mark) {
            facts.feedback.pressed(at: press.timestamp, generation: generation + 1)
        }
        handle(.key(press, shown: parts.history.shown(at: press.timestamp),
                    live: newestFrame(notAfter: press.timestamp)))
    }

    func handle(_ news: CameraSupervisor.News) {
        switch news {
        case .lost(let reason):
            parts.events.note("camera lost: \(reason)", level: .warning)
            handle(Event.cameraLost)
        case .back(let parameters):
            parts.events.note("camera back: \(parameters.size) at \(parameters.rate.hertz) fps")
            handle(.cameraBack(parameters))
        case .encoderFailed(let reason):
            parts.events.note("encoder failed: \(reason)", level: .error)
            handle(Event.encoderFailed(reason))
        case .encoderBack(let name):
            parts.events.note("encoder: \(name)")
            handle(Event.encoderBack)
        }
    }

    func handle(_ news: CodecPool.News) {
        switch news {
        case .dropped(_, let count):
            droppedPictures += Int64(count)
            guard let new = dropNotes.news(lost: droppedPictures, at: parts.timebase.now()) else { return }
            parts.events.note("the encoder left out \(new) picture\(new == 1 ? "" : "s")", level: .warning)
        case .unavailable:
            parts.events.note("\(news)", level: .warning)
        case .tooMuch:
            parts.events.note("\(news)", level: .warning)
            handle(Event.streamTooLarge("\(news)"))
        case .tookOver(let part, let from, let to, _, _):
            parts.events.note("\(news)", level: .warning)
            handle(Event.codecTookOver(part: part, from: from, to: to))
        }
    }

    func handle(_ news: CardWriter.News) {
        switch news {
        case .recovered(let lines):
            for line in lines { parts.events.note("card: \(line)") }
        case .noticed(let lines):
            for line in lines { parts.events.note("card: \(line)", level: .warning) }
        case .continued(let continued, let number):
            take(continued, as: number)
        case .named(let session, let name, let header):
            folders[session] = name
            headers[session] = header
            leaveTrace()
            handle(.sessionNamed(name, session: session))
        case .journalled(.run(let session), .marked(let mark)):
            parts.events.note("mark \(mark.number) acknowledged")
            handle(.markJournalled(mark.number, session: session))
        case .journalled(let ref, .end(let end)):
            let arrows = end.arrows.count
            parts.events.note("end \(end.number) of \(folder(of: ref)): \(arrows) arrow\(arrows == 1 ? "" : "s") acknowledged")
            handle(.endJournalled(end, ref))
        case .journalled:
            break
        case .notJournalled(_, _, let reason):
            parts.events.note("not saved: \(reason)", level: .warning)
            handle(.notice("not saved: \(reason)"))
        case .written(let session, let record, let file):
            parts.events.note("clip written: \(file)\(record.isCutShort ? ", cut short" : "")")
            facts.clips.append(RunFacts.Clip(record: record, file: file))
            handle(.clipWritten(record, session: session))
        case .lost(let session, let number, let reason):
            parts.events.note("clip \(number) lost: \(reason)", level: .error)
            handle(.clipLost(number: number, session: session, reason: reason))
        case .closed(let ref, let filed):
            noteClosed(ref, filed)
        case .found(let list):
            handle(.sessionsFound(list))
        case .read(let name, let record):
            handle(.sessionOpened(name, record))
        case .notRead(let reason):
            parts.events.note("card not read: \(reason)", level: .warning)
            handle(.notice("The card can't be read: \(reason)"))
        case .deleted(let names, let problem):
            for name in names { parts.events.note("session \(name) deleted") }
            handle(.sessionsDeleted(names, problem: problem))
        case .condition(let condition):
            parts.events.note("card: \(condition.words)", level: condition.isWritable ? .info : .warning)
            handle(.card(condition))
        case .settings(let settings, let problems):
            parts.events.note("settings read again")
            handle(.settingsLoaded(settings))
            for problem in problems { handle(problem) }
        case .settingsNotSaved(let reason):
            parts.events.note("settings not saved: \(reason)", level: .warning)
            handle(.notice("settings not saved: \(reason)"))
        case .recordNotWritten(_, let reason):
            parts.events.note("session record not written, trying again: \(reason)", level: .warning)
            handle(.notice("session record not written yet: \(reason)"))
        }
    }

    private func folder(of ref: SessionRef) -> String {
        switch ref {
        case .run(let number): folders[number] ?? "\(number)"
        case .stored(let name): name
        }
    }

    private func noteClosed(_ ref: SessionRef, _ filed: SessionFiling.Filed?) {
        let clips = filed?.record.clips.count ?? 0
        if facts.noteClosed(ref, at: parts.timebase.now()) {
            parts.events.note("session closed: \(clips) clip\(clips == 1 ? "" : "s")")
            handle(.sessionClosed(clips: clips))
        }
        guard let filed else { return }
        facts.noteFiled(filed)
        parts.events.note("session filed: \(filed.name)")
        handle(.sessionFiled(filed.record, name: filed.name, ref))
    }

    /// What came of a still that was asked for; `nil`: it can't be read now. One that was read before stays.
    func take(_ picture: PixelBuffer?, stillOf key: ClipKey) {
        if let picture { stillPictures.set(picture, for: key) }
        handle(.still(key, isThere: stillPictures.contains(key)))
        // The scene may be the same, and yet look different.
        drawn = nil
    }

    /// A wrong line of the settings file.
    /// - Parameter path: the file, where it isn't the card's own.
    func handle(_ problem: SettingsProblem, of path: String? = nil) {
        var told = problem
        if let path { told.file = path }
        parts.events.note("\(told)", level: .warning)
        handle(.settingsProblem(line: problem.line, message: problem.message, file: problem.file))
    }

    /// When `pulseIfDue` is next worth calling. What changes by itself on the TV changes at a vblank, in `prepare`.
    var nextStep: Timestamp { nextPulse }

    /// Tells the interface how the line and the measurements stand, if it is time to.
    func pulseIfDue() {
        let now = parts.timebase.now()
        guard now >= nextPulse else { return }
        nextPulse = max(nextPulse + Self.pulseInterval, now)
        noteLostFrames(at: now)
        parts.trace.noteAlive(at: now)
        if isSessionOpen { parts.tvPower?.noteActivity(at: now) }
        parts.tvPower?.look(at: now)
        guard let pipeline = parts.slot.current else { return }
        handle(.line(DelayLineSummary(pipeline.footage.line.status)))
        if pulses % 5 == 0 {
            handle(.diagnostics(diagnostics(of: pipeline)))
            handle(.frames(FrameCounts(parts.capture.tally, parts.meter.summary)))
        }
        for (line, isBad) in overloadNotes.news(isOverloaded: appliance.isOverloaded(at: now), offered: appliance.offeredStream) {
            parts.events.note(line, level: isBad ? .warning : .info)
        }
        pulses += 1
    }

    private func noteLostFrames(at now: Timestamp) {
        guard let lost = lossNotes.news(lost: parts.capture.tally.lost, at: now) else { return }
        parts.events.note("\(lost) frame\(lost == 1 ? "" : "s") lost between camera and encoder", level: .warning)
    }

    // MARK: What the TV shows

    /// The scene for this vblank, if it is another one than the last.
    func prepare(for vblank: Timestamp) -> PreparedScene? {
        if let change = appliance.nextChange(after: parts.timebase.now()), change <= vblank {
            handle(.tick)
        }
        followDisplay()
        guard isStale else { return nil }
        isStale = false
        let scene = appliance.scene(at: vblank)
        guard scene != drawn else { return nil }
        drawn = scene
        generation += 1
        let picture = overlay.update(scene.drawings)
        stillPictures.takeCoarse().forEach(parts.stills.load)
        return PreparedScene(scene: scene, overlay: picture, used: overlay.used, generation: generation)
    }

    /// Another TV may have another mode: the drawings are painted in its pixels.
    private func followDisplay() {
        guard let size = parts.displayMode()?.size, size != overlaySize else { return }
        overlaySize = size
        overlay = Overlay(size: size, stills: stillPictures)
        drawn = nil
        isStale = true
    }

    /// A scene of this generation is on the TV from this vblank on.
    func noteShown(generation: Int, at vblank: Timestamp) {
        facts.feedback.shown(generation: generation, at: vblank)
    }
}

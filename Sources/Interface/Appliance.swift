import Core

/// The whole interface as one value: what happened goes in, what is to be done comes out, and at any instant it says what
/// the TV shall show.
///
/// It has no clock, no thread and no device, and nothing in it is worked out frame by frame: whatever moves is a function of
/// `now`, so every screen can be tested at any instant.
public struct Appliance: Sendable {
    /// What takes the knob and the arrows.
    enum Page: Hashable {
        case live, menu, card
        case score, summary, history, clip
    }

    /// What is set now.
    public internal(set) var settings: Settings
    var stream: StreamParameters
    var cameraName: String
    var encoderName: String
    var session: SessionState
    /// The session before, while its clips are still on their way to the card and its report may be on the screen.
    var closing: SessionState?
    /// This run's sessions that were filed once: later they are only brought up to date.
    var filedSessions: Set<SessionRef> = []
    var line: DelayLineSummary?
    var diagnostics = Diagnostics()
    var conditions = Conditions()
    var overload: Overload

    var page = Page.live
    var menu: Menu
    var card: Card
    var toast: Toast?
    var flash: Stretch?
    var presses = PressRecognizer()
    var switchingOff = SwitchingOff()
    var knob = KnobAcceleration()
    var touch = TouchRecognizer()
    /// The screens for scoring and for what was scored, while they are up.
    var screens = Screens()
    var pointer = Pointer()
    /// The mark whose button is still down: it may yet turn into a quick save.
    var heldMark: Int?
    /// The mark that turned into a quick save, while its button is still down: a release that came late may prove it a tap.
    var withdrawnMark: Mark?
    var lastActivity: Timestamp
    /// Settings were changed at this instant and aren't saved yet.
    var unsavedSince: Timestamp?
    /// What the stream was started with.
    var runningStream: StreamChoice
    /// Footage won't grow any more: there is no camera or no encoder.
    var stalledSince: Timestamp?
    /// Everything up to this instant has been handled.
    var seen: Timestamp

    /// The interface at the moment the program starts; a session begins with it.
    /// - Parameters:
    ///   - stream: what the camera gives.
    ///   - cameraName: for the diagnostics, as the camera names itself.
    ///   - encoderName: the same of the encoder.
    public init(settings: Settings, stream: StreamParameters, cameraName: String, encoderName: String,
                at now: Timestamp) {
        self.settings = settings
        self.stream = stream
        self.cameraName = cameraName
        self.encoderName = encoderName
        session = SessionState(start: now)
        menu = Menu(at: now)
        card = Card(at: now)
        overload = Overload(at: now)
        lastActivity = now
        runningStream = StreamChoice(settings)
        seen = now
    }

    /// The session that is open, or that is to go on once the card says that it has it: what the next run has to know, should
    /// this one end by itself.
    public var openSession: OpenSession? {
        session.header.map { OpenSession(header: $0, nextNumber: session.nextNumber) }
    }

    /// Something of the present session is on the card, or will be.
    public var isSessionOpen: Bool { session.hasBegun }

    /// The name of a session's folder, if it has one.
    public func name(of session: SessionRef) -> String? { screens.name(of: session) }

    /// Takes in what happened, and says what is to be done about it.
    ///
    /// - Parameter now: not before any earlier call's. An event's own time may lie a little before it.
    public mutating func handle(_ event: Event, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        // What was due before the event comes first: a button that was held long enough has been held, whatever comes now.
        pass(to: now, until: event.instant, &effects)
        take(event, at: now, &effects)
        for gesture in presses.advance(to: now) { perform(gesture, at: now, &effects) }
        cutComplete(at: now, &effects)
        askForStills(&effects)
        seen = max(seen, now)
        return effects
    }

    /// When there is next something to do or to draw although nothing happens: a second of a countdown, a toast's end, a
    /// button held long enough; while something moves, a few milliseconds from the last step. `nil` when only an event
    /// changes anything.
    ///
    /// Hand in `Event.tick` once that instant has come (any other event does as well). Until then it stays the answer, so it may lie at
    /// or before `now`: then the tick is due at once. Right after `handle(_:at: now)` it always lies after `now`.
    public func nextChange(after now: Timestamp) -> Timestamp? {
        deadlines().min()
    }

    // MARK: Steps

    private mutating func take(_ event: Event, at now: Timestamp, _ effects: inout [Effect]) {
        switch event {
        case .panel(let event, _, _) where switchingOff.ending != nil:
            refuse(event.action, &effects)
        case .key where switchingOff.ending != nil:
            break
        case .panel(let event, let shown, let live):
            if callsOffListening(event) { return }
            take(event, Frames(shown: shown, live: live), at: now, &effects)
        case .key(let press, let shown, let live):
            take(press, Frames(shown: shown, live: live), at: now, &effects)
        case .tick:
            break
        case .card(let news):
            take(news, at: now, &effects)
        case .stream(let news):
            take(news, at: now)
        case .player(let news):
            take(news, at: now, &effects)
        case .stills(let news):
            screens.take(news)
        case .box(let news):
            take(news, at: now, &effects)
        }
    }

    /// What became so by the passing of time alone.
    private mutating func pass(to now: Timestamp, until eventTime: Timestamp?, _ effects: inout [Effect]) {
        for gesture in presses.advance(to: min(now, eventTime ?? now)) { perform(gesture, at: now, &effects) }
        if let since = unsavedSince, since + Motion.settle <= now, !menu.isEditing { flushSettings(&effects) }
        if let deadline = menu.learning.deadline, deadline <= now { stopLearning(saying: Strings.nothingLearned) }
        if let toast, toast.span.end <= now { self.toast = nil }
        if let flash, flash.end <= now { self.flash = nil }
        conditions.forgetNotices(before: now)
        overload.pass(to: now)
        if let end = menu.askingEnd, end <= now { menu.stopAsking() }
        passSwitchingOff(to: now, until: eventTime, &effects)
        if card.isOver(at: now), page == .card { leaveCard(at: now, &effects) }
    }

    private func deadlines() -> [Timestamp] {
        var deadlines = presses.deadlines
        if let since = unsavedSince, !menu.isEditing { deadlines.append(since + Motion.settle) }
        if let completion = stalledCompletion { deadlines.append(completion) }
        if let end = card.end, page == .card { deadlines += [end, card.nextSecond(after: seen)] }
        deadlines += conditions.notices.map(\.span.end) + overload.deadlines
        deadlines += [conditions.weakPower.end, conditions.heat.end, menu.askingEnd, switchingOff.nextChange(after: seen)].compactMap { $0 }
        if let toast { deadlines.append(toast.span.end) }
        if let flash { deadlines.append(flash.end) }
        if let change = countdownChange(after: seen) { deadlines.append(change) }
        if let end = pointer.end { deadlines.append(end) }
        if let change = menu.learning.nextChange(after: seen) { deadlines.append(change) }
        if let change = nextScreenChange(after: seen) { deadlines.append(change) }
        let moving = [Stretch(lastActivity + Motion.idle, for: Motion.fade), menu.slide.span, card.fade.span]
            .compactMap { $0.nextChange(after: seen) }
        return (deadlines + moving).filter { $0 > seen }
    }
}

/// The two pictures that a press may be about.
struct Frames: Hashable, Sendable {
    /// The delayed one that was on the TV.
    var shown: FrameStamp?
    /// The newest captured one.
    var live: FrameStamp?
}

/// The settings that the stream is started with: a change of one starts it anew.
struct StreamChoice: Hashable, Sendable {
    private var values: [SettingValue]

    init(_ settings: Settings) {
        values = settings.values(for: .stream)
    }
}

extension Event {
    /// When it happened, where that is told.
    fileprivate var instant: Timestamp? {
        switch self {
        case .panel(let event, _, _): event.timestamp
        case .key(let press, _, _): press.timestamp
        default: nil
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The whole interface as one value: events go in, effects come out, and at any instant it returns the scene that the TV shall show.
///
/// It has no clock, no thread and no device, and computes nothing frame by frame: everything that moves is a function of `now`, so every
/// screen can be tested at any instant. It only forwards: events to the current screen (`Path`) and to what all screens share (`Context`),
/// and effects from both to the services.
public struct Appliance: Sendable {
    /// The canvas on which the screens are laid out, as it suits the TV.
    public var canvas = Canvas.shape
    var context: Context
    var path: Path
    var presses = PressRecognizer()
    /// The screen, or its page, on which each control that is down was pressed: the rest of its gesture doesn't reach another screen.
    var pressPlaces: [Control: Surface] = [:]
    var knob = KnobAcceleration()
    /// The knob is ignored until this time, because the screen has just changed.
    var knobDeafUntil: Timestamp?
    /// All controls but MARK in Live are ignored until this time: the screen changed without a press while a hand may have been on its way.
    var controlsDeafUntil: Timestamp?
    /// The time at which MARK was last pressed, even if the press was ignored.
    var lastMark: Timestamp?
    /// The finger that is down on the footer.
    var footerTouch: FooterTouch?
    /// The control that each pressed key stood for when it went down.
    var keysDown: [KeyCode: Control] = [:]
    /// Makes text of a keyboard's keys.
    var typewriter = Typewriter()
    var pointer = Pointer()
    /// Everything up to this instant has been handled.
    private(set) var seen: Timestamp
    /// The change from the last screen to this one, while it is animated.
    private(set) var change: ScreenChange?
    /// The time of a person's last input.
    var lastUse: Timestamp
    /// The tracks that play on the TV from now on, and so have to be decoded. Whoever creates an appliance starts these; the appliance asks
    /// for each change afterwards.
    public internal(set) var tracks: [Track] = []
    /// The footage that the delay line was last asked to keep, because a screen shows it.
    var kept: ClosedRange<Timestamp>?

    /// Creates the interface as the program starts; a session begins with it.
    /// - Parameters:
    ///   - stream: the size and rate of the camera's pictures.
    ///   - cameraName: the camera's own name, for the diagnostics.
    ///   - encoderName: the encoder's own name, for the diagnostics.
    ///   - hasFrameStrip: true if the camera's pictures have a strip that a program reads, on which nothing may be drawn.
    ///   - version: the program's version, for the page About.
    public init(
        settings: Settings, stream: StreamParameters, cameraName: String, encoderName: String, hasFrameStrip: Bool, version: String,
        at now: Timestamp
    ) {
        context = Context(
            settings: settings, stream: stream, cameraName: cameraName, encoderName: encoderName, hasFrameStrip: hasFrameStrip,
            version: version, at: now)
        path = Path(at: now)
        (seen, lastUse) = (now, now)
        tracks = tracks(of: path.wishes(in: context, at: now))
    }

    // MARK: State

    /// The current settings.
    public var settings: Settings { context.settings }

    /// The session that the next run shall continue if this run ends by itself, and the names of this run's other open sessions; `nil` if
    /// the session has no header yet.
    public var openSession: OpenSession? {
        let session = context.sessions.current
        return session.header.map { OpenSession(header: $0, numbers: session.numbers, others: context.sessions.otherNames) }
    }

    /// True if no footage is written.
    public var keepsNothing: Bool { context.sessions.keepsNothing }
    /// True if something of the present session is on the card, or will be.
    public var isSessionOpen: Bool { context.sessions.session.hasBegun }

    /// Returns the name of a session's folder, or `nil` if it has none.
    public func name(of session: SessionRef) -> String? { context.sessions.name(of: session) }

    /// Returns true if more than 1 % of the frames were lost just now.
    public func isOverloaded(at now: Timestamp) -> Bool { context.overload.rule.isOver(at: now) }

    /// The smaller stream that the interface offers now; `nil` if it offers none.
    public var offeredStream: SmallerStream? { context.overload.offer?.smaller }

    // MARK: Steps

    /// Handles an event and returns the effects to perform.
    ///
    /// - Parameter now: never earlier than in the call before. The event's own timestamp may be a little earlier.
    public mutating func handle(_ event: Event, at now: Timestamp) -> [Effect] {
        let canvas = canvas
        return Canvas.$shape.withValue(canvas) {
            Language.speaking(settings.language, ofArchery: settings.scores) { step(event, at: now) }
        }
    }

    private mutating func step(_ event: Event, at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        let before = (path: path, context: context)
        if let change, change.span.end <= now { self.change = nil }
        // Deadlines before the event come first: a button that was held long enough counts as held, whatever event comes now.
        let due = min(now, event.instant ?? now)
        for gesture in presses.advance(to: due) { perform(gesture, at: now, &effects) }
        followingDeafness(at: now) { $0.pass(to: now, until: due, &effects) }
        if event.isInput {
            take(event, at: now, &effects)
        } else {
            followingDeafness(at: now) { $0.take(event, at: now, &effects) }
        }
        for gesture in presses.advance(to: now) { perform(gesture, at: now, &effects) }
        effects += context.soundHorn(at: now) + context.cutComplete(at: now) + context.makeRoom(at: now)
        let wishes = path.wishes(in: context, at: now)
        effects += context.ask(for: wishes, at: now)
        context.noteChips(at: now)
        effects += context.recordingLight()
        context.holds = presses.holds
        context.noteQuestion(at: now)
        context.isScoreAwaited = settings.scores && !context.sessions.waitingForScore(settings, at: now).isEmpty
        if path.place == .live, before.path.place != .live { context.sessions.stopped?.noteLive(at: now) }
        // A toast goes with the screen on which it lies. A toast that came with the change belongs to the new screen.
        if path.surface != before.path.surface, context.toast == before.context.toast { context.toast = nil }
        // A box that is switching off shows no animation.
        if context.switchingOff.ending != nil {
            change = nil
        } else if path.surface != before.path.surface {
            leave(before.path, before.context, at: now)
        }
        keep(wishes.footage, &effects)
        show(tracks(of: wishes), &effects)
        context.unanswered.note(effects)
        speak(after: event, holdingBoth: before.context.voiceChord.isTogether, &effects, at: now)
        seen = max(seen, now)
        return effects
    }

    /// Begins the change from the screen that was left.
    private mutating func leave(_ left: Path, _ context: Context, at now: Timestamp) {
        knobDeafUntil = now + Self.deafTime
        self.context.archerRow = nil
        let seen = left.leavingLayers(in: context, at: now)
        let layers = change.map { $0.layers(seen, at: now) } ?? seen
        change = ScreenChange(
            from: left, to: path, left: layers, tracks: left.wishes(in: context, at: now).tracks, face: face(from: left, context, at: now),
            exit: path.takeExit(), hasReducedMotion: settings.hasReducedMotion, at: now)
    }

    /// Returns how the same end's face is shown on the old and on the new screen; `nil` if they don't both show it.
    private func face(from left: Path, _ before: Context, at now: Timestamp) -> (from: FaceSight, to: FaceSight)? {
        guard let from = left.face(in: before, at: now), let to = path.face(in: context, at: now),
            before.desk.book?.ref == context.desk.book?.ref, from.end.number == to.end.number, from.end.face == to.end.face
        else { return nil }
        return (from, to)
    }

    private mutating func take(_ event: Event, at now: Timestamp, _ effects: inout [Effect]) {
        if event.isInput { lastUse = max(lastUse, now) }
        switch event {
        case .panel(let event, _, _) where context.switchingOff.ending != nil:
            // The box is switching off and ignores input. MARK gets the refusal signal, so that nobody believes that a mark was set.
            if event.action == .pressed(.mark) { effects.append(.panel(.signal(.refused))) }
        case .key where context.switchingOff.ending != nil:
            break
        case .panel(let event, let shown, let live):
            if takesForChords(event, &effects) { return }
            if path.isListening, callsOffListening(event, &effects) { return }
            take(event, Frames(shown: shown, live: live), &effects)
        case .key(let press, let shown, let live):
            take(press, Frames(shown: shown, live: live), &effects)
        case .detected where context.switchingOff.ending != nil:
            break
        case .detected(let detection, let live):
            if let live { effects += context.markDetected(live, source: detection.source, at: now) }
        case .box(.endRequested) where context.switchingOff.ending == nil:
            effects += context.preferences.flush() + context.desk.file() + context.rest(at: now)
        case .box(.keptNothing): effects += context.goOnKeepingNothing(at: now)
        case .card(.arrived(let id)):
            let isAnother = context.card.map { $0 != id } ?? false
            effects += context.hear(event, at: now)
            follow(path.hear(event, in: &context, at: now), at: now, &effects)
            if isAnother { leaveCard(at: now, &effects) }
        case .card, .stream, .hearing, .player, .stills, .export, .films, .box, .tick:
            effects += context.hear(event, at: now)
            follow(path.hear(event, in: &context, at: now), at: now, &effects)
        }
    }

    /// Does something that no press caused. If another screen is up afterwards, the controls are deaf for a moment.
    private mutating func followingDeafness(at now: Timestamp, _ body: (inout Appliance) -> Void) {
        let surface = path.surface
        body(&self)
        if path.surface != surface { controlsDeafUntil = now + Self.deafTime }
    }

    /// Does what is due by time alone.
    /// - Parameter due: the time of the event that comes next; holds count up to it.
    private mutating func pass(to now: Timestamp, until due: Timestamp, _ effects: inout [Effect]) {
        if let time = context.preferences.saveTime, time <= now, !path.isChoosing { effects += context.preferences.flush() }
        context.pass(to: now)
        passChords(until: due, at: now, &effects)
        if let deadline = homeDeadline, deadline <= now {
            context.sessions.stopped?.noteGivingWay()
            follow([.live], at: now, &effects)
        }
        // A push that was meant for the row of tools shall not reach the screen under it.
        if path.closeThrownTools(at: now) { (knobDeafUntil, controlsDeafUntil) = (now + Self.deafTime, now + Self.deafTime) }
        follow(path.hear(.tick, in: &context, at: now), at: now, &effects)
        replayByItself(at: now)
        if context.switchingOff.isHeldOut(at: due) { askToSwitchOff(at: now, &effects) }
        context.switchingOff.pass(to: now)
        if context.unsavedWork.isNone { context.switchingOff.dismissObjection() }
    }

    /// Returns the next instant at which something has to be done or drawn although no event comes: the next second of a countdown, the end
    /// of a toast, the end of a hold, or, while something moves, a few milliseconds after the last step. Returns `nil` if only an event can
    /// change something.
    ///
    /// Pass `Event.tick` once that instant has come (any other event does as well). Until then the answer stays the same, so it may lie at
    /// or before `now`; the tick is due at once then. Right after `handle(_:at: now)` the answer always lies after `now`.
    public func nextChange(after now: Timestamp) -> Timestamp? {
        Canvas.$shape.withValue(canvas) { change(after: now) }
    }

    private func change(after now: Timestamp) -> Timestamp? {
        var deadlines = presses.deadlines + context.deadlines(after: seen)
        deadlines += context.holds.values.compactMap { TimeSpan($0.start + PressRecognizer.ringDelay, $0.end).nextChange(after: seen) }
        deadlines += [path.isChoosing ? nil : context.preferences.saveTime, pointer.end, path.nextChange(after: seen, in: context)].compactMap { $0 }
        if let next = change?.span.nextChange(after: seen) { deadlines.append(next) }
        if let home = homeDeadline { deadlines.append(home) }
        return deadlines.filter { $0 > seen }.min()
    }

    /// The time at which an unused screen gives way to Live.
    private var homeDeadline: Timestamp? {
        let minutes = settings.backToLiveMinutes
        guard minutes > 0, path.givesWay(in: context), presses.holds.isEmpty else { return nil }
        return lastUse + .seconds(minutes * 60)
    }

    // MARK: Rendering

    /// Returns the scene that the TV shall show at this instant.
    public func scene(at now: Timestamp) -> Scene {
        Canvas.$shape.withValue(canvas) {
            Language.speaking(settings.language, ofArchery: settings.scores) {
                let layers = path.layers(in: context, at: now)
                return Scene(layers: (change.map { $0.layers(layers, at: now) } ?? layers) + floating(at: now))
            }
        }
    }

    /// Returns the layers that lie above every screen.
    private func floating(at now: Timestamp) -> [Layer] {
        let look = Theme(settings)
        let holdCard = holdCard(at: now)
        var layers = [
            path.zoomLayer(in: context, at: now), path.toolLayer(in: context), footerLayer(at: now), path.heldArrow(at: now)?.layer(look),
        ].compactMap { $0 }
        if let holdCard {
            var sketch = DrawingBuilder(look)
            holdCard.draw(on: &sketch)
            layers.append(Layer(.drawing(sketch.drawing)))
        }
        // While STOP is held, its card hides a chip that would overlap it.
        if path.tools == nil, let chip = path.place.showsLive ? context.hudLayout(at: now).chip : context.pageChip(at: now),
            holdCard?.rect.intersects(chip.full) != true
        {
            var sketch = DrawingBuilder(look)
            chip.draw(on: &sketch)
            layers.insert(Layer(.drawing(sketch.drawing)), at: 0)
        }
        if let sign = context.lineClock(on: path.place, at: now) { layers.insert(sign, at: 0) }
        if let text = context.switchingOffText(at: now) ?? context.modeTrialText(at: now) {
            var sketch = DrawingBuilder(look)
            DialogLayout(look, text, below: path.place.showsLive ? context.belowHUD(at: now) : Areas.top).draw(on: &sketch)
            layers.append(Layer(.drawing(sketch.drawing)))
        } else if let toast = context.toast, toast.span.start <= now, now < toast.span.end {
            var sketch = DrawingBuilder(look)
            toast.draw(on: &sketch, at: toastPlace(of: toast, look, at: now))
            layers.append(Layer(.drawing(sketch.drawing)))
        }
        if let arrow = pointer.drawing(at: now) { layers.append(Layer(.drawing(arrow))) }
        return layers
    }

    /// Returns the toast's position. If the countdown was up at any time since the toast came, the toast stays above it, so that it doesn't
    /// drop when the picture arrives.
    func toastPlace(of toast: Toast, _ look: Theme, at now: Timestamp) -> ToastPlace {
        var place = path.toastPlace(in: context)
        guard path.place == .live, let due = context.delayedDue, due > toast.span.start else { return place }
        let countdown = LiveDrawing(context, at: now).countdownPlace
        if toast.rect(look, at: place).intersects(countdown) { place.bottom = countdown.y - Theme.margin }
        return place
    }
}

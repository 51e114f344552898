// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The box's first screen: the delayed picture, with what is known about its recording.
struct Live: Screen {
    var place: ScreenKind { .live }

    /// The target of a finger.
    private enum Target: Hashable {
        /// The answers of the line that asks a question, and the rest of it.
        case takeOffer, leaveOffer, offer
        /// A cell of the row of archers, and the rest of it.
        case archer(String), row
        case picture
    }

    private var touch: Touch<Target>?

    /// Returns the tracks of the delayed picture.
    static func tracks(_ settings: Settings) -> [Track] { [.delayed(by: .seconds(settings.delaySeconds))] }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        Wishes(tracks: Self.tracks(context.settings), stills: ClipShelf(context)?.stills ?? [])
    }

    func person(in context: Context) -> Point? { context.livePerson }

    /// Returns true unless a question is asked: the footer shows the controls that answer it.
    func hidesFooter(in context: Context) -> Bool { context.asked == nil }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        let hasLine = context.line?.newest != nil
        return [
            .press(.mark): Binding(.keep) { $1.markAndHold(at: $2) },
            .hold(.mark): Binding(.saveAll),
            .press(.stop): Binding(deedOfStop(in: context)) { $0.stop(in: &$1, at: $2) },
            .press(.left): Binding(.lookAgain) { ScreenOutcome.go(.lookAgain(shown: $0.pictureUp(in: $1, at: $2))) }.when(hasLine),
            .press(.right): Binding(context.settings.nextArcher == nil ? .split : .nextArcher) { $0.giveTurn(in: &$1, at: $2) },
            .press(.up): Binding(.clipsSoFar, .go(.newestClips)),
            .press(.down): Binding(.freeze) { ScreenOutcome.go(.freeze(shown: $0.pictureUp(in: $1, at: $2))) }.when(hasLine),
            .turn: .turning(.delay) { $0.changeDelay(by: $3.steps, in: &$1, at: $2) },
            .press(.knob): Binding(deedOfPush(in: context)) { $0.push(in: &$1, at: $2) },
        ]
    }

    private func deedOfPush(in context: Context) -> ActionLabel {
        switch context.asked {
        case .smallerStream: .lessPicture
        case .goOn, nil: .menu
        }
    }

    /// Takes the smaller picture if that is asked, otherwise opens the menu.
    private func push(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard case .smallerStream? = context.question(at: now) else { return [.menu] }
        return .effects(context.takeAnswer(at: now) ?? [])
    }

    private func deedOfStop(in context: Context) -> ActionLabel {
        switch context.asked {
        case .smallerStream: return .leavePicture
        case .goOn: return .newSession
        case nil: break
        }
        let session = context.sessions.session
        let hasShot = session.isShooting && !session.freshMarks.isEmpty
        if hasShot, context.settings.afterStop == .review { return .review }
        let scores = context.endToScore(of: session) != nil || context.isScoreAwaited
        if scores, !(hasShot && context.settings.afterStop == .live) { return .score }
        return session.isShooting ? .finish : .askToSave
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .held(.knob): context.archerRow = nil
        case .tool(let tool): return use(tool, in: &context, at: now)
        case .touchDown(let point): return touchDown(point, in: &context, at: now)
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp: return touchUp(in: &context, at: now)
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    /// Returns the picture that is on the TV: the delayed one, or the live one while the delayed one isn't up yet.
    private func pictureUp(in context: Context, at now: Timestamp) -> FrameStamp? {
        let frames = context.moment.frames
        return context.isDelayedUp(at: now) ? frames.shown ?? frames.live : frames.live
    }

    /// Lets the next archer shoot; without another one, splits the screen.
    private func giveTurn(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let next = context.settings.nextArcher else { return use(.split, in: &context, at: now) }
        return .effects(context.turn(to: next, at: now))
    }

    /// Declines the question; without one, closes the end, or asks whether to save.
    private func stop(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if context.leaveAnswer(at: now) { return [] }
        guard let shot = context.closeEnd(at: now) else {
            guard context.line?.newest != nil else { return [.toast(Strings.nothingToSave)] }
            guard !context.sessions.keepsNothing else { return [.toast(Strings.nothingKept)] }
            return [.dialog(.offer, until: now + Motion.offer)]
        }
        return .effects(shot.effects) + [.endShot(shot.end, of: shot.ref, clips: shot.clips)]
    }

    private func changeDelay(by steps: Int, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var changed = context.settings
        changed.delaySeconds = (changed.delaySeconds + Double(steps)).clamped(to: Settings.delayRange)
        context.delayTurn = TimeSpan(now, for: Motion.turned)
        return .effects(context.change(to: changed, at: now))
    }

    // MARK: Tools

    func tools(in context: Context) -> [ToolOffer] {
        let settings = context.settings
        let isNew = context.sessions.canBeginInstead
        return (isNew ? [ToolOffer(.newInstead)] : []) + [
            ToolOffer(.split, state: settings.isSplit ? Strings.onOff(true) : nil),
            context.linesOffer, context.zoomOffer, context.movementOffer,
            ToolOffer(.mirror, state: settings.isFlipped ? Strings.onOff(true) : nil),
            ToolOffer(.turn, state: settings.rotation == 0 ? nil : Strings.rotation(settings.rotation)),
        ]
    }

    func undo(in context: Context) -> String? { context.sessions.undoableMark.map(Strings.markSet) }

    func redo(in context: Context) -> String? { context.redoableMark.map { Strings.markSet($0.number) } }

    private func use(_ tool: Tool, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var changed = context.settings
        switch tool {
        case .undo: return .effects(context.undoMark(at: now))
        case .redo: return .effects(context.redoMark(at: now))
        case .newInstead: return .effects(context.beginInstead(at: now))
        case .lines: return context.toggleLines(at: now)
        case .movement: return context.toggleMovement(at: now)
        case .mirror:
            changed.isFlipped.toggle()
            context.say(Strings.mirrored(changed.isFlipped), at: now)
        case .split:
            changed.isSplit.toggle()
            context.say(Strings.split(changed.isSplit), at: now)
        case .turn:
            // Clockwise as it is shown: in a mirrored picture that is the other way round.
            changed.rotation = (changed.rotation + (changed.isFlipped ? 270 : 90)) % 360
            context.say(Strings.turned(changed.rotation), at: now)
        default: break
        }
        return .effects(context.change(to: changed, at: now))
    }

    // MARK: Touch

    private mutating func touchDown(_ point: Point, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let target = target(at: point, in: context, at: now)
        touch = Touch(target, at: point, at: now)
        context.switchingOff.dismissObjection()
        guard context.doubleTap.note(at: point, isOnPicture: target == .picture, at: now) else { return [] }
        return .effects(context.mark(at: now).effects)
    }

    private mutating func touchUp(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch touch.lift()?.tapped {
        case .takeOffer: return .effects(context.takeAnswer(at: now) ?? [])
        case .leaveOffer: _ = context.leaveAnswer(at: now)
        case .archer(let name): return .effects(context.turn(to: name, at: now))
        default: break
        }
        return []
    }

    private func target(at point: Point, in context: Context, at now: Timestamp) -> Target {
        if let row = context.archerRowLayout(in: context.hudLayout(at: now), at: now), row.rect.contains(point) {
            return row.cells.first { $0.rect.contains(point) }.map { .archer($0.entry.name) } ?? .row
        }
        guard let question = context.question(at: now) else { return .picture }
        let line = OfferLine(question, look: Theme(context.settings))
        if line.take.contains(point) { return .takeOffer }
        if line.leave.contains(point) { return .leaveOffer }
        return line.rect.contains(point) ? .offer : .picture
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let pictures = LivePictures(context, at: now)
        return pictures.layers + pictures.drawn(in: context).flatMap { $0.layers(in: context) } + LiveDrawing(context, at: now).layers
    }

    func toastPlace(in context: Context) -> ToastPlace? {
        let pictures = LivePictures(context, isDelayedUp: true, share: context.stepBack.target)
        guard context.settings.isSplit else {
            return .foot(Theme(context.settings), within: Areas.left...context.cover.right).raised(to: pictures.bottom)
        }
        // The pictures of a split screen have labels at their feet, and a line between them that stays free.
        let live = pictures.halves.live
        return ToastPlace(
            column: Areas.left...max(Areas.left, live.maxX - Theme.margin), bottom: pictures.labelTop(Theme(context.settings)) - Theme.margin)
    }

    /// Returns `nil`: the context knows when Live changes.
    func nextChange(after seen: Timestamp) -> Timestamp? { nil }
}

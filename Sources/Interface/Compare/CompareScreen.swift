// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A clip beside another one, of whatever session, or beside the delayed picture: two clips are laid on each other at their moments, on one
/// clock.
struct CompareScreen: Screen, Hashable, Sendable {
    enum Mode: Hashable, Sendable {
        case beside
        /// The other one lies over it, so opaque.
        case ghost
        /// The other one begins at a line.
        case wipe
    }

    /// What it is compared with.
    enum Other: Hashable, Sendable {
        case clip(CompareSide)
        /// What is on the TV in Live.
        case delayed
    }

    private(set) var side: CompareSide
    var other: Other
    /// The clips that it may be.
    var others = OtherClips()
    private(set) var mode = Mode.beside
    /// The common clock: 0 is both clips' moment.
    var transport: Transport
    /// How much is seen of the other one where it lies over this one, 0…1.
    private(set) var mix = 0.5
    /// Where the other one begins, as a part of the canvas.
    private(set) var wipe = 0.5
    /// The knob holds by how much the other one is shifted.
    var isShifting = false
    /// The other one's part of the picture stays as it is, whatever is seen of this one.
    private(set) var ownZoom: Zoom?
    /// The speed was just changed: the ladder of speeds is up.
    private(set) var ladder: Stretch?
    /// The fastest that both clips are decoded at here, without its sign; `nil`: whatever was tried.
    var limit: Double?
    private var jog = JogLaw()
    private var touch: Touch<Bool>?

    /// Round the moments, where both clips have that.
    private static let (before, after) = (Duration.seconds(2), Duration.seconds(1))
    /// Slow is what is compared: and two decoders hold it where they don't hold full speed.
    private static let firstSpeed = 0.5
    /// A detent, as a part of the whole; five times as much turned quickly.
    private static let mixStep = 0.05, wipeStep = 16.0 / 1920

    /// - Returns: `nil` if the clip can't be played.
    init?(_ key: ClipKey, in context: Context, at now: Timestamp) {
        guard let book = context.desk.book, let clip = book.clip(key.number), clip.isPlayable else { return nil }
        side = CompareSide(clip, key: key, track: .replay, in: context)
        other = .delayed
        transport = Transport(playing: .zero, within: .zero ... .zero, grid: .zero, interval: side.interval, speeds: [Self.firstSpeed], at: now)
        if let best = book.best(besides: key.number), let key = book.key(ofClip: best.number) {
            other = .clip(CompareSide(best, key: key, track: .compared, in: context))
        }
        restart(at: now)
    }

    var otherSide: CompareSide? { if case .clip(let side) = other { side } else { nil } }

    // MARK: One clock

    /// What both clips have of the time round their moments.
    private var common: ClosedRange<Duration> {
        var span = side.span
        if let other = otherSide?.span {
            let from = max(span.lowerBound, other.lowerBound)
            span = from...max(from, min(span.upperBound, other.upperBound))
        }
        let from = max(span.lowerBound, min(.zero - Self.before, span.upperBound))
        return from...max(from, min(span.upperBound, Self.after))
    }

    /// A step is a picture of the clip that has more of them.
    private var interval: Duration { min(side.interval, otherSide?.interval ?? side.interval) }

    /// It plays from the beginning, round and round.
    mutating func restart(at now: Timestamp) {
        transport = Transport(playing: common.lowerBound, within: common, grid: .zero, interval: interval, speeds: [transport.speed], at: now)
    }

    /// What the clips have turned out to be other than was thought, or are laid on each other otherwise: the time stays.
    private mutating func refit(at now: Timestamp) {
        transport.set(interval: interval)
        transport.set(bounds: common, loops: true, at: now)
        if transport.isPaused { transport.jump(to: transport.position(at: now), at: now) }
    }

    /// A is heard: both at once would be neither.
    func tracks(in context: Context) -> [Track] {
        let heard = side.track(transport.timeline, isHeard: touch?.target != true)
        switch other {
        case .clip(let other): return [heard, other.track(transport.timeline)]
        case .delayed: return [heard] + Live().tracks(in: context)
        }
    }

    // MARK: What a person does

    func grammar(in context: Context) -> Grammar {
        if isShifting { return [.press(.stop): .shiftDone, .press(.mark): .shiftDone, .press(.knob): .shiftDone, .turn: .shift] }
        var grammar: Grammar = [
            .press(.stop): .back, .press(.left): .otherBefore, .press(.right): .otherAfter, .press(.up): .faster, .press(.down): .slower,
            .press(.mark): .keepPicture, .press(.knob): transport.isPaused ? .goOn : .pause,
        ]
        grammar[.turn] = transport.isPaused ? .frame : mode == .ghost ? .mix : mode == .wipe ? .wipe : .scrub
        return grammar
    }

    func tools(in context: Context) -> [ToolOffer] {
        // Before both files are open nobody knows where their pictures lie.
        let isOpen = side.isOpen && otherSide?.isOpen ?? true
        // What is drawn or timed is this session's.
        let isOwn = isOpen && [side.key, otherSide?.key].contains { $0.map(context.desk.owns) ?? false }
        return [
            ToolOffer(.draw, isPossible: isOwn), ToolOffer(.stopwatch, isPossible: isOwn), ToolOffer(.chooseOther),
            ToolOffer(.beside, state: mode == .beside ? Strings.onOff(true) : nil),
            ToolOffer(.ghost, state: mode == .ghost ? Strings.onOff(true) : nil),
            ToolOffer(.wipe, state: mode == .wipe ? Strings.onOff(true) : nil), ToolOffer(.shift, isPossible: otherSide != nil),
            ToolOffer(.swap, isPossible: otherSide != nil), context.linesOffer, context.zoomOffer, context.movementOffer,
            ToolOffer(.trail, isPossible: isOpen), ToolOffer(.strip, isPossible: isOpen),
            ToolOffer(.zoomApart, isPossible: context.zoom.isOn || ownZoom != nil, state: ownZoom == nil ? nil : Strings.onOff(true)),
            ToolOffer(.export, isPossible: otherSide?.key.session == side.key.session),
        ]
    }

    /// The pictures are what matters: words and footer go while they play by themselves.
    func hidesFooter(in context: Context) -> Bool { !transport.isPaused }

    func undo(in context: Context) -> String? { context.desk.corrections.newest?.words }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tapped(.stop) where isShifting, .tapped(.knob) where isShifting, .pressed(.mark) where isShifting: isShifting = false
        case .pressed(.mark):
            guard let book = context.desk.book else { break }
            return [.effect(.picture(.keep(CompareDrawing(self, context, at: now).kept, book.ref)))]
        case .tapped(.stop): return [.back]
        case .tool(.undo): return context.undoCorrection()
        case .tool(.lines): return context.toggleLines(at: now)
        case .tool(.movement): return context.toggleMovement(at: now)
        case .tool(.draw), .tool(.trail):
            if !transport.isPaused { transport.togglePause(at: now) }
            return [.show(input == .tool(.draw) ? .draw(DrawScreen(on: .compare(self))) : .trail(TrailScreen(on: .compare(self))))]
        case .tool(.stopwatch): return [.show(.stopwatch(StopwatchScreen(on: .compare(self), in: &context, at: now)))]
        case .tool(.strip): return StripScreen(on: .compare(self), context, at: now).map { [.show(.strip($0))] } ?? []
        case .tool(.chooseOther): return HistoryScreen.open(isChoosing: true, in: context, at: now)
        case .tool(.export): return export(in: &context, at: now)
        case .tool(let tool): use(tool, context, at: now)
        case .tapped(.knob): transport.togglePause(at: now)
        case .turned(let detents, let speed): turn(detents, speed, at: now)
        case .pressed(.left): return choose(-1, context, at: now)
        case .pressed(.right): return choose(1, context, at: now)
        case .pressed(.up): change(speedBy: 1, context, at: now)
        case .pressed(.down): change(speedBy: -1, context, at: now)
        case .touchDown(let point): touchDown(point, context, at: now)
        case .touchMoved(let point): touchMoved(point, context, at: now)
        case .touchUp: if let touch = touch.lift(), touch.tapped == false { transport.togglePause(at: now) }
        default: break
        }
        return []
    }

    private mutating func use(_ tool: Tool, _ context: Context, at now: Timestamp) {
        switch tool {
        case .beside: mode = .beside
        case .ghost: mode = .ghost
        case .wipe: mode = .wipe
        case .zoomApart: ownZoom = ownZoom == nil ? context.zoom : nil
        case .shift:
            isShifting = otherSide != nil
            // A shift is seen on a picture that stands.
            if !transport.isPaused { transport.togglePause(at: now) }
        case .swap: swap(at: now)
        default: break
        }
    }

    /// Both clips as they are laid here, as one film.
    private func export(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let other = otherSide, other.key.session == side.key.session else { return [] }
        let book = context.desk.book(of: side.key)
        let names = [side, other].map { book?.title(ofClip: $0.key.number) ?? Strings.clip($0.key.number) }
        return ExportScreen.open(
            ExportSubject(session: side.key.session.folder, clips: [side.key.number, other.key.number]),
            title: Strings.export(names.joined(separator: ", ")),
            line: book?.archer, of: .comparison((other.interval * other.shift).inSeconds), in: &context, at: now)
    }

    private mutating func swap(at now: Timestamp) {
        guard var new = otherSide else { return }
        // The shift is the other one's: laid on each other the same, it is as much the other way.
        var old = side
        old.shift = -Int((new.interval * new.shift / old.interval).rounded())
        new.shift = 0
        let place = transport.position(at: now) + new.interval * (otherSide?.shift ?? 0)
        (side, other) = (new, .clip(old))
        refit(at: now)
        transport.jump(to: place, at: now)
    }

    private mutating func turn(_ detents: Int, _ speed: KnobSpeed, at now: Timestamp) {
        if isShifting, var other = otherSide {
            other.shift = (other.shift + detents * (speed == .quick ? 10 : 1)).clamped(to: -600...600)
            self.other = .clip(other)
            return refit(at: now)
        }
        switch mode {
        case .ghost where !transport.isPaused: mix = (mix + Double(detents) * Self.mixStep).clamped(to: 0...1)
        case .wipe where !transport.isPaused: wipe = (wipe + Double(speed.steps(detents)) * Self.wipeStep).clamped(to: 0.02...0.98)
        default:
            let steps = jog.pictures(of: detents, at: now).clamped(to: -100_000...100_000)
            transport.jump(to: transport.position(at: now) + (transport.isPaused ? transport.interval : .milliseconds(500)) * steps, at: now)
        }
    }

    private mutating func change(speedBy steps: Int, _ context: Context, at now: Timestamp) {
        ladder = Stretch(now + ReplayScreen.ladderTime, for: ReplayScreen.ladderFade)
        let held = context.settings.playSpeeds.filter { abs($0) <= limit ?? .infinity }
        transport.change(speed: SpeedLadder.next(to: transport.speed, faster: steps > 0, in: held), at: now)
    }

    /// Two decoders can't keep up: the largest speed that is less than this one is taken, and faster ones aren't offered any more.
    private mutating func slowDown(from speed: Double, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        let slowerOnes = context.settings.playSpeeds.filter { $0 * transport.speed > 0 && abs($0) < speed }
        guard abs(transport.speed) == speed, let slower = slowerOnes.max(by: { abs($0) < abs($1) }) else { return [] }
        limit = abs(slower)
        ladder = Stretch(now + ReplayScreen.ladderTime, for: ReplayScreen.ladderFade)
        transport.change(speed: slower, at: now)
        return [.toast(Strings.bothHold(slower))]
    }

    // MARK: Fingers

    func bar(_ context: Context) -> FootageBar { FootageBar(ofClip: transport.bounds, moment: .zero, context) }

    /// On the bar it is the time; on a line that is drawn, that line.
    private mutating func touchDown(_ point: Point, _ context: Context, at now: Timestamp) {
        let isOnBar = bar(context).reach.contains(point)
        touch = Touch(isOnBar, at: point, slop: isOnBar ? 0 : Drag.slop, at: now)
        if isOnBar { transport.jump(to: bar(context).place(at: point.x), at: now) }
    }

    private mutating func touchMoved(_ point: Point, _ context: Context, at now: Timestamp) {
        touch?.move(to: point, at: now)
        guard let touch else { return }
        if touch.target {
            transport.jump(to: bar(context).place(at: point.x), at: now)
        } else if touch.drag.hasStrayed {
            let share = (point.x / Canvas.bounds.width).clamped(to: 0.02...0.98)
            if mode == .wipe { wipe = share } else if mode == .ghost { mix = share.clamped(to: 0...1) }
        }
    }

    // MARK: What is told

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .player(.ready(let key, let facts)):
            if key == side.key { side.take(facts) }
            if var other = otherSide, key == other.key {
                other.take(facts)
                self.other = .clip(other)
            }
            refit(at: now)
        case .card(let news): return hear(news, in: &context, at: now)
        case .player(.behind(let speed)) where !transport.isPaused: return slowDown(from: speed, context, at: now)
        case .player(.failed(side.key, let reason)): return [.back, .toast(Strings.cantPlay(reason))]
        case .player(.failed(let key, let reason)) where key == otherSide?.key:
            // There may be others.
            show(.delayed, at: now)
            return [.toast(Strings.cantPlay(reason))]
        case .tick:
            if context.desk.isGone(side.key) { return [.back] }
            if let other = otherSide, context.desk.isGone(other.key) { show(.delayed, at: now) }
            transport.advance(to: now)
            if let ladder, ladder.end <= now { self.ladder = nil }
        default: break
        }
        return []
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] { CompareDrawing(self, context, at: now).layers }

    /// Its pictures, for what is drawn on them.
    func pictures(in context: Context, at now: Timestamp) -> [DrawnPicture] { CompareDrawing(self, context, at: now).drawnPictures }

    func toastPlace(in context: Context) -> ToastPlace {
        ToastPlace(right: Areas.right, bottom: FootageBar.top(context) - Look.margin)
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [transport.isPaused ? nil : seen + .milliseconds(50), ladder?.nextChange(after: seen)].compactMap { $0 }.min()
    }
}

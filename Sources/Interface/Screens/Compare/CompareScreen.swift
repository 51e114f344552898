// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Shows a clip beside another one, of any session, or beside the delayed picture. Two clips are aligned at their moments and share one
/// clock.
struct CompareScreen: Playback {
    var place: ScreenKind { .compare }
    var isKeptOpen: Bool { true }
    var pictureShare: Double? { mode == .beside ? ComparisonView.share : 1 }
    var showsSpeeds: Bool { ladder != nil }
    var watched: VideoSource? { otherSide == nil ? .delayed : nil }

    /// The picture that the clip is compared with.
    enum Other: Hashable, Sendable {
        case clip(CompareSide)
        /// The delayed picture, as in Live.
        case delayed
    }

    private(set) var side: CompareSide
    var other: Other
    /// The clips that can be chosen as the other one.
    var others = OtherClips()
    private(set) var mode = ComparisonView.Mode.beside
    /// The common clock, with 0 at the moment of both clips.
    var transport: Transport
    /// The opacity of the other picture as a ghost, 0…1.
    private(set) var mix = 0.5
    /// The position at which the other picture begins in a wipe, as a part of the canvas.
    private(set) var wipe = 0.5
    /// True while the knob shifts the other clip.
    var isShifting = false
    /// The other picture's own zoom, which stays as it is when this one's changes; `nil` if both have the same zoom.
    private(set) var ownZoom: Zoom?
    /// The point of each picture that is in the middle: where the person is.
    var gaze: Gaze
    var otherGaze: Gaze
    /// The time for which the ladder of speeds is up, because the speed was just changed.
    private(set) var ladder: TimeSpan?
    /// The highest speed, without its sign, at which both clips can be decoded here; `nil` while no speed was too high.
    var limit: Double?
    var jog = JogRule()
    var touch: Touch<PlaybackTarget>?

    /// People compare in slow motion, and two decoders can keep it up even if they can't keep up full speed.
    private static let firstSpeed = 0.5
    /// The change for a detent, as a part of the whole. A wipe moves five times as far if the knob is turned quickly.
    private static let mixStep = 0.05, wipeStep = 16.0 / 1920

    /// - Returns: `nil` if the clip can't be played.
    init?(_ key: ClipKey, in context: Context, at now: Timestamp) {
        guard let book = context.desk.book, let clip = book.clip(key.number), clip.isPlayable else { return nil }
        side = CompareSide(clip, key: key, track: .replay, in: context)
        other = .delayed
        (gaze, otherGaze) = (Gaze(at: .middle, since: now), Gaze(at: .middle, since: now))
        transport = Transport(playing: .zero, within: .zero ... .zero, grid: .zero, interval: side.interval, speeds: [Self.firstSpeed], at: now)
        if let model = context.desk.model(besides: key), let film = context.desk.clip(model) {
            other = .clip(CompareSide(film, key: model, track: .compared, in: context))
        } else if let best = book.best(besides: key.number), let key = book.key(ofClip: best.number) {
            other = .clip(CompareSide(best, key: key, track: .compared, in: context))
        }
        restart(at: now)
        let (one, other) = persons(in: context)
        (gaze, otherGaze) = (Gaze(at: one ?? .middle, since: now), Gaze(at: other ?? .middle, since: now))
    }

    var otherSide: CompareSide? { if case .clip(let side) = other { side } else { nil } }
    var keys: [ClipKey] { [side.key, otherSide?.key].compactMap { $0 } }
    func facts(in context: Context) -> ClipFacts? { side.facts }

    func sources(at now: Timestamp) -> [PlaybackSource] {
        let clock = transport.position(at: now)
        return [side, otherSide].compactMap { $0 }.map { side in
            let position = max(.zero, clock + side.zero)
            let picture = side.picture(at: position)
            return PlaybackSource(
                track: side.track, footage: .clip(side.key), position: position, picture: picture, start: side.interval * Int(picture))
        }
    }

    // MARK: The common clock

    /// The time around the moments that both clips have, on the common clock.
    private var common: ClosedRange<Duration> { ComparisonView.common(side.span, otherSide?.span) }

    /// The time of a step: one picture of the clip with the higher rate.
    private var interval: Duration { min(side.interval, otherSide?.interval ?? side.interval) }

    /// Plays from the beginning, in a loop.
    mutating func restart(at now: Timestamp) {
        transport = Transport(playing: common.lowerBound, within: common, grid: .zero, interval: interval, speeds: [transport.speed], at: now)
    }

    /// Adapts to new facts about the clips or to a new alignment. The position stays.
    private mutating func refit(at now: Timestamp) {
        transport.set(interval: interval)
        transport.set(bounds: common, loops: true, at: now)
        if transport.isPaused { transport.jump(to: transport.position(at: now), at: now) }
    }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        // Only A is heard, because nobody can listen to both.
        let heard = side.track(transport.timeline, isHeard: touch?.target != .bar)
        switch other {
        case .clip(let other): return Wishes(tracks: [heard, other.track(transport.timeline)], studied: personSearches(in: context))
        case .delayed: return Wishes(tracks: [heard] + Live.tracks(context.settings), studied: personSearches(in: context))
        }
    }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        let done = Binding<Self>(.shiftDone) { $0.isShifting = false }
        guard !isShifting else {
            return [
                .press(.mark): done, .press(.stop): done, .press(.knob): done,
                .turn: .turning(.shift) { $0.shift($3.detents, $3.speed, at: $2) },
            ]
        }
        return [
            .press(.mark): Binding(.keepPicture) { $0.keepPicture(in: $1, at: $2) },
            .press(.stop): .back,
            .press(.left): Binding(.otherBefore) { $0.choose(-1, $1, at: $2) },
            .press(.right): Binding(.otherAfter) { $0.choose(1, $1, at: $2) },
            .hold(.left): Binding(.panLeft) { $0.pan(-1, in: &$1) }.repeated.when(mode == .beside),
            .hold(.right): Binding(.panRight) { $0.pan(1, in: &$1) }.repeated.when(mode == .beside),
            .press(.up): Binding(.faster) { $0.change(speedBy: 1, $1, at: $2) },
            .press(.down): Binding(.slower) { $0.change(speedBy: -1, $1, at: $2) },
            .turn: turnRow,
            .press(.knob): Binding(transport.isPaused ? .goOn : .pause) { $0.transport.togglePause(at: $2) },
        ]
    }

    private var turnRow: Binding<Self> {
        switch mode {
        case .ghost where !transport.isPaused:
            .turning(.mix) { screen, detents in screen.mix = (screen.mix + Double(detents) * Self.mixStep).clamped(to: 0...1) }
        case .wipe where !transport.isPaused:
            .turning(.wipe) { screen, _, _, turn in
                screen.wipe = (screen.wipe + Double(turn.steps) * Self.wipeStep).clamped(to: 0.02...0.98)
            }
        default: .turning(transport.isPaused ? .frame : .scrub) { $0.turn($3.detents, in: $1, at: $2) }
        }
    }

    private func keepPicture(in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        context.desk.book.map { [.effect(.picture(.keep(CompareDrawing(self, context, at: now).kept, $0.ref)))] } ?? []
    }

    /// Returns true while the clips play: the pictures matter then, so words and footer go.
    func hidesFooter(in context: Context) -> Bool { !transport.isPaused }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tool(let tool) where [.draw, .trail, .stopwatch, .strip].contains(tool):
            if tool == .draw || tool == .trail, !transport.isPaused { transport.togglePause(at: now) }
            // The clips stay under a tool, even if another one is being read.
            others.giveUp()
            return [.go(.tool(tool))]
        case .tool(.chooseOther): return [.go(.otherClip)]
        case .tool(.model): return otherSide.map { context.toggleModel($0.key) } ?? []
        case .tool(.export): return export(in: context)
        case .tool(let tool): use(tool, context, at: now)
        case .touchDown(let point): if !drag(on: input, in: context, at: now) { touch = Touch(.picture, at: point, at: now) }
        case .touchMoved(let point): if !drag(on: input, in: context, at: now) { touchMoved(point, at: now) }
        case .touchUp:
            if !drag(on: input, in: context, at: now), touch.lift()?.tapped != nil { transport.togglePause(at: now) }
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func use(_ tool: Tool, _ context: Context, at now: Timestamp) {
        others.isOpening = false
        switch tool {
        case .beside: mode = .beside
        case .ghost: mode = .ghost
        case .wipe: mode = .wipe
        case .zoomApart: ownZoom = ownZoom == nil ? context.zoom : nil
        case .shift:
            isShifting = otherSide != nil
            // A shift shows only on a picture that stands still.
            if !transport.isPaused { transport.togglePause(at: now) }
        case .swap: swap(at: now)
        default: break
        }
    }

    /// Exports both clips as one film, aligned and laid out as they are here.
    private func export(in context: Context) -> [ScreenOutcome] {
        guard let other = otherSide, other.key.session == side.key.session else { return [] }
        let book = context.desk.book(of: side.key)
        let names = [side, other].map { book?.title(ofClip: $0.key.number) ?? Strings.clip($0.key.number) }
        let subject = ExportSubject(session: side.key.session.folder, clips: [side.key.number, other.key.number])
        let form = ExportForm.compare(shift: (other.interval * other.shift).inSeconds, view(in: context, at: nil))
        return [.go(.export(subject, title: Strings.export(names.joined(separator: ", ")), line: book?.archer, first: form))]
    }

    private mutating func swap(at now: Timestamp) {
        guard var new = otherSide else { return }
        // The shift belongs to the other clip. To keep the alignment, the new other clip gets the opposite shift.
        var old = side
        old.shift = -Int((new.interval * new.shift / old.interval).rounded())
        new.shift = 0
        let place = transport.position(at: now) + new.interval * (otherSide?.shift ?? 0)
        (side, other) = (new, .clip(old))
        refit(at: now)
        transport.jump(to: place, at: now)
    }

    /// Shifts the other clip against this one.
    private mutating func shift(_ detents: Int, _ speed: KnobSpeed, at now: Timestamp) {
        guard var other = otherSide else { return }
        other.shift = (other.shift + detents * (speed == .quick ? 10 : 1)).clamped(to: -600...600)
        self.other = .clip(other)
        refit(at: now)
    }

    private mutating func change(speedBy steps: Int, _ context: Context, at now: Timestamp) {
        ladder = SpeedLadder.span(from: now)
        let held = context.settings.playSpeeds.filter { abs($0) <= limit ?? .infinity }
        transport.change(speed: SpeedLadder.next(to: transport.speed, faster: steps > 0, in: held), at: now)
    }

    /// Takes the next lower speed because two decoders can't keep up; faster ones aren't offered any more.
    private mutating func slowDown(from speed: Double, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        let slowerOnes = context.settings.playSpeeds.filter { $0 * transport.speed > 0 && abs($0) < speed }
        guard abs(transport.speed) == speed, let slower = slowerOnes.max(by: { abs($0) < abs($1) }) else { return [] }
        limit = abs(slower)
        ladder = SpeedLadder.span(from: now)
        transport.change(speed: slower, at: now)
        return [.toast(Strings.bothHold(slower))]
    }

    // MARK: Touch

    func bar(in context: Context, at now: Timestamp) -> FootageBar { FootageBar(ofClip: transport.bounds, moment: .zero, context) }

    /// Moves the line of a wipe, or changes the opacity of a ghost, by a finger on the pictures.
    private mutating func touchMoved(_ point: Point, at now: Timestamp) {
        touch?.move(to: point, at: now)
        guard let touch, touch.drag.hasStrayed else { return }
        let share = (point.x / Canvas.bounds.width).clamped(to: 0.02...0.98)
        if mode == .wipe { wipe = share } else if mode == .ghost { mix = share.clamped(to: 0...1) }
    }

    // MARK: Events

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
        case .player(.behind(let speed)) where !transport.isPaused && transport.shuttle == nil: return slowDown(from: speed, context, at: now)
        case .player(.failed(side.key, let reason)): return [.back, .toast(Strings.cantPlay(reason))]
        case .player(.failed(let key, let reason)) where key == otherSide?.key:
            // The comparison goes on: other clips may be readable.
            show(.delayed, at: now)
            return [.toast(Strings.cantPlay(reason))]
        case .tick:
            if context.desk.isGone(side.key) { return [.back] }
            if let other = otherSide, context.desk.isGone(other.key) { show(.delayed, at: now) }
            transport.advance(to: now)
            if let ladder, ladder.end <= now { self.ladder = nil }
        default: break
        }
        look(in: context, at: now)
        return []
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] { CompareDrawing(self, context, at: now).layers }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        let plays = transport.isPaused ? nil : seen + Duration.milliseconds(50)
        return [plays, ladder?.nextChange(after: seen), gaze.nextChange(after: seen), otherGaze.nextChange(after: seen)].compactMap { $0 }.min()
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A full-screen replay of a clip, or of a part of the delay line while recording goes on. Both have the same controls.
struct ReplayScreen: Playback {
    var place: ScreenKind { .replay }
    var pictureShare: Double? { 1 }
    var showsSpeeds: Bool { ladder != nil }

    enum Subject: Hashable, Sendable {
        case clip(ClipKey)
        case line(LookBack)
    }

    var subject: Subject
    var transport: Transport
    /// The ladder's fade-out; the ladder of speeds is up until its end, after the speed was changed.
    private(set) var ladder: TimeSpan?
    var touch: Touch<PlaybackTarget>?
    /// The position when the finger went down or the arrow was held.
    var grasped: Duration = .zero
    /// The run of the picture after a finger flicked it.
    var coasting: Coasting?
    var jog = JogRule()
    /// The facts from a clip's file, once they are known.
    private(set) var facts: ClipFacts?
    /// The transport with which it began. Nobody has done anything yet as long as `transport` equals it.
    private var opening: Transport
    /// The clips that come after this one, each once; `nil`: this clip loops.
    private(set) var sequence: [Int]?

    // MARK: Creation

    /// Plays a clip from its entry, in a loop.
    /// - Parameters:
    ///   - seconds: the length as it is known before the clip's file is open; the same holds for the interval.
    ///   - facts: the facts from the file, if the clip plays already.
    init(key: ClipKey, seconds: Double, moment: Double?, interval: Duration, facts: ClipFacts? = nil, at now: Timestamp) {
        subject = .clip(key)
        self.facts = facts
        opening = Self.opening(
            of: moment, seconds: facts?.seconds ?? seconds, interval: facts?.interval ?? interval, keyframes: facts?.keyframes ?? [], at: now)
        transport = opening
    }

    /// Plays the last moment of the line, at the speeds that are set for it.
    /// - Parameter shown: the picture that is on the TV.
    init?(again context: Context, shown: FrameStamp?, at now: Timestamp) {
        guard let look = LookBack(again: context, shown: shown), let line = context.lineBounds else { return nil }
        self.init(look, line, context, at: now)
    }

    /// Freezes the picture that is on the TV.
    init?(frozen context: Context, shown: FrameStamp?, at now: Timestamp) {
        guard let look = LookBack(frozen: context, shown: shown), let line = context.lineBounds else { return nil }
        subject = .line(look)
        opening = Transport(pausedAt: look.place, within: line, grid: look.place, interval: context.stream.rate.interval, at: now)
        transport = opening
    }

    private init(_ look: LookBack, _ line: ClosedRange<Duration>, _ context: Context, at now: Timestamp) {
        subject = .line(look)
        let span = look.span(within: line)
        opening = Transport(
            playing: span.lowerBound, within: span, grid: look.place, interval: context.stream.rate.interval, speeds: context.settings.again,
            at: now)
        transport = opening
    }

    /// Plays this clip once, and then these clips.
    mutating func playOn(with rest: [Int], at now: Timestamp) {
        sequence = rest
        opening = Self.sequenceOpening(through: opening.bounds.upperBound, interval: opening.interval, at: now)
        transport = opening
    }

    private static func sequenceOpening(through end: Duration, interval: Duration, at now: Timestamp) -> Transport {
        var transport = Transport(playing: .zero, within: .zero...end, grid: .zero, interval: interval, speeds: [1], at: now)
        transport.set(bounds: .zero...end, loops: false, at: now)
        return transport
    }

    /// Returns the next step of a sequence once the clip has played: the next clip, or after the last one the screen from before.
    func end(at now: Timestamp) -> [ScreenOutcome] {
        guard let sequence, facts != nil, transport.timeline.rate > 0,
            transport.position(at: now) + transport.interval / 2 >= transport.bounds.upperBound
        else { return [] }
        return sequence.isEmpty ? [.back] : [.playAll(clips: sequence)]
    }

    /// Returns a transport that opens a clip at its entry (`ClipEntry`): the keyframe for the position 2 s before the clip's moment.
    /// - Parameter keyframes: empty if they aren't known yet.
    private static func opening(of moment: Double?, seconds: Double, interval: Duration, keyframes: [Duration] = [], at now: Timestamp) -> Transport {
        let place = ClipEntry.place(before: moment) ?? .zero
        return Transport(
            playing: keyframes.isEmpty ? place : ClipEntry.keyframe(for: place, among: keyframes), within: .zero...max(.zero, .seconds(seconds)),
            grid: .zero, interval: interval,
            speeds: [1], at: now)
    }

    // MARK: State

    var key: ClipKey? { if case .clip(let key) = subject { key } else { nil } }
    var look: LookBack? { if case .line(let look) = subject { look } else { nil } }
    var isOfLine: Bool { look != nil }
    var keys: [ClipKey] { [key].compactMap { $0 } }

    var track: Track {
        switch subject {
        case .clip(let key): Track(id: .replay, footage: .clip(key), timeline: transport.timeline, isHeard: isHeard)
        case .line: Track(id: .replay, footage: .line, timeline: transport.timeline, isHeard: isHeard)
        }
    }

    /// True if the sound plays. It is off while somebody holds an arrow or the bar to find a position.
    private var isHeard: Bool { transport.shuttle == nil && touch?.target != .bar }

    func person(in context: Context) -> Point? {
        let clip = key.flatMap(context.desk.clip)
        return context.person(in: searched(in: context), clip?.orientation ?? facts?.orientation ?? context.settings.orientation)
    }

    func personSearches(in context: Context) -> [Track] { isOfLine ? [] : [context.personSearch(searched(in: context))] }

    /// Returns the footage that is searched for the person: round the clip's moment. In the line the person is where Live shows them.
    private func searched(in context: Context) -> Persons.Subject {
        let clip = key.flatMap(context.desk.clip)
        return Persons.Subject(footage: track.footage, moment: .seconds(clip?.moment ?? 0))
    }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        Wishes(tracks: [track], footage: look.map { $0.footage(transport.bounds, at: transport.position(at: now)) })
    }

    /// Returns true while it plays by itself: then words and footer hide, because the picture is what matters.
    func hidesFooter(in context: Context) -> Bool { !transport.isPaused && transport.shuttle == nil }

    func bindings(in context: Context) -> Bindings<Self> {
        let isPaused = transport.isPaused
        var rows: Bindings<Self> = [
            .press(.stop): .back,
            .press(.up): Binding(.faster) { $0.change(speedBy: 1, $1, at: $2) },
            .press(.down): Binding(.slower) { $0.change(speedBy: -1, $1, at: $2) },
            .hold(.left): Binding(.shuttleBack) { $0.shuttle(-1, in: $1, at: $2) }.released { $0.transport.endShuttle(at: $2) },
            .hold(.right): Binding(.shuttleOn) { $0.shuttle(1, in: $1, at: $2) }.released { $0.transport.endShuttle(at: $2) },
            .turn: .turning(isPaused ? .frame : .scrub) { screen, context, now, turn in
                // If the bar is hidden while it plays, the first detent shows the bar.
                if screen.transport.isPaused || context.footer.opacity(at: now) >= 0.5 { screen.turn(turn.detents, in: context, at: now) }
            },
            .press(.knob): Binding(isPaused ? .goOn : .pause) { $0.transport.togglePause(at: $2) },
        ]
        switch subject {
        case .line(let look):
            // The current position changes while it plays and doesn't count here: any moment before the end of the bounds will do.
            let hasBefore = look.neighbour(-1, in: context, at: transport.bounds.upperBound) != nil
            rows.add([
                .press(.mark): Binding(.keep) { $1.markLookedAt(at: $2) },
                .press(.stop): Binding(.toDelayed, .back),
                .press(.left): Binding(.momentBefore) { $0.go(-1, $1, at: $2) }.when(hasBefore),
                .press(.right): Binding(.momentAfter) { $0.go(1, $1, at: $2) },
            ])
        case .clip(let key):
            let clip = context.desk.book?.clip(key.number)
            let isLiked = clip?.judgement.isLiked ?? false
            rows.add([
                .press(.mark): Binding(isLiked ? .unlike : .like) { _, context, _ in
                    ScreenOutcome.judge(clips: [key.number], .liked(!isLiked))
                    ScreenOutcome.clipSignal(isLiked ? .undone : .liked, context.settings)
                }.when(clip?.isThere ?? false),
                .press(.left): Binding(.playBefore) { $0.go(-1, $1, at: $2) }.when(neighbour(of: key, -1, context) != nil),
                .press(.right): Binding(.playAfter) { $0.go(1, $1, at: $2) }.when(neighbour(of: key, 1, context) != nil),
            ])
        }
        return rows
    }

    func neighbour(of key: ClipKey, _ direction: Int, _ context: Context) -> ScoreBook.Clip? {
        guard let playable = context.desk.book?.clips.filter(\.isPlayable), let index = playable.firstIndex(where: { $0.number == key.number })
        else { return nil }
        let next = index + direction
        return playable.indices.contains(next) ? playable[next] : nil
    }

    // MARK: Events

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .player(.ready(let ready, let facts)) where ready == key: noteReady(ready, facts, context, at: now)
        case .player(.failed(let failed, let reason)) where failed == key:
            return [.back, .toast(Strings.cantPlay(reason))]
        case .stream(.line):
            return follow(context, at: now)
        case .tick:
            if let key, context.desk.isGone(key) { return [.back] }
            transport.advance(to: now)
            coast(to: now, context)
            if let ladder, ladder.end <= now { self.ladder = nil }
        default: break
        }
        return []
    }

    /// Notes that the first picture is there. Opening took a moment, so a clip that nobody has touched plays from its entry now.
    private mutating func noteReady(_ key: ClipKey, _ facts: ClipFacts, _ context: Context, at now: Timestamp) {
        self.facts = facts
        guard transport == opening else {
            transport.set(interval: facts.interval)
            return transport.set(bounds: .zero...max(.zero, .seconds(facts.seconds)), loops: sequence == nil, at: now)
        }
        let end: Duration = max(.zero, .seconds(facts.seconds))
        if sequence != nil { return transport = Self.sequenceOpening(through: end, interval: facts.interval, at: now) }
        transport = Self.opening(
            of: context.desk.book?.clip(key.number)?.moment, seconds: facts.seconds, interval: facts.interval, keyframes: facts.keyframes, at: now)
    }

    /// Follows the line as it grows. The footage that is shown was kept, but a stream that began anew has none of it.
    private mutating func follow(_ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let look, let line = context.lineBounds else { return [] }
        if transport.bounds.upperBound < line.lowerBound { return [.back] }
        // Playback is about to reach the end that the line had when it was checked last.
        let reach = transport.position(at: now) + .seconds(1) * max(1, transport.timeline.rate)
        if !look.isRound, transport.timeline.rate > 0, transport.bounds.upperBound < reach { openLine(line, at: now) }
        return []
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        transport.advance(to: now)
        return act(on: input, in: &context, at: now)
    }

    private mutating func act(on input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if !input.isTouch { coasting = nil }
        switch input {
        case .tool(let tool): return use(tool, in: &context, at: now)
        // While the tools are open, no screen hears that the arrow is released.
        case .held(.knob): transport.endShuttle(at: now)
        case .touchDown(let point):
            (coasting, grasped) = (nil, transport.position(at: now))
            if !drag(on: input, in: context, at: now) { touch = Touch(.picture, at: point, at: now) }
        case .touchMoved(let point): if !drag(on: input, in: context, at: now) { touchMoved(point, context, at: now) }
        case .touchUp: if !drag(on: input, in: context, at: now) { touchUp(at: now) }
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    /// Goes to the clip or the moment before or after. After the line's last moment it goes back to the delayed picture.
    private mutating func go(_ direction: Int, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        switch subject {
        case .clip(let key): return neighbour(of: key, direction, context).map { [.playInstead(clip: $0.number)] } ?? []
        case .line(let look):
            guard let moment = look.neighbour(direction, in: context, at: transport.position(at: now)) else {
                return direction > 0 ? [.back] : []
            }
            guard let line = context.lineBounds else { return [] }
            self = ReplayScreen(LookBack(moment), line, context, at: now)
            return []
        }
    }

    private mutating func change(speedBy steps: Int, _ context: Context, at now: Timestamp) {
        ladder = SpeedLadder.span(from: now)
        transport.change(speed: SpeedLadder.next(to: transport.speed, faster: steps > 0, in: context.settings.playSpeeds), at: now)
    }

    /// True if it plays slower than life.
    var isSlow: Bool { (0.01..<1).contains(abs(transport.speed)) }

    private static let slow = 0.5

    /// Plays at half the speed; if it plays slowly already, as fast as life.
    mutating func toggleSlow(at now: Timestamp) {
        ladder = SpeedLadder.span(from: now)
        guard transport.isPaused else { return transport.change(speed: isSlow ? 1 : Self.slow, at: now) }
        transport.change(speed: Self.slow, at: now)
        transport.togglePause(at: now)
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] { ReplayDrawing(self, context, at: now).layers }

    func bar(in context: Context, at now: Timestamp) -> FootageBar { ReplayBar(self, context, at: now).bar }
    func drawBar(in context: Context, at now: Timestamp, on sketch: inout DrawingBuilder) { ReplayBar(self, context, at: now).draw(on: &sketch) }
    func pictureLayers(in context: Context, at now: Timestamp) -> [Layer] { ReplayDrawing(self, context, at: now).pictureLayers }
    func time(in context: Context, at now: Timestamp) -> String { ReplayHead.time(of: self, context, at: now) }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        // While it plays, the bar moves, in steps as fine as anybody sees. While the delay line is paused, the picture's age grows.
        let moves = transport.isPaused ? (look == nil ? nil : seen + .milliseconds(500)) : seen + .milliseconds(50)
        let coasts = coasting.map { min($0.end, seen + Motion.step * 2) }
        return [moves, coasts, transport.deadline, ladder?.nextChange(after: seen)].compactMap { $0 }.min()
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A moment of the line that comes again by itself, over Live: once at full speed, once at half, then at a quarter in a loop. After the last
/// arrow of an end its strip comes instead, if that is set: its shots side by side, each at its moment. They play in turn, each in its place,
/// all at full speed, then all at half, in a loop. They don't play together, because besides the delayed picture two videos are open at most.
///
/// Nobody has a hand free, so everything goes on under it: recording, marks, and the box's search for the next moment. MARK does what it
/// does in Live. The next moment ends the replay, and so do any other control, the movement of the person, and a camera that is lost.
struct AutoReplayScreen: Screen {
    var place: ScreenKind { .autoReplay }
    /// The person's movement is looked for in what the camera sees now.
    var watched: VideoSource? { .live }

    /// The moments: one, or all shots of an end in their order.
    let moments: [AutoReplay.Cue]
    /// The index of the moment that plays.
    private(set) var index = 0
    /// The number of times that the shots of the end have played.
    private var pass = 0
    /// The instant at which the next shot of the end plays; `nil` with one moment.
    private var turn: Timestamp?
    private(set) var transport: Transport
    private var movement = LastingMovement()
    /// True if the shots of an end are shown.
    let isOfEnd: Bool
    /// The source of the picture in the corner: the delayed one, or the live one if decoding a second video is too much.
    let corner: VideoSource

    static let speeds = [1, 0.5, 0.25]
    /// The speeds of an end's shots, pass after pass.
    static let endSpeeds = [1, 0.5]
    /// The reach of the person's region, from its middle.
    private static let reach = (across: 0.2, down: 0.35)

    /// - Parameter end: the shots of the end that this moment completes; `nil` if it completes none.
    /// - Returns: `nil` if the line doesn't hold the moment.
    init?(_ moment: AutoReplay.Cue, ofEnd end: [AutoReplay.Cue]?, _ context: Context, at now: Timestamp) {
        guard let line = context.lineBounds, line.overlaps(moment.span) else { return nil }
        let shots = end ?? []
        isOfEnd = shots.count { line.contains($0.place) } > 1
        moments = isOfEnd ? shots : [moment]
        index = moments.firstIndex { line.contains($0.place) } ?? 0
        transport = Self.transport(moments[index], within: line, speeds: isOfEnd ? [1] : Self.speeds, context, at: now)
        corner = context.isDelayedUp(at: now) && !context.overload.rule.isOver(at: now) ? .delayed : .live
        if isOfEnd { turn = now + length }
    }

    private static func transport(
        _ moment: AutoReplay.Cue, within line: ClosedRange<Duration>, speeds: [Double], _ context: Context, at now: Timestamp
    ) -> Transport {
        let span = moment.span.clamped(to: line)
        return Transport(
            playing: span.lowerBound, within: span, grid: Timestamp.zero.duration(to: moment.stamp.timestamp), interval: context.stream.rate.interval,
            speeds: speeds, at: now)
    }

    /// The moment that plays.
    var moment: AutoReplay.Cue { moments[index] }
    /// The time for which a shot of an end plays.
    private var length: Duration {
        max(.milliseconds(100), .seconds((transport.bounds.upperBound - transport.bounds.lowerBound).inSeconds / transport.speed))
    }

    /// The pictures of an end's shots at their moments. A shot that has left the line keeps its picture, but gets none any more.
    func stills(in context: Context) -> [Extract] {
        guard isOfEnd, let line = context.lineBounds else { return [] }
        return moments.map(Self.still).filter { line.contains($0.place) || context.extracts.isThere($0) }
    }

    static func still(of moment: AutoReplay.Cue) -> Extract { Extract(.line, at: moment.place) }

    /// Plays the next shot of the end that the line still holds.
    private mutating func playNext(_ context: Context, at now: Timestamp) {
        let order = moments.indices.map { (index + 1 + $0) % moments.count }
        guard let line = context.lineBounds, let next = order.first(where: { line.contains(moments[$0].place) }) else { return turn = nil }
        if next <= index { pass += 1 }
        index = next
        transport = Self.transport(
            moment, within: line, speeds: [Self.endSpeeds[min(pass, Self.endSpeeds.count - 1)]], context, at: now)
        turn = now + length
    }

    // MARK: Input and events

    func bindings(in context: Context) -> Bindings<Self> {
        let end = Binding<Self>(.toDelayed, .back)
        return [
            .press(.mark): Binding(.keep) { $0.mark(in: &$1, at: $2) }, .hold(.mark): Binding(.saveAll),
            .press(.stop): end, .press(.left): end, .press(.right): end, .press(.up): end, .press(.down): end, .press(.knob): end,
            .turn: .turning(.toDelayed) { _, _ in ScreenOutcome.back },
        ]
    }

    /// Marks as in Live. If the replay is of a shot that no mark has taken, the mark takes that shot.
    private func mark(in context: inout Context, at now: Timestamp) -> [Effect] {
        // Without the delayed picture in the corner, the picture that is shown is the replay's.
        if corner == .live { context.moment.frames.shown = nil }
        return context.markAndHold(at: now, replayed: moment.shot)
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if case .touchDown = input { return [.back] }
        return perform(input, in: &context, at: now)
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        // The box has found the next moment.
        if let next = context.autoReplay.cue, !next.isByHand { return [.back] }
        guard case .tick = event else { return [] }
        while let turn, turn <= now { playNext(context, at: turn) }
        transport.advance(to: now)
        let isLost = context.stalledSince != nil || context.lineBounds.map { transport.bounds.upperBound < $0.lowerBound } ?? true
        if context.personMoves(within: Self.reach) { movement.note(at: now) }
        let limit = context.settings.autoReplayMovementSeconds
        return isLost || (limit > 0 && movement.time(at: now) >= .seconds(limit)) ? [.back] : []
    }

    // MARK: Rendering

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let title = Strings.title(of: SettingRow.autoReplay)
        // The shots of an end follow each other by themselves.
        guard !isOfEnd else { return Spoken(title, Strings.word(of: ActionLabel.clipsSoFar)) }
        return Spoken(title, context.lineMoments.last { moment.isOf($0) }.map(context.title) ?? Strings.heardMoment)
    }

    /// Its sound would be heard by the ear as the next shot. An end's shots are silent: nobody listens to six releases.
    private func isHeard(in context: Context) -> Bool { !context.settings.listens && !isOfEnd }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        let track = Track(id: .replay, footage: .line, timeline: transport.timeline, isHeard: isHeard(in: context))
        let span = transport.bounds
        return Wishes(
            tracks: [track] + (corner == .delayed ? Live.tracks(context.settings) : []),
            footage: .zero + span.lowerBound ... .zero + span.upperBound, extracts: stills(in: context),
            findsPerson: context.settings.autoReplayMovementSeconds > 0)
    }

    func hidesFooter(in context: Context) -> Bool { true }

    func layers(in context: Context, at now: Timestamp) -> [Layer] { AutoReplayDrawing(self, context, at: now).layers }

    /// The movement is examined ten times a second.
    func nextChange(after seen: Timestamp) -> Timestamp? { [seen + .milliseconds(100), transport.deadline, turn].compactMap { $0 }.min() }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures of a paused replay or of two clips laid over each other, so that an arrow leaves its whole path. The knob sets the number of
/// pictures, and ▲ ▼ whether light or dark stays.
struct TrailMode: PlaybackMode {
    var place: ScreenKind { .trail }

    private(set) var trail = Trail()
    /// The trail shown on each track until the wanted one is there.
    private(set) var shown: [TrackID: Extract] = [:]

    // MARK: State

    /// Returns the trails that end with the paused pictures.
    func wanted(on playback: any Playback, at now: Timestamp) -> [(track: TrackID, extract: Extract)] {
        playback.sources(at: now).map { ($0.track, Extract($0.footage, at: $0.position, .trail(trail))) }
    }

    /// Returns the span of the trail's pictures, as positions.
    func span(on playback: any Playback, at now: Timestamp) -> ClosedRange<Duration> {
        let (transport, end) = (playback.transport, playback.transport.position(at: now))
        return max(transport.bounds.lowerBound, end - transport.interval * (trail.count - 1))...end
    }

    private func isThere(on playback: any Playback, in context: Context, at now: Timestamp) -> Bool {
        wanted(on: playback, at: now).allSatisfy { context.extracts.isThere($0.extract) }
    }

    func wishes(on playback: any Playback, in context: Context, at now: Timestamp) -> Wishes {
        var wishes = playback.wishes(in: context, at: now)
        wishes.extracts = wanted(on: playback, at: now).map(\.extract)
        return wishes
    }

    func bindings(on playback: any Playback, in context: Context) -> Bindings<ToolInUse<Self>> {
        [
            .press(.mark): Binding(.keepPicture) { $0.mode.keep(on: $0.playback, in: $1, at: $2) }.when(playback.session(in: context) != nil),
            .press(.stop): .back,
            .press(.left): Binding(.frameBack) { $0.playback.step(-1, in: $1, at: $2) }.repeated,
            .press(.right): Binding(.frameOn) { $0.playback.step(1, in: $1, at: $2) }.repeated,
            .press(.up): Binding(.trailLight) { $0.mode.trail.side = .lightest }.repeated,
            .press(.down): Binding(.trailDark) { $0.mode.trail.side = .darkest }.repeated,
            .turn: .turning(.trailCount) { $0.mode.trail.change(countBy: $1) },
        ]
    }

    func tools(on playback: any Playback, in context: Context) -> [ToolOffer] { [context.linesOffer, context.zoomOffer] }

    // MARK: Events

    mutating func handle(_ input: ScreenInput, on playback: inout any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let outcomes = playback.drag(on: input, in: context, at: now) ? [] : perform(input, on: &playback, in: &context, at: now)
        noteShown(on: playback, in: context, at: now)
        return outcomes
    }

    private func keep(on playback: any Playback, in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        // Without the trail, only a plain picture would be kept.
        guard isThere(on: playback, in: context, at: now), let session = playback.session(in: context) else { return [] }
        return [.effect(.picture(.keep(TrailDrawing(self, playback, context, at: now).kept, session)))]
    }

    mutating func hear(_ event: Event, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        noteShown(on: playback, in: context, at: now)
        return []
    }

    /// Keeps the old trail until the next one is there.
    private mutating func noteShown(on playback: any Playback, in context: Context, at now: Timestamp) {
        for (track, extract) in wanted(on: playback, at: now) where context.extracts.isThere(extract) { shown[track] = extract }
        shown = shown.filter { context.extracts.isThere($0.value) }
    }

    // MARK: Rendering

    func spoken(on playback: any Playback, in context: Context, at now: Timestamp) -> Spoken {
        Spoken(
            Strings.word(of: Tool.trail), "\(trail.count) \(Strings.trailFrames)", state: [Strings.trail(trail.side)],
            answer: playback.time(in: context, at: now))
    }

    func layers(on playback: any Playback, in context: Context, at now: Timestamp) -> [Layer] {
        TrailDrawing(self, playback, context, at: now).layers
    }
}

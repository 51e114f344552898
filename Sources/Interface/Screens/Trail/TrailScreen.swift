// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures of a paused replay or of two clips laid over each other, so that an arrow leaves its whole path. The knob sets the number of
/// pictures, and ▲ ▼ whether light or dark stays.
struct TrailScreen: Screen {
    static let place = Place.trail
    var pictureShare: Double? { ground.screen.pictureShare }
    func isFading(in context: Context, at now: Timestamp) -> Bool { ground.screen.isFading(in: context, at: now) }

    private(set) var ground: ToolGround
    private(set) var trail = Trail()
    /// The trail shown on each track until the wanted one is there.
    private(set) var shown: [TrackID: Extract] = [:]

    /// - Parameter ground: the playback, which must be paused.
    init(on ground: ToolGround) {
        self.ground = ground
    }

    // MARK: State

    /// Returns the trails that end with the paused pictures.
    func wanted(at now: Timestamp) -> [(track: TrackID, extract: Extract)] {
        ground.sources(at: now).map { ($0.track, Extract($0.footage, at: $0.place, .trail(trail))) }
    }

    /// Returns the span of the trail's pictures, as positions.
    func span(at now: Timestamp) -> ClosedRange<Duration> {
        let (transport, end) = (ground.transport, ground.transport.position(at: now))
        return max(transport.bounds.lowerBound, end - transport.interval * (trail.count - 1))...end
    }

    func isThere(in context: Context, at now: Timestamp) -> Bool { wanted(at: now).allSatisfy { context.extracts.isThere($0.extract) } }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        var wishes = ground.screen.wishes(in: context, at: now)
        wishes.extracts = wanted(at: now).map(\.extract)
        return wishes
    }

    func grammar(in context: Context) -> Grammar {
        var grammar: Grammar = [
            .press(.stop): .back, .press(.left): .frameBack, .press(.right): .frameOn, .press(.up): .trailLight, .press(.down): .trailDark,
            .turn: .trailCount,
        ]
        if ground.session(in: context) != nil { grammar[.press(.mark)] = .keepPicture }
        return grammar
    }

    func tools(in context: Context) -> [ToolOffer] { [context.linesOffer, context.zoomOffer] }
    func undo(in context: Context) -> String? { ground.screen.undo(in: context) }

    func redo(in context: Context) -> String? { ground.screen.redo(in: context) }

    // MARK: Events

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tapped(.stop): return [.back]
        case .pressed(.mark): return keep(in: context, at: now)
        case .turned(let detents, _): trail.change(countBy: detents)
        case .pressed(.up), .repeated(.up): trail.side = .lightest
        case .pressed(.down), .repeated(.down): trail.side = .darkest
        case .pressed(.left), .repeated(.left): ground.step(-1, in: context, at: now)
        case .pressed(.right), .repeated(.right): ground.step(1, in: context, at: now)
        case .touchDown(let point), .touchMoved(let point): ground.touch(point, in: context, at: now)
        case .tool(.lines): return context.toggleLines(at: now)
        case .tool(.undo): return ground.undo(in: &context, at: now)
        case .tool(.redo): return ground.redo(in: &context, at: now)
        default: break
        }
        noteShown(in: context, at: now)
        return []
    }

    private func keep(in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        // Without the trail, only a plain picture would be kept.
        guard isThere(in: context, at: now), let session = ground.session(in: context) else { return [] }
        return [.effect(.picture(.keep(TrailDrawing(self, context, at: now).kept, session)))]
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if ground.keys.contains(where: context.desk.isGone) { return [.back] }
        noteShown(in: context, at: now)
        if case .player(.failed(let key, let reason)) = event, ground.keys.contains(key) { return [.back, .toast(Strings.cantPlay(reason))] }
        return []
    }

    /// Keeps the old trail until the next one is there.
    private mutating func noteShown(in context: Context, at now: Timestamp) {
        for (track, extract) in wanted(at: now) where context.extracts.isThere(extract) { shown[track] = extract }
        shown = shown.filter { context.extracts.isThere($0.value) }
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] { TrailDrawing(self, context, at: now).layers }

    func nextChange(after seen: Timestamp) -> Timestamp? { ground.screen.nextChange(after: seen) }

    func toastPlace(in context: Context) -> ToastPlace? { ground.screen.toastPlace(in: context) }
}

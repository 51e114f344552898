// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Shows a session's clips side by side, to look at them without judging. The clip in the middle plays.
///
/// A finger, the knob or a held arrow drags the row. Dragged down, it leaves to the bottom right.
struct CarouselScreen: Screen {
    var place: ScreenKind { .carousel }
    var givesWay: Bool { true }

    struct Fading: Hashable, Sendable {
        let clip: Int
        let span: TimeSpan
    }

    /// The number of the clip in the middle. It stays the same if other clips come or go.
    private(set) var chosen: Int
    private(set) var motion: CarouselMotion
    private(set) var players: CarouselPlayers
    /// With reduced motion, the clip that was in the middle before, while it fades out.
    private(set) var fading: Fading?
    /// The time just after the return from a screen that used the row's decoders. Meanwhile the clip in the middle lies on its still,
    /// because its picture may not be decoded yet.
    private(set) var opening: TimeSpan?
    /// The time in which the screen comes up. Drawings on the clip are shown only after it.
    private var coming: TimeSpan
    /// The drawings on the clip in the middle, by which `nextChange` knows when they come and go.
    private var drawn: [Annotation] = []
    /// The row's exit, once it has begun.
    private(set) var exit: ScreenExit?
    /// The direction of the last move: 1 forward, −1 back.
    private var heading = 1
    /// The theme of the last layout: the clips' size depends on the size of the words around them.
    private var look: Theme

    /// - Parameter clip: the number of the clip for the middle. If it isn't there, the last clip is taken.
    init?(_ book: ScoreBook, showing clip: Int? = nil, _ settings: Settings, at now: Timestamp) {
        let clips = Self.clips(of: book)
        guard let last = clips.last else { return nil }
        chosen = clips.first { $0.number == clip }?.number ?? last.number
        let index = clips.firstIndex { $0.number == clip } ?? clips.count - 1
        look = Theme(settings)
        motion = CarouselMotion(index: index, of: clips.count, in: CarouselLayout(look), at: now)
        players = CarouselPlayers(at: now)
        coming = TimeSpan(now, for: Motion.slide)
        // Whoever begins at the last clip can only go back.
        if clips.count > 1, index == clips.count - 1 { heading = -1 }
        show(book, at: now)
    }

    private static let openingTime: Duration = .milliseconds(500)

    static func clips(of book: ScoreBook) -> [ScoreBook.Clip] { book.clips.filter(\.isPlayable) }

    // MARK: State

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        var wishes = Wishes(tracks: players.tracks)
        guard let book = context.desk.book else { return wishes }
        let clips = Self.clips(of: book)
        wishes.stills = clips.indices.filter { abs($0 - motion.index) <= 2 }.compactMap { book.key(ofClip: clips[$0].number) }
        if motion.isDragged {
            // The neighbour in the direction of the last move comes first.
            let neighbours = [motion.index + heading, motion.index - heading].filter(clips.indices.contains)
            wishes.peeks = neighbours.compactMap { Self.peek(clips[$0], in: book) }
        }
        return wishes
    }

    func bindings(in context: Context) -> Bindings<Self> {
        guard let clip = context.desk.book.flatMap(clip(in:)) else { return [.press(.stop): .back] }
        let hasOthers = motion.count > 1
        return [
            .press(.mark): Binding(clip.judgement.isLiked ? .unlike : .like) { $0.like($1) },
            .press(.stop): .back,
            .press(.left): drag(.right, .playBefore).when(hasOthers),
            .press(.right): drag(.left, .playAfter).when(hasOthers),
            .press(.down): drag(.down, .leaveRow),
            .turn: Binding.turning(.dragRow) { screen, context, now, turn in
                screen.begin(in: &context, at: now) { $0.turn(turn.detents, at: now) }
            }.when(hasOthers),
            .press(.knob): Binding(.look) { $0.open($1, at: $2) },
        ]
    }

    /// Returns the row of an arrow that drags the clips in this direction, as a finger does, for as long as it is down.
    private func drag(_ direction: SwipeDirection, _ label: ActionLabel) -> Binding<Self> {
        Binding(label) { screen, context, now in
            screen.begin(in: &context, at: now) { [$0.press(direction, at: now)].compactMap { $0 } }
        }.released { $0.letGo(direction, in: &$1, at: $2) }
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard let book = context.desk.book else { return [] }
        let isAny = clip(in: book) != nil
        // Without a clip the tools stay as long as the last deletion can be undone.
        return isAny || undo(in: context) != nil ? [ToolOffer(.export, isPossible: isAny), ToolOffer(.deleteClip, isPossible: isAny)] : []
    }

    func undo(in context: Context) -> String? { context.undoable?.words }

    func redo(in context: Context) -> String? { context.redoable?.words }

    func clip(in book: ScoreBook) -> ScoreBook.Clip? { Self.clips(of: book).first { $0.number == chosen } }

    // MARK: Events

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .player(.ready(let key, let facts)): players.noteReady(key, facts, at: now)
        case .player(.failed(let key, let reason)) where players.tracks.contains { $0.footage == .clip(key) && !$0.isPrimed }:
            return [.toast(Strings.cantPlay(reason))]
        case .tick: return pass(in: &context, at: now)
        case .card: follow(context, at: now)
        default: break
        }
        return []
    }

    private mutating func pass(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if let fading, fading.span.end <= now { self.fading = nil }
        if let opening, opening.end <= now { self.opening = nil }
        if context.desk.book.map({ $0.clips.count(where: \.isPlayable) != motion.count }) ?? false { follow(context, at: now) }
        players.catchUp(with: context.openClips, at: now)
        let outcomes = motion.advance(to: now).map { follow($0, in: &context, at: now) } ?? []
        let kind = motion.state(at: now).kind
        if fading == nil, kind == .settling || kind == .idle { players.settle() }
        return outcomes
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        follow(context, at: now)
        defer { if context.settings.hasReducedMotion { motion.stop(at: now) } }
        switch input {
        case .touchDown(let point):
            let layout = CarouselLayout(look)
            return begin(in: &context, at: now) { motion in
                motion.touch(at: point, onMiddle: layout.middle.contains(point), at: now)
                return []
            }
        case .touchMoved(let point): return motion.move(to: point, at: now) ? leave(context, at: now) : []
        case .touchUp: return liftFinger(in: &context, at: now)
        case .tool(let tool): return use(tool, in: &context, at: now)
        default: return perform(input, in: &context, at: now)
        }
    }

    /// Comes back after another screen was up: whatever was held counts as let go.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        motion.callOff(at: now)
        motion.stop(at: now)
        follow(context, at: now)
        players.restart(at: now)
        (opening, coming) = (TimeSpan(now, for: Self.openingTime), TimeSpan(now, for: Motion.slide))
        return []
    }

    // MARK: Gestures

    private mutating func begin(
        in context: inout Context, at now: Timestamp, _ body: (inout CarouselMotion) -> [SwipeOutcome]
    ) -> [ScreenOutcome] {
        body(&motion).flatMap { follow($0, in: &context, at: now) }
    }

    private mutating func letGo(_ direction: SwipeDirection, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard motion.finger?.arrow == direction else { return [] }
        return motion.letGo(at: now).map { follow($0, in: &context, at: now) } ?? []
    }

    private mutating func liftFinger(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let finger = motion.finger, finger.isTouch, let outcome = motion.letGo(at: now) else { return [] }
        guard outcome == .tap, !motion.wasCaught, let point = finger.touchStart else { return follow(outcome, in: &context, at: now) }
        let middle = CarouselLayout(look).middle
        if middle.contains(point) { return open(context, at: now) }
        guard point.y >= middle.y, point.y < middle.maxY else { return [] }
        motion.go(point.x < middle.x ? -1 : 1, at: now)
        return moved(context.desk.book, context, at: now)
    }

    private mutating func follow(_ outcome: SwipeOutcome, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch outcome {
        case .tap, .springBack: return []
        case .commit(.down): return leave(context, at: now)
        case .commit:
            let before = chosen
            let outcomes = moved(context.desk.book, context, at: now)
            if chosen != before { context.swipes.note(peeks: context.settings.peeks) }
            return outcomes
        }
    }

    /// Begins the row's exit above the next screen, and keeps the row as it is drawn now.
    private mutating func leave(_ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        if let way = motion.exit {
            let drawing = CarouselDrawing(self, context, at: now)
            exit = ScreenExit(exit: way, row: drawing.row(hasShadow: true), hasBlur: context.governor.hasBlur)
        }
        return [felt(context), .back]
    }

    /// Returns the signal, by light and buzzer, that a gesture counted. Merely looking gives no signal.
    private func felt(_ context: Context) -> ScreenOutcome { .clipSignal(.placed, context.settings) }

    /// Takes over the clip that now lies in the middle, if it is another one.
    private mutating func moved(_ book: ScoreBook?, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let book else { return [] }
        let clips = Self.clips(of: book)
        guard clips.indices.contains(motion.index), clips[motion.index].number != chosen else { return [] }
        if let old = clips.firstIndex(where: { $0.number == chosen }) { heading = motion.index > old ? 1 : -1 }
        if context.settings.hasReducedMotion {
            fading = Fading(clip: chosen, span: TimeSpan(now, for: Motion.crossFade))
            motion.stop(at: now)
        }
        chosen = clips[motion.index].number
        show(book, at: now)
        return [felt(context)]
    }

    /// Adapts to the session's current clips: one may have been deleted, restored or written.
    private mutating func follow(_ context: Context, at now: Timestamp) {
        look = Theme(context.settings)
        guard let book = context.desk.book else { return }
        let clips = Self.clips(of: book)
        let index = clips.firstIndex { $0.number == chosen } ?? motion.index.clamped(to: 0...max(0, clips.count - 1))
        motion.take(index: index, of: clips.count, in: CarouselLayout(look))
        if clips.indices.contains(index) {
            // The clip in the middle is gone; drop its picture too.
            if clips[index].number != chosen { players.settle() }
            chosen = clips[index].number
        }
        show(book, at: now)
    }

    private mutating func show(_ book: ScoreBook, at now: Timestamp) {
        let clips = Self.clips(of: book)
        func pair(_ index: Int) -> (ScoreBook.Clip, ClipKey)? {
            guard clips.indices.contains(index), let key = book.key(ofClip: clips[index].number) else { return nil }
            return (clips[index], key)
        }
        drawn = pair(motion.index)?.0.judgement.annotations ?? []
        players.show(pair(motion.index), next: pair(motion.index + heading), at: now)
    }

    static func peek(_ clip: ScoreBook.Clip, in book: ScoreBook) -> PeekKey? {
        book.key(ofClip: clip.number).map { PeekKey($0, at: ClipEntry.place(before: clip.moment)) }
    }

    // MARK: Actions

    private func like(_ context: Context) -> [ScreenOutcome] {
        guard let clip = context.desk.book.flatMap(clip(in:)) else { return [] }
        let isLiked = clip.judgement.isLiked
        return [.judge(clips: [clip.number], .liked(!isLiked)), .clipSignal(isLiked ? .undone : .liked, context.settings)]
    }

    private mutating func open(_ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        motion.callOff(at: now)
        return context.desk.book.flatMap(clip(in:)).map { [.play(clip: $0.number)] } ?? []
    }

    private mutating func use(_ tool: Tool, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        motion.callOff(at: now)
        switch tool {
        case .undo, .redo:
            let before = Set(context.desk.book.map(Self.clips)?.map(\.number) ?? [])
            let outcomes = tool == .undo ? context.undoEdit() : context.redoEdit()
            // Show the clip that came back.
            if let back = context.desk.book.map(Self.clips)?.first(where: { !before.contains($0.number) }) { chosen = back.number }
            follow(context, at: now)
            return outcomes
        case .deleteClip:
            return [.judge(clips: [chosen], .deleted(true))]
        case .export:
            guard let book = context.desk.book, let name = book.name, let clip = clip(in: book) else { return [] }
            return [.go(.export(ExportSubject(session: name, clips: [clip.number]), title: Strings.export(clip.title), line: book.archer))]
        default: return []
        }
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] { CarouselDrawing(self, context, at: now).layers }

    func toastPlace(in context: Context) -> ToastPlace? {
        let layout = CarouselLayout(Theme(context.settings))
        return .foot(layout.look).raised(to: layout.middle.maxY - Theme.margin)
    }

    /// Returns true if the screen has come up and nothing moves.
    func showsDrawings(at now: Timestamp) -> Bool { coming.end <= now && motion.isAtRest(at: now) && fading == nil }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        let drawings = RestingDrawings.nextChange(of: drawn, at: players.position(at: seen), after: seen)
        let arrival = coming.end > seen ? coming.end : nil
        return [motion.nextChange(after: seen), fading?.span.nextChange(after: seen), opening?.end, arrival, drawings].compactMap { $0 }.min()
    }
}

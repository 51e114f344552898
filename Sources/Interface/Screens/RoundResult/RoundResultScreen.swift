// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The page at the end of a round: the total, each end, the group, and the best and the worst clip.
///
/// It begins nothing: the session of a new round is made by its first mark.
struct RoundResultScreen: Screen {
    var place: ScreenKind { .roundResult }
    var givesWay: Bool { true }

    /// MARK is deaf for this long: it was pressed for the last arrows.
    static let deafTime: Duration = .milliseconds(800)

    private let opened: Timestamp
    private var isMarkDeaf = true
    /// The movement with which it begins; `nil` with reduced motion.
    private let joy: RoundJoy?
    private var touch: Touch<Int>?

    init(_ settings: Settings, at now: Timestamp) {
        opened = now
        joy = settings.hasReducedMotion ? nil : RoundJoy(from: now)
    }

    private func result(in context: Context) -> RoundResult? { context.desk.book.flatMap { RoundResult(of: $0) } }

    private func layout(_ result: RoundResult, in context: Context) -> RoundResultLayout { RoundResultLayout(Theme(context.settings), result) }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        let best = result(in: context)?.bestOf ?? []
        // The next archer's face follows, if one waits.
        let label: ActionLabel = context.desk.waiting.isEmpty ? .toLive : .toScore
        return [
            .press(.mark): Binding(label, .roundSeen).when(!isMarkDeaf),
            .press(.stop): .back,
            .press(.knob): Binding(.playRound, .playAll(clips: best)).when(!best.isEmpty),
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point):
            let shots = result(in: context).map { layout($0, in: context).shots } ?? []
            touch = shots.first { $0.rect.contains(point) }.flatMap { Touch($0.shot.clip, at: point, at: now) }
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp: return touch.lift()?.tapped.map { [.play(clip: $0)] } ?? []
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if isMarkDeaf, opened + Self.deafTime <= now { isMarkDeaf = false }
        return []
    }

    // MARK: Rendering

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        guard let result = result(in: context) else { return Spoken(Strings.Spoken.summary, Strings.reading) }
        func words(_ title: String, _ words: String) -> String { "\(title): \(words)" }
        let best = words(Strings.RoundResult.bestEnd, "\(result.bestEnd.name), \(result.bestEnd.points)")
        return Spoken(
            [result.archer, result.round.name].compactMap { $0 }.joined(separator: ", "),
            "\(result.scope.points) \(Strings.RoundResult.of(result.round.maximum))",
            state: result.scope.counts + [best, result.best.map { words(Strings.RoundResult.bestArrow, $0.words) }])
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard let book = context.desk.book, let result = result(in: context) else { return [] }
        let drawing = RoundResultDrawing(layout(result, in: context), result, book)
        return joy.map { $0.layers(drawing, at: now) } ?? drawing.layers
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        let deadlines = [isMarkDeaf ? opened + Self.deafTime : nil, joy?.span.nextChange(after: seen)]
        return deadlines.compactMap { $0 }.min()
    }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        guard let book = context.desk.book, let result = result(in: context) else { return Wishes() }
        return Wishes(stills: [result.best, result.worst].compactMap { $0.flatMap { book.key(ofClip: $0.clip) } })
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A stack of clips to review, the oldest on top: right to like, left to delete, up to skip, down to take the last one back.
struct ReviewScreen: Screen {
    var place: ScreenKind { .review }
    var givesWay: Bool { true }

    /// The clips that are reviewed.
    enum Scope: Hashable, Sendable {
        /// Clips of one session; of one of its ends, if that has a number.
        case session(SessionKey, end: Int?)
        /// All clips of all sessions about which nothing was decided.
        case unjudged

        var session: SessionKey? { if case .session(let key, _) = self { key } else { nil } }
    }

    /// A clip on its way out, above the stack.
    struct Leaving: Hashable, Sendable {
        var clip: ReviewClip
        var motion: SwipeMotion
        var deed: ReviewDeed
    }

    /// The move of the clips under the top one to their present places.
    struct Settling: Hashable, Sendable {
        /// The number of steps by which they lay elsewhere.
        var from: Double
        var start: Timestamp

        func lift(at now: Timestamp) -> Double {
            let place = SwipeMotion.way.state(after: max(0, start.duration(to: now).inSeconds), from: from, velocity: 0).offset
            return isOver(at: now) ? 0 : place
        }

        func isOver(at now: Timestamp) -> Bool { start + SwipeMotion.leaveTime <= now }
    }

    var scope: Scope
    /// True if the score with its target face lies under this screen.
    let leadsToScore: Bool
    var stack: ReviewStack
    var playback: ReviewPlayer
    /// The gesture that drags the top clip.
    var finger: SwipeFinger?
    /// The motion of the top clip while it springs back or comes back.
    var motion: SwipeMotion?
    /// The motion of the clip below, if it was dragged on top until another clip came back.
    var under: SwipeMotion?
    var leaving: Leaving?
    /// The pictures that a turn of the knob steps while the top clip is paused.
    var jog = JogRule()
    var settling: Settling?
    /// The time in which the screen comes in. Drawings on the top clip wait until it is over.
    var coming: TimeSpan
    /// The clips that can't be played, each with its reason.
    var broken: [ClipKey: String] = [:]
    /// The choice after all clips were reviewed.
    var end = ReviewEnd()
    /// True while a picture that explains the arrows lies over the stack.
    var isExplaining: Bool
    var pages: ReviewPages
    /// The sessions whose records lack a decision made here. The desk files its own session.
    var unfiled: Set<SessionRef> = []
    /// A touch of one of the answers at the end.
    var touch: Touch<ReviewEnd.Answer?>?

    /// - Precondition: there is at least one clip.
    init(_ clips: [ReviewClip], of book: ScoreBook, leadsToScore: Bool, in context: Context, at now: Timestamp) {
        let ends = Set(clips.compactMap(\.end))
        let scope = Scope.session(book.key ?? SessionKey(folder: ""), end: ends.count == 1 ? ends.first : nil)
        self.init(scope, clips, ReviewPages(), leadsToScore: leadsToScore, in: context, at: now)
    }

    /// Returns a review of all clips about which nothing was decided. It waits for the first of them, and asks for more as they are needed.
    static func unjudged(in context: Context, at now: Timestamp) -> ReviewScreen {
        ReviewScreen(.unjudged, [], ReviewPages(isWaiting: true), leadsToScore: false, in: context, at: now)
    }

    private init(_ scope: Scope, _ clips: [ReviewClip], _ pages: ReviewPages, leadsToScore: Bool, in context: Context, at now: Timestamp) {
        self.scope = scope
        self.leadsToScore = leadsToScore
        self.pages = pages
        stack = ReviewStack(clips)
        coming = TimeSpan(now, for: Motion.slide)
        playback = ReviewPlayer(interval: context.stream.rate.interval)
        isExplaining = context.settings.explainsReview && !clips.isEmpty
        playback.show(stack.top, then: stack.next, keepsLeaving: false, at: now)
    }

    /// True if no clip is left to review.
    var isAtEnd: Bool { stack.clips.isEmpty }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        if isExplaining { return onHelp }
        if isAtEnd { return atEnd(in: context) }
        return [
            .press(.mark): Binding(.like) { $0.commit(.right, in: &$1, at: $2) },
            .press(.stop): Binding(leadsToScore ? .toScore : .back, .back),
            .press(.left): swipe(.left, .dropClip),
            .press(.right): swipe(.right, .like),
            .press(.up): swipe(.up, .skipClip),
            .press(.down): swipe(.down, .takeBack).when(lastStep(in: context) != nil),
            .turn: playback.isPaused
                ? Binding.turning(.frame) { screen, _, now, turn in
                    screen.playback.step(screen.jog.pictures(of: turn.detents, at: now), at: now)
                }
                : Binding.turning(.dragClip) { $0.turn($3.detents, in: &$1, at: $2) },
            .press(.knob): Binding(playback.isPlaying ? .pause : .goOn) { $0.playback.togglePause(at: $2) },
        ]
    }

    /// The controls on the picture that explains the review: each leaves it, and an arrow does at once what it shows.
    private var onHelp: Bindings<Self> {
        let understood = Binding<Self>(.understood) { $0.closeHelp(in: &$1, at: $2) }
        func explained(_ direction: SwipeDirection, _ label: ActionLabel) -> Binding<Self> {
            Binding(label) { screen, context, now in
                let outcomes = screen.closeHelp(in: &context, at: now)
                let isPossible = direction != .down || screen.lastStep(in: context) != nil
                return outcomes + (isPossible ? screen.hold(direction, in: &context, at: now) : [])
            }
        }
        return [
            .press(.mark): understood, .press(.stop): understood, .press(.knob): understood,
            .press(.left): explained(.left, .dropClip), .press(.right): explained(.right, .like),
            .press(.up): explained(.up, .skipClip), .press(.down): explained(.down, .takeBack),
            .turn: .turning(.understood) { screen, context, now, _ in screen.closeHelp(in: &context, at: now) },
        ]
    }

    /// Returns the row of an arrow that drags the top clip in this direction, as a finger does, for as long as it is down.
    private func swipe(_ direction: SwipeDirection, _ label: ActionLabel) -> Binding<Self> {
        Binding(label) { $0.hold(direction, in: &$1, at: $2) }.released { $0.letGo(direction, in: &$1, at: $2) }
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard !isExplaining else { return [] }
        let isThere = stack.top?.clip.isPlayable ?? false
        return [
            ToolOffer(.lookAtClip, isPossible: isThere && context.desk.book?.key == stack.top?.key.session),
            ToolOffer(.slow, isPossible: isThere, state: playback.isSlow ? Strings.onOff(true) : nil),
            ToolOffer(.export, isPossible: isThere && stack.top?.clip.file != nil),
            ToolOffer(.clips, isPossible: context.desk.book != nil && scope != .unjudged),
        ]
    }

    func undo(in context: Context) -> String? { lastEdit(in: context)?.words }

    func redo(in context: Context) -> String? { nextEdit(in: context)?.edit.words }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let outcomes = advance(to: now, in: &context)
        switch input {
        case .touchDown, .touchMoved, .touchUp: return outcomes + followFinger(input, in: &context, at: now)
        case .tool(.undo): return outcomes + undo(in: &context, at: now)
        case .tool(.redo): return outcomes + redo(in: &context, at: now)
        case .tool(let tool): return outcomes + use(tool, in: &context, at: now)
        default: return outcomes + perform(input, in: &context, at: now)
        }
    }

    private mutating func hold(_ direction: SwipeDirection, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let outcomes = interrupt(by: direction, in: &context, at: now)
        if !isAtEnd { finger = SwipeFinger(holding: direction, .review, from: grasp(at: now), at: now) }
        return outcomes
    }

    private mutating func letGo(_ direction: SwipeDirection, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let finger, finger.arrow == direction else { return [] }
        return end(finger.letGo(at: now), in: &context, at: now)
    }

    private mutating func followFinger(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard !isExplaining else { if case .touchDown = input { return closeHelp(in: &context, at: now) } else { return [] } }
        guard !isAtEnd else { return followFingerAtEnd(input, in: &context, at: now) }
        switch input {
        case .touchDown(let point):
            let outcomes = interrupt(by: nil, in: &context, at: now)
            if !isAtEnd { finger = SwipeFinger(touching: point, .review, from: grasp(at: now), at: now) }
            return outcomes
        case .touchMoved(let point): finger?.move(to: point, at: now)
        case .touchUp: if let finger, finger.isTouch { return end(finger.letGo(at: now), in: &context, at: now) }
        default: break
        }
        return []
    }

    mutating func turn(_ detents: Int, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var outcomes: [ScreenOutcome] = []
        if finger?.isKnob != true {
            outcomes += interrupt(by: detents > 0 ? .right : .left, in: &context, at: now)
            guard !isAtEnd else { return outcomes }
            finger = SwipeFinger(turning: .review, from: grasp(at: now), at: now)
        }
        guard let outcome = finger?.turn(detents, at: now) else { return outcomes }
        let next = finger?.successor(at: now)
        outcomes += end(outcome, in: &context, at: now)
        if !isAtEnd, case .commit = outcome { finger = next }
        return outcomes
    }

    mutating func closeHelp(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        isExplaining = false
        var changed = context.settings
        changed.explainsReview = false
        return .effects(context.change(to: changed, at: now))
    }

    mutating func use(_ tool: Tool, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let top = stack.top else { return [] }
        switch tool {
        case .lookAtClip: return [.play(clip: top.key.number)]
        case .slow: playback.toggleSlow(at: now)
        case .export:
            let subject = ExportSubject(session: top.key.session.folder, clips: [top.key.number])
            return [.go(.export(subject, title: Strings.export(top.clip.title), line: top.archer))]
        case .clips: return [.go(.clipGrid(end: top.end))]
        default: break
        }
        return []
    }
}

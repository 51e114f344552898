// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A stack of clips to review, the oldest on top: right to like, left to delete, up to skip, down to take the last one back.
struct ReviewScreen: Screen {
    var place: Place { .review }
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

    let scope: Scope
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
    var settling: Settling?
    /// The time in which the screen comes in. Drawings on the top clip wait until it is over.
    var coming: Stretch
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
        coming = Stretch(now, for: Motion.slide)
        playback = ReviewPlayer(interval: context.stream.rate.interval)
        isExplaining = context.settings.explainsReview && !clips.isEmpty
        playback.show(stack.top, then: stack.next, keepsLeaving: false, at: now)
    }

    /// True if no clip is left to review.
    var isAtEnd: Bool { stack.clips.isEmpty }

    // MARK: Input

    func grammar(in context: Context) -> Grammar {
        if isExplaining { return [.press(.mark): .understood, .press(.stop): .understood, .press(.knob): .understood] }
        var grammar: Grammar = [.press(.stop): leadsToScore ? .toScore : .back]
        if context.reviewed.newest(of: scope.session) != nil { grammar[.press(.down)] = .takeBack }
        if isAtEnd {
            guard !pages.isWaiting else { return grammar }
            let answers = answers(in: context)
            if answers.contains(.export) { grammar[.press(.mark)] = .export }
            if answers.count > 1 {
                (grammar[.press(.left)], grammar[.press(.right)], grammar[.turn]) = (.answerBefore, .answerAfter, .answer)
            }
            grammar[.press(.knob)] = .takeAnswer
            return grammar
        }
        (grammar[.press(.left)], grammar[.press(.right)], grammar[.press(.up)]) = (.dropClip, .like, .skipClip)
        (grammar[.press(.mark)], grammar[.turn]) = (.like, .dragClip)
        grammar[.press(.knob)] = playback.isPlaying ? .pause : .goOn
        return grammar
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard !isExplaining else { return [] }
        let isThere = stack.top?.clip.isPlayable ?? false
        return [
            ToolOffer(.lookAtClip, isPossible: isThere && context.desk.book?.key == stack.top?.key.session),
            ToolOffer(.slow, isPossible: isThere, state: playback.isSlow ? Strings.onOff(true) : nil),
            ToolOffer(.export, isPossible: isThere), ToolOffer(.clips, isPossible: context.desk.book != nil && scope != .unjudged),
        ]
    }

    func undo(in context: Context) -> String? { context.reviewed.newest(of: scope.session)?.words }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var outcomes = advance(to: now, in: &context)
        if isExplaining { return outcomes + closeHelp(input, in: &context, at: now) }
        switch input {
        case .tapped(.stop): return outcomes + [.back]
        case .tool(.undo): return outcomes + commit(.down, in: &context, at: now)
        case .tool(let tool): return outcomes + use(tool, in: &context, at: now)
        default: break
        }
        guard !isAtEnd else { return outcomes + handleEnd(input, in: &context, at: now) }
        switch input {
        case .pressed(.mark): outcomes += commit(.right, in: &context, at: now)
        case .pressed(let control):
            guard let direction = SwipeDirection(control) else { break }
            outcomes += interrupt(by: direction, in: &context, at: now)
            if !isAtEnd { finger = SwipeFinger(holding: direction, .review, from: grasp(at: now), at: now) }
        case .tapped(.knob): playback.togglePause(at: now)
        case .tapped(let control):
            guard let finger, finger.arrow != nil, finger.arrow == SwipeDirection(control) else { break }
            outcomes += end(finger.letGo(at: now), in: &context, at: now)
        case .turned(let detents, _): outcomes += turn(detents, in: &context, at: now)
        case .touchDown(let point):
            outcomes += interrupt(by: nil, in: &context, at: now)
            if !isAtEnd { finger = SwipeFinger(touching: point, .review, from: grasp(at: now), at: now) }
        case .touchMoved(let point): finger?.move(to: point, at: now)
        case .touchUp: if let finger, finger.isTouch { outcomes += end(finger.letGo(at: now), in: &context, at: now) }
        default: break
        }
        return outcomes
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

    mutating func closeHelp(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .pressed(.mark), .tapped(.knob), .tapped(.stop), .touchDown:
            isExplaining = false
            var changed = context.settings
            changed.explainsReview = false
            return .effects(context.change(to: changed, at: now))
        default: return []
        }
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

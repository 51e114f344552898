// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ResumableSession {
    /// `WA 70 m, end 5 of 12`, or what was practised.
    var words: String {
        if let round = target.round.flatMap(RoundCatalog.round) { return Strings.roundLeft(round.name, end: scoredEnds + 1, of: round.ends) }
        return Strings.practiceLeft(SessionMoment(started)?.words, marks: marks)
    }
}

/// What the line at the foot of Live asks: one thing at a time.
enum LiveQuestion: Hashable, Sendable {
    case smallerStream(SmallerStream)
    case goOn(ResumableSession)

    /// The question, in full first; where there is less room, one of those that follow.
    var wordings: [String] {
        switch self {
        case .smallerStream(let smaller): Strings.offerQuestions(smaller)
        case .goOn(let offer): [offer.words]
        }
    }

    /// The controls that leave it: a mark begins a new session.
    var leaving: [Icon] {
        switch self {
        case .smallerStream: [.stop]
        case .goOn: [.mark, .stop]
        }
    }

    var take: String {
        switch self {
        case .smallerStream: Strings.takeOffer
        case .goOn: Strings.goOn
        }
    }

    var leave: String {
        switch self {
        case .smallerStream: Strings.leaveOffer
        case .goOn: Strings.newSession
        }
    }
}

extension Context {
    /// Time has passed, or something happened: the picture steps back from a question, and comes back once it is answered. With reduced
    /// motion it is in its place at once.
    mutating func noteQuestion(at now: Timestamp) {
        asked = question(at: now)
        let target = asked == nil ? 0.0 : 1
        guard stepBack.target != target else { return }
        if settings.hasReducedMotion { return stepBack = Transition(at: target, since: now) }
        stepBack.go(to: target, at: now, within: Motion.sheet)
    }

    /// What is asked on Live now.
    func question(at now: Timestamp) -> LiveQuestion? {
        if let offer = visibleOffer { return .smallerStream(offer.smaller) }
        guard cover.place == .live, switchingOff.ending == nil else { return nil }
        return sessions.offer(for: settings.target, at: now).map(LiveQuestion.goOn)
    }

    /// The knob was pushed on Live while the line asks.
    /// - Returns: `nil` if nothing was asked.
    mutating func takeAnswer(at now: Timestamp) -> [Effect]? {
        switch question(at: now) {
        case .smallerStream: return offerAnswered(at: now).map { take($0, at: now) }
        case .goOn(let offer):
            let effects = sessions.take(offer, at: now)
            var changed = settings
            // What the session is shot at is what is set from now on.
            changed.round = offer.target.round
            if changed.shooter?.face == nil { changed.face = offer.target.face }
            return effects + change(to: changed, at: now)
        case nil: return nil
        }
    }

    /// STOP was tapped on Live while the line asks.
    /// - Returns: whether something was asked.
    mutating func leaveAnswer(at now: Timestamp) -> Bool {
        switch question(at: now) {
        case .smallerStream:
            guard offerAnswered(at: now) != nil else { return false }
            refuseOffer()
        case .goOn(let offer): sessions.left.decline(offer.ref)
        case nil: return false
        }
        return true
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ResumableSession {
    /// `WA 70 m, end 5 of 12`, or what was practised.
    var words: String {
        if let round = target.round.flatMap(RoundCatalog.round) { return Strings.roundLeft(round.name, end: shotEnds + 1, of: round.ends) }
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
            // What the session is shot at is what is set from now on.
            return effects + change(to: settings.shooting(offer.target) ?? settings, at: now)
        case nil: return nil
        }
    }

    /// Whether the session that is looked at may have a next end. One of the card may until its archer's next one has a mark.
    func goesOn(with book: ScoreBook) -> Bool {
        switch book.ref {
        case .run: sessions.state(of: book.ref)?.over != .newSession
        case .stored(let key): book.roundOver == nil && sessions.resumable(at: key, settings) != nil
        }
    }

    /// Somebody goes on with a session of the card, which is looked at: its archer and its round are what is set from now on.
    /// - Returns: `nil` if that can't be.
    mutating func goOnFromHistory(with key: SessionKey, _ ends: [EndRecord], at now: Timestamp) -> [Effect]? {
        guard let (known, changed) = sessions.resumable(at: key, settings) else { return nil }
        var effects: [Effect] = []
        if sessions.state(of: known.ref)?.ref != sessions.session.ref {
            // What was shot so far waits for STOP.
            if sessions.session.hasBegun { effects += rest(at: now) }
            effects += sessions.take(known, at: now)
            sessions.note(ends, besides: known)
        }
        return effects + change(to: changed, at: now)
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

extension Sessions {
    /// The session that lies there, if its archer may go on with: it isn't over, and the archer has begun no other since.
    /// - Parameters:
    ///   - settings: what is set now.
    /// - Returns: the session, and the settings with which it is shot.
    func resumable(at key: SessionKey, _ settings: Settings) -> (session: ResumableSession, settings: Settings)? {
        let own = state(of: .stored(key))
        // Until the card has answered, it isn't known what the present session is.
        guard session.hasBegun || session.header == nil, own?.over == nil,
            let known = own.map({ ResumableSession($0, settings.target) }) ?? left.session(at: key),
            let shooting = settings.shooting(known.target)
        else { return nil }
        let isFollowed = ([session] + rested).contains { other in
            other.hasBegun && other.number > own?.number ?? 0 && !other.isOfAnother(than: shooting.shooter?.name)
        }
        return isFollowed ? nil : (known, shooting)
    }

    /// What somebody scored in the session that goes on, since an earlier run had left it.
    mutating func note(_ ends: [EndRecord], besides known: ResumableSession) {
        guard case .stored = known.ref else { return }
        for end in ends where !known.ends.contains(end) { session.note(end) }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ResumableSession {
    /// `WA 70 m, end 5 of 12`, or the practice and its marks.
    var words: String {
        if let round = target.round.flatMap(RoundCatalog.round) { return Strings.roundLeft(round.name, end: shotEnds + 1, of: round.ends) }
        return Strings.practiceLeft(SessionMoment(started)?.words, marks: marks)
    }
}

extension ResumableSession {
    /// `WA 70 m, end 2`: what the next mark belongs to.
    var place: String { round.map { Strings.roundGoesOn($0.name, end: shotEnds + 1) } ?? Strings.practice }

    /// The round's name, or the word for practice.
    var name: String { round?.name ?? Strings.practice }

    private var round: Round? { target.round.flatMap(RoundCatalog.round) }
}

/// The question in the line at the foot of Live. There is one at a time.
enum LiveQuestion: Hashable, Sendable {
    case smallerStream(SmallerStream)
    case goOn(ResumableSession)

    /// The question in full, followed by shorter wordings for less room.
    var wordings: [String] {
        switch self {
        case .smallerStream(let smaller): Strings.offerQuestions(smaller)
        case .goOn(let offer): [offer.words]
        }
    }

    /// The controls that decline it. MARK begins a new session.
    var leaving: [Icon] {
        switch self {
        case .smallerStream: [.stop]
        case .goOn: [.mark, .stop]
        }
    }

    var take: String {
        switch self {
        case .smallerStream: Strings.takeOffer
        case .goOn: Strings.goOnInMenu
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
    /// Updates the question. The picture steps back from a question, and comes back once it is answered; with reduced motion at once.
    mutating func noteQuestion(at now: Timestamp) {
        asked = question(at: now)
        goOnOffer = switchingOff.ending == nil ? sessions.offer(for: settings.target, at: now) : nil
        let target = asked == nil ? 0.0 : 1
        guard stepBack.target != target else { return }
        if settings.hasReducedMotion { return stepBack = Transition(at: target, since: now) }
        stepBack.go(to: target, at: now, within: Motion.sheet)
    }

    /// Returns the question on Live now.
    func question(at now: Timestamp) -> LiveQuestion? {
        if let offer = visibleOffer { return .smallerStream(offer.smaller) }
        guard cover.place == .live, switchingOff.ending == nil else { return nil }
        return sessions.offer(for: settings.target, at: now).map(LiveQuestion.goOn)
    }

    /// Accepts the question: a push of the knob takes the smaller picture, and a finger either.
    /// - Returns: `nil` if nothing was asked.
    mutating func takeAnswer(at now: Timestamp) -> [Effect]? {
        switch question(at: now) {
        case .smallerStream: return offerAnswered(at: now).map { take($0, at: now) }
        case .goOn(let offer): return goOn(with: offer, at: now)
        case nil: return nil
        }
    }

    /// Goes on with a session about which somebody was asked. Its target becomes the setting from now on.
    mutating func goOn(with offer: ResumableSession, at now: Timestamp) -> [Effect] {
        sessions.take(offer, at: now) + change(to: settings.shooting(offer.target) ?? settings, at: now)
    }

    /// Returns true if the session on the desk can have a next end. A session of the card can until its archer's next session has a mark.
    func goesOn(with book: ScoreBook) -> Bool {
        switch book.ref {
        case .run: sessions.state(of: book.ref)?.over != .newSession
        case .stored(let key): book.roundOver == nil && sessions.resumable(at: key, settings) != nil
        }
    }

    /// Goes on with a session of the card that is viewed. Its archer and its round become the settings from now on.
    /// - Returns: `nil` if that isn't possible.
    mutating func goOnFromHistory(with key: SessionKey, _ ends: [EndRecord], at now: Timestamp) -> [Effect]? {
        guard let (known, changed) = sessions.resumable(at: key, settings) else { return nil }
        var effects: [Effect] = []
        if sessions.state(of: known.ref)?.ref != sessions.session.ref {
            // The shots of the present session wait for STOP.
            if sessions.session.hasBegun { effects += rest(at: now) }
            effects += sessions.take(known, at: now)
            sessions.note(ends, besides: known)
        }
        return effects + change(to: changed, at: now)
    }

    /// Begins a new session with the marks of this start, instead of the session with which the first mark went on.
    mutating func beginInstead(at now: Timestamp) -> [Effect] {
        let left = sessions.session.ref
        let filed = desk.book?.ref == left && sessions.canBeginInstead ? desk.close() : []
        let (moved, effects) = sessions.beginInstead(at: now)
        guard !moved.isEmpty else { return [] }
        for (old, new) in moved {
            lineEdits.forget(mark: old, of: left)
            noteMark(new, isRedone: false)
        }
        say(Strings.newSessionBegan, at: now)
        return filed + effects
    }

    /// Declines the question, after STOP was tapped on Live.
    /// - Returns: true if something was asked.
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
    /// Returns the session at this key, if its archer may go on with it: it isn't over, and the archer has begun no other since.
    /// - Parameters:
    ///   - settings: the settings in force.
    /// - Returns: the session, and the settings with which it is shot.
    func resumable(at key: SessionKey, _ settings: Settings) -> (session: ResumableSession, settings: Settings)? {
        let own = state(of: .stored(key))
        // Until the card has answered, the present session isn't known.
        guard session.hasBegun || session.header == nil, own?.over == nil,
            let known = own.map({ ResumableSession($0, settings.target) }) ?? left.session(at: key),
            let shooting = settings.shooting(known.target)
        else { return nil }
        let isFollowed = ([session] + rested).contains { other in
            other.hasBegun && other.number > own?.number ?? 0 && !other.isOfAnother(than: shooting.shooter?.name)
        }
        return isFollowed ? nil : (known, shooting)
    }

    /// Notes the ends that were scored in a left session before it went on.
    mutating func note(_ ends: [EndRecord], besides known: ResumableSession) {
        guard case .stored = known.ref else { return }
        for end in ends where !known.ends.contains(end) { session.apply(.end(end)) }
    }
}

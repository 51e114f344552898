// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A box that can't keep up: what it has lost, and the smaller picture that is offered for it.
struct Overload: Hashable, Sendable {
    /// The question while it stands.
    struct Offer: Hashable, Sendable {
        var smaller: SmallerStream
        /// Who presses before this instant meant what was on the screen before the question.
        var hearsFrom: Timestamp
        /// When it goes by itself.
        var end: Timestamp
    }

    /// A question that nobody answers goes after this long …
    static let questionTime: Duration = .seconds(30)
    /// … and comes again after this long at the earliest.
    static let pause: Duration = .seconds(600)
    /// A hand that was already on its way has this long.
    static let deafTime: Duration = .milliseconds(500)

    var rule: OverloadRule
    private(set) var offer: Offer?
    /// The session in which it was refused.
    private var refusedIn: SessionRef?
    private var quietUntil: Timestamp?
    /// What was taken before. One that was taken and changed nothing isn't offered again.
    private var taken: Set<SmallerStream> = []

    init(at now: Timestamp) {
        rule = OverloadRule(at: now)
    }

    /// Whether it may be asked about now, in this session.
    func mayOffer(_ smaller: SmallerStream, in session: SessionRef, at now: Timestamp) -> Bool {
        offer == nil && rule.callsForLess && rule.isOver(at: now) && refusedIn != session && !taken.contains(smaller)
            && quietUntil.map { $0 <= now } ?? true
    }

    mutating func ask(_ smaller: SmallerStream, at now: Timestamp) {
        offer = Offer(smaller: smaller, hearsFrom: now + Self.deafTime, end: now + Self.questionTime)
        rule.forgetStrikes()
    }

    /// The question goes, whatever was answered.
    mutating func withdraw() { offer = nil }

    mutating func refuse(in session: SessionRef) {
        withdraw()
        refusedIn = session
    }

    mutating func noteTaken(_ smaller: SmallerStream) {
        withdraw()
        taken.insert(smaller)
    }

    /// Nobody answered.
    mutating func pass(to now: Timestamp) {
        guard let offer, offer.end <= now else { return }
        withdraw()
        quietUntil = now + Self.pause
    }

    var deadlines: [Timestamp] { [rule.end, offer?.end].compactMap { $0 } }
}

extension Context {
    mutating func note(_ counts: FrameCounts, at now: Timestamp) {
        overload.rule.note(counts, rate: stream.rate, at: now)
        // It is asked only where nothing else is asked or worked on.
        guard cover.place == .live, !conditions.isSafeMode, stalledSince == nil, switchingOff.ending == nil, switchingOff.holdStart == nil,
            switchingOff.objectionEnd == nil, let smaller = SmallerStream(below: stream), smaller.applied(to: settings) != settings,
            overload.mayOffer(smaller, in: sessions.session.ref, at: now)
        else { return }
        overload.ask(smaller, at: now)
    }

    /// The question, where it is on the screen.
    var visibleOffer: Overload.Offer? { cover.place == .live && switchingOff.ending == nil ? overload.offer : nil }

    /// The question, if a press at this instant answers it.
    func offerAnswered(at instant: Timestamp) -> Overload.Offer? {
        visibleOffer.flatMap { instant >= $0.hearsFrom ? $0 : nil }
    }

    mutating func take(_ offer: Overload.Offer, at now: Timestamp) -> [Effect] {
        overload.noteTaken(offer.smaller)
        say(Strings.stream(offer.smaller), at: now)
        return change(to: offer.smaller.applied(to: settings), at: now)
    }

    mutating func refuseOffer() { overload.refuse(in: sessions.session.ref) }

    /// What the chip says of it: what is wrong, and what to do.
    func overloadChip(at now: Timestamp) -> Chip? {
        guard overload.rule.isOver(at: now) else { return nil }
        let hasLess = !conditions.isSafeMode && SmallerStream(below: stream) != nil
        return Chip(
            kind: .picturesLost, icon: .pictures, title: Strings.framesLost(overload.rule.percentLost),
            line: hasLess ? Strings.framesLostAdvice : Strings.framesLostAtTheSmallest)
    }
}

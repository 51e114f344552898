// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The state of a box that can't keep up: what it has lost, and the smaller picture that it offers.
struct Overload: Hashable, Sendable {
    /// A question that is being asked.
    struct Offer: Hashable, Sendable {
        var smaller: SmallerStream
        /// A press before this time was meant for what was on the screen before the question.
        var hearsFrom: Timestamp
        /// The time at which the question goes by itself.
        var end: Timestamp
    }

    /// A question that nobody answers goes after this long …
    static let questionTime: Duration = .seconds(30)
    /// … and comes again after this long at the earliest.
    static let pause: Duration = .seconds(600)
    /// The time for a hand that was already on its way.
    static let deafTime: Duration = .milliseconds(500)

    var rule: OverloadRule
    private(set) var offer: Offer?
    /// The session in which the offer was refused.
    private var refusedIn: SessionRef?
    private var quietUntil: Timestamp?
    /// The streams that were taken before. They aren't offered again, even if they changed nothing.
    private var taken: Set<SmallerStream> = []

    init(at now: Timestamp) {
        rule = OverloadRule(at: now)
    }

    /// Returns true if this stream may be offered now, in this session.
    func mayOffer(_ smaller: SmallerStream, in session: SessionRef, at now: Timestamp) -> Bool {
        offer == nil && rule.callsForLess && rule.isOver(at: now) && refusedIn != session && !taken.contains(smaller)
            && quietUntil.map { $0 <= now } ?? true
    }

    mutating func ask(_ smaller: SmallerStream, at now: Timestamp) {
        offer = Offer(smaller: smaller, hearsFrom: now + Self.deafTime, end: now + Self.questionTime)
        rule.forgetStrikes()
    }

    /// Withdraws the question, whatever was answered.
    mutating func withdraw() { offer = nil }

    mutating func refuse(in session: SessionRef) {
        withdraw()
        refusedIn = session
    }

    mutating func noteTaken(_ smaller: SmallerStream) {
        withdraw()
        taken.insert(smaller)
    }

    /// Withdraws a question that nobody answered in time.
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
        // The box asks only while nothing else is asked or under way.
        guard cover.place == .live, !conditions.isSafeMode, stalledSince == nil, switchingOff.ending == nil, switchingOff.holdStart == nil,
            switchingOff.objectionEnd == nil, let smaller = SmallerStream(below: stream), smaller.applied(to: settings) != settings,
            overload.mayOffer(smaller, in: sessions.session.ref, at: now)
        else { return }
        overload.ask(smaller, at: now)
    }

    /// The question, if it is on the screen.
    var visibleOffer: Overload.Offer? { cover.place == .live && switchingOff.ending == nil ? overload.offer : nil }

    /// Returns the question, if a press at this instant answers it.
    func offerAnswered(at instant: Timestamp) -> Overload.Offer? {
        visibleOffer.flatMap { instant >= $0.hearsFrom ? $0 : nil }
    }

    mutating func take(_ offer: Overload.Offer, at now: Timestamp) -> [Effect] {
        overload.noteTaken(offer.smaller)
        say(Strings.stream(offer.smaller), at: now)
        return change(to: offer.smaller.applied(to: settings), at: now)
    }

    mutating func refuseOffer() { overload.refuse(in: sessions.session.ref) }

    /// Returns the chip about the overload: what is wrong, and what to do.
    func overloadChip(at now: Timestamp) -> Chip? {
        guard overload.rule.isOver(at: now) else { return nil }
        let hasLess = !conditions.isSafeMode && SmallerStream(below: stream) != nil
        return Chip(
            kind: .picturesLost, icon: .pictures, title: Strings.framesLost(overload.rule.percentLost),
            line: hasLess ? Strings.framesLostAdvice : Strings.framesLostAtTheSmallest)
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether an open session goes on with what is marked next. STOP, Back, a crash and a pulled plug don't split a session.
public enum SessionRule {
    public enum Verdict: Hashable, Sendable {
        case goesOn
        /// It is a round, and nobody marked anything for an hour: somebody is asked.
        case asks
        case ends(SessionEnd)
    }

    /// After so long without a mark practice is over, and a round asks.
    public static let longestPause: Duration = .seconds(3600)

    /// - Parameters:
    ///   - session: one of the same archer.
    ///   - target: what is shot next.
    public static func verdict(on session: SessionState, for target: SessionTarget, at now: Timestamp) -> Verdict {
        if let end = session.over { return .ends(end) }
        // The plug was pulled, or the face left, before anybody said so.
        if session.scoredEnds.isWhole(roundOf: session.target) { return .ends(.roundComplete) }
        // Until an arrow is placed, the first end is as well one of another round or face.
        if let own = session.target, session.hasArrows, !own.isSame(as: target) { return .ends(.otherTarget) }
        guard session.lastUse.duration(to: now) >= longestPause else { return .goesOn }
        return (session.target ?? target).round == nil ? .ends(.idle) : .asks
    }
}

extension Sequence<EndRecord> {
    /// Whether these are all ends of the round that is shot. One that STOP left short is done with, but for the last; a skipped one was shot.
    func isWhole(roundOf target: SessionTarget?) -> Bool {
        guard let round = target?.round.flatMap(RoundCatalog.round) else { return false }
        let shot = filter { $0.round == round.id && !$0.isOpen }
        return shot.count >= round.ends && shot.max { $0.number < $1.number }?.isDone == true
    }
}

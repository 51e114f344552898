// SPDX-License-Identifier: GPL-3.0-or-later

/// The rule that decides if an open session continues with the next mark. STOP, Back, a crash and a pulled plug don't split a session.
public enum SessionRule {
    public enum Verdict: Hashable, Sendable {
        case goesOn
        /// It is a round, and nobody marked anything for an hour: the box asks.
        case asks
        case ends(SessionEnd)
    }

    /// The time without a mark after which practice is over, and the box asks about a round.
    public static let longestPause: Duration = .seconds(3600)

    /// - Parameters:
    ///   - session: a session of the same archer.
    ///   - target: the target of the next mark.
    public static func verdict(on session: SessionState, for target: SessionTarget, at now: Timestamp) -> Verdict {
        if let end = session.over { return .ends(end) }
        // The plug was pulled, or somebody left the face, before the session was noted as over.
        if session.scoredEnds.isWhole(roundOf: session.target) { return .ends(.roundComplete) }
        // Until an arrow is placed, the session may still change to another round or face.
        if let own = session.target, session.hasArrows, !own.isSame(as: target) { return .ends(.otherTarget) }
        guard session.lastUse.duration(to: now) >= longestPause else { return .goesOn }
        return (session.target ?? target).round == nil ? .ends(.idle) : .asks
    }
}

extension Sequence<EndRecord> {
    /// Returns true if these are all ends of the target's round. Skipped ends count as shot. Ends that STOP left unfinished count too, but
    /// the last end must be done.
    func isWhole(roundOf target: SessionTarget?) -> Bool {
        guard let round = target?.round.flatMap(RoundCatalog.round) else { return false }
        let shot = filter { $0.round == round.id && !$0.isOpen }
        return shot.count >= round.ends && shot.max { $0.number < $1.number }?.isDone == true
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Sums over all sessions of the run.
extension Sessions {
    /// Every session of this run; the session that is being shot comes last.
    var all: [SessionState] { rested + [session] }

    /// The folders of all sessions of this run, and of those that earlier runs left open.
    var folders: Set<String> { left.folders.union(places.values.map(\.folder)) }

    /// Returns the sessions that rest with arrows still to be placed: the newest of each archer who isn't shooting now.
    /// - Parameter settings: the settings in force, which say what each archer shoots at.
    func waitingForScore(_ settings: Settings, at now: Timestamp) -> [SessionRef] {
        var archers: [String?] = session.isShooting ? [session.target?.archer] : []
        var waiting: [SessionRef] = []
        for rested in rested.reversed() where rested.over == nil && !archers.contains(rested.target?.archer) {
            archers.append(rested.target?.archer)
            let target = settings.shooting(as: rested.target?.archer ?? settings.shooter?.name).target
            guard rested.isScoreOpen, SessionRule.verdict(on: rested, for: target, at: now) == .goesOn else { continue }
            waiting.append(rested.ref)
        }
        return waiting.reversed()
    }

    /// The number of clips that aren't on a card yet and will be.
    var pendingCount: Int { session.pendingCount + rested.reduce(0) { $0 + $1.pendingCount } }
    /// The number of those clips whose footage is complete, so that the card could have them now.
    var writingCount: Int { session.writingCount + rested.reduce(0) { $0 + $1.writingCount } }
}

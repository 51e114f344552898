// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// While nothing is kept: what is refused, and what is forgotten.
extension Context {
    /// Says in words that nothing is kept.
    mutating func refuseToKeep(at now: Timestamp) -> [Effect] {
        say(Strings.nothingKept, at: now)
        return [.panel(.signal(.refused))]
    }

    /// Returns true if this would write footage, which isn't to be kept.
    func refuses(_ effect: Effect) -> Bool {
        guard sessions.keepsNothing else { return false }
        return switch effect {
        case .picture(.keep), .card(.trim), .card(.keepPicture), .export(.begin), .export(.fetchFilms): true
        default: false
        }
    }

    /// Lets the clips of the end go that STOP closed, because something is marked in the next one. As long as a screen shows them, a mark that
    /// the box sets by itself doesn't.
    mutating func releaseClosedClips(isAutomatic: Bool) -> [Effect] {
        isAutomatic && desk.book != nil ? [] : sessions.releaseClosedClips()
    }

    /// Goes on keeping nothing after a crash: what somebody chose on the TV holds until the box is switched off.
    mutating func goOnKeepingNothing(at now: Timestamp) -> [Effect] {
        var changed = settings
        changed.keep = .nothing
        return change(to: changed, at: now)
    }

    /// Empties the delay line, and lets go of everything that is held for a clip. A clip that the card is just writing is written to its end.
    mutating func forgetFootage(at now: Timestamp) -> [Effect] {
        let (kept, waiting) = (sessions.keepsNothing, sessions.writingCount)
        // The clips that grow end here, unwritten.
        sessions.keepsNothing = true
        let forgotten = sessions.takeRest(endingAt: now, settings: settings) + sessions.releaseHeldClips()
        sessions.keepsNothing = kept
        stills.clear()
        return forgotten + (waiting > 0 ? [.card(.dropCuts)] : []) + restartStream(at: now)
    }
}

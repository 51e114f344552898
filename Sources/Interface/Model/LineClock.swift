// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The shooting line's clock. It has no part in MARK and STOP, and no file knows of it: a start finds no end under way.
extension Context {
    /// True if the menu has the clock's tile.
    var hasLineClock: Bool { settings.endPlan != nil || !endTimer.isIdle }

    /// Does what a row of the menu or a taught key stands for.
    mutating func use(_ deed: EndTimer.Deed, at now: Timestamp) -> [Effect] {
        switch deed {
        case .go:
            // An end under way can be paused even if the setting was changed meanwhile.
            if settings.endPlan == nil, !endTimer.isRunning(at: now) { say(Strings.clockIsOff, at: now) }
            return effects(of: endTimer.go(settings.endPlan, at: now))
        case .emergency:
            say(Strings.clockEmergency, at: now)
            return effects(of: endTimer.stopForEmergency(at: now))
        }
    }

    /// Ends the time of those who shoot.
    mutating func endTime(at now: Timestamp) -> [Effect] { effects(of: endTimer.end(at: now)) }

    /// Sounds the horn that is due by time alone.
    mutating func soundHorn(at now: Timestamp) -> [Effect] { effects(of: endTimer.pass(to: now)) }

    private func effects(of horn: EndTimer.Horn?) -> [Effect] {
        guard let horn, settings.horn != .off, switchingOff.ending == nil else { return [] }
        return [.panel(.horn(horn.sound(seconds: settings.hornSeconds), by: settings.horn))]
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Adds, names and removes archers.
extension Menu {
    mutating func startNaming(_ wheel: NameWheel, in context: Context, at now: Timestamp) {
        self.wheel = wheel
        show(panels + [.naming], in: context, at: now)
    }

    /// Changes the letters of the name. Words about the name that was there don't hold any more.
    mutating func write(_ change: (inout LetterWheel) -> Void) {
        outcome = nil
        change(&wheel.letters)
    }

    mutating func takeName(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        outcome = nil
        guard let name = wheel.result else { return [] }
        let settings = context.settings
        guard name == wheel.renamed || !settings.archers.contains(where: { $0.name == name }) else {
            outcome = Strings.nameIsTaken(name)
            return []
        }
        var archers = settings.archers
        var shooter: String? = name
        var told: [Effect] = []
        if let renamed = wheel.renamed, let index = archers.firstIndex(where: { $0.name == renamed }) {
            archers[index].rename(to: name)
            if renamed != settings.shooter?.name { shooter = settings.archer }
            if name != renamed { told = context.sessions.rename(renamed, to: name) }
        } else if archers.count < Archer.most {
            archers.append(Archer(name: name))
        }
        // The page of somebody renamed goes on under the new name.
        let under = panels.dropLast().map { $0.archer == nil ? $0 : .archer(name) }
        let place = archer.flatMap { choices[.archer($0)] }
        let changes = context.change(archers: archers, shooter: shooter, at: now)
        show(under, in: context, at: now)
        choices[.archers] = archers.firstIndex { $0.name == name }
        choices[.archer(name)] = place
        return .effects(told + changes)
    }

    /// Removes the archer of the page from the list. If that archer shot, the first of the others shoots then.
    mutating func removeArcher(in context: inout Context, at now: Timestamp) -> [Effect] {
        guard let name = archer else { return [] }
        let settings = context.settings
        let others = settings.archers.filter { $0.name != name }
        let changes = context.change(archers: others, shooter: settings.shooter?.name == name ? others.first?.name : settings.archer, at: now)
        show([.archers], in: context, at: now)
        choices[.archers] = 0
        scrolls[.archers] = nil
        outcome = Strings.removedArcher(name)
        return changes
    }

    /// Lets the archer of the page shoot now, and goes back to the list.
    mutating func letShoot(in context: inout Context, at now: Timestamp) -> [Effect] {
        guard let name = archer else { return [] }
        show([.archers], in: context, at: now)
        return context.choose(archer: name, at: now)
    }
}

extension Context {
    /// Changes the list of archers and the shooter. If the open session is another archer's, it rests first.
    mutating func change(archers: [Archer], shooter: String?, at now: Timestamp) -> [Effect] {
        var changed = settings
        changed.archers = archers
        changed.archer = shooter
        let isAnother = sessions.session.hasBegun && sessions.session.isOfAnother(than: changed.shooter?.name)
        let rested = isAnother ? rest(at: now) : []
        return rested + change(to: changed, at: now)
    }
}

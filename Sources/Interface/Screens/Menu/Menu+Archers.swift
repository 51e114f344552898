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
        var told: [Effect] = []
        if let renamed = wheel.renamed, let index = archers.firstIndex(where: { $0.name == renamed }) {
            archers[index].name = name
            if name != renamed { told = context.sessions.rename(renamed, to: name) }
        } else if archers.count < Archer.most {
            archers.append(Archer(name: name))
        }
        show(panels.dropLast(), in: context, at: now)
        choices[.archers] = archers.firstIndex { $0.name == name }
        return .effects(told + context.change(archers: archers, shooter: name, at: now))
    }

    /// Removes the current shooter from the list; the first of the others shoots then.
    mutating func removeArcher(in context: inout Context, at now: Timestamp) -> [Effect] {
        guard let name = context.settings.shooter?.name else { return [] }
        let others = context.settings.archers.filter { $0.name != name }
        choices[.archers] = 0
        scrolls[.archers] = nil
        outcome = Strings.removedArcher(name)
        return context.change(archers: others, shooter: others.first?.name, at: now)
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

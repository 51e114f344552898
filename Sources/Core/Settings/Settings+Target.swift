// SPDX-License-Identifier: GPL-3.0-or-later

// What is shot at, and who chooses it: a round's face comes before an archer's, an archer's before everybody's.
extension Settings {
    /// The round that who shoots now shoots, their own or everybody's; `nil` in practice.
    package var chosenRound: Round? {
        guard let own = shooter?.round else { return self.round.flatMap(RoundCatalog.round) }
        return own == Archer.practice ? nil : RoundCatalog.round(own)
    }

    /// The face that the round asks for first; `nil` in practice.
    package var neededFace: Face? { chosenRound?.stages.first.flatMap { FaceCatalog.face($0.face) } }

    /// With this face for who shoots.
    package func taking(face id: String) -> Settings {
        var settings = self
        if let index = shooterIndex { settings.archers[index].face = id } else { settings.face = id }
        settings.recentFaces = Settings.recent(id, before: self.recentFaces)
        return settings
    }

    /// With this round, or in practice: for an archer who has an own one, else for everybody.
    package func taking(round id: String?) -> Settings {
        if shooter?.round != nil { return taking(ownRound: id ?? Archer.practice) }
        var settings = self
        settings.round = id
        return settings.noting(round: id)
    }

    /// Who shoots has this round of their own; `nil`: everybody's.
    package func taking(ownRound id: String?) -> Settings {
        var settings = self
        if let index = shooterIndex { settings.archers[index].round = id }
        return settings.noting(round: id == Archer.practice ? nil : id)
    }

    private func noting(round id: String?) -> Settings {
        var settings = self
        if let id { settings.recentRounds = Settings.recent(id, before: self.recentRounds) }
        return settings
    }

    /// With this shaft for who shoots.
    func taking(shaft: Length) -> Settings {
        var settings = self
        if let index = shooterIndex { settings.archers[index].shaft = shaft } else { settings.arrow = shaft }
        return settings
    }

    /// Where among `archers` who shoots stands.
    package var shooterIndex: Int? { shooter.flatMap { shooter in self.archers.firstIndex { $0.name == shooter.name } } }

    /// So many of what was chosen last are remembered.
    static let mostRecent = 3

    private static func recent(_ id: String, before others: [String]) -> [String] {
        Array(([id] + others.filter { $0 != id }).prefix(mostRecent))
    }
}

extension SettingForm where Value == [String] {
    /// The ids of what was chosen last. What isn't there any more is left out where it would be shown.
    static var recent: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noIDs) }
                let ids = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
                return Array(ids.prefix(Settings.mostRecent))
            }, write: { .string($0.joined(separator: ", ")) })
    }
}
